import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Rating } from '@trailwarden/domain'
import { DeclineReason, type Report, reportKind } from '@trailwarden/domain/report/report-kind'
import { type Reporter, reporterKind } from '@trailwarden/domain/report/reporter-kind'
import { useId, useState } from 'react'
import { useDevice } from '#data/device-session.ts'
import { usePageData } from '#data/page-data.ts'
import { PlaceLines } from '#parts/place-lines.tsx'
import { WORDS_OF } from '#parts/problem-categories.tsx'
import { RatingTile } from '#parts/rating-tile.tsx'
import { saveRecord, storeRecord } from '#parts/save-record.ts'
import { ShowToRiders } from '#parts/show-to-riders.tsx'
import { useHasSignal } from '#platform/signal.ts'
import { Muted, PaddedCard } from '#ui/card.tsx'
import { ChoiceField } from '#ui/choice-field.tsx'
import { SelectField, TextAreaField, TextField } from '#ui/field.tsx'
import { colour } from '#ui/theme.ts'
import { toast } from '#ui/toasts.ts'
import { AddedToReport } from './added-to-report.tsx'
import { MuteCard, MuteSwitch } from './mute-reporter.tsx'
import { ReportPhoto } from './report-photo.tsx'
import { SimilarReports } from './similar-reports.tsx'

const Detail = styled('div')({ display: 'grid', gap: 12 })
const Pictures = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(220px, 100%), 1fr))',
  gap: 12,
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

const NOT_MUTED = 'The reporter could not be muted, and the report is not declined.'

type Props = {
  report: Report
  /** Others in the queue. */
  others: readonly Report[]
  /** Of whoever sent it, where they are muted. */
  reporter: Reporter | undefined
  isInQueue: boolean
}

export function ReportToCheck({ report, others, reporter, isInQueue }: Props) {
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
  const [isMute, setIsMute] = useState(false)
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
  const decline = async () => {
    if (!reason) return
    // First, so that nothing is declined with a mute that was not saved.
    if (isMute && !(await storeRecord(device, reporterKind, report.createdBy, { muted: true })).ok) return toast('error', NOT_MUTED)
    const message = `Declined ${report.number}${isMute ? '. Its reporter is muted.' : ''}`
    await saveRecord(device, reportKind, 'edit', report.id, { decline: { reason, answer } }, { message })
  }
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
          {report.photos.map((photo) =>
            photo.stored ? (
              <ReportPhoto key={photo.id} report={report} photo={photo} />
            ) : (
              <Muted key={photo.id}>A photo is on its way</Muted>
            ),
          )}
        </Pictures>
      </PaddedCard>
      {report.addsTo && <AddedToReport report={report} addsTo={report.addsTo} />}
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
        {!reporter && <MuteSwitch checked={isMute} onSwitch={setIsMute} />}
        <Acts>
          <Button variant="outlined" disabled={!isOnline || !reason} onClick={decline}>
            Decline
          </Button>
        </Acts>
        {!isOnline && <Muted role="status">Deciding needs a connection.</Muted>}
      </PaddedCard>
      <MuteCard report={report} reporter={reporter} isInQueue={isInQueue} />
    </Detail>
  )
}
