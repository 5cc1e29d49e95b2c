import type { Action } from '@trailwarden/domain'
import type { Report } from '@trailwarden/domain/report/report-kind'
import { seenBy } from '@trailwarden/domain/report/seen-by'
import { useRecords } from '#data/use-records.ts'
import { AgeText } from '#parts/age-text.tsx'
import { useWaitingReports } from '#parts/waiting-reports.ts'

/** A23: how many more have reported it. Only managers' devices have reports; on others it is nothing. */
export function SeenBy({ action }: { action: Action }) {
  const views = useRecords('accepted reports', { kind: 'report', index: { name: 'status', equals: 'Accepted' } })
  const muted = useWaitingReports()?.mutedReporters
  // Safe: documents of this kind are reports.
  const seen = seenBy(action, views?.map(({ data }) => data as Report) ?? [], new Set(muted?.keys()))
  return (
    seen && (
      <p>
        <AgeText lead={`Seen by ${seen.more} more, last`} at={seen.lastAt} />
      </p>
    )
  )
}
