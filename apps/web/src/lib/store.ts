import { useSyncExternalStore } from 'react'

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

/** Hydration must start with the value with which the build rendered the page. */
export const useStore = <T>({ subscribe, get }: Store<T>, prerendered: () => T = get): T =>
  useSyncExternalStore(subscribe, get, prerendered)
