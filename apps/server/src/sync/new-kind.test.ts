/** Records of a kind that a later version adds need no special code, and older devices don't receive them. */
import { randomUUID } from 'node:crypto'
import { PullReply } from '@trailwarden/api'
import { CREATED, ID, MANAGER, RECORDED, recordKind, UPDATED, VERSION } from '@trailwarden/domain'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { kindsFor, readable } from '#core/synced-kind.ts'
import { applyRecordChange, byDescription } from '#db/records/record-store.ts'
import { createTestDevice, settled } from '#testing/devices.ts'
import { createTestServer } from '#testing/test-server.ts'
import { readCursor } from './pull/cursor.ts'
import { memoryOf } from './pull/past.ts'
import { pull } from './pull/pull.ts'
import { sign } from './pull/signature.ts'
import { push } from './push/push.ts'

const shelterKind = recordKind({
  name: 'shelter',
  editableFields: {
    name: { schema: z.string().check(z.minLength(1)), blank: '', label: 'Name' },
    place: { schema: z.nullable(z.object({ latitude: z.number() })), blank: null, label: 'Location' },
  },
  serverFields: { ...ID, ...VERSION, ...RECORDED, ...CREATED, ...UPDATED },
  operations: { deleted: { schema: z.literal(true), role: MANAGER, label: 'Deleted' } },
})

const TABLE = `
  create table shelters (
    id uuid primary key, name text not null, place jsonb, version int not null, recorded_at timestamptz not null,
    created_at timestamptz not null, created_by uuid not null, created_by_name text not null,
    updated_at timestamptz not null, updated_by uuid not null, updated_by_name text not null, deleted_at timestamptz);
  create trigger shelters_change after insert or update or delete on shelters for each row execute function note_row_change('shelter')`

async function createServerWithShelters() {
  const { app, database, features } = await createTestServer()
  await database.pool.query(TABLE)
  const { db } = database
  const apply = applyRecordChange(shelterKind, 'shelters', byDescription(shelterKind))
  const kinds = { ...features.sync.kinds, shelter: { ...readable(shelterKind, 'shelters', { since: 2 }), apply } }
  const deps = {
    db,
    kinds,
    apply: { shelter: apply },
    onMilestone: () => {},
    onError: (error: unknown) => expect.fail(String(error)),
    onAnswers: () => undefined,
  }
  const someone = async (role: number) => {
    const device = await createTestDevice(app, db, { role })
    const actor = { id: device.person.id, name: device.person.displayName, role }
    return {
      actor,
      report: device.report,
      async do(recordId: string, patch: Record<string, unknown>, sent: Parameters<typeof device.command>[3] = {}) {
        const [answer] = (await push(deps, actor, device.deviceId, [device.command('shelter', recordId, patch, sent)])) ?? []
        return answer
      },
      async fetch(protocol: number, from = '') {
        await settled(db)
        const pages: PullReply[] = []
        do {
          const evidence = { receipt: null, cursor: readCursor(pages.at(-1)?.cursor ?? from), memory: memoryOf(db) }
          pages.push(PullReply.parse(JSON.parse(await pull(db, actor, evidence, protocol, kindsFor(protocol, kinds)))))
        } while (pages.at(-1)?.more)
        return {
          reset: pages.some(({ reset }) => reset),
          documents: pages.flatMap(({ documents }) => documents),
          removed: pages.flatMap(({ removed }) => removed),
          cursor: pages.at(-1)?.cursor ?? '',
        }
      },
    }
  }
  return { database, someone }
}

test('creates, edits, merges, orders and deletes records of a plain kind using only its description', async () => {
  const { database, someone } = await createServerWithShelters()
  const [ann, manager] = [await someone(1), await someone(2)]
  const id = randomUUID()
  expect(await ann.do(id, { place: null })).toMatchObject({ outcome: 'invalid' })
  expect(await ann.do(id, { name: 'Hut' }, { baseVersion: 1 })).toMatchObject({ outcome: 'gone' })
  expect(await ann.do(id, { name: 'Hut', place: { latitude: -41 } }, { n: 5 })).toMatchObject({ outcome: 'applied', version: 1 })
  expect(await manager.do(id, { name: 'Old hut' }, { baseVersion: 1 })).toMatchObject({ outcome: 'applied', version: 2 })
  expect(await ann.do(id, { name: 'New hut' }, { n: 7, baseVersion: 1 })).toMatchObject({ outcome: 'merged', replaced: ['name'] })
  // The change was made before the last one but arrives after it, so it changes only the history.
  expect(await ann.do(id, { name: 'Late hut' }, { n: 6, baseVersion: 1 })).toMatchObject({ outcome: 'applied', version: 3 })
  const [shelter] = (await ann.fetch(2)).documents.filter(({ kind }) => kind === 'shelter')
  expect(shelterKind.document.parse(shelter?.data)).toMatchObject({ name: 'New hut', place: { latitude: -41 }, updatedBy: ann.actor.id })
  expect(await ann.do(id, { deleted: true }, { baseVersion: 3 })).toMatchObject({ outcome: 'forbidden' })
  expect(await manager.do(id, { deleted: true }, { baseVersion: 3 })).toMatchObject({ outcome: 'applied' })
  expect(await ann.do(id, { name: 'Hut' }, { baseVersion: 3 })).toMatchObject({ outcome: 'gone' })
  const { rows } = await database.pool.query('select changes from history where record_id = $1 order by id', [id])
  expect(rows.map(({ changes }) => changes)).toEqual([
    { name: { before: null, after: 'Hut' }, place: { before: null, after: { latitude: -41 } } },
    { name: { before: 'Hut', after: 'Old hut' } },
    { name: { before: 'Old hut', after: 'New hut' } },
    { name: { before: 'Late hut', after: 'New hut' } },
    { deleted: { before: false, after: true } },
  ])
})

test.for([1, 2])(
  'devices whose app is older than a kind receive none of its records, and receive them all once updated (role %d)',
  async (role) => {
    const { someone } = await createServerWithShelters()
    const [person, manager] = [await someone(role), await someone(2)]
    const [stays, gone, report] = [randomUUID(), randomUUID(), await person.report()]
    const first = await person.fetch(1)
    for (const id of [stays, gone]) await person.do(id, { name: 'Hut' })
    const names = ({ documents }: typeof first) => new Set(documents.map(({ kind }) => kind))
    expect(names(first)).not.toContain('shelter')
    expect(names(await person.fetch(1))).not.toContain('shelter')
    await manager.do(gone, { deleted: true }, { baseVersion: 1 })
    const second = await person.fetch(1, first.cursor)
    expect(second).toMatchObject({ reset: false, documents: [], removed: [] })

    const updated = await person.fetch(2, second.cursor)
    expect(updated.reset).toBe(true)
    expect(updated.documents.filter(({ kind }) => kind === 'shelter').map(({ id }) => id)).toEqual([stays])
    expect(updated.documents.some(({ id }) => id === report)).toBe(true)
    await manager.do(stays, { deleted: true }, { baseVersion: 1 })
    const last = await person.fetch(2, updated.cursor)
    expect(last).toMatchObject({ reset: false, removed: [{ kind: 'shelter', id: stays }] })
    // Simulates a device whose app is downgraded and updated again. The device must not miss changes from the time in between.
    const back = await person.fetch(1, last.cursor)
    expect(back.reset).toBe(false)
    await person.do(randomUUID(), { name: 'Tap' })
    const again = await person.fetch(2, (await person.fetch(1, back.cursor)).cursor)
    expect(again.documents.filter(({ kind }) => kind === 'shelter')).toHaveLength(1)
  },
)

test('a cursor from before the protocol version was added to cursors is still valid', async () => {
  const { database, someone } = await createServerWithShelters()
  const ann = await someone(1)
  const { cursor } = await ann.fetch(1)
  const { rows } = await database.pool.query(`select encode(secret, 'hex') as secret from sync_epoch`)
  const old = sign(rows[0].secret, cursor.split('~').slice(0, -2).join('~'))
  expect(await ann.fetch(1, old)).toMatchObject({ reset: false })
})

test('names the unknown kind when it refuses a change to it, and stores the answer', async () => {
  const { app, database } = await createTestServer()
  const device = await createTestDevice(app, database.db)
  const command = device.command('shelter', randomUUID(), { name: 'Hut' })
  const [answer] = await device.send([command])
  expect(answer).toMatchObject({ outcome: 'invalid', refusal: { detail: 'no such kind: shelter' } })
  expect(await device.send([command])).toEqual([answer])
})
