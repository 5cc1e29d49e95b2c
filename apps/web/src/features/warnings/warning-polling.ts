import { useEffect } from 'react'
import { refreshSite, usePageData } from '#data/page-data.ts'

/** Sources are asked every few minutes themselves. */
const POLL_MS = 60_000

/** Asks for what is new of the warnings while someone looks, where the site names any source of them; and when they return. */
export function useWarningPolling(): void {
  const hasFeeds = usePageData().warnings !== undefined
  useEffect(() => {
    if (!hasFeeds) return
    const poll = () => document.visibilityState === 'visible' && void refreshSite()
    // Jitter: pages opened by one announcement must not ask in step for ever.
    const timer = setInterval(poll, POLL_MS * (0.9 + 0.2 * Math.random()))
    document.addEventListener('visibilitychange', poll)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', poll)
    }
  }, [hasFeeds])
}
