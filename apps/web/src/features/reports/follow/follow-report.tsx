import { useCallback, useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { callApi } from '#data/api.ts'
import { useHasOwnReports } from '#data/reports/has-own-reports.ts'
import { useOwnAdditions } from '#data/reports/reporter.ts'
import { reasonOf } from '#parts/form/reason.ts'
import { symbolOfAction } from '#parts/map/action-symbol.ts'
import { PlaceLines } from '#parts/place/place-lines.tsx'
import { iconPlace } from '#parts/problem/problem-icons.ts'
import { iconChat } from '#parts/record/record-icons.ts'
import { AgeText } from '#parts/status/age-text.tsx'
import { Button } from '#ui/button.tsx'
import { Card, Muted, PaddedCard } from '#ui/card.tsx'
import { CentredPage } from '#ui/centred-page.tsx'
import { toast } from '#ui/feedback/toasts.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { iconChevronRight, iconReportFill } from '#ui/icons/icons.ts'
import { part } from '#ui/part.tsx'
import { useNamedScreen } from '#ui/screen-name.ts'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, rem } from '#ui/theme/theme.ts'
import { RemoveOwnReport } from '../queue/remove-own-report.tsx'
import { addingAt } from './adding.ts'
import { fetchFollowed, readFollowed } from './followed.ts'
import { BeforeAndAfter, WhatWasReported } from './followed-photos.tsx'
import { FollowedHead, FollowedHeadToCome, FollowedTimeline, stateOf } from './followed-steps.tsx'

// The map engine is a separate download.
const MiniMap = part(() => import('#parts/map/mini-map.tsx').then((m) => m.MiniMap))

const AddDialog = part(() => import('./add-dialog.tsx').then((m) => m.AddDialog))

/** On a desktop, the progress is on the left and the report on the right. The columns have independent heights. */
const Page = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 12,
  padding: 12,
  [DESKTOP]: {
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 420px)',
    // The last row absorbs the extra height of the right column.
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
  '& b': { display: 'block', fontWeight: 600, lineHeight: rem(24) },
  '& small': { fontSize: rem(14), lineHeight: rem(20), color: colour('text2') },
})

const Place = styled(Card)({
  overflow: 'hidden',
  '--mini-map-height': '150px',
  '& .words': { display: 'grid', gridTemplateColumns: '24px minmax(0, 1fr)', alignItems: 'center', gap: 14, padding: '12px 16px' },
  '& .words > svg': { color: colour('link') },
})

/** The placeholder is as high as the map, so that the content below doesn't move. */
const NotYet = styled('div')({ height: 150, background: colour('surfaceSunken') })

export function FollowReport() {
  const { code = '' } = useParams()
  const [known, setKnown] = useState(() => readFollowed(code))
  const [trouble, setTrouble] = useState<string | null>(null)
  const ask = useCallback(async () => {
    const answer = await fetchFollowed(code)
    if (!answer.ok) return setTrouble(answer.code === 'not-found' || answer.code === 'not-valid' ? 'unknown' : reasonOf(answer))
    setTrouble(null)
    setKnown(answer.value)
  }, [code])
  const own = useOwnAdditions(code)
  const hasOwnReports = useHasOwnReports()
  const [isAdding, setIsAdding] = useState(false)
  const sent = own.filter(({ isSent }) => isSent).length
  // biome-ignore lint/correctness/useExhaustiveDependencies: requests the report again after this device has sent something
  useEffect(() => void ask(), [ask, sent])
  useNamedScreen(known && trouble !== 'unknown' ? `Report ${known.report.number}` : 'Report')
  const robots = <meta name="robots" content="noindex" />
  if (trouble === 'unknown' || (!known && trouble))
    return (
      <CentredPage>
        {robots}
        <PaddedCard>
          <h2>{trouble === 'unknown' ? 'We couldn’t find this report' : 'Couldn’t load the report'}</h2>
          <Muted>{trouble === 'unknown' ? 'Check that you have the whole link.' : trouble}</Muted>
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
    toast('success', 'Your email address has been deleted')
    await ask()
  }
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
      {hasOwnReports && <RemoveOwnReport code={code} />}
    </Page>
  )
}
