import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { FollowedReport, type ReportStep } from '@trailwarden/api'
import { useCallback, useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { callApi } from '#data/api.ts'
import { usePageData } from '#data/page-data.ts'
import { formatDateTime } from '#lib/dates.ts'
import { PlaceLines } from '#parts/place-lines.tsx'
import { reasonOf } from '#parts/reason.ts'
import { Muted, PaddedCard } from '#ui/card.tsx'
import { CentredPage } from '#ui/centred-page.tsx'
import { Icon } from '#ui/icon.tsx'
import { iconCheck } from '#ui/screen-icons.ts'
import { colour, DESKTOP } from '#ui/theme.ts'
import { toast } from '#ui/toasts.ts'

const Page = styled('div')({ display: 'grid', gap: 12, padding: 12, [DESKTOP]: { maxWidth: 640, margin: '0 auto', padding: 24 } })

const Steps = styled('ol')({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: 'minmax(0, 1fr)',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  textAlign: 'center',
  fontSize: 13,
  '& li': { position: 'relative', display: 'grid', justifyItems: 'center', gap: 4, color: colour('text2') },
  // From the step before to this one.
  '& li + li::before': {
    content: '""',
    position: 'absolute',
    top: 15,
    right: 'calc(50% + 18px)',
    width: 'calc(100% - 36px)',
    height: 2,
    background: colour('outline'),
  },
  '& .done + .done::before': { background: colour('primary') },
  '& i': { display: 'grid', placeItems: 'center', width: 32, height: 32, borderRadius: 16, border: `2px solid ${colour('outline')}` },
  '& svg': { visibility: 'hidden' },
  '& .done': { color: colour('text'), fontWeight: 600 },
  '& .done i': { background: colour('primary'), borderColor: colour('primary'), color: colour('onPrimary') },
  '& .done svg': { visibility: 'visible' },
})

const Timeline = styled('ol')({ display: 'grid', gap: 12, margin: 0, padding: 0, listStyle: 'none', '& b': { display: 'block' } })

const Pictures = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(240px, 100%), 1fr))',
  gap: 12,
  '& figure': { margin: 0 },
  '& img': { display: 'block', width: '100%', borderRadius: 12 },
})

const SENTENCES: Record<ReportStep['name'], string> = {
  Received: 'The trail team has it and will look at it.',
  Checked: 'The trail team has looked at it and will deal with it.',
  Assigned: 'Someone of the trail team takes care of it.',
  Fixed: 'It is fixed. Thank you for reporting it.',
  Closed: 'It was closed without work on the trail.',
}

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

function FollowedPhoto({ code, id, alt }: { code: string; id: string; alt: string }) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    let made: string | null = null
    // A POST, so that the code stands in no address on its way.
    const headers = { 'content-type': 'application/json' }
    fetch('/api/report-links/photo', { method: 'POST', headers, body: JSON.stringify({ code, photoId: id }) })
      .then(async (reply) => {
        if (!reply.ok) return
        made = URL.createObjectURL(await reply.blob())
        setUrl(made)
      })
      .catch(() => {})
    return () => {
      if (made) URL.revokeObjectURL(made)
    }
  }, [code, id])
  return url && <img src={url} alt={alt} />
}

/** What became of a report, for whoever has its link. */
export function FollowReport() {
  const { code = '' } = useParams()
  const { timeZone } = usePageData().site
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
  useEffect(() => void ask(), [ask])
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
  if (!known) return robots
  const { report, at } = known
  const state = report.steps.at(-1)?.name ?? 'Received'
  const names = state === 'Closed' ? (['Received', 'Closed'] as const) : (['Received', 'Checked', 'Assigned', 'Fixed'] as const)
  const reached = new Set<string>(report.steps.map(({ name }) => name))
  const forget = async () => {
    const answer = await callApi('POST', '/api/report-links/forget-contact', null, { code })
    if (!answer.ok) return toast('error', reasonOf(answer))
    toast('success', 'Your email address is deleted')
    await ask()
  }
  return (
    <Page>
      {robots}
      <PaddedCard>
        <Muted>Report {report.number}</Muted>
        <h2>{state}</h2>
        {report.isMerged && <p>Someone had reported this already. We have added what you sent.</p>}
        <p>{SENTENCES[state]}</p>
        {state === 'Fixed' && report.fix && <p>What was done: {report.fix}</p>}
        <Steps aria-label="Steps">
          {names.map((name) => (
            <li key={name} className={reached.has(name) ? 'done' : undefined} aria-current={name === state ? 'step' : undefined}>
              <i>
                <Icon path={iconCheck} size={20} />
              </i>
              {name}
            </li>
          ))}
        </Steps>
        {report.reason && <p>{report.reason}</p>}
        {report.answer && <p>{report.answer}</p>}
        {trouble && <Muted role="status">No signal. As of {formatDateTime(new Date(at), timeZone)}.</Muted>}
      </PaddedCard>
      <PaddedCard>
        <h2>What happened</h2>
        <Timeline>
          {report.steps.toReversed().map((step) => (
            <li key={step.name}>
              <b>{step.name}</b>
              {step.at && <Muted>{formatDateTime(new Date(step.at), timeZone)}</Muted>}
            </li>
          ))}
        </Timeline>
      </PaddedCard>
      <PaddedCard>
        <h2>{report.category}</h2>
        {report.words && <p>{report.words}</p>}
        <PlaceLines place={report.place} area={report.area} />
        <Pictures>
          {report.photos.map((id) => (
            <FollowedPhoto key={id} code={code} id={id} alt="As it was reported" />
          ))}
          {report.fixedPhotos.map((id) => (
            <FollowedPhoto key={id} code={code} id={id} alt="Fixed" />
          ))}
        </Pictures>
      </PaddedCard>
      {report.hasContact && (
        <PaddedCard>
          <Muted>You left an email address. Only the trail team sees it.</Muted>
          <Button variant="outlined" onClick={() => void forget()}>
            Delete my email address
          </Button>
        </PaddedCard>
      )}
    </Page>
  )
}
