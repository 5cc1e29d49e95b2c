import { randomUUID } from 'node:crypto'
import { PULL_LIMIT } from '@trailwarden/api'
import { Person, SETTINGS_ID } from '@trailwarden/domain'
import { createBrowser, createSession } from '@trailwarden/testkit/devices/people'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#db/database.ts'
import { createTestDevice, settled } from '#testing/devices.ts'
import { createTestServer } from '#testing/test-server.ts'
import { renewEpoch } from './epoch.ts'

const INSERT_ACTION = `insert into actions (id, number, description, area, detail, rating, status, notes, version, recorded_at, created_at,
  created_by, created_by_name, updated_at, updated_by, updated_by_name, completed_at)
  select gen_random_uuid(), lpad(nextval('action_number')::text, 6, '0'), 'Tree', 'St Helens', '', 'Low',
    case when $2 then 'Resolved' else 'Unresolved' end, '[]', 1, now(), now(), $3, 'x', now(), $3, 'x', case when $2 then now() end
  from generate_series(1, $1) returning id`

test('SYNC-03 a cursor never skips a slow transaction, with 8 writers that wait 0-20 ms before they commit', async () => {
  const { app, database } = await createTestServer()
  const phone = await createTestDevice(app, database.db, { role: 2 })
  const writers = openDatabase(database.url, 8)
  onTestFinished(() => writers.close())
  const made = new Set<string>()
  const write = async () => {
    for (let i = 0; i < 40; i++) {
      const client = await writers.pool.connect()
      await client.query('begin')
      const { rows } = await client.query(INSERT_ACTION, [1, false, phone.person.id])
      await new Promise((wake) => setTimeout(wake, Math.random() * 20))
      await client.query('commit')
      client.release()
      made.add(rows[0].id)
    }
  }
  let isDone = false
  const reading = (async () => {
    let pulls = 0
    for (; !isDone; pulls++) await phone.fetchWhatIsThere()
    return pulls
  })()
  await Promise.all(Array.from({ length: 8 }, write))
  isDone = true
  const pulls = await reading
  await phone.fetch()
  const held = new Set(phone.actions().map(({ id }) => id))
  const missed = [...made].filter((id) => !held.has(id)).length
  console.log(`cursor: ${made.size} commits by 8 writers, ${pulls} fetches, ${missed} missed`)
  expect(missed).toBe(0)
  expect(held.size).toBe(320)
})

test('the first pull arrives in pages, and changes made in between aren’t lost', async () => {
  const { app, database } = await createTestServer()
  const phone = await createTestDevice(app, database.db)
  const other = randomUUID()
  const { rows } = await database.pool.query(INSERT_ACTION, [PULL_LIMIT + 100, false, other])
  await database.pool.query(INSERT_ACTION, [300, true, other])
  await settled(database.db)
  const first = await phone.page('')
  expect(first).toMatchObject({ reset: true, more: true, role: 1, personId: phone.person.id, removed: [] })
  expect(first.documents).toHaveLength(PULL_LIMIT)
  // Resolves an Action that the device has already fetched and one that it hasn't, so that this member may no longer see them.
  const fetched = first.documents.find(({ kind }) => kind === 'action')?.id ?? ''
  const waiting = rows.map(({ id }) => id).find((id) => !first.documents.some((document) => document.id === id))
  await database.pool.query(`update actions set status = 'Resolved', completed_at = now() where id = any($1)`, [[fetched, waiting]])
  await settled(database.db)
  const pages = []
  for (let page = first; page.more; pages.push(page)) page = await phone.page(page.cursor)
  const documents = [first, ...pages].flatMap((page) => page.documents.filter(({ kind }) => kind === 'action'))
  expect(documents).toHaveLength(PULL_LIMIT + 99)
  expect(documents.some(({ id }) => id === waiting)).toBe(false)
  expect(pages.flatMap(({ removed }) => removed)).toContainEqual({ kind: 'action', id: fetched })
  expect(pages.every(({ reset }) => !reset)).toBe(true)
})

test('removes records that were deleted or are no longer visible from devices that have them', async () => {
  const { app, database } = await createTestServer()
  const [ann, ben, manager] = await Promise.all([
    createTestDevice(app, database.db),
    createTestDevice(app, database.db),
    createTestDevice(app, database.db, { role: 2 }),
  ])
  const [resolved, deleted] = [await ann.report(), await ann.report()]
  await Promise.all([ann.fetch(), ben.fetch(), manager.fetch()])
  expect([ann, ben, manager].map((phone) => phone.actions().length)).toEqual([2, 2, 2])
  await manager.do('action', resolved, { status: 'Resolved' }, { baseVersion: 1 })
  await manager.do('action', deleted, { deleted: true }, { baseVersion: 1 })
  const pages = await ben.fetch()
  expect(pages).toMatchObject([{ reset: false, more: false, documents: [] }])
  expect(pages[0]?.removed.map(({ id }) => id).sort()).toEqual([resolved, deleted].sort())
  await Promise.all([ann.fetch(), manager.fetch()])
  expect([ann, ben, manager].map((phone) => phone.actions().map(({ id }) => id))).toEqual([[resolved], [], [resolved]])
})

test('after a change of role, the device pulls everything again and keeps only the records it can still see', async () => {
  const { app, database } = await createTestServer()
  const [phone, other] = await Promise.all([
    createTestDevice(app, database.db, { role: 2 }),
    createTestDevice(app, database.db, { role: 2 }),
  ])
  const id = await other.report()
  await other.do('action', id, { status: 'Resolved' }, { baseVersion: 1 })
  await phone.fetch()
  expect([...phone.mirror.keys()].sort()).toEqual(
    [`action ${id}`, `person ${phone.person.id}`, `person ${other.person.id}`, `settings ${SETTINGS_ID}`].sort(),
  )
  expect(Person.parse(phone.mirror.get(`person ${other.person.id}`)).email).toBe(other.person.email)
  await database.db.updateTable('people').set({ role: 1 }).where('id', '=', phone.person.id).execute()
  const pages = await phone.fetch()
  expect(pages[0]).toMatchObject({ reset: true, role: 1 })
  expect([...phone.mirror.keys()].sort()).toEqual([`person ${phone.person.id}`, `settings ${SETTINGS_ID}`].sort())
})

test('a deleted user disappears from the managers’ directory', async () => {
  const { app, database } = await createTestServer()
  const [manager, member] = await Promise.all([createTestDevice(app, database.db, { role: 2 }), createTestDevice(app, database.db)])
  await manager.fetch()
  expect(manager.mirror.has(`person ${member.person.id}`)).toBe(true)
  await manager.browser.remove(`/api/users/${member.person.id}`)
  await manager.fetch()
  expect(manager.mirror.has(`person ${member.person.id}`)).toBe(false)
})

test('after a restore, devices pull again, new numbers are higher than any already assigned, and no change has a future time', async () => {
  const { app, database } = await createTestServer()
  const phone = await createTestDevice(app, database.db)
  const before = await phone.action(await phone.report())
  expect((await phone.fetch())[0]?.reset).toBe(false)
  expect(await renewEpoch(database.db)).toBe(false)
  // Simulates a dump from a busier machine, whose transaction numbers are far ahead of ours.
  await database.pool.query(`update changes set xid = '900000000000'`)
  await database.pool.query(`update sync_epoch set cluster = 'another machine'`)
  expect(await renewEpoch(database.db)).toBe(true)
  phone.browser.cookie = (await createSession(database.db, phone.person)).cookie
  const [page] = await phone.fetch()
  expect(page?.reset).toBe(true)
  expect(phone.actions()).toEqual([before])
  const after = await phone.action(await phone.report())
  expect(Number(after?.number)).toBeGreaterThan(Number(before?.number) + 100)
})

test('SEC-N3 a standby that takes over begins a new epoch without ending any session', async () => {
  const { app, database } = await createTestServer()
  const phone = await createTestDevice(app, database.db)
  await phone.report()
  // Simulates a failover: the timeline differs, but the row is the same.
  await database.pool.query(`update sync_epoch set cluster = 'another machine', written_by = pg_current_xact_id()`)
  expect(await renewEpoch(database.db)).toBe(true)
  expect((await phone.fetch())[0]?.reset).toBe(true)
  expect(await database.db.selectFrom('restores').select('id').execute()).toEqual([])
})

test('a pull requires a session, and an invalid cursor causes a first pull', async () => {
  const { app, database } = await createTestServer()
  const phone = await createTestDevice(app, database.db)
  expect((await createBrowser(app).get('/api/pull')).statusCode).toBe(401)
  const stranger = await createTestDevice(app, database.db)
  const { cursor } = await stranger.page('')
  for (const odd of ['', 'x', '~~~~', `${cursor}'`, cursor, cursor.replace('changes', 'weather'), '\u0000'.repeat(9)])
    expect(await phone.page(odd), odd).toMatchObject({ reset: true })
})
