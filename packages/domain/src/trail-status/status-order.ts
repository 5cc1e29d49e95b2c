/** Part of the first download of the home page. Related code that home doesn't need is in `known-status.ts` (RULES.md, D). */
import type { PublicStatus } from './public-status.ts'

const timeOf = (at: string | null) => (at ? Date.parse(at) : 0)

/**
 * Within an epoch, the order number decides, because servers' clocks differ (D1). A restored server reuses numbers, so across epochs, an
 * answer must be later and its update must be later too (D2).
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
