import { isManager, placeLine } from '@trailwarden/domain'
import { resultOf } from '@trailwarden/domain/work-day/work-day-kind'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { useDevice } from '#data/device/device-session.ts'
import { usePageData } from '#data/page-data.ts'
import { formatDateTime, formatExact } from '#lib/dates.ts'
import { downloadFile } from '#lib/download.ts'
import { useSignedIn } from '#parts/person/signed-in.ts'
import { RecordColumns, RecordHead } from '#parts/record/record-frame.tsx'
import { RecordMissing } from '#parts/record/record-missing.tsx'
import { NeedsAttention } from '#parts/sync/needs-attention.tsx'
import { SyncStateLine } from '#parts/sync/sync-state.tsx'
import { useSiteData } from '#parts/trail/site-data.ts'
import { Button } from '#ui/button.tsx'
import { CardHeading, Muted, PaddedCard } from '#ui/card.tsx'
import { AskFirst } from '#ui/dialog/ask-first.tsx'
import { useNamedScreen } from '#ui/screen-name.ts'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP } from '#ui/theme/theme.ts'
import { toGpx } from './gpx.ts'
import { JobCard } from './job-card.tsx'
import { JobNumber } from './job-order-list.tsx'
import { WorkDaySheet } from './work-day-sheet.tsx'
import {
  confirmJob,
  deleteWorkDay,
  type JobState,
  minutesText,
  placeOfAction,
  type SeenJob,
  type SeenWorkDay,
  stateOfJob,
  useJobs,
  useNames,
  useWorkDay,
  workMinutes,
} from './work-days.ts'

const Tools = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  marginTop: 12,
  [DESKTOP]: { marginTop: 0, justifyContent: 'flex-end' },
})

const List = styled('ol')({
  '& li': { display: 'grid', gridTemplateColumns: '32px minmax(0, 1fr)', gap: 12, alignItems: 'start', padding: '12px 0' },
  '& li + li': { borderTop: `1px solid ${colour('line')}` },
  '& a': { display: 'block', fontWeight: 600, overflowWrap: 'anywhere', color: colour('link') },
  '& li[data-over=true] a': { textDecoration: 'line-through' },
})

const Lines = styled('p')({ whiteSpace: 'pre-line', overflowWrap: 'anywhere' })

const STATES: Record<JobState, string> = {
  open: '',
  done: 'Done',
  'needs review': 'Done, needs review',
  'not today': 'Not today',
  resolved: 'Already resolved',
}

export function WorkDayView() {
  const { id = '' } = useParams()
  const day = useWorkDay(id)
  if (day === undefined) return null
  return day === null ? <RecordMissing /> : <Shown day={day} />
}

function Shown({ day }: { day: SeenWorkDay }) {
  const { timeZone } = usePageData().site
  const me = useSignedIn()
  const jobs = useJobs(day.jobs)
  const names = useNames()
  const chosen = useSearchParams()[0].get('job')
  useNamedScreen(day.title)
  if (!jobs) return null
  const states = jobs.map((job) => stateOfJob(day, job))
  const next = jobs.findIndex((job) => job.actionId === chosen && stateOfJob(day, job) !== 'done')
  const at = next >= 0 ? next : states.indexOf('open')
  const job = jobs[at]
  const done = states.filter((state) => state !== 'open' && state !== 'not today').length
  const crew = day.crew.map((id) => names.get(id) ?? (id === me.id ? me.displayName : null)).filter((name) => name !== null)
  return (
    <>
      <RecordHead>
        <div>
          <h2>{day.title}</h2>
          <p>
            <span>{formatExact(new Date(day.startsAt), timeZone)}</span>
            {day.meetAt && <span>{day.meetAt}</span>}
            {day.backBy && <span>Back by {formatExact(new Date(day.backBy), timeZone).slice(-5)}</span>}
            <b>
              {done} of {jobs.length} done
            </b>
            <SyncStateLine state={day.state} long />
          </p>
        </div>
        <DayTools day={day} jobs={jobs} mayEdit={isManager(me)} />
      </RecordHead>
      <RecordColumns data-print="no">
        <div>
          {day.attention.map((refused) => (
            <NeedsAttention key={refused.waiting.command.id} refused={refused} />
          ))}
          {job ? (
            // The key prevents text that was typed for one job from appearing in the next.
            <JobCard key={job.actionId} day={day} job={job} at={at} />
          ) : (
            <PaddedCard aria-label="All jobs">
              <CardHeading>{states.includes('not today') ? 'No jobs left for today' : 'All jobs are done'}</CardHeading>
            </PaddedCard>
          )}
        </div>
        <div>
          <PaddedCard aria-label="Jobs">
            <CardHeading>Jobs, {minutesText(workMinutes(day.jobs))}</CardHeading>
            <List>
              {jobs.map((one, i) => (
                <JobLine key={one.actionId} day={day} job={one} at={i} state={states[i] ?? 'open'} mayConfirm={isManager(me)} />
              ))}
            </List>
          </PaddedCard>
          <PaddedCard aria-label="People and equipment">
            <CardHeading>People and equipment</CardHeading>
            {day.leader && <Lines>Leader: {day.leader}</Lines>}
            <Lines>{[...crew, day.guests].filter(Boolean).join('\n') || 'No one yet'}</Lines>
            {day.bring && (
              <>
                <Muted>Bring</Muted>
                <Lines>{day.bring}</Lines>
              </>
            )}
          </PaddedCard>
        </div>
      </RecordColumns>
      <WorkDaySheet day={day} jobs={jobs} />
    </>
  )
}

function JobLine({
  day,
  job,
  at,
  state,
  mayConfirm,
}: {
  day: SeenWorkDay
  job: SeenJob
  at: number
  state: JobState
  mayConfirm: boolean
}) {
  const { timeZone } = usePageData().site
  const device = useDevice()
  const names = useNames()
  const trails = useSiteData()?.index ?? null
  const result = resultOf(day, job.actionId)
  const who = result && names.get(result.by)
  const reported = result && [STATES[state], who, formatDateTime(new Date(result.at), timeZone), result.note].filter(Boolean).join(' · ')
  return (
    <li data-over={state !== 'open' && state !== 'not today'}>
      <JobNumber>{at + 1}</JobNumber>
      <div>
        <Link
          to={state === 'open' || state === 'not today' ? `?job=${job.actionId}` : `/actions/view/${job.actionId}`}
          replace
          preventScrollReset={false}
        >
          {job.action?.description ?? job.what}
        </Link>
        <Muted>{[job.action && placeLine(trails, job.action), job.tools].filter(Boolean).join(' · ')}</Muted>
        {(reported || STATES[state]) && <Muted as="p">{reported || STATES[state]}</Muted>}
        {state === 'needs review' && mayConfirm && (
          <Button variant="outlined" onClick={() => void confirmJob(device, day, job)}>
            Resolve {job.action?.number}
          </Button>
        )}
      </div>
    </li>
  )
}

function DayTools({ day, jobs, mayEdit }: { day: SeenWorkDay; jobs: readonly SeenJob[]; mayEdit: boolean }) {
  const site = useSiteData()
  const device = useDevice()
  const navigate = useNavigate()
  const stops = jobs.flatMap((job, at) => {
    const place = placeOfAction(job.action, site)
    const name = [at + 1, job.action?.number, job.what].filter(Boolean).join(' ')
    return place && job.action ? [{ name, about: placeLine(site?.index ?? null, job.action), position: place.position }] : []
  })
  const remove = async () => {
    if (await deleteWorkDay(device, day.id)) void navigate('/management/work-days', { replace: true })
  }
  return (
    <Tools>
      <Button variant="outlined" onClick={() => print()}>
        Print sheet
      </Button>
      <Button
        variant="outlined"
        disabled={stops.length === 0}
        onClick={() => downloadFile('work-day.gpx', 'application/gpx+xml', toGpx(day.title, stops))}
      >
        GPX
      </Button>
      {mayEdit && (
        <>
          <Button variant="outlined" component={Link} to={`/work-days/edit/${day.id}`}>
            Edit
          </Button>
          <AskFirst
            question="Delete this work day?"
            answer="Delete"
            act={() => void remove()}
            button={(ask) => (
              <Button variant="text" sx={{ color: colour('errorText') }} onClick={ask}>
                Delete
              </Button>
            )}
          >
            Its Actions won’t change.
          </AskFirst>
        </>
      )}
    </Tools>
  )
}
