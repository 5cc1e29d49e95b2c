/** A draft whose form is open doesn't count as unfinished. */
import { createStore, useStore } from '#lib/store.ts'

const open = createStore<readonly string[]>([])

export const useOpenDrafts = (): readonly string[] => useStore(open)

/** A form that was left deletes or saves its draft within this time, and the draft counts as open until then. */
const LEAVING_MS = 1000

/** The returned function marks the form as closed. */
export function openDraft(key: string): () => void {
  open.set([...open.get(), key])
  return () => {
    setTimeout(() => open.set(open.get().toSpliced(open.get().indexOf(key), 1)), LEAVING_MS)
  }
}
