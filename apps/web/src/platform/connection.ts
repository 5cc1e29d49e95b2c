/**
 * Whether our server can be reached. A device that has a network may still get no answer: the server is down, or a hotel answers in its
 * place. One request that failed may have a reason of its own, so the server is asked once more before anything is said, and then again
 * and again until it answers.
 */
import { APP_HEADER } from '@trailwarden/site'
import { createStore, useStore } from '#lib/store.ts'
import { unanswered, useHasSignal } from './signal.ts'

export type Connection = 'ok' | 'no-signal' | 'no-server'

const GIVE_UP_MS = 8000
/** With jitter: after an outage not everyone asks in one moment. */
const AGAIN_MS = 10_000

const isAnswering = createStore(true)
let isAsking = false
let again: ReturnType<typeof setTimeout> | undefined

async function ask(): Promise<boolean> {
  try {
    const reply = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(GIVE_UP_MS) })
    return reply.ok && reply.headers.has(APP_HEADER)
  } catch {
    return false
  }
}

async function check(): Promise<void> {
  // Without a network the answer is known; nobody reads a page in the background. Either event asks again.
  if (isAsking || !navigator.onLine || document.visibilityState !== 'visible') return
  clearTimeout(again)
  isAsking = true
  const isThere = await ask()
  isAsking = false
  // The network may have gone meanwhile, which is no news of the server.
  if (navigator.onLine && isThere !== isAnswering.get()) isAnswering.set(isThere)
  if (!isThere) again = setTimeout(() => void check(), AGAIN_MS * (0.5 + Math.random()))
}

/** What was asked before cannot have been answered by now. */
const checkIfSilent = () => {
  if (!isAnswering.get()) void check()
}

unanswered.subscribe(() => void check())
addEventListener('online', checkIfSilent)
document.addEventListener('visibilitychange', checkIfSilent)
// A request may have failed before this was loaded.
if (unanswered.get() > 0) void check()

export function useConnection(): Connection {
  const hasSignal = useHasSignal()
  const isThere = useStore(isAnswering)
  if (!hasSignal) return 'no-signal'
  return isThere ? 'ok' : 'no-server'
}
