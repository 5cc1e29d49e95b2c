import { iconHome, iconHomeFill } from '#ui/icons.ts'

export type Destination = { path: string; title: string; icon: string; iconSelected: string; inBottomBar: boolean }

/** Pages that the menu leads to. Each is a root: the top bar shows the menu there, and Go Back on all others. */
export const DESTINATIONS: readonly Destination[] = [
  { path: '/', title: 'Home', icon: iconHome, iconSelected: iconHomeFill, inBottomBar: true },
]

/** The destination a path belongs to: its own page or one below it. */
export function destinationOf(path: string): Destination | undefined {
  return DESTINATIONS.find((one) => one.path === path || (one.path !== '/' && path.startsWith(`${one.path}/`)))
}

export const isRoot = (path: string) => DESTINATIONS.some((one) => one.path === path)
