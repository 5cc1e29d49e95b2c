/** The name of the one thing that a screen shows, where only the screen itself knows it: the frame then shows it as the title. */
import { useEffect, useSyncExternalStore } from 'react'

let name: string | null = null
const listeners = new Set<() => void>()

function set(next: string | null): void {
  name = next
  for (const listener of listeners) listener()
}

/** Said by the screen, for as long as it is open. */
export function useNamedScreen(own: string): void {
  useEffect(() => {
    set(own)
    return () => set(null)
  }, [own])
}

/** Heard by the frame. */
export const useScreenName = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => name,
    () => null,
  )
