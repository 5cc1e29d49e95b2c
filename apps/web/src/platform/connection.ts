/**
 * A device with a network may get no response, because the server is down or a hotel's login page responds. One request can fail for other
 * reasons, so the app checks the server again before it shows anything.
 */
import { APP_HEADER } from '@trailwarden/site'
import { createStore, useStore } from '#lib/store.ts'
import { unanswered, useHasSignal } from './signal.ts'

export type Connection = 'ok' | 'no-signal' | 'no-server'

const GIVE_UP_MS = 8000
/** The interval varies at random, so that devices don't all send requests at one moment after an outage. */
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
  // Going online or showing the page triggers another check, so an offline device or a hidden page needs none.
  if (isAsking || !navigator.onLine || document.visibilityState !== 'visible') return
  clearTimeout(again)
  isAsking = true
  const isThere = await ask()
  isAsking = false
  // If the device has gone offline since the request, the result shows nothing about the server.
  if (navigator.onLine && isThere !== isAnswering.get()) isAnswering.set(isThere)
  if (!isThere) again = setTimeout(() => void check(), AGAIN_MS * (0.5 + Math.random()))
}

const checkIfSilent = () => {
  if (!isAnswering.get()) void check()
}

unanswered.subscribe(() => void check())
addEventListener('online', checkIfSilent)
document.addEventListener('visibilitychange', checkIfSilent)
// A request may have failed before this file was loaded.
if (unanswered.get() > 0) void check()

export function useConnection(): Connection {
  const hasSignal = useHasSignal()
  const isThere = useStore(isAnswering)
  if (!hasSignal) return 'no-signal'
  return isThere ? 'ok' : 'no-server'
}
