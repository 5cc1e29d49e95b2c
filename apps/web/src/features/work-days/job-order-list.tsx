import { distanceText, placeLine } from '@trailwarden/domain'
import { alongTheTrails, wayBetween } from '@trailwarden/domain/work-day/job-order'
import { JOB_MINUTES_MAX, type WorkDayJob } from '@trailwarden/domain/work-day/work-day-kind'
import { Fragment } from 'react'
import { RatingTile } from '#parts/action/rating-tile.tsx'
import { iconKeyboardArrowUp } from '#parts/record/record-icons.ts'
import { useSiteData } from '#parts/trail/site-data.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { Muted } from '#ui/card.tsx'
import { TextField } from '#ui/form/field.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconKeyboardArrowDown } from '#ui/icons/icons.ts'
import { iconClose } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, rem } from '#ui/theme/theme.ts'
import { placeOfAction, type SeenJob, useJobs } from './work-days.ts'

const Jobs = styled('ol')({
  display: 'grid',
  '& > li': { display: 'grid', gridTemplateColumns: '32px minmax(0, 1fr)', gap: '4px 12px', padding: '12px 0' },
  '& > li[data-way]': {
    display: 'block',
    padding: '6px 12px',
    fontSize: rem(14),
    background: colour('surfaceSunken'),
    color: colour('text2'),
    borderRadius: 6,
  },
  '& h3': {
    display: 'flex',
    gap: 8,
    alignItems: 'center',
    fontSize: rem(16),
    lineHeight: rem(22),
    fontWeight: 600,
    overflowWrap: 'anywhere',
  },
})

export const JobNumber = styled('span')({
  display: 'grid',
  placeContent: 'center',
  width: 28,
  height: 28,
  borderRadius: 14,
  background: colour('text'),
  color: colour('surface'),
  fontSize: rem(14),
  fontWeight: 700,
})

const Details = styled('div')({
  gridColumn: 2,
  display: 'grid',
  gridTemplateColumns: '96px minmax(0, 1fr)',
  gap: 8,
  alignItems: 'end',
  '& input': { minWidth: 0, width: '100%' },
})
const Moves = styled('div')({ gridColumn: 2, display: 'flex', marginLeft: -12 })

type Props = { jobs: readonly WorkDayJob[]; onChange: (jobs: WorkDayJob[]) => void }

const wayText = (from: SeenJob, to: SeenJob, placeOf: (job: SeenJob) => ReturnType<typeof placeOfAction>) => {
  const way = wayBetween(placeOf(from), placeOf(to))
  return way && `${distanceText(way.metres)} ${way.isAlongTrail ? 'along the trail' : 'in a straight line'}`
}

export function JobOrderList({ jobs, onChange }: Props) {
  const site = useSiteData()
  const seen = useJobs(jobs)
  if (!seen) return null
  const placeOf = ({ action }: SeenJob) => placeOfAction(action, site)
  const change = (at: number, part: Partial<WorkDayJob>) => onChange(jobs.map((job, i) => (i === at ? { ...job, ...part } : job)))
  const move = (at: number, by: number) => {
    const next = [...jobs]
    const [moved] = next.splice(at, 1)
    if (moved) next.splice(at + by, 0, moved)
    onChange(next)
  }
  const sort = () => onChange(alongTheTrails(seen, placeOf).map(({ action: _, ...job }) => job))
  return (
    <>
      {jobs.length > 1 && (
        <Button variant="outlined" onClick={sort}>
          Sort by trail order
        </Button>
      )}
      <Jobs>
        {seen.map((job, at) => {
          const before = seen[at - 1]
          const way = before && wayText(before, job, placeOf)
          return (
            <Fragment key={job.actionId}>
              {way && <li data-way>{way}</li>}
              <li>
                <JobNumber>{at + 1}</JobNumber>
                <div>
                  <h3>
                    {job.action && <RatingTile rating={job.action.rating} />}
                    {job.action?.description ?? job.what}
                  </h3>
                  <Muted>{job.action ? placeLine(site?.index ?? null, job.action) : 'Already resolved'}</Muted>
                </div>
                <Details>
                  <TextField
                    label="Minutes"
                    type="number"
                    inputMode="numeric"
                    min={0}
                    max={JOB_MINUTES_MAX}
                    value={job.minutes ?? ''}
                    onChange={({ target }) =>
                      change(at, {
                        minutes: target.value === '' ? null : Math.min(JOB_MINUTES_MAX, Math.max(0, Math.round(Number(target.value)))),
                      })
                    }
                  />
                  <TextField
                    label="Tools"
                    value={job.tools}
                    maxLength={200}
                    onChange={({ target }) => change(at, { tools: target.value })}
                  />
                </Details>
                <Moves>
                  <IconButton aria-label={`Move ${job.what} up`} disabled={at === 0} onClick={() => move(at, -1)}>
                    <Icon path={iconKeyboardArrowUp} />
                  </IconButton>
                  <IconButton aria-label={`Move ${job.what} down`} disabled={at === jobs.length - 1} onClick={() => move(at, 1)}>
                    <Icon path={iconKeyboardArrowDown} />
                  </IconButton>
                  <IconButton aria-label={`Remove ${job.what}`} onClick={() => onChange(jobs.filter((_, i) => i !== at))}>
                    <Icon path={iconClose} />
                  </IconButton>
                </Moves>
              </li>
            </Fragment>
          )
        })}
      </Jobs>
    </>
  )
}
