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

export type Held = { Screen: ComponentType | null }
export const Fetched = ({ held: { Screen } }: { held: Held }) => Screen && <Screen />

/**
 * A loader loads the screen instead of the router's `lazy`, because the router shows nothing when `lazy` fails, not even the error element.
 * A loader requests the file again on the next attempt.
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

export const screen = (path: string, title: string, guard: Guard, load: () => Promise<ComponentType>, more = {}): RouteObject => ({
  path,
  ...titled(title, more),
  ...fetched(load, typeof guard === 'number' ? needsRole(guard) : (guard ?? undefined)),
})
