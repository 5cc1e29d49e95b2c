import type { ComponentType, ReactNode } from 'react'
import type { LoaderFunction, RouteObject } from 'react-router'
import { needsRole } from './guard.ts'
import { CrashScreen } from './screens/crash-screen.tsx'
import type { RouteHandle } from './shell/shell.tsx'

export const titled = (title: string, more: Omit<RouteHandle, 'title'> = {}): { handle: RouteHandle; errorElement: ReactNode } => ({
  handle: { title, ...more },
  errorElement: <CrashScreen />,
})

type Guard = number | LoaderFunction | null

/** Stores a screen once it has been loaded. */
export type Held = { Screen: ComponentType | null }
export const Fetched = ({ held: { Screen } }: { held: Held }) => Screen && <Screen />

/**
 * Loads a screen with a loader instead of the router's `lazy`. If `lazy` fails, the router shows nothing, not even the error element. A
 * loader requests the file again on the next attempt.
 */
export const fetched = (
  load: () => Promise<ComponentType>,
  guard: LoaderFunction = () => null,
): Pick<RouteObject, 'loader' | 'element'> => {
  const held: Held = { Screen: null }
  return {
    loader: async (args, context) => {
      const ledOn = await guard(args, context)
      if (ledOn) return ledOn
      held.Screen ??= await load()
      return null
    },
    element: <Fetched held={held} />,
  }
}

/** Creates the route of a screen. A number as its guard is the role that the screen needs; 1 means all logged-in users. */
export const screen = (path: string, title: string, guard: Guard, load: () => Promise<ComponentType>, more = {}): RouteObject => ({
  path,
  ...titled(title, more),
  ...fetched(load, typeof guard === 'number' ? needsRole(guard) : (guard ?? undefined)),
})
