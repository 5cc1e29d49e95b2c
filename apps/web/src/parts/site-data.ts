/** The network's trails and markers, read once. The service worker caches them, so they are there without signal after one visit. */
import { buildTrailIndex } from '@trailwarden/domain'
import { type AccessPoint, type EmergencyMarker, SiteBundle, type Trail } from '@trailwarden/site'
import { useCallback, useEffect, useState } from 'react'

export type SiteData = { bundle: SiteBundle; index: ReturnType<typeof buildTrailIndex<Trail, EmergencyMarker, AccessPoint>> }

let reading: Promise<SiteData> | null = null
/** What was read, for screens that open after that: they begin with it. */
let known: SiteData | null = null

async function read(): Promise<SiteData> {
  const reply = await fetch('/api/public/site-data')
  if (!reply.ok) throw new Error(`site data: ${reply.status}`)
  const bundle = SiteBundle.parse(await reply.json())
  let index: SiteData['index'] | null = null
  known = {
    bundle,
    // Built when it is first asked: the map shows the trails without it.
    get index() {
      index ??= buildTrailIndex(bundle)
      return index
    },
  }
  return known
}

/** For rendering outside a browser, where nothing is fetched. */
export function setSiteData(data: SiteData | null): void {
  known = data
}

/** The data, or a rejection when there is neither signal nor a cached copy; asked for again by the next who calls. */
export function loadSiteData(): Promise<SiteData> {
  reading ??= read().catch((error: unknown) => {
    reading = null
    throw error
  })
  return reading
}

export type SiteDataState = { data: SiteData | null; isMissing: boolean; tryAgain: () => void }

/** `isMissing`: it could not be had, neither from the server nor from a cached copy. */
export function useSiteDataState(): SiteDataState {
  const [data, setData] = useState(known)
  const [failed, setFailed] = useState(0)
  const [tries, setTries] = useState(1)
  useEffect(() => {
    let isOpen = true
    loadSiteData().then(
      (value) => isOpen && setData(value),
      () => isOpen && setFailed(tries),
    )
    return () => {
      isOpen = false
    }
  }, [tries])
  const tryAgain = useCallback(() => setTries((count) => count + 1), [])
  return { data, isMissing: data === null && failed === tries, tryAgain }
}

/** Null until it is there; without signal and without a cached copy it stays so, and forms do without its help. */
export const useSiteData = (): SiteData | null => useSiteDataState().data
