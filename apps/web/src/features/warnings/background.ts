import { useEffect } from 'react'
import { usePageData } from '#data/page-data.ts'
import { refreshSite } from '#data/status/received-status.ts'

/** The server polls the sources only every few minutes. */
const POLL_MS = 60_000

/** A site without sources of warnings needs no requests. */
export function Background() {
  const hasFeeds = usePageData().warnings !== undefined
  useEffect(() => {
    if (!hasFeeds) return
    const poll = () => document.visibilityState === 'visible' && void refreshSite()
    // Pages opened after one announcement must not poll at one moment, so the interval has jitter.
    const timer = setInterval(poll, POLL_MS * (0.9 + 0.2 * Math.random()))
    document.addEventListener('visibilitychange', poll)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', poll)
    }
  }, [hasFeeds])
  return null
}
