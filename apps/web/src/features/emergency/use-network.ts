import { useEffect, useState } from 'react'
import { type SiteData, useSiteDataState } from '#parts/site-data.ts'

export type Network = { data: SiteData | null; isMissing: boolean }

/** The posts and trails, from the copy on the device. `isMissing`: there is none and no signal to fetch it, which the screen says. */
export function useNetwork(given: SiteData | null): Network {
  const { data, isMissing, tryAgain } = useSiteDataState()
  useEffect(() => {
    addEventListener('online', tryAgain)
    return () => removeEventListener('online', tryAgain)
  }, [tryAgain])
  return given ? { data: given, isMissing: false } : { data, isMissing }
}

/** True once the service worker has cached everything: only then may the screen say that it works without signal. */
export function useIsCached(): boolean {
  const [isCached, setIsCached] = useState(false)
  useEffect(() => {
    void navigator.serviceWorker?.ready.then(() => setIsCached(true))
  }, [])
  return isCached
}
