import { useSyncExternalStore } from 'react'

/** A value outside React that screens follow. */
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

/** `prerendered` is the value that pages rendered by the build were given; hydration must begin with the same. */
export const useStore = <T>({ subscribe, get }: Store<T>, prerendered: () => T = get): T =>
  useSyncExternalStore(subscribe, get, prerendered)
