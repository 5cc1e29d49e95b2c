/**
 * Whether the browser guarantees to keep the app's storage or may clear it when the device runs out of space. The app requests this
 * guarantee when there is something to lose: a downloaded map or unsent changes. If the browser refuses, the screens concerned show it, but
 * nothing depends on the guarantee.
 */
import { createStore, useStore } from '#lib/store.ts'

const isPromised = createStore<boolean | null>(null)
let asking: Promise<boolean> | null = null

async function ask(): Promise<boolean> {
  const answer = (await navigator.storage?.persisted()) || (await navigator.storage?.persist()) || false
  isPromised.set(answer)
  return answer
}

/** Requests the guarantee once per start. Browsers that ask the person remember the answer. */
export function askToPersistStorage(): Promise<boolean> {
  asking ??= ask()
  return asking
}

/** Returns null until the guarantee has been requested. */
export const useStoragePromise = (): boolean | null => useStore(isPromised, () => null)
