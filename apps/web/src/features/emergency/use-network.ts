import { useEffect, useState } from 'react'
import { loadSiteData, type SiteData } from '#parts/site-data.ts'

export type Network = { data: SiteData | null; isMissing: boolean }

/** The posts and trails, from the copy on the device. `isMissing`: there is none and no signal to fetch it, which the screen says. */
export function useNetwork(given: SiteData | null): Network {
  const [network, setNetwork] = useState<Network>({ data: given, isMissing: false })
  useEffect(() => {
    if (given) return
    let isOpen = true
    const read = () =>
      loadSiteData().then(
        (data) => isOpen && setNetwork({ data, isMissing: false }),
        () => isOpen && setNetwork({ data: null, isMissing: true }),
      )
    void read()
    addEventListener('online', read)
    return () => {
      isOpen = false
      removeEventListener('online', read)
    }
  }, [given])
  return network
}

/** True once the service worker has cached everything: only then may the screen say that it works without signal. */
export function useIsCached(): boolean {
  const [isCached, setIsCached] = useState(false)
  useEffect(() => {
    void navigator.serviceWorker?.ready.then(() => setIsCached(true))
  }, [])
  return isCached
}
