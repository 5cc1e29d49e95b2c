/**
 * The browser may clear the app's storage when the device runs out of space. The app requests a guarantee when there is something to lose,
 * but nothing depends on the guarantee.
 */
import { createStore, useStore } from '#lib/store.ts'

const isPromised = createStore<boolean | null>(null)
let asking: Promise<boolean> | null = null

async function ask(): Promise<boolean> {
  const answer = (await navigator.storage?.persisted()) || (await navigator.storage?.persist()) || false
  isPromised.set(answer)
  return answer
}

/** Browsers that prompt the person remember the answer, so one request per start is enough. */
export function askToPersistStorage(): Promise<boolean> {
  asking ??= ask()
  return asking
}

export const useStoragePromise = (): boolean | null => useStore(isPromised, () => null)
