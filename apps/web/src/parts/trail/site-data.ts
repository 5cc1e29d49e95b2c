/**
 * The service worker caches the trails and markers, so they work offline after one visit
 * (`docs/decisions/0035-lay-points-over-the-site-data.md`).
 */
import { buildTrailIndex } from '@trailwarden/domain'
import { type AccessPoint, type EmergencyMarker, SiteBundle, type Trail } from '@trailwarden/site'
import { useCallback, useEffect, useState } from 'react'
import { createStore, useStore } from '#lib/store.ts'

export type SiteData = { bundle: SiteBundle; index: ReturnType<typeof buildTrailIndex<Trail, EmergencyMarker, AccessPoint>> }

const ADDRESS = '/api/public/site-data'

const shown = createStore<SiteData | null>(null)
let reading: Promise<SiteData> | null = null
/** The next request needs the etag. */
let served: { bundle: SiteBundle; tag: string | null } | null = null

type Overlay = (bundle: SiteBundle) => SiteBundle
let overlay: Overlay = (bundle) => bundle

function dataOf(bundle: SiteBundle): SiteData {
  let index: SiteData['index'] | null = null
  return {
    bundle,
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

export function setSiteData(data: SiteData | null): void {
  shown.set(data)
}

export function applyOverlay(next: Overlay): void {
  overlay = next
  if (served) shown.set(dataOf(overlay(served.bundle)))
}

/** After a failed attempt, the next call tries again. */
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
/** A failed request is repeated after this time. */
const REST_MS = 30_000

/** The etag in the request tells the service worker not to use its cache. */
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
  // Jitter prevents devices that opened the page at the same moment from all polling together.
  if (watching > 0) timer = setTimeout(ask, (isWell ? ASK_MS : REST_MS) * (0.9 + 0.2 * Math.random()))
}

/** One request runs at a time. The person's return and the signal's return trigger a poll immediately. */
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

/** `isMissing` means that the data was available neither from the server nor from the cache. */
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

/** Forms also work without the data. */
export const useSiteData = (): SiteData | null => useSiteDataState().data
