import { useEffect } from 'react'
import { useSession } from '#data/session.ts'
import { refreshStatus } from '#data/status/received-status.ts'

/**
 * The time between a visitor's requests. Even if a proxy returns a copy that is a second old, an update appears within five seconds
 * (decision 0027).
 */
const POLL_MS = 3000
/** The interval after a failed request. Also used for logged-in people, who receive updates by sync. */
const REST_MS = 30_000

/**
 * Polls while the page is visible, until the returned function is called. Also polls immediately when the user returns to the page or
 * signal returns.
 */
export function pollStatus(isVisitor: boolean): () => void {
  let timer: ReturnType<typeof setTimeout>
  let turn = 0
  const poll = async () => {
    clearTimeout(timer)
    turn += 1
    const mine = turn
    if (document.visibilityState !== 'visible') return
    // Schedules the next request after the response, because requests would pile up on a weak signal. Stops if another poll has started in
    // the meantime.
    const isWell = await refreshStatus()
    // Adds jitter, because ten thousand pages opened after one announcement must not poll at the same moment.
    if (mine === turn) timer = setTimeout(poll, (isWell && isVisitor ? POLL_MS : REST_MS) * (0.9 + 0.2 * Math.random()))
  }
  void poll()
  document.addEventListener('visibilitychange', poll)
  addEventListener('online', poll)
  return () => {
    turn = -1
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', poll)
    removeEventListener('online', poll)
  }
}

/** Keeps the status of every open screen up to date while the page is visible. */
export function useStatusPolling(): void {
  const isVisitor = useSession() === null
  useEffect(() => pollStatus(isVisitor), [isVisitor])
}
