/**
 * Closed trails, ended sessions and deleted data must not return after a restore (RULES.md, T31). restore-histories.test.ts tests random
 * histories.
 */
import { randomUUID } from 'node:crypto'
import { NOT_CONFIRMED_SINCE_RESTORE } from '@trailwarden/domain'
import { aBrowser, aPerson, as, PASSWORD } from '@trailwarden/testkit/devices/people'
import { expect, test } from 'vitest'
import { aReporter } from '#testing/reporters.ts'
import { aFirstServer, aManager, backUp, latestOf, logIn, networksOf, readStatus, restore, wordsOf } from '#testing/restores.ts'

test('SEC-N3 T31 after a restore, Closed doesn’t become Open, and nothing that was ended, disabled or deleted returns', async () => {
  const first = await aFirstServer()
  const { app, database } = first
  const boss = await as(app, database.db, { role: 4 })
  const bad = await aPerson(database.db, { role: 4 })
  const gone = await aPerson(database.db, { role: 2 })
  const changed = await aPerson(database.db, { role: 2 })
  const manager = await aManager(first)
  const made = (
    await boss.browser.post('/api/keys', { name: 'leaked', scopes: ['post-status'], days: 365, proof: { password: PASSWORD } })
  ).json()
  const { token } = (await manager.device.browser.post('/api/brief-links', { code: 'bf17', hours: 4 })).json()
  const report = await aReporter(aBrowser(app)).report({ words: 'Tree down', contact: 'jo@example.org' })
  const open = { networks: networksOf(first, () => 'Open'), basedOn: null }
  expect((await manager.device.do('trail-update', randomUUID(), open)).outcome).toBe('applied')
  const file = backUp(first)

  expect((await boss.browser.patch(`/api/users/${bad.id}`, { disabled: true })).statusCode).toBe(200)
  expect((await boss.browser.remove(`/api/users/${gone.id}`)).statusCode).toBe(204)
  expect((await boss.browser.remove(`/api/keys/${made.key.id}`)).statusCode).toBe(204)
  const other = aBrowser(app, { cookie: changed.cookie })
  expect((await other.post('/api/account/change-password', { current: PASSWORD, password: 'berms and jumps' })).statusCode).toBe(204)
  expect((await aBrowser(app).post('/api/report-links/forget-contact', { code: report.code })).statusCode).toBe(204)
  const closed = { networks: networksOf(first, () => 'Closed'), ...(await latestOf(first)) }
  expect((await manager.device.do('trail-update', randomUUID(), closed)).outcome).toBe('applied')
  await first.prepare()

  const second = await restore(file, first, { isNotified: false })
  for (const [where, word] of await wordsOf(second)) expect(word, where).toBeNull()
  for (const { message } of (await readStatus(second)).networks) expect(message).toBe(NOT_CONFIRMED_SINCE_RESTORE)
  for (const { cookie } of [bad, changed, boss.person]) {
    const me = await aBrowser(second.app, { cookie }).get('/api/me')
    expect(me.statusCode === 401 || me.json().person === null).toBe(true)
  }
  const program = { authorization: `Bearer ${made.secret}`, 'content-type': 'application/json' }
  const post = { method: 'PUT', url: `/api/v1/status-updates/${randomUUID()}`, headers: program, payload: '{"networks":{}}' } as const
  expect((await second.app.inject(post)).statusCode).toBe(401)
  expect((await aBrowser(second.app).post('/api/brief-links/open', { token })).statusCode).toBe(410)
  expect(await logIn(second.app, bad.email)).not.toBe(200)
  expect(await logIn(second.app, gone.email)).not.toBe(200)
  expect(await logIn(second.app, changed.email)).not.toBe(200)
  expect(await second.database.db.selectFrom('people').select('id').where('id', '=', gone.id).execute()).toEqual([])
  const { rows } = await second.database.pool.query('select contact from reports')
  expect(rows).toEqual([{ contact: null }])

  // The backup contains the administrator's unchanged account, so she can log in.
  expect(await logIn(second.app, boss.person.email)).toBe(200)
  const again = await aManager(second)
  const checked = { networks: networksOf(second, () => 'Open'), ...(await latestOf(second)) }
  expect((await again.device.do('trail-update', randomUUID(), checked)).outcome).toBe('applied')
  for (const [where, word] of await wordsOf(second)) expect(word, where).toBe('Open')
}, 90_000)

test('SEC-N3 T31 an update made before the restore and sent again can close trails, but not open or confirm them', async () => {
  const first = await aFirstServer()
  const manager = await aManager(first)
  const [one = '', ...others] = first.site.networks.map(({ id }) => id)
  const open = { networks: networksOf(first, () => 'Open'), basedOn: null }
  await manager.device.do('trail-update', randomUUID(), open)
  const file = backUp(first)
  const known = await latestOf(first)
  const before = await readStatus(first)
  const second = await restore(file, first)
  const late = await aManager(second)
  expect((await late.device.do('trail-update', randomUUID(), { networks: networksOf(first, () => 'Open'), ...known })).outcome).toBe(
    'conflict',
  )
  expect((await readStatus(second)).networks.every(({ status }) => status === null)).toBe(true)
  const networks = { ...networksOf(first, () => 'Open'), [one]: { status: 'Closed', message: 'Bridge out' } }
  expect((await late.device.do('trail-update', randomUUID(), { networks, ...known })).outcome).toBe('applied')
  const status = await readStatus(second)
  expect(status.networks.find(({ id }) => id === one)).toMatchObject({ status: 'Closed', message: 'Bridge out' })
  for (const id of others) expect(status.networks.find((network) => network.id === id)?.status).toBeNull()
  // Devices that saw the lost update must continue to show it.
  expect(status.postedAt).toBe(before.postedAt)
}, 90_000)

test('SEC-N3 the list of lasting changes reveals when a database’s files were replaced by older ones', async () => {
  const first = await aFirstServer()
  const { db } = first.database
  const boss = await as(first.app, db, { role: 4 })
  const bad = await aPerson(db, { role: 2 })
  await boss.browser.patch(`/api/users/${bad.id}`, { disabled: true })
  await first.prepare()
  // Simulates database files copied back from a backup, with only the list showing that changes are missing.
  await first.database.pool.query(`delete from lasting_changes; update lasting_changes_list set next_part = 1;
    update people set disabled = false where id = '${bad.id}'; delete from lasting_changes`)
  expect((await boss.browser.get('/api/me')).json().person).not.toBeNull()
  await first.prepare()
  expect((await db.selectFrom('people').select('disabled').where('id', '=', bad.id).executeTakeFirst())?.disabled).toBe(true)
  const me = await boss.browser.get('/api/me')
  expect(me.statusCode === 401 || me.json().person === null).toBe(true)
  expect(await db.selectFrom('restores').select('id').execute()).toHaveLength(1)
  await first.prepare()
  expect(await db.selectFrom('restores').select('id').execute()).toHaveLength(1)
}, 60_000)

test('SEC-N3 a new database with the photo folder of another one isn’t treated as restored', async () => {
  const other = await aFirstServer()
  const boss = await as(other.app, other.database.db, { role: 4 })
  const bad = await aPerson(other.database.db, { role: 2 })
  await boss.browser.patch(`/api/users/${bad.id}`, { disabled: true })
  await other.prepare()
  const { db, pool } = other.database
  // Simulates a newly migrated database with its own list.
  await pool.query('delete from lasting_changes; update lasting_changes_list set id = gen_random_uuid(), next_part = 1')
  await other.prepare()
  expect(await db.selectFrom('restores').select('id').execute()).toHaveLength(0)
}, 60_000)
