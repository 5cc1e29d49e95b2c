/**
 * What the app knows of its network before anything else: the site and the last trail status.
 *
 * It comes written into the page, so that the first paint waits for no request; a page opened by the service worker may be
 * weeks old, so whatever was received later is stored on the device and the newer of the two is shown. Nothing here forgets:
 * a failed request leaves the last known status, whose `asOf` gives its age.
 */
import { PublicStatus } from '@trailwarden/domain'
import { PageData } from '@trailwarden/site'
import { createStore, useStore } from '#lib/store.ts'
import { noteUnanswered } from '#platform/signal.ts'

const STORAGE_KEY = 'page-data'

const pageData = createStore<PageData | null>(null)

const asOf = (status: PublicStatus | null | undefined) => (status ? Date.parse(status.asOf) : 0)
const postedAt = (status: PublicStatus | null | undefined) => (status?.postedAt ? Date.parse(status.postedAt) : 0)

/** Caches on the way, and servers beside the one that took a post, may return the older status for as long as this after it. */
const SETTLED_MS = 120_000

/**
 * Whether one status replaces another; the same again does not. The latest post counts, whichever way it came: a copy from a cache must not bring back the one
 * before. Within an epoch the order number decides, because servers' clocks differ. Across epochs, and for answers without a number, only
 * one given well after the post it does not know is believed: then that post is gone, by a restore of the server.
 */
function isNews(received: PublicStatus | null, known: PublicStatus | null | undefined): boolean {
  if (!received || !known) return received !== null
  const isSamePast = !received.epoch || !known.epoch || received.epoch === known.epoch
  if (isSamePast && received.orderNumber !== undefined && known.orderNumber !== undefined)
    return received.orderNumber > known.orderNumber || (received.orderNumber === known.orderNumber && asOf(received) > asOf(known))
  if (postedAt(received) < postedAt(known)) return asOf(received) - postedAt(known) > SETTLED_MS
  return postedAt(received) > postedAt(known) || asOf(received) > asOf(known)
}

function parse(text: string | null | undefined): PageData | null {
  if (!text) return null
  const data = PageData.safeParse(JSON.parse(text))
  // Stored by an older version of the app: unreadable here, and the server sends it again.
  return data.success ? data.data : null
}

function readStored(): PageData | null {
  try {
    return parse(localStorage.getItem(STORAGE_KEY))
  } catch {
    // Storage may be forbidden (private mode) or the text cut off: the page's own data then stands alone.
    return null
  }
}

function update(data: PageData): void {
  // The same site again is no news: whatever is drawn of it, the map above all, must not be drawn again because the status was asked for.
  const known = pageData.get()
  const isSameSite = known !== null && JSON.stringify(data.site) === JSON.stringify(known.site)
  const next = isSameSite ? { ...data, site: known.site } : data
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(next))
  } catch {
    // A full or forbidden storage costs the status at the next start without signal, nothing on this screen.
  }
  pageData.set(next)
}

/** Called once, before the first render. */
export function startPageData(): void {
  const embedded = parse(document.getElementById('page-data')?.textContent)
  const stored = readStored()
  const newest = stored && isNews(stored.status, embedded?.status) ? stored : (embedded ?? stored)
  if (!newest) throw new Error('The page carries no data.')
  update(newest)
}

/** For rendering outside a browser. */
export function setPageData(data: PageData): void {
  pageData.set(data)
}

async function read(path: string): Promise<unknown> {
  // Past the browser's own copy, which the answer's header lets it use for a minute: a poll would get the last poll's answer.
  const reply = await fetch(path, { cache: 'no-cache', headers: { accept: 'application/json' }, signal: AbortSignal.timeout(20_000) })
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}`)
  return reply.json()
}

/** A status that came by any way. Its age is that of the latest answer from the server, even if an earlier one brought the same status. */
export function receiveStatus(status: PublicStatus): void {
  const current = pageData.get()
  if (!current || !isNews(status, current.status)) return
  const latest = asOf(status) >= asOf(current.status) ? status.asOf : (current.status?.asOf ?? status.asOf)
  // What comes by sync names no epoch: it belongs to the epoch that the device is in.
  const epoch = status.epoch ?? current.status?.epoch
  // Notices neither.
  const notices = current.status?.notices
  update({ ...current, status: { notices, ...status, ...(epoch && { epoch }), asOf: latest } })
}

/** Asks the server for the status; resolves to false when it could not be had, which is a state and not an error. */
export async function refreshStatus(): Promise<boolean> {
  if (!pageData.get()) return false
  try {
    receiveStatus(PublicStatus.parse(await read('/api/public/status')))
    return true
  } catch {
    noteUnanswered()
    return false
  }
}

/** The site itself changes rarely: asked for once at a start. */
export async function refreshSite(): Promise<void> {
  try {
    const data = PageData.parse(await read('/api/public/page-data'))
    const known = pageData.get()?.status
    update(isNews(data.status, known) ? data : { ...data, status: known ?? null })
  } catch {
    // No signal: the site as last known.
  }
}

export const hasPlans = () => pageData.get()?.site.billing !== undefined

export function usePageData(): PageData {
  const data = useStore(pageData)
  if (!data) throw new Error('startPageData() must be called first')
  return data
}
