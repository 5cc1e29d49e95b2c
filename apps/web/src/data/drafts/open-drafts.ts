/** Records which drafts are open in this tab. A draft with an open form doesn't count as unfinished. */
import { createStore, useStore } from '#lib/store.ts'

const open = createStore<readonly string[]>([])

export const useOpenDrafts = (): readonly string[] => useStore(open)

/** After a form is left, it deletes or saves its draft within this time. Until then, the draft still counts as open. */
const LEAVING_MS = 1000

/** Marks this draft's form as open until the returned function is called. */
export function openDraft(key: string): () => void {
  open.set([...open.get(), key])
  return () => {
    setTimeout(() => open.set(open.get().toSpliced(open.get().indexOf(key), 1)), LEAVING_MS)
  }
}
