import { createStore, useStore } from '#lib/store.ts'

export type ToastKind = 'info' | 'success' | 'warning' | 'error'
/** Where a toast leads to, or what can be done about it, with a name short enough for a button; and for how long, where not as usual. */
export type ToastLink = { title: string; to?: string; act?: () => void; forMs?: number }
type Toast = { kind: ToastKind; text: string; link: ToastLink | undefined }

const SHOWN_MS = 3000
const WITH_LINK_MS = 8000
/** More than this is not read in that time. */
const SHORT_TEXT = 80
const READING_MS = 60

const current = createStore<Toast | null>(null)
let timer: ReturnType<typeof setTimeout> | undefined

export const dismiss = () => current.set(null)

/** Says something in passing. There is one at a time: the newest, because it answers what was done last. */
export function toast(kind: ToastKind, text: string, link?: ToastLink): void {
  // The same words about something else that can be undone are news.
  if (current.get()?.text === text && !link?.act) return
  current.set({ kind, text, link })
  clearTimeout(timer)
  timer = setTimeout(dismiss, link ? (link.forMs ?? WITH_LINK_MS) : text.length > SHORT_TEXT ? text.length * READING_MS : SHOWN_MS)
}

/** What is on the screen now. How it looks is in toast-list.tsx, which the first page does without. */
export const useToast = (): Toast | null => useStore(current)
