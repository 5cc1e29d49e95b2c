import { type ReactNode, Suspense, useEffect, useState } from 'react'

/** Long enough for a map to be drawn; nobody waits longer for what a busy page put off. */
const AT_LATEST_MS = 2000

/** Calls back once the page has loaded and the browser has nothing better to do. */
function whenAtRest(act: () => void): () => void {
  let idle = 0
  const rest = () => {
    // Not every browser tells when it is idle.
    if ('requestIdleCallback' in window) idle = requestIdleCallback(act, { timeout: AT_LATEST_MS })
    else act()
  }
  if (document.readyState === 'complete') rest()
  else addEventListener('load', rest, { once: true })
  return () => {
    removeEventListener('load', rest)
    if (idle) cancelIdleCallback(idle)
  }
}

/** What the first page does without: it is fetched and shown once that page is at rest. Until then `place` keeps its place. */
export function Later({ place = null, children }: { place?: ReactNode; children: ReactNode }) {
  const [isTime, setIsTime] = useState(false)
  useEffect(() => whenAtRest(() => setIsTime(true)), [])
  return isTime ? <Suspense fallback={place}>{children}</Suspense> : place
}
