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

/** Whether the device believes it has a network. "Yes" promises nothing; "no" is certain. */
export function useHasSignal(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
}

/** Grows with each request of ours that nobody answered: `connection.ts` then asks whether the server is there at all. */
export const unanswered = createStore(0)
export const noteUnanswered = () => unanswered.set(unanswered.get() + 1)
