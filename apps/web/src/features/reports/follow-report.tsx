import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { FollowedReport } from '@trailwarden/api'
import { useCallback, useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { callApi } from '#data/api.ts'
import { useOwnAdditions } from '#data/reporter.ts'
import { symbolOfAction } from '#parts/action-symbol.ts'
import { AgeText } from '#parts/age-text.tsx'
import { PlaceLines } from '#parts/place-lines.tsx'
import { reasonOf } from '#parts/reason.ts'
import { iconChat } from '#parts/record-icons.ts'
import { Card, Muted, PaddedCard } from '#ui/card.tsx'
import { CentredPage } from '#ui/centred-page.tsx'
import { Icon } from '#ui/icon.tsx'
import { iconChevronRight, iconReportFill } from '#ui/icons.ts'
import { part } from '#ui/part.tsx'
import { useNamedScreen } from '#ui/screen-name.ts'
import { colour, DESKTOP } from '#ui/theme.ts'
import { toast } from '#ui/toasts.ts'
import { addingAt } from './adding.ts'
import { BeforeAndAfter, WhatWasReported } from './followed-photos.tsx'
import { FollowedHead, FollowedHeadToCome, FollowedTimeline, stateOf } from './followed-steps.tsx'
import { iconPlace } from './report-icons.ts'

// With the engine of the map behind it.
const MiniMap = part(() => import('#parts/mini-map.tsx').then((m) => m.MiniMap))

const AddDialog = part(() => import('./add-dialog.tsx').then((m) => m.AddDialog))

/** On a desktop what is happening stands left, what was reported right, each as high as it is. */
const Page = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 12,
  padding: 12,
  [DESKTOP]: {
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 420px)',
    // The last row takes what the right column is higher than the left.
    gridTemplateRows: 'repeat(6, auto) 1fr',
    gap: '0 24px',
    alignItems: 'start',
    maxWidth: 1240,
    margin: '0 auto',
    padding: 24,
    '& > *': { marginBottom: 16 },
  },
})

const Side = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 12,
  [DESKTOP]: { gridColumn: 2, gridRow: '1 / span 7', gap: 16 },
})

const Row = styled(Card)({
  overflow: 'hidden',
  '& button': {
    display: 'grid',
    gridTemplateColumns: '24px minmax(0, 1fr) 24px',
    alignItems: 'center',
    gap: 14,
    width: '100%',
    minHeight: 64,
    padding: '10px 16px',
    border: 0,
    background: 'none',
    color: colour('text'),
    font: 'inherit',
    textAlign: 'left',
    cursor: 'pointer',
    outlineOffset: -4,
  },
  '& svg:first-of-type': { color: colour('link') },
  '& b': { display: 'block', fontWeight: 600, lineHeight: '24px' },
  '& small': { fontSize: 14, lineHeight: '20px', color: colour('text2') },
})

const Place = styled(Card)({
  overflow: 'hidden',
  '--mini-map-height': '150px',
  '& .words': { display: 'grid', gridTemplateColumns: '24px minmax(0, 1fr)', alignItems: 'center', gap: 14, padding: '12px 16px' },
  '& .words > svg': { color: colour('link') },
})

/** As high as the map that comes: nothing below it may jump. */
const NotYet = styled('div')({ height: 150, background: colour('surfaceSunken') })

const LAST = 'followed:'
type Known = { report: FollowedReport; at: string }

/** What was last known of it here, for when there is no signal. */
function readLast(code: string): Known | null {
  try {
    const { report, at } = JSON.parse(localStorage.getItem(LAST + code) ?? 'null')
    return { report: FollowedReport.parse(report), at: String(at) }
  } catch {
    return null
  }
}

function writeLast(code: string, known: Known): void {
  try {
    localStorage.setItem(LAST + code, JSON.stringify(known))
  } catch {
    // Then it is shown while there is signal.
  }
}

/** What became of a report, for whoever has its link. */
export function FollowReport() {
  const { code = '' } = useParams()
  const [known, setKnown] = useState(() => readLast(code))
  const [trouble, setTrouble] = useState<string | null>(null)
  const ask = useCallback(async () => {
    const answer = await callApi('POST', '/api/report-links/open', FollowedReport, { code })
    if (!answer.ok) return setTrouble(answer.code === 'not-found' || answer.code === 'not-valid' ? 'unknown' : reasonOf(answer))
    const now = { report: answer.value, at: new Date().toISOString() }
    writeLast(code, now)
    setTrouble(null)
    setKnown(now)
  }, [code])
  const own = useOwnAdditions(code)
  const [isAdding, setIsAdding] = useState(false)
  const sent = own.filter(({ isSent }) => isSent).length
  // biome-ignore lint/correctness/useExhaustiveDependencies: what this device has just sent is asked for again
  useEffect(() => void ask(), [ask, sent])
  useNamedScreen(known && trouble !== 'unknown' ? `Report ${known.report.number}` : 'Report')
  const robots = <meta name="robots" content="noindex" />
  if (trouble === 'unknown' || (!known && trouble))
    return (
      <CentredPage>
        {robots}
        <PaddedCard>
          <h2>{trouble === 'unknown' ? 'This report isn’t here.' : 'The report could not be fetched'}</h2>
          <Muted>{trouble === 'unknown' ? 'Look at the link again: every letter counts.' : trouble}</Muted>
          {trouble !== 'unknown' && (
            <Button variant="outlined" onClick={() => void ask()}>
              Try again
            </Button>
          )}
        </PaddedCard>
      </CentredPage>
    )
  if (!known)
    return (
      <Page>
        {robots}
        <FollowedHeadToCome />
      </Page>
    )
  const { report, at } = known
  const adding = addingAt(stateOf(report))
  const symbol = symbolOfAction({ rating: 'Unrated', status: stateOf(report) === 'Fixed' ? 'Resolved' : 'Unresolved' })
  const forget = async () => {
    const answer = await callApi('POST', '/api/report-links/forget-contact', null, { code })
    if (!answer.ok) return toast('error', reasonOf(answer))
    toast('success', 'Your email address is deleted')
    await ask()
  }
  // Who reads that it is over answers to that first.
  const isOver = stateOf(report) === 'Fixed' || stateOf(report) === 'Closed'
  const addRow = (
    <Row aria-label={adding.title}>
      <button type="button" aria-haspopup="dialog" onClick={() => setIsAdding(true)}>
        <Icon path={adding.isNotFixed ? iconReportFill : iconChat} />
        <span>
          <b>{adding.title}</b>
          <small>{adding.about}</small>
        </span>
        <Icon path={iconChevronRight} />
      </button>
    </Row>
  )
  return (
    <Page>
      {robots}
      <FollowedHead report={report}>
        {trouble && (
          <Muted role="status">
            No signal. <AgeText at={at} lead="Last known" />.
          </Muted>
        )}
      </FollowedHead>
      <BeforeAndAfter code={code} report={report} />
      <FollowedTimeline report={report} own={own} />
      {isOver && addRow}
      <Side>
        <WhatWasReported code={code} report={report} />
        <Place aria-label="Place">
          {report.place && <MiniMap fallback={<NotYet />} place={report.place} symbol={symbol} />}
          <div className="words">
            <Icon path={iconPlace} />
            <PlaceLines place={report.place} area={report.area} />
          </div>
        </Place>
      </Side>
      {!isOver && addRow}
      {isAdding && <AddDialog code={code} adding={adding} onClose={() => setIsAdding(false)} />}
      {report.hasContact && (
        <PaddedCard>
          <Muted>You left an email address. Only the trail team sees it.</Muted>
          <Button variant="outlined" sx={{ justifySelf: 'start' }} onClick={() => void forget()}>
            Delete my email address
          </Button>
        </PaddedCard>
      )}
    </Page>
  )
}
