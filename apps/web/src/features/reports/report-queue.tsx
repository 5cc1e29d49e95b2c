import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Rating } from '@trailwarden/domain'
import { DeclineReason, type Report, reportKind } from '@trailwarden/domain/report/report-kind'
import { useId, useState } from 'react'
import { useDevice } from '#data/device-session.ts'
import { usePageData } from '#data/page-data.ts'
import { useRecords } from '#data/use-records.ts'
import { formatDateTime } from '#lib/dates.ts'
import { PlaceLines } from '#parts/place-lines.tsx'
import { WORDS_OF } from '#parts/problem-categories.tsx'
import { RatingTile } from '#parts/rating-tile.tsx'
import { saveRecord } from '#parts/save-record.ts'
import { ShowToRiders } from '#parts/show-to-riders.tsx'
import { useHasSignal } from '#platform/signal.ts'
import { Muted, PaddedCard } from '#ui/card.tsx'
import { ChoiceField } from '#ui/choice-field.tsx'
import { SelectField, TextAreaField, TextField } from '#ui/field.tsx'
import { colour, DESKTOP } from '#ui/theme.ts'
import { SimilarReports } from './similar-reports.tsx'

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
const Pictures = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(220px, 100%), 1fr))',
  gap: 12,
  '& img': { display: 'block', width: '100%', maxHeight: 320, objectFit: 'contain', borderRadius: 8, background: colour('surfaceSunken') },
})
const Danger = styled('p')({ color: colour('errorText'), fontWeight: 600 })
const Acts = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8 })

const RATINGS = Rating.options.filter((value) => value !== 'Unrated')

/** What the reporter reads, unless the manager writes something else. */
const ANSWERS: Record<DeclineReason, string> = {
  'Already fixed': 'Thank you. This has been fixed already.',
  'Not on our trails': 'Thank you. This place is not one of our trails, so we cannot work there.',
  'Not a hazard': 'Thank you. We looked at it: it is a part of the trail.',
  'Cannot find it': 'Thank you. We could not find it from this description. Please report it again with a photo or the nearest post.',
  'Not a genuine report': '',
}

/** Reports that wait for a manager's yes, those by which someone could get hurt first, then the oldest. */
export function ReportQueue() {
  const views = useRecords('reports to check', {
    kind: 'report',
    index: { name: 'status', equals: 'Received' },
    where: ({ status }) => status === 'Received',
  })
  const [chosen, setChosen] = useState<string | null>(null)
  const { timeZone } = usePageData().site
  if (!views) return null
  // Safe: documents of this kind are reports.
  const reports = views.map(({ data }) => data as Report)
  reports.sort((a, b) => Number(b.canHurt) - Number(a.canHurt) || a.createdAt.localeCompare(b.createdAt))
  const report = reports.find(({ id }) => id === chosen) ?? reports[0]
  if (!report) return <Muted sx={{ padding: '24px' }}>Nothing to check. New reports appear here.</Muted>
  return (
    <Page>
      <nav aria-label="Reports to check">
        <h2>{reports.length} to check</h2>
        <Queue>
          {reports.map((one) => (
            <li key={one.id}>
              <button type="button" aria-current={one.id === report.id} onClick={() => setChosen(one.id)}>
                <b>
                  {one.number} {one.category}
                </b>
                <Muted>
                  {[one.area, formatDateTime(new Date(one.createdAt), timeZone), one.canHurt && 'someone could get hurt']
                    .filter(Boolean)
                    .join(' · ')}
                </Muted>
              </button>
            </li>
          ))}
        </Queue>
      </nav>
      <ReportToCheck key={report.id} report={report} others={reports} />
    </Page>
  )
}

function ReportToCheck({ report, others }: { report: Report; others: readonly Report[] }) {
  const device = useDevice()
  const isOnline = useHasSignal()
  const { site } = usePageData()
  const [rating, setRating] = useState<Rating | null>(null)
  const [title, setTitle] = useState(WORDS_OF[report.category] || report.words.slice(0, 80))
  const areas = site.areas.map(({ name }) => name)
  const [area, setArea] = useState(areas.includes(report.area) ? report.area : '')
  const [isShownToRiders, setIsShownToRiders] = useState(false)
  const [reason, setReason] = useState<DeclineReason | null>(null)
  const [answer, setAnswer] = useState('')
  const name = useId()
  const accept = () =>
    rating &&
    saveRecord(
      device,
      reportKind,
      'edit',
      report.id,
      {
        accept: {
          actionId: crypto.randomUUID(),
          rating,
          description: title,
          area,
          trail: area === report.area ? report.trail : null,
          ...(isShownToRiders && { isShownToRiders }),
        },
      },
      { message: `Accepted as ${report.number}` },
    )
  const decline = () =>
    reason && saveRecord(device, reportKind, 'edit', report.id, { decline: { reason, answer } }, { message: `Declined ${report.number}` })
  return (
    <Detail as="section" aria-label={`Report ${report.number}`}>
      <PaddedCard>
        <h2>
          {report.number} {report.category}
        </h2>
        {report.canHurt && <Danger>Someone could get hurt here</Danger>}
        {report.words && <p>“{report.words}”</p>}
        <PlaceLines place={report.place} area={report.area} />
        {report.trail && <Muted>{report.trail}</Muted>}
        <Muted>{report.contact ? `Contact: ${report.contact}` : 'No contact address'}</Muted>
        <Pictures>
          {report.photos.map(({ id, stored }) =>
            stored ? <img key={id} src={`/api/photos/${id}`} alt="As it was reported" /> : <Muted key={id}>A photo is on its way</Muted>,
          )}
        </Pictures>
      </PaddedCard>
      <SimilarReports report={report} others={others} />
      <PaddedCard>
        <h2>Accept it as an Action</h2>
        <ChoiceField
          label="Rating"
          joined
          name={`rating${name}`}
          options={RATINGS.map((value) => ({ value, title: value, mark: <RatingTile rating={value} /> }))}
          onChange={({ target }) => setRating(target.value as Rating)}
        />
        <TextField label="Title" name="title" value={title} maxLength={200} onChange={({ target }) => setTitle(target.value)} />
        <SelectField
          label="Area"
          name="area"
          value={area}
          onChange={({ target }) => setArea(target.value)}
          options={[{ value: '', title: 'Choose the area' }, ...areas.map((value) => ({ value, title: value }))]}
        />
        <ShowToRiders isOn={isShownToRiders} onChange={setIsShownToRiders} />
        <Acts>
          <Button variant="contained" disabled={!isOnline || !rating || !area || !title.trim()} onClick={accept}>
            {rating ? `Accept as ${rating}` : 'Choose a rating'}
          </Button>
        </Acts>
      </PaddedCard>
      <PaddedCard>
        <h2>Or decline it</h2>
        <SelectField
          label="Reason"
          name="reason"
          value={reason ?? ''}
          onChange={({ target }) => {
            const { data } = DeclineReason.safeParse(target.value)
            setReason(data ?? null)
            setAnswer(data ? ANSWERS[data] : '')
          }}
          options={[{ value: '', title: 'Choose a reason' }, ...DeclineReason.options.map((value) => ({ value, title: value }))]}
        />
        {reason && reason !== 'Not a genuine report' && (
          <TextAreaField
            label="What the reporter will read"
            name="answer"
            rows={3}
            maxLength={500}
            value={answer}
            onChange={({ target }) => setAnswer(target.value)}
          />
        )}
        <Acts>
          <Button variant="outlined" disabled={!isOnline || !reason} onClick={decline}>
            Decline
          </Button>
        </Acts>
        {!isOnline && <Muted role="status">Deciding needs a connection.</Muted>}
      </PaddedCard>
    </Detail>
  )
}
