import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Case, managers, nobody, noManager, type TestEnv } from './permission-case.ts'
import { fetchOf } from './point-cases.ts'
import { command } from './sync-cases.ts'

const none = '- - - - - - -'

/** Writes directly to the database, because the test may have changed the API's rules. */
async function createProposal({ db, networks }: TestEnv): Promise<string> {
  const [id, author] = [randomUUID(), randomUUID()]
  await sql`insert into status_proposals values (${id}, ${JSON.stringify(networks)}, '{}', '[]', null, 'Waiting', '', 1, now(), now(), ${author}, 'x',
    now(), ${author}, 'x')`.execute(db)
  return id
}

const push = (about: string, cells: string, call: Case['call']): Case => ({ route: 'POST /api/push', about, cells, call })
const add = (about: string, cells: string, patch: object): Case =>
  push(`propose a status: ${about}`, cells, (env) =>
    command(env, 'status-proposal', randomUUID(), { networks: env.networks, trails: {}, closures: [], ...patch }),
  )
const answer = (about: string, cells: string, patch: Record<string, unknown>): Case =>
  push(`a status that somebody else proposed: ${about}`, cells, async (env) =>
    command(env, 'status-proposal', await createProposal(env), patch, 1),
  )

/** Only the server or its merge code sets these fields. */
const PROTECTED = ['id', 'version', 'state', 'reason', 'createdBy', 'createdByName', 'createdAt', 'updatedByName', 'deleted']

export const PROPOSAL_CASES: readonly Case[] = [
  add('a new one', managers, {}),
  ...PROTECTED.map((field) => add(`field ${field}`, nobody, { [field]: 'x' })),
  answer('confirm it', managers, { confirm: true }),
  answer('decline it', managers, { decline: { reason: 'No' } }),
  answer('withdraw it', none, { withdraw: true }),
  answer('its words', noManager, { closures: [] }),
  {
    route: 'GET /api/pull',
    about: 'a status that waits for a second manager',
    cells: '- 404 404 + + + -',
    call: async (env) => fetchOf(env, 'status-proposal', await createProposal(env)),
  },
]
