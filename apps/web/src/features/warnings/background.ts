import { useEffect } from 'react'
import { usePageData } from '#data/page-data.ts'
import { refreshSite } from '#data/status/received-status.ts'

/** Frequent enough, because the server polls the sources only every few minutes. */
const POLL_MS = 60_000

/**
 * Polls for new warnings while the page is visible and when the user returns to the page. Does nothing if the site has no sources of
 * warnings.
 */
export function Background() {
  const hasFeeds = usePageData().warnings !== undefined
  useEffect(() => {
    if (!hasFeeds) return
    const poll = () => document.visibilityState === 'visible' && void refreshSite()
    // Adds jitter, because pages opened after one announcement must not poll at the same moment.
    const timer = setInterval(poll, POLL_MS * (0.9 + 0.2 * Math.random()))
    document.addEventListener('visibilitychange', poll)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', poll)
    }
  }, [hasFeeds])
  return null
}
