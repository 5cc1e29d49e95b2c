/** A network's status as people are shown it, wherever that is. */
import { isUnconfirmed, type PublicNetworkStatus, type TrailStatus } from '@trailwarden/domain'
import { formatDateTime } from '#lib/dates.ts'

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
