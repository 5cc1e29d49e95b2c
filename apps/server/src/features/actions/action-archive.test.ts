import { ARCHIVE_PAGE, ArchivedActions } from '@trailwarden/api'
import type { Action } from '@trailwarden/domain'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type createDeviceFor, createTestDevice, settled } from '#testing/devices.ts'
import { createTestServer } from '#testing/test-server.ts'
import { archiveActions } from './action-archive.ts'

type Device = ReturnType<typeof createDeviceFor>

const YEAR_MS = 366 * 86_400_000
const inAYear = () => new Date(Date.now() + YEAR_MS)
const idsOf = (device: Device) =>
  device
    .actions()
    .map(({ id }) => id)
    .sort()
const archived = async (device: Device, query = '') => {
  const reply = await device.browser.get(`/api/actions/archived${query}`)
  expect(reply.statusCode, reply.body).toBe(200)
  return ArchivedActions.parse(reply.json())
}
const foundBy = async (device: Device, query = '') => (await archived(device, query)).documents.map(({ id }) => id).sort()

async function createTeam() {
  const { app, database } = await createTestServer()
  const [manager, member] = [await createTestDevice(app, database.db, { role: 2 }), await createTestDevice(app, database.db)]
  const archive = async (now = inAYear()) => {
    const count = await archiveActions(database.db)(now)
    await settled(database.db)
    return count
  }
  return { app, database, manager, member, archive }
}

test('archives resolved Actions that haven’t changed for a year: removes them from devices and keeps all others', async () => {
  const { app, database, manager, member, archive } = await createTeam()
  const [open, resolved, own] = [await manager.report(), await manager.report(), await member.report({ description: 'Loose berm' })]
  for (const id of [resolved, own]) await manager.do('action', id, { status: 'Resolved' }, { baseVersion: 1 })
  await Promise.all([manager.fetch(), member.fetch()])
  const before = await manager.action(resolved)
  expect([idsOf(manager), idsOf(member)]).toEqual([[open, resolved, own].sort(), [open, own].sort()])

  expect(await archive(new Date())).toBe(0)
  expect(await archive()).toBe(2)
  expect(await archive()).toBe(0)
  const pages = [...(await manager.fetch()), ...(await member.fetch())]
  expect(pages.every(({ reset }) => !reset)).toBe(true)
  expect([idsOf(manager), idsOf(member)]).toEqual([[open], [open]])
  const later = await createTestDevice(app, database.db, { role: 2 })
  await later.fetch()
  expect(idsOf(later)).toEqual([open])

  expect(await foundBy(manager)).toEqual([resolved, own].sort())
  expect(await foundBy(member)).toEqual([own])
  expect(await foundBy(member, `?id=${resolved}`)).toEqual([])
  expect(await foundBy(manager, `?id=${open}`)).toEqual([])
  const [document] = (await archived(manager, `?id=${resolved}`)).documents
  expect(document).toEqual({ kind: 'action', id: resolved, version: 2, data: before })
  expect(await foundBy(manager, '?words=loose%20BERM')).toEqual([own])
  expect(await foundBy(manager, '?words=%25')).toEqual([])
})

test('reopening an archived Action, adding a note or deleting its author returns it to every device', async () => {
  const { database, manager, member, archive } = await createTeam()
  const ids = [await member.report(), await member.report(), await member.report()]
  const [reopened = '', noted = '', forgotten = ''] = ids
  for (const id of ids) await manager.do('action', id, { status: 'Resolved' }, { baseVersion: 1 })
  expect(await archive()).toBe(3)
  await Promise.all([manager.fetch(), member.fetch()])
  expect((await manager.do('action', reopened, { status: 'Unresolved' }, { baseVersion: 2 })).outcome).toBe('applied')
  const note = { addNote: { id: crypto.randomUUID(), text: 'It came back' } }
  expect((await manager.do('action', noted, note, { baseVersion: 2 })).outcome).toBe('applied')
  await sql`update actions set created_by_name = 'Former user' where id = ${forgotten}`.execute(database.db)
  await settled(database.db)
  await Promise.all([manager.fetch(), member.fetch()])
  expect([idsOf(manager), idsOf(member)]).toEqual([[...ids].sort(), [...ids].sort()])
  expect(await foundBy(manager)).toEqual([])
  expect(await archive(new Date(Date.now() + 1000))).toBe(0)
  expect(await archive()).toBe(2)
})

test('reads the archive page by page, newest first, each Action once, and doesn’t scan it on a first fetch', async () => {
  const { app, database, manager, archive } = await createTeam()
  const live = await manager.report()
  await sql`
    insert into actions (id, number, description, area, detail, rating, status, notes, version, recorded_at, created_at, created_by,
      created_by_name, updated_at, updated_by, updated_by_name, completed_at)
    select gen_random_uuid(), lpad(nextval('action_number')::text, 6, '0'), 'Tree ' || n, 'St Helens', '', 'Low', 'Resolved', '[]', 1,
      now(), now() - interval '3 years', ${manager.person.id}, 'x', now() - interval '2 years', ${manager.person.id}, 'x',
      now() - interval '2 years' - make_interval(mins => n / 3)
    from generate_series(1, ${2 * ARCHIVE_PAGE + 100}) n`.execute(database.db)
  const archiveNow = archiveActions(database.db)
  const counts = []
  for (let count = await archiveNow(new Date()); count > 0; count = await archiveNow(new Date())) counts.push(count)
  expect(counts).toEqual([500, 500, 100])
  await settled(database.db)
  const seen: string[] = []
  const times: string[] = []
  for (let after: string | null = ''; after !== null; ) {
    const page: ArchivedActions = await archived(manager, after && `?after=${encodeURIComponent(after)}`)
    seen.push(...page.documents.map(({ id }) => id))
    times.push(...page.documents.map(({ data }) => (data as Action).completedAt ?? ''))
    after = page.next
  }
  expect([seen.length, new Set(seen).size]).toEqual([2 * ARCHIVE_PAGE + 100, 2 * ARCHIVE_PAGE + 100])
  expect(times).toEqual(times.toSorted().reverse())
  const later = await createTestDevice(app, database.db, { role: 2 })
  const pages = await later.fetch()
  expect(idsOf(later)).toEqual([live])
  expect(pages).toHaveLength(2)
  expect(await archive()).toBe(0)
})

test('an Action that is archived while someone changes it stays on every device or returns there', async () => {
  const { database, manager, archive } = await createTeam()
  const ids = await Promise.all(Array.from({ length: 20 }, () => manager.report()))
  for (const id of ids) await manager.do('action', id, { status: 'Resolved' }, { baseVersion: 1 })
  await manager.fetch()
  const note = () => ({ addNote: { id: crypto.randomUUID(), text: 'Looked again' } })
  await Promise.all([...ids.map((id) => manager.do('action', id, note(), { baseVersion: 2 })), archive(), archive()])
  await settled(database.db)
  await manager.fetch()
  // Some Actions were archived and returned when their note arrived. The others were never archived, because a sweep after the note checks
  // its time.
  const gone = ids.filter((id) => !idsOf(manager).includes(id))
  expect((await foundBy(manager)).sort()).toEqual(gone.sort())
})
