import { useEffect } from 'react'
import { useSession } from '#data/session.ts'
import { refreshStatus } from '#data/status/received-status.ts'

/** Even if a proxy returns a copy that is a second old, an update appears within five seconds (decision 0027). */
const POLL_MS = 3000
/** Logged-in people receive updates by sync, so they need to poll only rarely. The same interval applies after a failed request. */
const REST_MS = 30_000

/** The returned function stops polling. The user's return and the signal's return trigger a poll immediately. */
export function pollStatus(isVisitor: boolean): () => void {
  let timer: ReturnType<typeof setTimeout>
  let turn = 0
  const poll = async () => {
    clearTimeout(timer)
    turn += 1
    const mine = turn
    if (document.visibilityState !== 'visible') return
    // Requests would pile up on a weak signal, so the next request is scheduled after the response. Another poll may have started since
    // then.
    const isWell = await refreshStatus()
    // Ten thousand pages opened after one announcement must not poll at one moment, so the interval has jitter.
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

export function useStatusPolling(): void {
  const isVisitor = useSession() === null
  useEffect(() => pollStatus(isVisitor), [isVisitor])
}
