import { useEffect, useState } from 'react'
import { type SiteData, useSiteDataState } from '#parts/trail/site-data.ts'

export type Network = { data: SiteData | null; isMissing: boolean }

/** `isMissing` means that the device has no copy and no signal to fetch one. */
export function useNetwork(given: SiteData | null): Network {
  const { data, isMissing, tryAgain } = useSiteDataState()
  useEffect(() => {
    addEventListener('online', tryAgain)
    return () => removeEventListener('online', tryAgain)
  }, [tryAgain])
  return given ? { data: given, isMissing: false } : { data, isMissing }
}

/** Only after the service worker has cached everything may the screen claim to work offline. */
export function useIsCached(): boolean {
  const [isCached, setIsCached] = useState(false)
  useEffect(() => {
    void navigator.serviceWorker?.ready.then(() => setIsCached(true))
  }, [])
  return isCached
}
