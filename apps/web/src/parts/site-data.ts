/**
 * The network's trails and markers. The service worker caches them, so they are there without signal after one visit; while a screen shows
 * them, the server is asked every few seconds whether there are newer ones (`docs/decisions/0035-points.md`).
 */
import { buildTrailIndex } from '@trailwarden/domain'
import { type AccessPoint, type EmergencyMarker, SiteBundle, type Trail } from '@trailwarden/site'
import { useCallback, useEffect, useState } from 'react'
import { createStore, useStore } from '#lib/store.ts'

export type SiteData = { bundle: SiteBundle; index: ReturnType<typeof buildTrailIndex<Trail, EmergencyMarker, AccessPoint>> }

const ADDRESS = '/api/public/site-data'

/** What screens show. */
const shown = createStore<SiteData | null>(null)
let reading: Promise<SiteData> | null = null
/** What the server sent last, and the tag by which it is asked for something newer. */
let served: { bundle: SiteBundle; tag: string | null } | null = null

type Overlay = (bundle: SiteBundle) => SiteBundle
let overlay: Overlay = (bundle) => bundle

function dataOf(bundle: SiteBundle): SiteData {
  let index: SiteData['index'] | null = null
  return {
    bundle,
    // Built when it is first asked: the map shows the trails without it.
    get index() {
      index ??= buildTrailIndex(bundle)
      return index
    },
  }
}

async function take(reply: Response): Promise<SiteData> {
  if (!reply.ok) throw new Error(`site data: ${reply.status}`)
  served = { bundle: SiteBundle.parse(await reply.json()), tag: reply.headers.get('etag') }
  const data = dataOf(overlay(served.bundle))
  shown.set(data)
  return data
}

/** For rendering outside a browser, where nothing is fetched. */
export function setSiteData(data: SiteData | null): void {
  shown.set(data)
}

/** What this device knows beyond what the server sent: points that its person made and nobody else has yet. */
export function layOver(next: Overlay): void {
  overlay = next
  if (served) shown.set(dataOf(overlay(served.bundle)))
}

/** The data, or a rejection when there is neither signal nor a cached copy; asked for again by the next who calls. */
export function loadSiteData(): Promise<SiteData> {
  reading ??= fetch(ADDRESS)
    .then(take)
    .catch((error: unknown) => {
      reading = null
      throw error
    })
  return reading
}

const ASK_MS = 5000
/** After a question that failed. */
const REST_MS = 30_000

/** Whether the server has newer data. The tag in the question tells the service worker not to answer it from its cache. */
async function refresh(): Promise<boolean> {
  if (!served?.tag || document.visibilityState !== 'visible') return served === null
  try {
    const reply = await fetch(ADDRESS, { headers: { 'if-none-match': served.tag }, signal: AbortSignal.timeout(20_000) })
    if (reply.status !== 304) await take(reply)
    return true
  } catch {
    return false
  }
}

let watching = 0
let timer: ReturnType<typeof setTimeout>

async function ask(): Promise<void> {
  clearTimeout(timer)
  const isWell = await refresh()
  clearTimeout(timer)
  // Jitter: pages opened by one announcement must not ask in step.
  if (watching > 0) timer = setTimeout(ask, (isWell ? ASK_MS : REST_MS) * (0.9 + 0.2 * Math.random()))
}

/** Asks while any screen looks: one question at a time, and at once when someone returns or signal does. */
function watch(): () => void {
  watching += 1
  if (watching === 1) {
    void loadSiteData().then(ask, ask)
    document.addEventListener('visibilitychange', ask)
    addEventListener('online', ask)
  }
  return () => {
    watching -= 1
    if (watching > 0) return
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', ask)
    removeEventListener('online', ask)
  }
}

export type SiteDataState = { data: SiteData | null; isMissing: boolean; tryAgain: () => void }

/** `isMissing`: it could not be had, neither from the server nor from a cached copy. */
export function useSiteDataState(): SiteDataState {
  const data = useStore(shown)
  const [failed, setFailed] = useState(0)
  const [tries, setTries] = useState(1)
  useEffect(() => {
    let isOpen = true
    loadSiteData().catch(() => isOpen && setFailed(tries))
    return () => {
      isOpen = false
    }
  }, [tries])
  useEffect(watch, [])
  const tryAgain = useCallback(() => setTries((count) => count + 1), [])
  return { data, isMissing: data === null && failed === tries, tryAgain }
}

/** Null until it is there; without signal and without a cached copy it stays so, and forms do without its help. */
export const useSiteData = (): SiteData | null => useSiteDataState().data
