/**
 * A lock makes sure that only one of the person's tabs syncs. A frozen tab would hold the lock without using it, so it releases the lock or
 * its place in the queue. A tab too old for the server lets other tabs try first.
 */
import { type Sync, type SyncStatus, startSync } from '@trailwarden/sync'
import { stayBusy } from '#platform/busy.ts'
import { isPageLeft } from '#platform/lock.ts'
import { refreshSession } from '../session.ts'
import type { Device } from './device.ts'

export type Runner = { wake(what?: 'send' | 'fetch'): void; stop(): void }

export type Surroundings = {
  locks: Pick<LockManager, 'request'>
  channel: (name: string) => Pick<BroadcastChannel, 'postMessage' | 'close'> & { onmessage: ((event: MessageEvent) => void) | null }
  /** The returned function stops listening. */
  listen: (wake: (what?: 'send' | 'fetch') => void) => () => void
  /** The browser may freeze or resume a tab repeatedly. */
  rest: (frozen: () => void, resumed: () => void) => () => void
  /** A page in the bfcache would block the database. */
  endCachedPages: () => void
  stayBusy: () => () => void
}

const STEP_ASIDE_MS = 15_000

type Message = { wake?: 'send' | 'fetch' | 'both'; status?: SyncStatus }

export function runSync(device: Device, onStatus: (status: SyncStatus) => void, surroundings = browser): Runner {
  const name = `trailwarden-sync-${device.person.id}`
  const channel = surroundings.channel(name)
  let turn = new AbortController()
  let sync: Sync | null = null

  const wakeHere = (what?: 'send' | 'fetch') => sync?.wake(what)
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.wake) wakeHere(data.wake === 'both' ? undefined : data.wake)
    if (data.status && !sync) onStatus(data.status)
  }

  const lead = (signal: AbortSignal) =>
    new Promise<void>((release) => {
      const stopListening = surroundings.listen(wakeHere)
      const timer = {
        after(ms: number, ring: () => void) {
          const id = setTimeout(ring, ms)
          return () => clearTimeout(id)
        },
      }
      let isQuiet: (() => void) | null = null
      const report = (status: SyncStatus) => {
        // A new version of the app must not take over while the engine is sending.
        if (status.sending) isQuiet ??= surroundings.stayBusy()
        else {
          isQuiet?.()
          isQuiet = null
        }
        onStatus(status)
        channel.postMessage({ status } satisfies Message)
        // The tab steps aside only after the current request has been answered.
        if (status.problem === 'too-old' && !status.sending) stepAside()
      }
      const { store, remote } = device
      sync = startSync({ store, remote, timer, random: Math.random, onStatus: report, onError: (error) => console.error('sync', error) })
      signal.addEventListener('abort', () => {
        sync?.stop()
        sync = null
        stopListening()
        isQuiet?.()
        release()
      })
    })
  let again: ReturnType<typeof setTimeout> | undefined
  /** The next tab may run a newer version, which can send the changes saved in all tabs. */
  const stepAside = () => {
    turn.abort()
    again = setTimeout(queueUp, STEP_ASIDE_MS)
  }
  const queueUp = () => {
    clearTimeout(again)
    turn = new AbortController()
    const { signal } = turn
    surroundings.locks
      .request(name, { signal }, () => {
        // If the runner was stopped after it got the lock, an engine started now would never be stopped.
        if (!signal.aborted) return lead(signal)
        return undefined
      })
      .catch((error: unknown) => {
        // Stopping the runner while it waits for the lock causes this error.
        if (!signal.aborted && !isPageLeft(error)) throw error
      })
  }
  surroundings.endCachedPages()
  queueUp()
  const stopResting = surroundings.rest(
    () => turn.abort(),
    () => turn.signal.aborted && queueUp(),
  )

  return {
    wake(what) {
      if (sync) sync.wake(what)
      else channel.postMessage({ wake: what ?? 'both' } satisfies Message)
    },
    stop() {
      stopResting()
      clearTimeout(again)
      turn.abort()
      channel.close()
    },
  }
}

const RECONNECT_MS = 5000
const ASK_WITHIN_MS = 1000

/** The channel stays open for as long as the page exists, even after a logout. */
let pages: BroadcastChannel | null = null

const listenToPage: Surroundings['listen'] = (wake) => {
  const wakeBoth = () => wake()
  const onVisible = () => document.visibilityState === 'visible' && wake()
  addEventListener('online', wakeBoth)
  addEventListener('pageshow', wakeBoth)
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    removeEventListener('online', wakeBoth)
    removeEventListener('pageshow', wakeBoth)
    document.removeEventListener('visibilitychange', onVisible)
  }
}

const browser: Surroundings = {
  // `request` must be called on its own object. Every browser that runs this app's modules has `navigator.locks`.
  locks: { request: (...args: unknown[]) => Reflect.apply(navigator.locks.request, navigator.locks, args) },
  channel: (name) => new BroadcastChannel(name),
  rest(frozen, resumed) {
    // A page in the bfcache is frozen too. WebKit reports the freeze only with `pagehide`, and takes away the page's locks.
    addEventListener('pagehide', frozen)
    document.addEventListener('freeze', frozen)
    document.addEventListener('resume', resumed)
    addEventListener('pageshow', resumed)
    return () => {
      removeEventListener('pagehide', frozen)
      document.removeEventListener('freeze', frozen)
      document.removeEventListener('resume', resumed)
      removeEventListener('pageshow', resumed)
    }
  },
  endCachedPages() {
    // A page that was left while it created or deleted a database blocks that database from the bfcache, sometimes for minutes. The browser
    // evicts a cached page that can't receive a message.
    pages ??= Object.assign(new BroadcastChannel('trailwarden-pages'), { onmessage: () => {} })
    pages.postMessage(null)
  },
  stayBusy,
  listen(wake) {
    const stopListening = listenToPage(wake)
    let source: EventSource | null = null
    let again: ReturnType<typeof setTimeout> | undefined
    let asking: ReturnType<typeof setTimeout> | undefined
    let wasOpen = false
    // The server ends the event stream when the session ends. Refreshing the session then shows on the page that the person is logged out.
    // The delay is random because every device sends this request after a server restart.
    const askWhoIsSignedIn = () => {
      clearTimeout(asking)
      asking = setTimeout(() => void refreshSession(), ASK_WITHIN_MS * Math.random())
    }
    const connect = () => {
      source = new EventSource('/api/events')
      source.onopen = () => {
        wasOpen = true
      }
      source.onmessage = () => wake('fetch')
      source.onerror = () => {
        if (wasOpen || source?.readyState === EventSource.CLOSED) askWhoIsSignedIn()
        wasOpen = false
        // The browser reconnects after an interruption, but stops permanently if the server refuses. The engine polls until the next
        // attempt.
        if (source?.readyState !== EventSource.CLOSED) return
        again = setTimeout(connect, RECONNECT_MS * (1 + Math.random()))
      }
    }
    connect()
    return () => {
      stopListening()
      clearTimeout(again)
      clearTimeout(asking)
      source?.close()
    }
  },
}

/** Devices without an account have no event stream. */
export const withoutEvents: Surroundings = { ...browser, listen: listenToPage }
