/** All data that arrives after the first paint passes through this module: the server's responses, pushes, and data from other tabs. */
import { PublicStatus } from '@trailwarden/domain'
import { PageData } from '@trailwarden/site'
import { noteServerTime } from '#platform/clock.ts'
import { pushedStatus } from '#platform/pushed-status.ts'
import { noteUnanswered } from '#platform/signal.ts'
import { announceStatus, onAnnouncedStatus, withStatusLock } from '#platform/status-channel.ts'
import { pageData, parsePageData, STORAGE_KEY } from '../page-data.ts'
import { createStatusKeeper } from './status-keeper.ts'

const keeper = createStatusKeeper({
  shown: {
    get: pageData.get,
    set(data) {
      if (data.status) noteServerTime(data.status.asOf)
      pageData.set(data)
    },
  },
  storage: { getItem: (key) => localStorage.getItem(key), setItem: (key, value) => localStorage.setItem(key, value) },
  lock: withStatusLock,
  announce: announceStatus,
  readPushed: () => pushedStatus.read(),
})

/** The status is shown before the function returns, and the promise resolves once the status is stored. */
export function receiveStatus(status: PublicStatus): Promise<void> {
  noteServerTime(status.asOf)
  return keeper.receive(status)
}

function receiveUnchecked(received: unknown): void {
  const status = PublicStatus.safeParse(received)
  if (status.success) void receiveStatus(status.data)
}

/** The promise resolves when the screen shows all data that this device has received. */
export async function settleStart(embedded: PageData | null, isApp: boolean): Promise<void> {
  onAnnouncedStatus(receiveUnchecked)
  // Storage events are needed in browsers without BroadcastChannel, and when two tabs write at the same moment.
  addEventListener('storage', ({ key, newValue }) => key === STORAGE_KEY && receiveUnchecked(parsePageData(newValue)?.status))
  const readAgain = () => document.visibilityState === 'visible' && void keeper.readAgain()
  document.addEventListener('visibilitychange', readAgain)
  addEventListener('pageshow', readAgain)
  addEventListener('focus', readAgain)
  if (isApp) void refreshSite()
  if (embedded?.status) await receiveStatus(embedded.status)
  await keeper.readAgain()
}

async function read(path: string): Promise<unknown> {
  // The browser's cache may hold a response for a minute, so a poll could receive the previous poll's response.
  const reply = await fetch(path, { cache: 'no-cache', headers: { accept: 'application/json' }, signal: AbortSignal.timeout(20_000) })
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}`)
  return reply.json()
}

export async function refreshStatus(): Promise<boolean> {
  if (!pageData.get()) return false
  try {
    void receiveStatus(PublicStatus.parse(await read('/api/public/status')))
    return true
  } catch {
    noteUnanswered()
    return false
  }
}

/** The site rarely changes, so one request per start is enough. */
export async function refreshSite(): Promise<void> {
  try {
    const page = PageData.parse(await read('/api/public/page-data'))
    await keeper.receivePage(page)
  } catch {
    // Without signal, the last known site remains in use.
  }
}
