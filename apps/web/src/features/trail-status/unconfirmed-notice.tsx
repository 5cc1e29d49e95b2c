import { confirmedAtOf, isUnconfirmed } from '@trailwarden/domain'
import { usePageData } from '#data/page-data.ts'
import { formatDateTime } from '#lib/dates.ts'
import { useNow } from '#platform/clock.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import type { SeenUpdate } from './update/updates.ts'

/** T6: managers see a warning if the public status is too old to rely on. */
export function UnconfirmedNotice({ latest }: { latest: SeenUpdate | undefined }) {
  const { site } = usePageData()
  const now = useNow()
  if (!latest) return null
  // Closing one network doesn't confirm the status of the others (T28).
  const [oldest = latest.createdAt] = site.networks.map(({ id }) => confirmedAtOf(latest, id)).sort()
  if (!isUnconfirmed(oldest, site.statusAgeLimitHours, now)) return null
  const since = formatDateTime(new Date(oldest), site.timeZone)
  return (
    <Notice>
      {`Trail status hasn’t been confirmed since ${since}. Riders see it as unknown until you post an update. If nothing has changed, post the same status again.`}
    </Notice>
  )
}
