/** A network's status as people are shown it, wherever that is. */
import { isUnconfirmed, type PublicNetworkStatus, statusAt, type TrailStatus } from '@trailwarden/domain'
import { formatDateTime } from '#lib/dates.ts'

export type ShownStatus = { shape: TrailStatus | null; word: string; message: string }

/** How long ago, for a sentence with "for": whole days, or hours where a network's limit is that short. */
function howLong(since: Date, now: Date): string {
  const hours = Math.floor((now.getTime() - since.getTime()) / 3_600_000)
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`
}

/**
 * What a network's status looks like now. Past the age limit it loses its shape and colour: an old "Open" must not look like
 * a fresh one. Its text is still shown, as what was said last. `isWritten`: for a page that is read nobody knows when, which says since
 * when it is not confirmed and not for how long.
 */
export function shownStatus(
  network: PublicNetworkStatus,
  ageLimitHours: number,
  timeZone: string,
  now: Date,
  isWritten = false,
): ShownStatus {
  const status = statusAt(network, now)
  if (!status || !network.postedAt) return { shape: null, word: 'Unknown', message: 'Trail information unavailable' }
  if (!isUnconfirmed(network.postedAt, ageLimitHours, now)) return { shape: status, word: status, message: network.message }
  const since = new Date(network.postedAt)
  return {
    shape: null,
    word: `Not confirmed ${isWritten ? `since ${formatDateTime(since, timeZone)}` : `for ${howLong(since, now)}`}`,
    message: `Last said: ${status}. ${network.message}`.trim(),
  }
}
