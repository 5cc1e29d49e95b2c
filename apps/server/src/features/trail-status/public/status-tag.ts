import { createHash } from 'node:crypto'
import type { PublicStatus } from '@trailwarden/domain'

/**
 * How old a copy can be while the server still responds with "not modified". With a shorter time, pages that poll often would download the
 * status again and again.
 */
const TAG_SPAN_SECONDS = 60

/** The tag stays valid while the content is unchanged and `asOf` is in the same time span, so that a copy is never older than the span. */
export function statusTag(status: PublicStatus): string {
  const span = Math.floor(Date.parse(status.asOf) / (TAG_SPAN_SECONDS * 1000))
  const { asOf: _, ...news } = status
  return `"${createHash('sha256')
    .update(JSON.stringify([span, news]))
    .digest('base64url')
    .slice(0, 22)}"`
}
