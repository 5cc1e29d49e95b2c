import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Case, managers, nobody, type TestEnv } from './permission-case.ts'
import { fetchOf } from './point-cases.ts'
import { command } from './sync-cases.ts'

const NOTICE = { title: 'Race day', text: 'Expect riders at speed.', level: 'Caution', endsAt: '2027-01-01T00:00:00.000Z' }

/** Writes directly to the database, because the test may have changed the API's rules. */
async function createNotice({ db, subject }: TestEnv): Promise<string> {
  const id = randomUUID()
  await sql`insert into notices values (${id}, 'Race day', '', 'Caution', now() + interval '1 hour', false, 1, now(), now(), ${subject.id}, 'x', now(),
    ${subject.id}, 'x')`.execute(db)
  return id
}

const push = (about: string, cells: string, call: Case['call']): Case => ({ route: 'POST /api/push', about, cells, call })
const add = (about: string, cells: string, patch: object): Case =>
  push(`write a notice: ${about}`, cells, (env) => command(env, 'notice', randomUUID(), { ...NOTICE, ...patch }))
const change = (about: string, cells: string, patch: Record<string, unknown>): Case =>
  push(`a notice that the subject wrote: ${about}`, cells, async (env) => command(env, 'notice', await createNotice(env), patch, 1))

/** Only the server or its merge code sets these fields. */
const PROTECTED = ['id', 'version', 'createdBy', 'createdByName', 'createdAt', 'updatedByName', 'deleted']

export const NOTICE_CASES: readonly Case[] = [
  add('a new one', managers, {}),
  ...PROTECTED.map((field) => add(`field ${field}`, nobody, { [field]: 'x' })),
  change('its words', managers, { title: 'Race on Sunday' }),
  change('its end', managers, { endsAt: '2027-01-02T00:00:00.000Z' }),
  change('end it now', managers, { isEnded: true }),
  ...PROTECTED.map((field) => change(`field ${field}`, nobody, { [field]: 'x' })),
  {
    route: 'GET /api/pull',
    about: 'a notice',
    cells: '- 404 404 + + + -',
    call: async (env) => fetchOf(env, 'notice', await createNotice(env)),
  },
]
