import { placeLine } from '@trailwarden/domain'
import type { Report } from '@trailwarden/domain/report/report-kind'
import { useEffect, useId, useRef, useState } from 'react'
import { useRecords } from '#data/use-records.ts'
import { useWaitingReports } from '#parts/action/waiting-reports.ts'
import { useScreenKeys } from '#parts/page/single-keys.ts'
import { Thumbnail } from '#parts/photo/thumbnail.tsx'
import { iconKeyboardArrowUp, iconTaskAlt } from '#parts/record/record-icons.ts'
import { WhenFetched } from '#parts/record/when-fetched.tsx'
import { AgeText } from '#parts/status/age-text.tsx'
import { useSiteData } from '#parts/trail/site-data.ts'
import { IconButton } from '#ui/button.tsx'
import { Muted } from '#ui/card.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconKeyboardArrowDown } from '#ui/icons/icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, font } from '#ui/theme/theme.ts'
import { countSimilar, similarOf } from '../form/similar-reports.tsx'
import { LIST_ROW } from './list-row.ts'
import { MutedReporters } from './mute-reporter.tsx'
import { ReportToCheck } from './report-to-check.tsx'

/** A desktop window minus the bars and tabs. */
const ROOM = 'calc(100dvh - 64px - 59px - 81px)'

const Page = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  [DESKTOP]: { gridTemplateColumns: '300px minmax(0, 1fr)', '&, & > div > section': { minHeight: ROOM } },
})

// On a desktop, the list is sticky and scrolls separately from the report.
const Side = styled('nav')({
  background: colour('surface'),
  borderBottom: `1px solid ${colour('line')}`,
  [DESKTOP]: {
    borderBottom: 0,
    borderRight: `1px solid ${colour('line')}`,
    '& > div': { position: 'sticky', top: 64, maxHeight: ROOM, overflowY: 'auto' },
  },
})

const Head = styled('div')({
  display: 'none',
  [DESKTOP]: { display: 'flex', alignItems: 'baseline', justifyContent: 'space-between', gap: 8, padding: '12px 16px 8px' },
  '& h2': { font: font('700 18px/26px') },
})

const PhoneHead = styled('div')({
  display: 'flex',
  alignItems: 'center',
  padding: '4px 8px 4px 4px',
  '& .which': {
    display: 'flex',
    alignItems: 'center',
    gap: 4,
    minHeight: 48,
    marginRight: 'auto',
    padding: '0 12px',
    border: 0,
    background: 'none',
    color: colour('text2'),
    font: font('500 15px/20px'),
    textAlign: 'left',
    cursor: 'pointer',
    '&[aria-expanded=true] svg': { transform: 'rotate(180deg)' },
  },
  [DESKTOP]: { display: 'none' },
})

const Queue = styled('ul')({
  display: 'none',
  '&[data-open=true]': { display: 'block', maxHeight: '50dvh', overflowY: 'auto', borderTop: `1px solid ${colour('line')}` },
  [DESKTOP]: { '&, &[data-open=true]': { display: 'block', maxHeight: 'none', borderTop: 0 } },
  '& li': { borderTop: `1px solid ${colour('line')}` },
  '& li:first-of-type': { borderTop: 0 },
  '& button': {
    ...LIST_ROW,
    '& .danger': { color: colour('errorText'), fontWeight: 600 },
    '&[aria-current=true]': {
      background: colour('primaryContainer'),
      color: colour('onPrimaryContainer'),
      '& small, & .danger': { color: 'inherit' },
    },
  },
})

const Lists = styled('div')({
  display: 'flex',
  margin: '12px 12px 0',
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

const Others = styled('div')({ padding: 16, [DESKTOP]: { padding: '0 24px 24px' } })

const Nothing = styled('div')({
  display: 'grid',
  justifyItems: 'center',
  gap: 8,
  padding: '64px 24px',
  textAlign: 'center',
  color: colour('text2'),
  outline: 'none',
  '& svg': { color: colour('successText') },
})

function QueueKeys({ onMove }: { onMove: (by: 1 | -1) => void }) {
  useScreenKeys((key) => {
    if (key !== 'j' && key !== 'k') return false
    onMove(key === 'j' ? 1 : -1)
    return true
  })
  return null
}

const inOrder = (a: Report, b: Report) => Number(b.canHurt) - Number(a.canHurt) || a.createdAt.localeCompare(b.createdAt)

/** Dangerous reports come first, then the oldest. Reports by muted reporters are in a second list. */
export function ReportQueue() {
  const waiting = useWaitingReports()
  const openActions = useRecords('open actions', {
    kind: 'action',
    index: { name: 'status', equals: 'Unresolved' },
    where: ({ status }) => status === 'Unresolved',
  })
  const index = useSiteData()?.index ?? null
  const [chosen, setChosen] = useState<{ id: string; at: number } | null>(null)
  const [isMutedShown, setIsMutedShown] = useState(false)
  const [isListOpen, setIsListOpen] = useState(false)
  const [wasDecided, setWasDecided] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const listId = useId()
  const chosenId = chosen?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for every report
  useEffect(() => {
    list.current?.querySelector('[aria-current=true]')?.scrollIntoView({ block: 'nearest' })
  }, [chosenId])
  if (!waiting) return null
  const { toCheck, muted, mutedReporters } = waiting
  const isMutedList = isMutedShown && mutedReporters.size > 0
  const reports = (isMutedList ? muted : toCheck).toSorted(inOrder)
  // The selected report stays open when others arrive. If someone decides it, the next report takes its place.
  const found = reports.findIndex(({ id }) => id === chosenId)
  const at = found < 0 ? Math.max(0, Math.min(chosen?.at ?? 0, reports.length - 1)) : found
  const report = reports[at]
  if (report && (report.id !== chosenId || at !== chosen?.at)) setChosen({ id: report.id, at })
  const actions = openActions?.map(({ data }) => data) ?? []
  const choose = (to: number) => {
    const one = reports[to]
    if (!one) return
    setWasDecided(false)
    setIsListOpen(false)
    setChosen({ id: one.id, at: to })
  }
  const switchTo = (toMuted: boolean) => {
    setIsMutedShown(toMuted)
    setWasDecided(false)
    setChosen(null)
  }
  const order = reports.some(({ canHurt }) => canHurt) ? 'dangerous first, then oldest' : 'oldest first'
  return (
    <Page>
      <QueueKeys onMove={(by) => choose(at + by)} />
      {(report || mutedReporters.size > 0) && (
        <Side aria-label="Reports to check">
          <div>
            {mutedReporters.size > 0 && (
              <Lists role="group" aria-label="Which reports">
                <button type="button" aria-pressed={!isMutedList} onClick={() => switchTo(false)}>
                  To check {toCheck.length}
                </button>
                <button type="button" aria-pressed={isMutedList} onClick={() => switchTo(true)}>
                  Muted {muted.length}
                </button>
              </Lists>
            )}
            <Head>
              <h2>{isMutedList ? `${reports.length} muted` : `${reports.length} to check`}</h2>
              {reports.length > 1 && <Muted>{order[0]?.toUpperCase() + order.slice(1)}</Muted>}
            </Head>
            {report && (
              <PhoneHead>
                <button
                  type="button"
                  className="which"
                  aria-expanded={isListOpen}
                  aria-controls={listId}
                  onClick={() => setIsListOpen(!isListOpen)}
                >
                  {at + 1} of {reports.length} · {order}
                  <Icon path={iconKeyboardArrowDown} size={20} />
                </button>
                <IconButton aria-label="Previous report" disabled={at === 0} onClick={() => choose(at - 1)}>
                  <Icon path={iconKeyboardArrowUp} />
                </IconButton>
                <IconButton aria-label="Next report" disabled={at === reports.length - 1} onClick={() => choose(at + 1)}>
                  <Icon path={iconKeyboardArrowDown} />
                </IconButton>
              </PhoneHead>
            )}
            <Queue id={listId} ref={list} data-open={isListOpen}>
              {reports.map((one, i) => {
                const similar = countSimilar(similarOf(one, actions, toCheck))
                return (
                  <li key={one.id}>
                    <button type="button" aria-current={i === at} onClick={() => choose(i)}>
                      <Thumbnail photos={one.photos} />
                      <span>
                        <b>
                          {one.number} {one.category}
                        </b>
                        {one.canHurt && <small className="danger">Someone could get hurt</small>}
                        {one.addsTo && <small>{one.isNotFixed ? 'not fixed' : 'added to a report'}</small>}
                        {!isMutedList && mutedReporters.has(one.createdBy) && <small>muted reporter</small>}
                        <small>{placeLine(index, one) || 'No location'}</small>
                        <small>
                          <AgeText at={one.createdAt} />
                          {similar > 0 && ` · ${similar} similar`}
                        </small>
                      </span>
                    </button>
                  </li>
                )
              })}
            </Queue>
          </div>
        </Side>
      )}
      <div>
        {report ? (
          <ReportToCheck
            key={report.id}
            report={report}
            similar={similarOf(report, actions, toCheck)}
            reporter={mutedReporters.get(report.createdBy)}
            isInQueue={!isMutedList}
            isNext={wasDecided}
            onDecided={() => setWasDecided(true)}
          />
        ) : (
          <Nothing ref={(element) => void (wasDecided && element?.focus())} tabIndex={-1}>
            <WhenFetched>
              <Icon path={iconTaskAlt} size={40} />
              <p>{isMutedList ? 'No reports from muted reporters.' : 'Nothing to check. New reports appear here.'}</p>
            </WhenFetched>
          </Nothing>
        )}
        {isMutedList && (
          <Others>
            <MutedReporters reporters={mutedReporters} />
          </Others>
        )}
      </div>
    </Page>
  )
}
