import { createStore, useStore } from '#lib/store.ts'

export type ToastKind = 'info' | 'success' | 'warning' | 'error'
type Toast = { id: number; kind: ToastKind; text: string }

const SHOWN_MS = 5000

const toasts = createStore<readonly Toast[]>([])
let nextId = 1

export function dismiss(id: number) {
  toasts.set(toasts.get().filter((toast) => toast.id !== id))
}

/** Says something in passing. A text that is already on the screen is not shown twice. */
export function toast(kind: ToastKind, text: string, shownMs = SHOWN_MS): void {
  if (toasts.get().some((shown) => shown.text === text)) return
  const id = nextId++
  toasts.set([...toasts.get(), { id, kind, text }])
  setTimeout(() => dismiss(id), shownMs)
}

/** What is on the screen now. How it looks is in toast-list.tsx, which the first page does without. */
export const useToasts = (): readonly Toast[] => useStore(toasts)
