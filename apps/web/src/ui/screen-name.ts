/** Some screens don't know their title in advance, so the app's frame shows the record's name. */
import { useEffect } from 'react'
import { createStore, useStore } from '#lib/store.ts'

const name = createStore<string | null>(null)

export function useNamedScreen(own: string): void {
  useEffect(() => {
    name.set(own)
    return () => name.set(null)
  }, [own])
}

export const useScreenName = () => useStore(name, () => null)
