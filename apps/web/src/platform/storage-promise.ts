/**
 * Whether the browser promises to keep what this app stores, or may clear it when the device runs short of space. It is asked for when
 * there is something to lose: a map, or words that have not been sent. A refusal is shown where it matters; nothing depends on a yes.
 */
import { useSyncExternalStore } from 'react'

let isPromised: boolean | null = null
let asking: Promise<boolean> | null = null
const listeners = new Set<() => void>()

async function ask(): Promise<boolean> {
  isPromised = (await navigator.storage?.persisted()) || (await navigator.storage?.persist()) || false
  for (const listener of listeners) listener()
  return isPromised
}

/** Asks once for each start; browsers that ask the person remember the answer themselves. */
export function askToPersistStorage(): Promise<boolean> {
  asking ??= ask()
  return asking
}

/** Null until asked. */
export function useStoragePromise(): boolean | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isPromised,
    () => null,
  )
}
