import { createHash } from 'node:crypto'
import type { PublicStatus } from '@trailwarden/domain'

/** How far off the time of a copy may be that is "not modified". Shorter, and pages that ask all the time would be sent all of it again. */
const TAG_SPAN_SECONDS = 60

/** Equal while the news is equal and `asOf` lies in the same span: a copy that is "not modified" is never off by more than the span. */
export function statusTag(status: PublicStatus): string {
  const span = Math.floor(Date.parse(status.asOf) / (TAG_SPAN_SECONDS * 1000))
  const { asOf: _, ...news } = status
  return `"${createHash('sha256')
    .update(JSON.stringify([span, news]))
    .digest('base64url')
    .slice(0, 22)}"`
}
