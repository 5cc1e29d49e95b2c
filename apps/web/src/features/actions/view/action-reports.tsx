import { decisionOf } from '@trailwarden/domain/report/report-kind'
import { useRecords } from '#data/use-records.ts'
import { DecidedReport } from '#parts/action/decided-report.tsx'
import { AgeText } from '#parts/status/age-text.tsx'
import { CardHeading, Muted, PaddedCard } from '#ui/card.tsx'
import { styled } from '#ui/styled.ts'
import { colour } from '#ui/theme/theme.ts'
import type { SeenAction } from '../actions.ts'

const List = styled('ul')({
  display: 'grid',
  gap: 8,
  '& li': { padding: '10px 12px', border: `1px solid ${colour('line')}`, borderRadius: 10, background: colour('surfaceAlt') },
})

export function ActionReports({ action }: { action: SeenAction }) {
  const views = useRecords('accepted reports', { kind: 'report', index: { name: 'status', equals: 'Accepted' } })
  const reports = views?.map(({ data }) => data).filter(({ actionId }) => actionId === action.id) ?? []
  if (reports.length === 0) return null
  return (
    <PaddedCard aria-label="Reports" id="reports">
      <CardHeading>Reports</CardHeading>
      <List>
        {reports
          .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
          .map((report) => (
            <li key={report.id}>
              <Muted>
                {report.number} · {decisionOf(report)} · <AgeText at={report.createdAt} />
              </Muted>
              <DecidedReport report={report} />
            </li>
          ))}
      </List>
    </PaddedCard>
  )
}
