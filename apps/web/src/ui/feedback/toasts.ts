import { createStore, useStore } from '#lib/store.ts'

export type ToastKind = 'info' | 'success' | 'warning' | 'error'
/** A link or an action in a toast. The title must be short enough for a button. `forMs` overrides how long the toast is shown. */
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

/** Shows a short message. It replaces the previous message, because only the newest one is about the person's last action. */
export function toast(kind: ToastKind, text: string, link?: ToastLink): void {
  // Ignores a repeated text, unless the message offers to undo a change, because that is a different change each time.
  if (current.get()?.text === text && !link?.act) return
  current.set({ kind, text, link })
  clearTimeout(timer)
  timer = setTimeout(dismiss, link ? (link.forMs ?? WITH_LINK_MS) : text.length > SHORT_TEXT ? text.length * READING_MS : SHOWN_MS)
}

/** Returns the current toast. `toast-list.tsx` renders it and isn't loaded with the first page. */
export const useToast = (): Toast | null => useStore(current)
