/**
 * Whether the browser promises to keep what this app stores, or may clear it when the device runs short of space. It is asked for when
 * there is something to lose: a map, or changes that have not been sent. A refusal is shown where it matters; nothing depends on a yes.
 */
import { createStore, useStore } from '#lib/store.ts'

const isPromised = createStore<boolean | null>(null)
let asking: Promise<boolean> | null = null

async function ask(): Promise<boolean> {
  const answer = (await navigator.storage?.persisted()) || (await navigator.storage?.persist()) || false
  isPromised.set(answer)
  return answer
}

/** Asks once for each start; browsers that ask the person remember the answer themselves. */
export function askToPersistStorage(): Promise<boolean> {
  asking ??= ask()
  return asking
}

/** Null until asked. */
export const useStoragePromise = (): boolean | null => useStore(isPromised, () => null)
