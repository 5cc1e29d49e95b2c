/** Which drafts are being written in this tab: as long as its own form is open, nobody has left a draft unfinished. */
import { createStore, useStore } from '#lib/store.ts'

const open = createStore<readonly string[]>([])

export const useOpenDrafts = (): readonly string[] => useStore(open)

/** A form that is left deletes its draft, or keeps it, within this time; until then it is not known whether anything is left of it. */
const LEAVING_MS = 1000

/** The form of this draft is open, until the returned function is called. */
export function openDraft(key: string): () => void {
  open.set([...open.get(), key])
  return () => {
    setTimeout(() => open.set(open.get().toSpliced(open.get().indexOf(key), 1)), LEAVING_MS)
  }
}
