import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Case, managers, nobody, type TestEnv } from './permission-case.ts'
import { fetchOf } from './point-cases.ts'
import { command } from './sync-cases.ts'

const ACTION_ID = '6f8e2a52-58f5-4a5b-9d2f-0c8b9b1f6d01'
const JOBS = [{ actionId: ACTION_ID, what: 'Log', minutes: 30, tools: '' }]
const WORK_DAY = { title: 'Bay of Fires', startsAt: '2027-01-01T00:00:00.000Z', jobs: JOBS }

/** Writes directly to the database, because the test may have changed the API's rules. */
async function createWorkDay({ db, subject }: TestEnv): Promise<string> {
  const id = randomUUID()
  await sql`insert into work_days values (${id}, 'Bay of Fires', now(), null, '', '', ${JSON.stringify([subject.id])}, '', '', ${JSON.stringify(JOBS)}, '[]',
    1, now(), now(), ${subject.id}, 'x', now(), ${subject.id}, 'x', null)`.execute(db)
  return id
}

const itsPeople = '- - + + + + -'

const push = (about: string, cells: string, call: Case['call']): Case => ({ route: 'POST /api/push', about, cells, call })
const add = (about: string, cells: string, patch: object): Case =>
  push(`plan a work day: ${about}`, cells, (env) => command(env, 'work-day', randomUUID(), { ...WORK_DAY, ...patch }))
const change = (about: string, cells: string, patch: Record<string, unknown>): Case =>
  push(`a work day of the subject: ${about}`, cells, async (env) => command(env, 'work-day', await createWorkDay(env), patch, 1))

/** Only the server or its merge code sets these fields. */
const PROTECTED = ['id', 'version', 'results', 'createdBy', 'createdByName', 'createdAt', 'updatedByName']

export const WORK_DAY_CASES: readonly Case[] = [
  add('a new one', managers, {}),
  ...PROTECTED.map((field) => add(`field ${field}`, nobody, { [field]: 'x' })),
  change('its title', managers, { title: 'On Sunday' }),
  change('its people', managers, { crew: [] }),
  change('its jobs', managers, { jobs: [] }),
  change('delete it', managers, { deleted: true }),
  change('a job is done', itsPeople, { result: { actionId: ACTION_ID, outcome: 'Done', note: '' } }),
  ...PROTECTED.map((field) => change(`field ${field}`, nobody, { [field]: 'x' })),
  {
    route: 'GET /api/pull',
    about: 'a work day',
    cells: '- 404 + + + + -',
    call: async (env) => fetchOf(env, 'work-day', await createWorkDay(env)),
  },
]
