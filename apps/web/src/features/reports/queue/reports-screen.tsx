import { decisionOf, type ReportDecision } from '@trailwarden/domain/report/report-kind'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useIsFetched, useRecords } from '#data/use-records.ts'
import { useWaitingReports } from '#parts/action/waiting-reports.ts'
import { Muted } from '#ui/card.tsx'
import { TextField } from '#ui/form/field.tsx'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, font } from '#ui/theme/theme.ts'
import { DecidedReports } from './decided-reports.tsx'
import { ReportQueue } from './report-queue.tsx'

const Bar = styled('div')({
  display: 'grid',
  gap: 8,
  padding: '8px 16px',
  background: colour('surface'),
  borderBottom: `1px solid ${colour('line')}`,
  [DESKTOP]: { gridTemplateColumns: 'minmax(0, 1fr) 320px', alignItems: 'center', padding: '8px 24px' },
})

const Lists = styled('div')({
  display: 'flex',
  overflowX: 'auto',
  '& button': {
    flex: 'none',
    minHeight: 48,
    padding: '0 12px',
    border: 0,
    borderBottom: '3px solid transparent',
    background: 'none',
    color: colour('text2'),
    font: font('600 15px/20px'),
    cursor: 'pointer',
    outlineOffset: -4,
    '& small': { fontWeight: 500 },
    '&[aria-pressed=true]': { color: colour('link'), borderColor: colour('link') },
  },
})

const Found = styled(Muted)({ padding: '8px 16px', [DESKTOP]: { padding: '8px 24px' } })

const DECIDED = ['Accepted', 'Merged', 'Declined'] as const
type Decided = (typeof DECIDED)[number]

const NOTHING: Record<Decided, string> = {
  Accepted: 'No reports have been accepted yet.',
  Merged: 'No reports have been merged yet.',
  Declined: 'No reports have been declined yet.',
}

export function ReportsScreen() {
  const [address, setAddress] = useSearchParams()
  const waiting = useWaitingReports()
  const views = useRecords('decided reports', { kind: 'report', where: ({ status }) => status !== 'Received' })
  // Before the first fetch, the device may be empty while the server has reports, so the tabs show no counts.
  const isFetched = useIsFetched()
  const [search, setSearch] = useState('')
  const words = search.trim()
  const list = DECIDED.find((name) => name === address.get('list')) ?? null
  if (!waiting || !views) return null
  const decided = views.map(({ data }) => data)
  const of = (name: ReportDecision) => decided.filter((report) => decisionOf(report) === name)
  const show = (name: Decided | null) => {
    setSearch('')
    setAddress(name ? { list: name } : {}, { replace: true })
  }
  const tabs = [{ name: 'To check' as const, count: waiting.toCheck.length }, ...DECIDED.map((name) => ({ name, count: of(name).length }))]
  return (
    <>
      <Bar>
        <Lists role="group" aria-label="Lists of reports">
          {tabs.map(({ name, count }) => (
            <button
              key={name}
              type="button"
              aria-pressed={!words && name === (list ?? 'To check')}
              onClick={() => show(name === 'To check' ? null : name)}
            >
              {name} {isFetched && <small>{count}</small>}
            </button>
          ))}
        </Lists>
        <TextField
          label="Search decided reports"
          type="search"
          name="search"
          autoComplete="off"
          placeholder="Number, text, location or email"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      </Bar>
      {words ? (
        <>
          {isFetched && (
            <Found role="status">
              {`Searching ${decided.length} decided reports. Not included: ${waiting.toCheck.length} still to check.`}
            </Found>
          )}
          <DecidedReports reports={decided} search={words} nothing="" />
        </>
      ) : list ? (
        <DecidedReports reports={of(list)} search="" nothing={NOTHING[list]} />
      ) : (
        <ReportQueue />
      )}
    </>
  )
}
