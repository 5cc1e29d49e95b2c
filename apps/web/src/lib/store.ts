import { useSyncExternalStore } from 'react'

/** A store outside React. Screens subscribe to its value. */
export type Store<T> = { get(): T; set(next: T): void; subscribe(listener: () => void): () => void }

export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** `prerendered` returns the value with which the build rendered the page. Hydration must start with the same value. */
export const useStore = <T>({ subscribe, get }: Store<T>, prerendered: () => T = get): T =>
  useSyncExternalStore(subscribe, get, prerendered)
