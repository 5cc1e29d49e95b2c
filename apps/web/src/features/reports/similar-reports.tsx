import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type Action, distanceText } from '@trailwarden/domain'
import { type Report, reportKind } from '@trailwarden/domain/report/report-kind'
import { similarTo } from '@trailwarden/domain/report/similar'
import { Link } from 'react-router'
import { useDevice } from '#data/device-session.ts'
import { useRecords } from '#data/use-records.ts'
import { AgeText } from '#parts/age-text.tsx'
import { RatingTile } from '#parts/rating-tile.tsx'
import { saveRecord } from '#parts/save-record.ts'
import { useHasSignal } from '#platform/signal.ts'
import { Muted, PaddedCard } from '#ui/card.tsx'
import { colour } from '#ui/theme.ts'

const Rows = styled('ul')({
  '& li': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 12px', minHeight: 56, padding: '8px 0' },
  '& li + li': { borderTop: `1px solid ${colour('line')}` },
  '& li > span': { flex: '1 1 160px', minWidth: 0, overflowWrap: 'anywhere' },
  '& a': { color: colour('link') },
  '& small': { display: 'block', fontSize: 14, lineHeight: '20px', color: colour('text2') },
})

const where = (metres: number, createdAt: string) => (
  <small>
    {metres < 10 ? 'Right here' : `${distanceText(metres)} away`} · <AgeText at={createdAt} />
  </small>
)

/** What may be the same: Actions that are not resolved, into which the report can be merged, and other reports that wait. */
export function SimilarReports({ report, others }: { report: Report; others: readonly Report[] }) {
  const device = useDevice()
  const isOnline = useHasSignal()
  const views = useRecords('open actions', {
    kind: 'action',
    index: { name: 'status', equals: 'Unresolved' },
    where: ({ status }) => status === 'Unresolved',
  })
  // Safe: documents of this kind are actions.
  const actions = similarTo(report, views?.map(({ data }) => data as Action) ?? [])
  const reports = similarTo(report, others)
  if (actions.length + reports.length === 0) return null
  const merge = (action: Action) =>
    saveRecord(
      device,
      reportKind,
      'edit',
      report.id,
      { merge: { actionId: action.id } },
      { message: `Merged ${report.number} into ${action.number}` },
    )
  return (
    <PaddedCard aria-label="Similar ones">
      <h2>Similar ones</h2>
      <Muted>Within 500 m and 60 days. A merged report adds its photos to the Action, and its reporter reads that it was known.</Muted>
      <Rows>
        {actions.map(({ one, metres }) => (
          <li key={one.id}>
            <RatingTile rating={one.rating} />
            <span>
              <Link to={`/actions/view/${one.id}`}>
                {one.number} {one.description}
              </Link>
              {where(metres, one.createdAt)}
            </span>
            <Button variant="outlined" disabled={!isOnline} onClick={() => merge(one)}>
              Merge into {one.number}
            </Button>
          </li>
        ))}
        {reports.map(({ one, metres }) => (
          <li key={one.id}>
            <span>
              {one.number} {one.category}, also to check
              {where(metres, one.createdAt)}
            </span>
          </li>
        ))}
      </Rows>
    </PaddedCard>
  )
}
