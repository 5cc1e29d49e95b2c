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

/** False is certain, but a device with a network may still have no connection to the internet. */
export function useHasSignal(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
}

/** `connection.ts` checks the server after each request without a response. */
export const unanswered = createStore(0)
export const noteUnanswered = () => unanswered.set(unanswered.get() + 1)
