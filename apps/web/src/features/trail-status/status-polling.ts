import { refreshStatus } from '#data/page-data.ts'
import { receivePushedStatus } from '#data/pushed-status.ts'

/** Between two questions of a visitor's page: with the second that a proxy's copy may be old, a post is there within five (decision 0027). */
const POLL_MS = 3000
/** After a question that failed, and for signed-in people, who receive posts by sync. */
const REST_MS = 30_000

/** Asks while someone looks at the page, and at once when they return or signal does; until the returned function is called. */
export function pollStatus(isVisitor: boolean): () => void {
  let timer: ReturnType<typeof setTimeout>
  let turn = 0
  const poll = async () => {
    clearTimeout(timer)
    turn += 1
    const mine = turn
    if (document.visibilityState !== 'visible') return
    void receivePushedStatus()
    // The next is asked once this is answered: on a weak signal they would pile up. One that was asked meanwhile goes on instead.
    const isWell = await refreshStatus()
    // Jitter: ten thousand pages opened by one announcement must not ask in step for ever.
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
