import { useSyncExternalStore } from 'react'
import { createStore } from '#lib/store.ts'

function subscribe(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Returns whether the device has a network. False is certain, but with a network there may still be no connection to the internet. */
export function useHasSignal(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
}

/** Increases with each request that gets no response. `connection.ts` then checks whether the server can be reached at all. */
export const unanswered = createStore(0)
export const noteUnanswered = () => unanswered.set(unanswered.get() + 1)
