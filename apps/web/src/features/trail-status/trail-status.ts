import { isUnconfirmed, type PublicNetworkStatus, type TrailStatus } from '@trailwarden/domain'
import { useEffect } from 'react'
import { refreshStatus } from '#data/page-data.ts'
import { formatDateTime } from '#lib/dates.ts'

const POLL_MS = 60_000

/** Keeps the status of an open page current: about once a minute while someone looks at it, and at once when they return. */
export function useStatusPolling(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const poll = () => {
      clearTimeout(timer)
      if (document.visibilityState !== 'visible') return
      void refreshStatus()
      // Jitter: ten thousand pages opened by one announcement must not ask in step for ever.
      timer = setTimeout(poll, POLL_MS * (0.8 + Math.random() * 0.4))
    }
    poll()
    document.addEventListener('visibilitychange', poll)
    addEventListener('online', poll)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', poll)
      removeEventListener('online', poll)
    }
  }, [])
}

export type ShownStatus = { shape: TrailStatus | null; word: string; message: string }

/**
 * What a network's status looks like now. Past the age limit it loses its shape and colour: an old "Open" must not look like
 * a fresh one. Its text is still shown, as the last known status.
 */
export function shownStatus(network: PublicNetworkStatus, ageLimitHours: number, timeZone: string, now: Date): ShownStatus {
  if (!network.status || !network.postedAt) return { shape: null, word: 'Unknown', message: 'Trail information unavailable' }
  if (!isUnconfirmed(network.postedAt, ageLimitHours, now)) return { shape: network.status, word: network.status, message: network.message }
  const since = formatDateTime(new Date(network.postedAt), timeZone)
  return {
    shape: null,
    word: 'Unknown',
    message: `${network.status} when last posted; not confirmed since ${since}. ${network.message}`.trim(),
  }
}
