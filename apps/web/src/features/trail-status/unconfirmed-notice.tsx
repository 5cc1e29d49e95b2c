import { isUnconfirmed } from '@trailwarden/domain'
import { usePageData } from '#data/page-data.ts'
import { formatDateTime } from '#lib/dates.ts'
import { useNow } from '#platform/clock.ts'
import { Notice } from '#ui/notice.tsx'
import type { SeenUpdate } from './updates.ts'

/** Tells managers that what is public now has become too old to be relied on (T6), and what fixes that. */
export function UnconfirmedNotice({ latest }: { latest: SeenUpdate | undefined }) {
  const { site } = usePageData()
  const now = useNow()
  if (!latest || !isUnconfirmed(latest.createdAt, site.statusAgeLimitHours, now)) return null
  const since = formatDateTime(new Date(latest.createdAt), site.timeZone)
  return (
    <Notice>
      Trail status is not confirmed since {since}. Everyone reads it as unknown until an update is posted, even one that changes nothing.
    </Notice>
  )
}
