import { createStore, useStore } from '#lib/store.ts'

export type ToastKind = 'info' | 'success' | 'warning' | 'error'
/** A button shows the title, so it must be short. */
export type ToastLink = { title: string; to?: string; act?: () => void }
type Message = { kind: ToastKind; text: string; link: ToastLink | undefined }
/** With `canUndo`, no other message replaces the toast, because the change can be undone only while the toast is shown. */
export type Toast = Message & { id: number; canUndo: boolean }

const SHOWN_MS = 3000
const WITH_LINK_MS = 8000
/** Longer texts need more than the default time to read. */
const SHORT_TEXT = 80
const READING_MS = 60
/** More toasts would cover half of a small phone's screen. */
const MOST_UNDOABLE = 4

const current = createStore<readonly Toast[]>([])
const timers = new Map<number, ReturnType<typeof setTimeout>>()
let count = 0

export function dismiss(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  current.set(current.get().filter((shown) => shown.id !== id))
}

function show(message: Message, canUndo: boolean, shownMs: number): number {
  const id = ++count
  // Messages about changes that can be undone are above the others, oldest first.
  current.set([...current.get(), { ...message, id, canUndo }].sort((a, b) => Number(b.canUndo) - Number(a.canUndo)))
  timers.set(
    id,
    setTimeout(() => dismiss(id), shownMs),
  )
  return id
}

/** Only the newest message is about the person's last action, so it replaces the previous one. */
export function toast(kind: ToastKind, text: string, link?: ToastLink): void {
  const last = current.get().find(({ canUndo }) => !canUndo)
  // A repeated text is ignored, unless the message offers an action, because each action is about a different change.
  if (last?.text === text && !link?.act) return
  if (last) dismiss(last.id)
  show({ kind, text, link }, false, link ? WITH_LINK_MS : text.length > SHORT_TEXT ? text.length * READING_MS : SHOWN_MS)
}

/** The returned function hides the message. */
export function toastWithUndo(text: string, undo: () => void, forMs: number): () => void {
  const undoable = current.get().filter(({ canUndo }) => canUndo)
  for (const { id } of undoable.slice(0, Math.max(0, undoable.length + 1 - MOST_UNDOABLE))) dismiss(id)
  const id = show({ kind: 'success', text, link: { title: 'Undo', act: undo } }, true, forMs)
  return () => dismiss(id)
}

export const useToasts = (): readonly Toast[] => useStore(current)
