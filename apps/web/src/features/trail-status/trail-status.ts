import { isUnconfirmed, type PublicNetworkStatus, type TrailStatus } from '@trailwarden/domain'
import { useEffect } from 'react'
import { useSession } from '#data/session.ts'
import { formatDateTime } from '#lib/dates.ts'

/** Keeps the status of an open page current while someone looks at it. How is fetched later: the page has just come with the latest. */
export function useStatusPolling(): void {
  const isVisitor = useSession() === null
  useEffect(() => {
    // Without the file the status stays as it came, with its age; the next visit asks for it again.
    const polling = import('./status-polling.ts').then(({ pollStatus }) => pollStatus(isVisitor)).catch(() => undefined)
    return () => void polling.then((stop) => stop?.())
  }, [isVisitor])
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
