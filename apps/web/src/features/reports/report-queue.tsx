import { styled } from '@mui/material/styles'
import type { Report } from '@trailwarden/domain/report/report-kind'
import { useState } from 'react'
import { usePageData } from '#data/page-data.ts'
import { formatDateTime } from '#lib/dates.ts'
import { useWaitingReports } from '#parts/waiting-reports.ts'
import { Muted } from '#ui/card.tsx'
import { colour, DESKTOP, font } from '#ui/theme.ts'
import { MutedReporters } from './mute-reporter.tsx'
import { ReportToCheck } from './report-to-check.tsx'

const Page = styled('div')({
  display: 'grid',
  gap: 12,
  padding: 12,
  alignItems: 'start',
  [DESKTOP]: { gridTemplateColumns: '320px minmax(0, 1fr)', gap: 20, padding: 24 },
})

const Queue = styled('ul')({
  display: 'grid',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  border: `1px solid ${colour('line')}`,
  borderRadius: 12,
  overflow: 'hidden',
  background: colour('surface'),
  '& li + li': { borderTop: `1px solid ${colour('line')}` },
  '& button': {
    display: 'grid',
    gap: 2,
    width: '100%',
    minHeight: 56,
    padding: '10px 16px',
    border: 0,
    background: 'none',
    color: colour('text'),
    font: 'inherit',
    textAlign: 'left',
    cursor: 'pointer',
    outlineOffset: -4,
    '&[aria-current=true]': { background: colour('primaryContainer'), color: colour('onPrimaryContainer'), '& p': { color: 'inherit' } },
  },
})

const Detail = styled('div')({ display: 'grid', gap: 12 })

const Lists = styled('div')({
  display: 'flex',
  marginBottom: 12,
  border: `1.5px solid ${colour('outline')}`,
  borderRadius: 8,
  overflow: 'hidden',
  background: colour('surface'),
  '& button': {
    flex: 1,
    minHeight: 45,
    border: 0,
    background: 'none',
    color: colour('text2'),
    font: font('600 15px/20px'),
    cursor: 'pointer',
    '&[aria-pressed=true]': { background: colour('primaryContainer'), color: colour('onPrimaryContainer') },
    '&:focus-visible': { outlineOffset: -3 },
  },
})

const inOrder = (a: Report, b: Report) => Number(b.canHurt) - Number(a.canHurt) || a.createdAt.localeCompare(b.createdAt)

/** Reports that wait for a manager's yes, those by which someone could get hurt first, then the oldest; and those of muted reporters. */
export function ReportQueue() {
  const waiting = useWaitingReports()
  const [chosen, setChosen] = useState<string | null>(null)
  const [isMutedShown, setIsMutedShown] = useState(false)
  const { timeZone } = usePageData().site
  if (!waiting) return null
  const { toCheck, muted, mutedReporters } = waiting
  // Unmuted meanwhile, there is nothing left to switch to.
  const isMutedList = isMutedShown && mutedReporters.size > 0
  const reports = (isMutedList ? muted : toCheck).toSorted(inOrder)
  const report = reports.find(({ id }) => id === chosen) ?? reports[0]
  if (!report && mutedReporters.size === 0) return <Muted sx={{ padding: '24px' }}>Nothing to check. New reports appear here.</Muted>
  const aboutOf = (one: Report) =>
    [
      one.area,
      formatDateTime(new Date(one.createdAt), timeZone),
      one.addsTo && (one.isNotFixed ? 'not fixed' : 'added to a report'),
      one.canHurt && 'someone could get hurt',
      !isMutedList && mutedReporters.has(one.createdBy) && 'muted reporter',
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <Page>
      <nav aria-label="Reports to check">
        {mutedReporters.size > 0 && (
          <Lists role="group" aria-label="Which reports">
            <button type="button" aria-pressed={!isMutedList} onClick={() => setIsMutedShown(false)}>
              To check {toCheck.length}
            </button>
            <button type="button" aria-pressed={isMutedList} onClick={() => setIsMutedShown(true)}>
              Muted {muted.length}
            </button>
          </Lists>
        )}
        <h2>{isMutedList ? `${reports.length} muted` : `${reports.length} to check`}</h2>
        {report ? (
          <Queue>
            {reports.map((one) => (
              <li key={one.id}>
                <button type="button" aria-current={one.id === report.id} onClick={() => setChosen(one.id)}>
                  <b>
                    {one.number} {one.category}
                  </b>
                  <Muted>{aboutOf(one)}</Muted>
                </button>
              </li>
            ))}
          </Queue>
        ) : (
          <Muted>{isMutedList ? 'No report of a muted reporter waits.' : 'Nothing to check. New reports appear here.'}</Muted>
        )}
      </nav>
      <Detail>
        {report && (
          <ReportToCheck
            key={report.id}
            report={report}
            others={toCheck}
            reporter={mutedReporters.get(report.createdBy)}
            isInQueue={!isMutedList}
          />
        )}
        {isMutedList && <MutedReporters reporters={mutedReporters} />}
      </Detail>
    </Page>
  )
}
