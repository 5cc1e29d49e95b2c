import type { Action } from '@trailwarden/domain'
import { seenBy } from '@trailwarden/domain/report/seen-by'
import { useRecords } from '#data/use-records.ts'
import { useWaitingReports } from '#parts/action/waiting-reports.ts'
import { AgeText } from '#parts/status/age-text.tsx'

/** A23: only managers see the count, because only their devices have reports. */
export function SeenBy({ action }: { action: Action }) {
  const views = useRecords('accepted reports', { kind: 'report', index: { name: 'status', equals: 'Accepted' } })
  const muted = useWaitingReports()?.mutedReporters
  const seen = seenBy(action, views?.map(({ data }) => data) ?? [], new Set(muted?.keys()))
  return (
    seen && (
      <p>
        <AgeText lead={`Seen by ${seen.more} more ${seen.more === 1 ? 'person' : 'people'}, last`} at={seen.lastAt} />
      </p>
    )
  )
}
