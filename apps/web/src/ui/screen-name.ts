/** The name of the record or item on the screen, for screens whose title isn't known in advance. The app's frame shows it as the title. */
import { useEffect } from 'react'
import { createStore, useStore } from '#lib/store.ts'

const name = createStore<string | null>(null)

/** Sets the name while the screen is open. */
export function useNamedScreen(own: string): void {
  useEffect(() => {
    name.set(own)
    return () => name.set(null)
  }, [own])
}

/** Returns the name that the app's frame shows as the title. */
export const useScreenName = () => useStore(name, () => null)
