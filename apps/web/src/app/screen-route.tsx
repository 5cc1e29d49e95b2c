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

/** A screen, once it has come. */
export type Held = { Screen: ComponentType | null }
export const Fetched = ({ held: { Screen } }: { held: Held }) => Screen && <Screen />

/**
 * A screen that comes with its own download, as a loader and not by the router's `lazy`: of a `lazy` that failed it draws nothing, not
 * even the error element. Asked again, a loader asks for the file again.
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

/** The guard is the role a screen needs, 1 being everyone who is signed in. */
export const screen = (path: string, title: string, guard: Guard, load: () => Promise<ComponentType>, more = {}): RouteObject => ({
  path,
  ...titled(title, more),
  ...fetched(load, typeof guard === 'number' ? needsRole(guard) : (guard ?? undefined)),
})
