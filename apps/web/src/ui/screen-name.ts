/** The name of the one thing that a screen shows, where only the screen itself knows it: the frame then shows it as the title. */
import { useEffect } from 'react'
import { createStore, useStore } from '#lib/store.ts'

const name = createStore<string | null>(null)

/** Set by the screen, for as long as it is open. */
export function useNamedScreen(own: string): void {
  useEffect(() => {
    name.set(own)
    return () => name.set(null)
  }, [own])
}

/** Read by the frame. */
export const useScreenName = () => useStore(name, () => null)
