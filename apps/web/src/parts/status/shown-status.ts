import { isUnconfirmed, networkNow, type PublicNetworkStatus, type TrailStatus } from '@trailwarden/domain'
import { formatDateTime } from '#lib/dates.ts'

export type ShownStatus = { shape: TrailStatus | null; word: string; message: string }

/** Completes "Not confirmed for …": in hours up to two days, then in days. */
function howLong(since: Date, now: Date): string {
  const hours = Math.floor((now.getTime() - since.getTime()) / 3_600_000)
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`
}

/**
 * Past the age limit, a status has no shape or colour, because an old "Open" must not look like a fresh one. `isWritten` pages may be read
 * at any time, so they show the time of confirmation instead of the age.
 */
export function shownStatus(
  network: PublicNetworkStatus,
  ageLimitHours: number,
  timeZone: string,
  now: Date,
  isWritten = false,
): ShownStatus {
  const { status, exceptions } = networkNow(network, now)
  // If the status was ever confirmed, the server's message shows since when it has been unconfirmed (T31).
  if (!status) return { shape: null, word: network.message || 'Unknown', message: network.message ? '' : 'Trail information unavailable' }
  const message = [exceptions, network.message].filter(Boolean).join(' ')
  if (!isUnconfirmed(network.postedAt, ageLimitHours, now)) return { shape: status, word: status, message }
  const since = new Date(network.postedAt ?? now)
  return {
    shape: null,
    word: `Not confirmed ${isWritten ? `since ${formatDateTime(since, timeZone)}` : `for ${howLong(since, now)}`}`,
    message: `Last status: ${status}. ${message}`.trim(),
  }
}
