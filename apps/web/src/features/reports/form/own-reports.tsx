import { placeName } from '@trailwarden/domain'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { type OwnReport, useOwnReports } from '#data/reports/reporter.ts'
import { CATEGORIES } from '#parts/action/problem-categories.tsx'
import { useHasSignal } from '#platform/signal.ts'
import { Card, CardHeading, Muted } from '#ui/card.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconChevronRight } from '#ui/icons/icons.ts'
import { iconMobileCheck } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour } from '#ui/theme/theme.ts'
import { fetchFollowed, readFollowed } from '../follow/followed.ts'
import { type StepName, stateOf } from '../follow/followed-steps.tsx'

const Row = styled(Link)({
  display: 'grid',
  gridTemplateColumns: '32px minmax(0, 1fr) 24px',
  alignItems: 'center',
  gap: 12,
  minHeight: 64,
  padding: '10px 12px 10px 16px',
  borderTop: `1px solid ${colour('line')}`,
  color: colour('text'),
  textDecoration: 'none',
  outlineOffset: -4,
  '& > svg:first-of-type': { color: colour('link') },
  '& > svg:last-child': { color: colour('text2') },
  '& b': { display: 'block', fontWeight: 600 },
})

const State = styled('strong')({
  fontWeight: 600,
  color: colour('text'),
  '&[data-state=Waiting]': { color: colour('syncLocal') },
  '&[data-state=Assigned]': { color: colour('warningText') },
  '&[data-state=Fixed]': { color: colour('successText') },
})

const WORDS: Record<StepName | 'Waiting' | 'Refused', string> = {
  Waiting: 'Waiting to be sent',
  Refused: 'Not accepted',
  Received: 'Received',
  Checked: 'Checked',
  Assigned: 'Crew assigned',
  Fixed: 'Fixed',
  Closed: 'Closed',
}

const isOver = (state: StepName) => state === 'Fixed' || state === 'Closed'

/** Finished reports no longer change, so only the others are refreshed. */
function useSteps(reports: readonly OwnReport[]): ReadonlyMap<string, StepName> {
  const hasSignal = useHasSignal()
  const [fetched, setFetched] = useState<ReadonlyMap<string, StepName>>(new Map())
  const codes = reports.flatMap(({ code, isSent }) => (isSent ? [code] : []))
  const known = new Map(
    codes.flatMap((code) => {
      const last = readFollowed(code)
      return last ? [[code, stateOf(last.report)] as const] : []
    }),
  )
  const open = codes.filter((code) => !isOver(known.get(code) ?? 'Received')).join(' ')
  useEffect(() => {
    let isLeft = false
    const ask = async () => {
      for (const code of open.split(' ').filter(Boolean)) {
        const answer = isLeft ? null : await fetchFollowed(code)
        // If the request fails or is rate-limited, the last known state stays.
        if (!answer?.ok || isLeft) return
        setFetched((before) => new Map(before).set(code, stateOf(answer.value.report)))
      }
    }
    if (hasSignal) void ask()
    return () => {
      isLeft = true
    }
  }, [hasSignal, open])
  return new Map([...known, ...fetched])
}

export function OwnReports() {
  const reports = useOwnReports() ?? []
  const steps = useSteps(reports)
  if (reports.length === 0) return null
  return (
    <Card aria-label="Your reports" data-half="own">
      <CardHeading>Your reports</CardHeading>
      <ul>
        {reports.map((report) => {
          const state = report.refusal ? 'Refused' : report.isSent ? (steps.get(report.code) ?? 'Received') : 'Waiting'
          return (
            <li key={report.id}>
              <Row to={report.isSent ? `/r/${report.code}` : `/report?sent=${report.id}`}>
                {state === 'Waiting' ? <Icon path={iconMobileCheck} /> : CATEGORIES.find(({ value }) => value === report.category)?.mark}
                <span>
                  <b>{report.category}</b>
                  <Muted as="span">
                    <State data-state={state}>{WORDS[state]}</State>
                    {[report.isSent && `Report ${report.number}`, placeName(report)].filter(Boolean).map((text) => ` · ${text}`)}
                  </Muted>
                </span>
                <Icon path={iconChevronRight} />
              </Row>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
