/**
 * Runs the engine in exactly one of this person's tabs. The lock goes with the tab: whichever is closed or crashed, the next one takes
 * over, and with it everything any tab has saved. A tab that the browser freezes would keep the lock and do nothing with it, so it
 * gives it back, and its place in the queue for it, until it is let go on; one that the server finds too old lets the others try first.
 * Wake-ups of the other tabs come by a channel.
 */
import { type Sync, type SyncStatus, startSync } from '@trailwarden/sync'
import { stayBusy } from '#platform/busy.ts'
import { isPageLeft } from '#platform/lock.ts'
import type { Device } from './device.ts'
import { refreshSession } from './session.ts'

export type Runner = { wake(what?: 'send' | 'fetch'): void; stop(): void }

/** What the runner needs of a browser; a test gives its own. */
export type Surroundings = {
  locks: Pick<LockManager, 'request'>
  channel: (name: string) => Pick<BroadcastChannel, 'postMessage' | 'close'> & { onmessage: ((event: MessageEvent) => void) | null }
  /** Listens for signal, attention and the server's pings; returns the way to stop. */
  listen: (wake: (what?: 'send' | 'fetch') => void) => () => void
  /** Reports when the browser freezes this tab and when it resumes; either may come more than once. Returns the unsubscribe function. */
  rest: (frozen: () => void, resumed: () => void) => () => void
  /** Ends the pages in the browser's bfcache. */
  endCachedPages: () => void
  /** Says that the tab must not be reloaded, until the returned function is called. */
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
        // While anything is on its way no new version of the app may take over.
        if (status.sending) isQuiet ??= surroundings.stayBusy()
        else {
          isQuiet?.()
          isQuiet = null
        }
        onStatus(status)
        channel.postMessage({ status } satisfies Message)
        // Not before the answer to what is on its way.
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
  /** A newer version may be open in another tab, and can send what all have saved. */
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
        // Stopped after the lock was given and before this was called: an engine started now would never be stopped.
        if (!signal.aborted) return lead(signal)
        return undefined
      })
      .catch((error: unknown) => {
        // Stopped while still waiting for its turn.
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

/** Open as long as the page is, also after a logout. */
let pages: BroadcastChannel | null = null

/** Signal and attention come back. */
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
  // The methods need their owner; `navigator.locks` is in every browser that has the modules this app is made of.
  locks: { request: (...args: unknown[]) => Reflect.apply(navigator.locks.request, navigator.locks, args) },
  channel: (name) => new BroadcastChannel(name),
  rest(frozen, resumed) {
    // A page in the bfcache is frozen too. WebKit reports it by `pagehide` alone, and takes its locks away.
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
    // A page that is left while it makes, opens or deletes a database would hold it up for as long as it is in the bfcache: the next page
    // would wait for its records for minutes. A message to a page that cannot receive it makes the browser give that page up.
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
    // The server ends the stream of whoever has lost their session: this page must not go on showing them signed in. After a restart of the
    // server every device asks, so not all in one moment.
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
        // The browser reconnects by itself after a cut, but gives up for good when it is refused. Meanwhile the engine polls.
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

/** Of a device without an account: there is no stream of events for it. */
export const withoutEvents: Surroundings = { ...browser, listen: listenToPage }
