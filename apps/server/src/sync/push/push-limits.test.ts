import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { RecordHistory } from '@trailwarden/domain'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestDevice, REPORT } from '#testing/devices.ts'
import { createTestServer } from '#testing/test-server.ts'
import { sweepRefusedCommands } from './command-retention.ts'

const IMPOSSIBLE = ['9999-12-31T23:59:59.9999999Z', '9999-01-01T00:00:00Z', '1969-12-31T23:59:59Z', '0001-01-01T00:00:00Z']

test('SEC-M1 replaces an impossible device time with the server’s and stores the original separately, but keeps a possible time', async () => {
  const { app, database } = await createTestServer()
  const manager = await createTestDevice(app, database.db, { role: 2 })
  const id = await manager.report()
  const possible = [new Date(Date.now() + 3_600_000).toISOString(), '2016-05-01T10:00:00.000Z']
  for (const recordedAt of [...IMPOSSIBLE, ...possible]) {
    const note = manager.command('action', id, { addNote: { id: randomUUID(), text: 'Seen again' } }, { baseVersion: 1 })
    const made = manager.command('action', randomUUID(), REPORT)
    const answers = await manager.send([note, made].map((command) => ({ ...command, recordedAt })))
    expect(answers.map(({ outcome }) => outcome)).toEqual(['applied', 'applied'])
    expect((await manager.action(made.recordId))?.recordedAt.slice(0, 4)).toBe(
      possible.includes(recordedAt) ? recordedAt.slice(0, 4) : String(new Date().getFullYear()),
    )
  }
  const reply = await manager.browser.get(`/api/actions/${id}/history`)
  expect(reply.statusCode).toBe(200)
  const { lines } = RecordHistory.parse(reply.json())
  expect(lines.slice(0, 2).map(({ recordedAt }) => recordedAt)).toEqual(possible.toReversed())
  for (const { recordedAt, createdAt } of lines.slice(2))
    expect(Math.abs(Date.parse(recordedAt) - Date.parse(createdAt))).toBeLessThan(60_000)
  const sent = await database.db.selectFrom('history').select('recordedAtSent').where('recordId', '=', id).orderBy('id').execute()
  expect(sent.map(({ recordedAtSent }) => recordedAtSent)).toEqual([null, ...IMPOSSIBLE, null, null])
})

test('SEC-M1 the migration repairs rows that couldn’t be read', async () => {
  const { app, database } = await createTestServer()
  const manager = await createTestDevice(app, database.db, { role: 2 })
  const id = await manager.report()
  const { pool } = database
  await pool.query(`
    alter table history drop column recorded_at_sent, drop constraint history_recorded_at_check;
    alter table actions drop constraint actions_recorded_at_check;
    alter table history disable trigger history_append_only;
    update history set recorded_at = '10000-01-01Z'; update actions set recorded_at = '10000-01-01Z';
    alter table history enable trigger history_append_only`)
  expect((await manager.browser.get(`/api/actions/${id}/history`)).statusCode).toBe(500)
  await pool.query(await readFile(resolve(import.meta.dirname, '../../../migrations/0009_device_times.sql'), 'utf8'))
  expect((await manager.browser.get(`/api/actions/${id}/history`)).statusCode).toBe(200)
  const action = await manager.action(id)
  expect(action?.recordedAt).toBe(action?.createdAt)
  expect((await pool.query('select recorded_at_sent as sent from history')).rows[0]?.sent).toContain('10000')
})

test('SEC-M2 a clock set back by an hour blocks no push or photo', async () => {
  const { app, database } = await createTestServer({ environment: { REQUESTS_PER_MINUTE: '20' } })
  const phone = await createTestDevice(app, database.db)
  onTestFinished(() => void vi.useRealTimers())
  await phone.report()
  await phone.browser.putPhoto(randomUUID(), Buffer.from('no photo'))
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
  await phone.report()
  expect((await phone.browser.putPhoto(randomUUID(), Buffer.from('no photo'))).statusCode).not.toBe(429)
})

test('SEC-M5 refuses commands that can never be applied, with the same answer each time, and doesn’t store them', async () => {
  const { app, database } = await createTestServer()
  const phone = await createTestDevice(app, database.db)
  const commands = [
    phone.command('action', randomUUID(), { ...REPORT, detail: 'x'.repeat(80_000) }),
    phone.command('action', randomUUID(), { ...REPORT, ...Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`field${i}`, i])) }),
    phone.command('something-new', randomUUID(), { text: 'x'.repeat(80_000) }),
  ]
  const answers = await phone.send(commands)
  expect(answers.map(({ outcome }) => outcome)).toEqual(['invalid', 'invalid', 'invalid'])
  for (const { refusal } of answers) expect(refusal?.detail.length).toBeLessThanOrEqual(500)
  expect(await phone.send(commands)).toEqual(answers)
  expect(await database.db.selectFrom('commands').select('id').execute()).toEqual([])
  // The command was applied by a server with higher limits. Its repeat still gets the original answer.
  const applied = phone.command('action', randomUUID(), REPORT)
  const [first] = await phone.send([applied])
  expect(await phone.send([{ ...applied, patch: { nonsense: true } }])).toEqual([first])
})

test('SEC-M5 stores the answer to a refused command permanently, but its patch only if it’s small, and for a month', async () => {
  const { app, database } = await createTestServer()
  const { db, pool } = database
  const phone = await createTestDevice(app, db)
  const gone = (detail: string) => phone.command('action', randomUUID(), { detail }, { baseVersion: 3 })
  // These commands are within all field limits, but the server refuses them because the Action doesn't exist.
  const [large, small] = [gone('\u{1f332}'.repeat(2000) + 'x'.repeat(2000)), gone('short')]
  const applied = phone.command('action', randomUUID(), { ...REPORT, detail: 'y'.repeat(4000) })
  const answers = await phone.send([large, small, applied])
  expect(answers.map(({ outcome }) => outcome)).toEqual(['gone', 'gone', 'applied'])
  const storedIds = async () =>
    (await db.selectFrom('commands').select(['id', 'patch']).execute()).filter(({ patch }) => patch !== null).map(({ id }) => id)
  expect(await storedIds()).toEqual(expect.arrayContaining([small.id, applied.id]))
  expect(await storedIds()).not.toContain(large.id)
  await sweepRefusedCommands(db)
  expect(await storedIds()).toContain(small.id)
  await pool.query(`update commands set received_at = received_at - interval '31 days'`)
  await sweepRefusedCommands(db)
  expect(await storedIds()).toEqual([applied.id])
  expect(await phone.send([large, small, applied])).toEqual(answers)
})
