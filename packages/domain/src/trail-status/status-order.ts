/**
 * Decides which of two public answers a device uses (RULES.md, D). This file is part of the first download of the home page. Related code
 * that isn't needed there is in `known-status.ts`.
 */
import type { PublicStatus } from './public-status.ts'

const timeOf = (at: string | null) => (at ? Date.parse(at) : 0)

/**
 * Returns whether a received answer replaces the known one. Within an epoch, the order number decides, because servers' clocks differ (D1).
 * A restored server reuses numbers, so across epochs, an answer replaces the known one only if both the answer and its update are later
 * (D2).
 */
export function replaces(received: PublicStatus, known: PublicStatus): boolean {
  const isLater = timeOf(received.asOf) > timeOf(known.asOf)
  const numbers = (received.orderNumber ?? Number.NaN) - (known.orderNumber ?? Number.NaN)
  const times = timeOf(received.postedAt) - timeOf(known.postedAt)
  // A push may omit parts that don't fit (D4).
  const isShorter = !!received.isShortened && !known.isShortened
  if (received.epoch !== known.epoch) return isLater && (times > 0 || (times === 0 && numbers === 0 && !isShorter))
  const order = Number.isNaN(numbers) ? times : numbers
  if (order !== 0) return order > 0
  return !isShorter && (isLater || !received.isShortened !== !known.isShortened)
}
