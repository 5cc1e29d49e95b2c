import { useSyncExternalStore } from 'react'

export type ToastKind = 'info' | 'success' | 'warning' | 'error'
type Toast = { id: number; kind: ToastKind; text: string }

const SHOWN_MS = 5000

let toasts: readonly Toast[] = []
let nextId = 1
const listeners = new Set<() => void>()

function set(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

export function dismiss(id: number) {
  set(toasts.filter((toast) => toast.id !== id))
}

/** Says something in passing. A text that is already on the screen is not shown twice. */
export function toast(kind: ToastKind, text: string, shownMs = SHOWN_MS): void {
  if (toasts.some((shown) => shown.text === text)) return
  const id = nextId++
  set([...toasts, { id, kind, text }])
  setTimeout(() => dismiss(id), shownMs)
}

/** What is on the screen now. How it looks is in toast-list.tsx, which the first page does without. */
export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => toasts,
    () => toasts,
  )
}
