import { placeName, Rating } from '@trailwarden/domain'
import type { Report } from '@trailwarden/domain/report/report-kind'
import type { Reporter } from '@trailwarden/domain/report/reporter-kind'
import { useEffect, useId, useRef, useState } from 'react'
import { useDevice } from '#data/device/device-session.ts'
import { usePageData } from '#data/page-data.ts'
import { formatDateTime } from '#lib/dates.ts'
import { WORDS_OF } from '#parts/action/problem-categories.tsx'
import { RatingTile } from '#parts/action/rating-tile.tsx'
import { ShowToRiders } from '#parts/action/show-to-riders.tsx'
import { PlaceLines } from '#parts/place/place-lines.tsx'
import { useHasSignal } from '#platform/signal.ts'
import { Button } from '#ui/button.tsx'
import { Muted } from '#ui/card.tsx'
import { Facts } from '#ui/facts.tsx'
import { FootBar } from '#ui/foot-bar.tsx'
import { ChoiceField } from '#ui/form/choice-field.tsx'
import { SelectField, TextField } from '#ui/form/field.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconCheck, iconClose } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, font, WIDE } from '#ui/theme/theme.ts'
import { AddedToReport } from '../follow/added-to-report.tsx'
import { countSimilar, type Similar, SimilarReports } from '../form/similar-reports.tsx'
import { decideReport } from './decide-report.ts'
import { DeclineDialog } from './decline-dialog.tsx'
import { AboutReporter } from './mute-reporter.tsx'
import { PlaceOnTrail } from './place-on-trail.tsx'
import { ReportPhotos } from './report-photo.tsx'

const Parts = styled('section')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  outline: 'none',
  '& h2': { font: font('700 18px/26px') },
  [WIDE]: { gridTemplateColumns: 'minmax(0, 1fr) 376px' },
})

const Came = styled('div')({
  display: 'grid',
  alignContent: 'start',
  gap: 16,
  minWidth: 0,
  padding: 16,
  '& > header': { display: 'grid', gap: 6, '& h2': { font: font('700 22px/28px') }, '& q': { overflowWrap: 'anywhere' } },
  [DESKTOP]: { padding: '20px 24px 24px' },
})

const Decide = styled('div')({
  display: 'grid',
  alignContent: 'start',
  gap: 24,
  minWidth: 0,
  padding: 16,
  background: colour('surface'),
  borderTop: `1px solid ${colour('line')}`,
  [DESKTOP]: { padding: '20px 24px 24px' },
  [WIDE]: { padding: 20, borderTop: 0, borderLeft: `1px solid ${colour('line')}` },
})

const Accept = styled('section')({ display: 'grid', gap: 14 })
const Danger = styled('p')({ color: colour('errorText'), fontWeight: 600 })

// The narrowest phone has room for three buttons side by side only at this size.
const BAR = {
  small: { padding: '0 12px', '& svg': { display: 'none' }, [DESKTOP]: { padding: '0 20px', '& svg': { display: 'block' } } },
  large: { whiteSpace: 'normal', lineHeight: 1.2, [DESKTOP]: { whiteSpace: 'nowrap' } },
}

const RATINGS = Rating.options.filter((value) => value !== 'Unrated')

type Props = {
  report: Report
  similar: Similar
  reporter: Reporter | undefined
  isInQueue: boolean
  isNext: boolean
  onDecided: () => void
}

export function ReportToCheck({ report, similar, reporter, isInQueue, isNext, onDecided }: Props) {
  const device = useDevice()
  const isOnline = useHasSignal()
  const { site } = usePageData()
  const [rating, setRating] = useState<Rating | null>(null)
  const [title, setTitle] = useState(WORDS_OF[report.category] || report.words.slice(0, 80))
  const areas = site.areas.map(({ name }) => name)
  const [area, setArea] = useState(areas.includes(report.area) ? report.area : '')
  const [isShownToRiders, setIsShownToRiders] = useState(false)
  const [isDeclining, setIsDeclining] = useState(false)
  const name = useId()
  const all = useRef<HTMLElement>(null)
  const toSimilar = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLElement>(null)

  // The pressed button disappeared with its report, so the focus moves to the next report.
  useEffect(() => {
    if (!isNext) return
    all.current?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [isNext])

  const missing =
    (rating === null && { what: 'Choose a rating', field: '[type=radio]' }) ||
    (!title.trim() && { what: 'Write a title', field: '[name=title]' }) ||
    (!area && { what: 'Choose the area', field: '[name=area]' })
  const goTo = (element: HTMLElement | null | undefined) => {
    element?.focus({ preventScroll: true })
    element?.scrollIntoView({ block: 'center' })
  }
  const accept = async () => {
    if (missing) return goTo(form.current?.querySelector<HTMLElement>(missing.field))
    if (!rating) return
    const accepted = {
      actionId: crypto.randomUUID(),
      rating,
      description: title,
      area,
      trail: area === report.area ? report.trail : null,
      ...(isShownToRiders && { isShownToRiders }),
    }
    const message = `Accepted as ${report.number}`
    if (await decideReport(device, report, { accept: accepted }, message)) onDecided()
  }
  return (
    <Parts ref={all} tabIndex={-1} aria-label={`Report ${report.number}`}>
      <Came>
        <ReportPhotos report={report} />
        <header>
          <h2>
            {report.number} {report.category}
          </h2>
          {report.canHurt && <Danger>Someone could get hurt here</Danger>}
          {report.words && <p>“{report.words}”</p>}
        </header>
        <PlaceOnTrail report={report} actions={similar.actions.map(({ one }) => one)} />
        <Facts>
          <div>
            <dt>Where</dt>
            <dd>
              <PlaceLines place={report.place} area={placeName(report)} />
              {!report.place && (
                <>
                  {placeName(report) && <p>{placeName(report)}</p>}
                  {report.contact && <a href={`mailto:${report.contact}`}>Ask the reporter</a>}
                </>
              )}
            </dd>
          </div>
          <div>
            <dt>Sent</dt>
            <dd>{formatDateTime(new Date(report.createdAt), site.timeZone)}</dd>
          </div>
          <div>
            <dt>Reporter</dt>
            <dd>
              <AboutReporter report={report} reporter={reporter} isInQueue={isInQueue} />
            </dd>
          </div>
        </Facts>
      </Came>
      <Decide>
        {report.addsTo && <AddedToReport report={report} addsTo={report.addsTo} onDecided={onDecided} />}
        {countSimilar(similar) > 0 && (
          <div ref={toSimilar}>
            <SimilarReports report={report} similar={similar} onDecided={onDecided} />
          </div>
        )}
        <Accept ref={form} aria-label="Accept">
          <h2>{similar.actions.length > 0 ? 'Or accept it as a new Action' : 'Accept it as an Action'}</h2>
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
        </Accept>
      </Decide>
      <FootBar of="form">
        {!isOnline && (
          <Muted role="status" sx={{ flexBasis: '100%', [DESKTOP]: { flexBasis: 'auto', alignSelf: 'center' } }}>
            You need a connection to decide.
          </Muted>
        )}
        <Button variant="outlined" sx={BAR.small} disabled={!isOnline} aria-haspopup="dialog" onClick={() => setIsDeclining(true)}>
          <Icon path={iconClose} size={20} />
          Decline
        </Button>
        {similar.actions.length > 0 && (
          <Button
            variant="outlined"
            // Wide screens always show the similar reports, so they don't need this button.
            sx={{ ...BAR.small, [WIDE]: { display: 'none' } }}
            disabled={!isOnline}
            onClick={() => goTo(toSimilar.current?.querySelector('button'))}
          >
            Merge
          </Button>
        )}
        <Button className="grows" variant="contained" sx={BAR.large} disabled={!isOnline} onClick={accept}>
          {!missing && <Icon path={iconCheck} size={20} />}
          {missing ? missing.what : `Accept as ${rating}`}
        </Button>
      </FootBar>
      {isDeclining && (
        <DeclineDialog report={report} isMuted={Boolean(reporter)} onClose={() => setIsDeclining(false)} onDecided={onDecided} />
      )}
    </Parts>
  )
}
