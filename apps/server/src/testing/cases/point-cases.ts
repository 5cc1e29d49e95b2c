import { randomUUID } from 'node:crypto'
import { PROTOCOL_HEADER, PullReply } from '@trailwarden/api'
import { trailLineId } from '@trailwarden/domain/trail-line/trail-line-kind'
import { sql } from 'kysely'
import { settled } from '../devices.ts'
import { type Case, managers, nobody, type TestEnv } from './permission-case.ts'
import { command } from './sync-cases.ts'

const PLACE = { latitude: -41.1761, longitude: 148.0941, accuracyM: null }
const POI = { category: 'POI', description: 'Lookout', place: PLACE }
const ENTRY = { place: { latitude: PLACE.latitude, longitude: PLACE.longitude }, isGone: false }

let posts = 0
/**
 * The subject entered the post, and nobody has confirmed it. Writes directly to the database, because the test may have changed the API's
 * rules.
 */
async function createPost({ db, subject }: TestEnv): Promise<{ id: string; code: string }> {
  const [id, code] = [randomUUID(), `ZP${posts++}`]
  await sql`insert into points values (${id}, 'Emergency Marker', ${code}, '', '', ${JSON.stringify(PLACE)}::jsonb, null, false, null,
    ${JSON.stringify([subject.id])}::jsonb, null, null, null, 1, now(), now(), ${subject.id}, 'x', now(), ${subject.id}, 'x')`.execute(db)
  await sql`insert into history (kind, record_id, version, command_id, changes, recorded_at, created_at, created_by, created_by_name)
    values ('point', ${id}, 1, ${randomUUID()}, '{}', now(), now(), ${subject.id}, 'x')`.execute(db)
  return { id, code }
}

const push = (about: string, cells: string, call: Case['call']): Case => ({ route: 'POST /api/push', about, cells, call })
const add = (about: string, cells: string, patch: object): Case =>
  push(`add a point: ${about}`, cells, (env) => command(env, 'point', randomUUID(), { ...patch }))
const change = (about: string, cells: string, patch: (code: string) => Record<string, unknown>): Case =>
  push(`a post that the subject entered: ${about}`, cells, async (env) => {
    const { id, code } = await createPost(env)
    return command(env, 'point', id, patch(code), 1)
  })

/** Only the server or its merge code sets these fields. */
const PROTECTED = ['id', 'confirmed', 'enteredBy', 'confirmedBy', 'confirmedAt', 'sentBack', 'version', 'createdBy', 'updatedByName']

/** Pulls with a current device. Returns 404 if the device doesn't receive the record. */
export async function fetchOf({ browser, db }: TestEnv, kind: string, id: string) {
  await settled(db)
  for (let cursor = '', more = true; more; ) {
    const reply = await browser.call('GET', `/api/pull?cursor=${encodeURIComponent(cursor)}`, {}, { [PROTOCOL_HEADER]: '2' })
    if (reply.statusCode !== 200) return reply
    const page = PullReply.parse(reply.json())
    if (page.documents.some((one) => one.kind === kind && one.id === id)) return reply
    cursor = page.cursor
    more = page.more
  }
  return { statusCode: 404 }
}

const TRAIL = 'old-salty-dog'
const LINE = {
  lines: [
    [
      [148.2, -41.3],
      [148.21, -41.3],
    ],
  ],
  heights: null,
}

async function createLine({ db, subject }: TestEnv): Promise<string> {
  const id = trailLineId(TRAIL)
  await sql`insert into trail_lines values (${id}, ${TRAIL}, ${JSON.stringify(LINE)}::jsonb, '', 1, now(), now(), ${subject.id}, 'x', now(),
    ${subject.id}, 'x') on conflict (id) do update set created_by = excluded.created_by, version = 1`.execute(db)
  await sql`insert into history (kind, record_id, version, command_id, changes, recorded_at, created_at, created_by, created_by_name)
    values ('trail-line', ${id}, 1, ${randomUUID()}, '{}', now(), now(), ${subject.id}, 'x')`.execute(db)
  return id
}

const changeLine = (about: string, cells: string, patch: Record<string, unknown>): Case =>
  push(`change the line of a trail: ${about}`, cells, (env) => command(env, 'trail-line', trailLineId(TRAIL), { trail: TRAIL, ...patch }))

const LINE_CASES: readonly Case[] = [
  changeLine('a new one', managers, { line: LINE, note: 'New bridge' }),
  changeLine('put back', managers, { line: null }),
  ...['id', 'version', 'createdBy', 'updatedByName'].map((field) => changeLine(`field ${field}`, nobody, { line: LINE, [field]: 'x' })),
  {
    route: 'GET /api/pull',
    about: 'the line of a trail',
    cells: '- 404 404 + + + -',
    call: async (env) => fetchOf(env, 'trail-line', await createLine(env)),
  },
  {
    route: 'GET /api/trail-lines/:id/history',
    cells: managers,
    call: async (env) => env.browser.get(`/api/trail-lines/${await createLine(env)}/history`),
  },
]

export const POINT_CASES: readonly Case[] = [
  ...LINE_CASES,
  add('a place', managers, POI),
  add('removed from the beginning', managers, { ...POI, isGone: true }),
  ...PROTECTED.map((field) => add(`field ${field}`, nobody, { ...POI, [field]: 'x' })),
  change('notes', managers, () => ({ notes: 'Behind the gate' })),
  change('position', managers, () => ({ place: { ...PLACE, latitude: -41.1762 } })),
  change('remove', managers, () => ({ isGone: true })),
  // People can't confirm their own entries.
  change('confirm', '- - - + - + -', (code) => ({ confirm: { ...ENTRY, code } })),
  change('send back', managers, (code) => ({ sendBack: { ...ENTRY, code, reason: 'It stands at the bridge' } })),
  ...PROTECTED.map((field) => change(`field ${field}`, nobody, () => ({ [field]: 'x' }))),
  {
    route: 'GET /api/pull',
    about: 'a point',
    cells: '- 404 404 + + + -',
    call: async (env) => fetchOf(env, 'point', (await createPost(env)).id),
  },
  {
    route: 'GET /api/points/:id/history',
    cells: managers,
    call: async (env) => env.browser.get(`/api/points/${(await createPost(env)).id}/history`),
  },
]
