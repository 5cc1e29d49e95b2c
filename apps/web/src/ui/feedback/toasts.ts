import { createStore, useStore } from '#lib/store.ts'

export type ToastKind = 'info' | 'success' | 'warning' | 'error'
export type ToastLink = { title: string; to?: string; act?: () => void; forMs?: number }
type Toast = { kind: ToastKind; text: string; link: ToastLink | undefined }

const SHOWN_MS = 3000
const WITH_LINK_MS = 8000
/** Longer texts need more than the default time to read. */
const SHORT_TEXT = 80
const READING_MS = 60

const current = createStore<Toast | null>(null)
let timer: ReturnType<typeof setTimeout> | undefined

export const dismiss = () => current.set(null)

/** Only the newest message is about the person's last action, so it replaces the previous one. */
export function toast(kind: ToastKind, text: string, link?: ToastLink): void {
  // A repeated text is ignored, unless the message offers to undo a change, because each undo is about a different change.
  if (current.get()?.text === text && !link?.act) return
  current.set({ kind, text, link })
  clearTimeout(timer)
  timer = setTimeout(dismiss, link ? (link.forMs ?? WITH_LINK_MS) : text.length > SHORT_TEXT ? text.length * READING_MS : SHOWN_MS)
}

export const useToast = (): Toast | null => useStore(current)
