import * as z from 'zod/mini'
import { DESCRIPTION_MAX_LENGTH } from '../action/action-kind.ts'
import { MANAGER } from '../person/person.ts'
import { CREATED, ID, type PatchOf, RECORDED, type RecordOf, recordKind, UPDATED, VERSION } from '../record-kind.ts'
import { text } from '../text.ts'

/** A day has no time for more jobs, and every change sends the whole list. */
export const JOBS_MAX = 40
export const CREW_MAX = 60
export const JOB_MINUTES_MAX = 24 * 60

export const WorkDayJob = z.strictObject({
  actionId: z.uuid(),
  /** Copied from the Action when the job was added, because members don't receive resolved Actions. */
  what: text(DESCRIPTION_MAX_LENGTH),
  minutes: z.nullable(z.int().check(z.gte(0), z.lte(JOB_MINUTES_MAX))),
  tools: text(200),
})
export type WorkDayJob = z.infer<typeof WorkDayJob>

export const JobOutcome = z.enum(['Done', 'Not today'])
export type JobOutcome = z.infer<typeof JobOutcome>

/** Stores IDs instead of names, because deleting a person must delete the name everywhere, and the name would remain in this list. */
export const JobResult = z.object({
  actionId: z.uuid(),
  outcome: JobOutcome,
  note: z.string(),
  at: z.iso.datetime(),
  by: z.uuid(),
})
export type JobResult = z.infer<typeof JobResult>

type Reported = Pick<JobResult, 'actionId' | 'outcome' | 'note'>

/** WD4: the latest report about a job replaces earlier ones. */
const withResult = (results: JobResult[], reported: Reported | undefined, stamp: Pick<JobResult, 'at' | 'by'>): JobResult[] =>
  reported ? [...results.filter(({ actionId }) => actionId !== reported.actionId), { ...reported, ...stamp }] : results

export const workDayKind = recordKind({
  name: 'work-day',
  editableFields: {
    title: { schema: text(80).check(z.minLength(1, 'Required')), blank: '', role: MANAGER, label: 'Title' },
    startsAt: { schema: z.iso.datetime('Required'), blank: '', role: MANAGER, label: 'Starts' },
    backBy: { schema: z.nullable(z.iso.datetime()), blank: null, role: MANAGER, label: 'Back by', empty: 'Not set' },
    meetAt: { schema: text(200), blank: '', role: MANAGER, label: 'Meet at', empty: 'Not set' },
    leader: { schema: text(200), blank: '', role: MANAGER, label: 'Leader', empty: 'Not set' },
    /** Users who get the work day on their devices. */
    crew: { schema: z.array(z.uuid()).check(z.maxLength(CREW_MAX)), blank: [], role: MANAGER, label: 'People' },
    /** People without an account, one per line. */
    guests: { schema: text(1000), blank: '', role: MANAGER, label: 'Others', empty: 'No one else' },
    bring: { schema: text(1000), blank: '', role: MANAGER, label: 'Bring', empty: 'Nothing else' },
    jobs: { schema: z.array(WorkDayJob).check(z.maxLength(JOBS_MAX)), blank: [], role: MANAGER, label: 'Jobs' },
  },
  serverFields: {
    ...ID,
    results: { schema: z.array(JobResult), blank: [], label: 'Job results' },
    ...VERSION,
    ...RECORDED,
    ...CREATED,
    ...UPDATED,
  },
  operations: {
    result: { schema: z.strictObject({ actionId: z.uuid(), outcome: JobOutcome, note: text(500) }), label: 'Job' },
    deleted: { schema: z.literal(true), role: MANAGER, label: 'Deleted' },
  },
  derive: (next, _before, { patch, author, at }) => ({
    results: withResult(next.results, patch.result, { at, by: author.id }),
  }),
})

export type WorkDay = RecordOf<typeof workDayKind>
export type WorkDayPatch = PatchOf<typeof workDayKind>

export const resultOf = ({ results }: Pick<WorkDay, 'results'>, actionId: string): JobResult | null =>
  results.find((result) => result.actionId === actionId) ?? null
