/**
 * Closed trails, ended sessions and deleted data must not return after a restore (RULES.md, T31). restore-histories.test.ts tests random
 * histories.
 */
import { randomUUID } from 'node:crypto'
import { NOT_CONFIRMED_SINCE_RESTORE } from '@trailwarden/domain'
import { as, createBrowser, createPerson, PASSWORD } from '@trailwarden/testkit/devices/people'
import { expect, test } from 'vitest'
import { createMailServer, tokenIn } from '#testing/mail-server.ts'
import { createReporter } from '#testing/reporters.ts'
import { backUp, createFirstServer, createManager, latestOf, logIn, networksOf, readStatus, restore, wordsOf } from '#testing/restores.ts'
import { createPasskey } from '#testing/soft-passkey.ts'
import { makeRecoveryCodes, useUpRecoveryCode } from '../people/accounts/recovery-codes.ts'
import { makeTakeBackLink } from '../people/accounts/take-back.ts'
import { signOn } from '../people/single-sign-on/sign-on.ts'
import type { Visitor } from '../people/single-sign-on/sign-on-provider.ts'

test('SEC-N3 T31 after a restore, Closed doesn’t become Open, and nothing that was ended, disabled or deleted returns', async () => {
  const first = await createFirstServer()
  const { app, database } = first
  const boss = await as(app, database.db, { role: 4 })
  const bad = await createPerson(database.db, { role: 4 })
  const gone = await createPerson(database.db, { role: 2 })
  const changed = await createPerson(database.db, { role: 2 })
  const manager = await createManager(first)
  const made = (
    await boss.browser.post('/api/keys', { name: 'leaked', scopes: ['post-status'], days: 365, proof: { password: PASSWORD } })
  ).json()
  const { token } = (await manager.device.browser.post('/api/brief-links', { code: 'bf17', hours: 4 })).json()
  const report = await createReporter(createBrowser(app)).report({ words: 'Tree down', contact: 'jo@example.org' })
  const open = { networks: networksOf(first, () => 'Open'), basedOn: null }
  expect((await manager.device.do('trail-update', randomUUID(), open)).outcome).toBe('applied')
  const file = backUp(first)

  expect((await boss.browser.patch(`/api/users/${bad.id}`, { disabled: true })).statusCode).toBe(200)
  expect((await boss.browser.remove(`/api/users/${gone.id}`)).statusCode).toBe(204)
  expect((await boss.browser.remove(`/api/keys/${made.key.id}`)).statusCode).toBe(204)
  const other = createBrowser(app, { cookie: changed.cookie })
  expect((await other.post('/api/account/change-password', { current: PASSWORD, password: 'berms and jumps' })).statusCode).toBe(204)
  expect((await createBrowser(app).post('/api/report-links/forget-contact', { code: report.code })).statusCode).toBe(204)
  const closed = { networks: networksOf(first, () => 'Closed'), ...(await latestOf(first)) }
  expect((await manager.device.do('trail-update', randomUUID(), closed)).outcome).toBe('applied')
  await first.prepare()

  const second = await restore(file, first, { isNotified: false })
  for (const [where, word] of await wordsOf(second)) expect(word, where).toBeNull()
  for (const { message } of (await readStatus(second)).networks) expect(message).toBe(NOT_CONFIRMED_SINCE_RESTORE)
  for (const { cookie } of [bad, changed, boss.person]) {
    const me = await createBrowser(second.app, { cookie }).get('/api/me')
    expect(me.statusCode === 401 || me.json().person === null).toBe(true)
  }
  const program = { authorization: `Bearer ${made.secret}`, 'content-type': 'application/json' }
  const post = { method: 'PUT', url: `/api/v1/status-updates/${randomUUID()}`, headers: program, payload: '{"networks":{}}' } as const
  expect((await second.app.inject(post)).statusCode).toBe(401)
  expect((await createBrowser(second.app).post('/api/brief-links/open', { token })).statusCode).toBe(410)
  expect(await logIn(second.app, bad.email)).not.toBe(200)
  expect(await logIn(second.app, gone.email)).not.toBe(200)
  expect(await logIn(second.app, changed.email)).not.toBe(200)
  expect(await second.database.db.selectFrom('people').select('id').where('id', '=', gone.id).execute()).toEqual([])
  const { rows } = await second.database.pool.query('select contact from reports')
  expect(rows).toEqual([{ contact: null }])

  // The backup contains the administrator's unchanged account, so she can log in.
  expect(await logIn(second.app, boss.person.email)).toBe(200)
  const again = await createManager(second)
  const checked = { networks: networksOf(second, () => 'Open'), ...(await latestOf(second)) }
  expect((await again.device.do('trail-update', randomUUID(), checked)).outcome).toBe('applied')
  for (const [where, word] of await wordsOf(second)) expect(word, where).toBe('Open')
}, 90_000)

test('SEC-N3 T31 an update made before the restore and sent again can close trails, but not open or confirm them', async () => {
  const first = await createFirstServer()
  const manager = await createManager(first)
  const [one = '', ...others] = first.site.networks.map(({ id }) => id)
  const open = { networks: networksOf(first, () => 'Open'), basedOn: null }
  await manager.device.do('trail-update', randomUUID(), open)
  const file = backUp(first)
  const known = await latestOf(first)
  const before = await readStatus(first)
  const second = await restore(file, first)
  const late = await createManager(second)
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
  const first = await createFirstServer()
  const { db } = first.database
  const boss = await as(first.app, db, { role: 4 })
  const bad = await createPerson(db, { role: 2 })
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

test('SEC-N3 a new database with another database’s photo folder isn’t treated as restored', async () => {
  const other = await createFirstServer()
  const boss = await as(other.app, other.database.db, { role: 4 })
  const bad = await createPerson(other.database.db, { role: 2 })
  await boss.browser.patch(`/api/users/${bad.id}`, { disabled: true })
  await other.prepare()
  const { db, pool } = other.database
  // Simulates a newly migrated database with its own list.
  await pool.query('delete from lasting_changes; update lasting_changes_list set id = gen_random_uuid(), next_part = 1')
  await other.prepare()
  expect(await db.selectFrom('restores').select('id').execute()).toHaveLength(0)
}, 60_000)

const THIEF = 'thief@evil.example'
const THIEF_AT_COUNCIL: Visitor = {
  issuer: 'https://login.council.example',
  subject: 'thief',
  verifiedEmail: THIEF,
  names: ['Eve'],
  groups: null,
  hasTwoFactors: false,
}

test('SEC-N3 after an owner takes back an account, restoring an older backup doesn’t let the thief’s address or single sign-on open it again', async () => {
  const mailServer = await createMailServer()
  const first = await createFirstServer()
  const { db } = first.database
  const boss = await as(first.app, db, { role: 4 })
  const owner = await createPerson(db, { role: 3, email: 'owner@example.org' })
  await createPasskey(db, owner.id)
  const now = new Date()
  const token = await db.transaction().execute((tx) => makeTakeBackLink(tx, owner.id, owner.email, now))
  await db.updateTable('people').set({ email: THIEF }).where('id', '=', owner.id).execute()
  const { issuer, subject } = THIEF_AT_COUNCIL
  const identity = { issuer, subject, personId: owner.id, givenRole: null, linkedAt: new Date(), lastUsedAt: new Date() }
  await db.insertInto('oidcIdentities').values(identity).execute()
  const file = backUp(first)

  const taken = await createBrowser(first.app).post('/api/account/set-password', { token, password: 'berms and jumps' })
  expect(taken.statusCode).toBe(204)
  await first.prepare()

  const second = await restore(file, first, { smtpUrl: mailServer.url })
  const restored = second.database.db
  expect(await restored.selectFrom('oidcIdentities').selectAll().execute()).toEqual([])
  const people = { ...second.features.people.people, registration: 'closed' } as const
  const rules = { domains: null, roles: {} }
  expect((await signOn(people, rules, THIEF_AT_COUNCIL, new Date())).ok).toBe(false)
  expect((await signOn(people, rules, { ...THIEF_AT_COUNCIL, subject: 'thief again' }, new Date())).ok).toBe(false)

  // Only an administrator who has asked the owner can say which address is right.
  const admin = createBrowser(second.app)
  await admin.post('/api/account/login', { email: boss.person.email, password: PASSWORD })
  const access = async () =>
    (await admin.get('/api/user-access')).json().people.filter(({ isAddressDoubtful }: { isAddressDoubtful: boolean }) => isAddressDoubtful)
  expect((await access()).map(({ id }: { id: string }) => id)).toEqual([owner.id])
  expect((await admin.get('/api/system-status')).json().doubtfulAddresses).toEqual([{ id: owner.id, displayName: owner.displayName }])
  const reset = (email: string) => createBrowser(second.app).post('/api/account/reset-password', { email })
  await reset(THIEF)
  await reset(boss.person.email)
  await mailServer.emailTo(boss.person.email)
  const proof = { password: PASSWORD }
  const path = `/api/users/${owner.id}/address`
  expect((await admin.post(path, { email: boss.person.email, proof })).json().code).toBe('email-unavailable')
  expect((await admin.post(path, { email: owner.email, proof })).statusCode).toBe(204)
  expect(await access()).toEqual([])
  expect((await admin.post(path, { email: THIEF, proof })).statusCode).toBe(404)
  await reset(THIEF)
  await reset(owner.email)
  const link = tokenIn(await mailServer.emailTo(owner.email))
  expect((await createBrowser(second.app).post('/api/account/open-link', { token: link })).json().email).toBe(owner.email)
  expect(mailServer.emails.filter(({ recipients }) => recipients.includes(THIEF))).toEqual([])
}, 90_000)

test('SEC-N3 after a restore, someone who can still log in replaces the doubtful address with a confirmed one', async () => {
  const mailServer = await createMailServer()
  const first = await createFirstServer()
  const { db } = first.database
  const person = await createPerson(db, { role: 4, email: 'old@example.org' })
  const file = backUp(first)
  await db.updateTable('people').set({ email: 'new@example.org' }).where('id', '=', person.id).execute()
  await first.prepare()

  const second = await restore(file, first, { smtpUrl: mailServer.url })
  const browser = createBrowser(second.app)
  expect((await browser.post('/api/account/login', { email: 'old@example.org', password: PASSWORD })).statusCode).toBe(200)
  const change = { email: 'new@example.org', password: PASSWORD }
  expect((await browser.post('/api/account/change-email', change)).statusCode).toBe(202)
  const token = tokenIn(await mailServer.emailTo('new@example.org'))
  expect((await browser.post('/api/account/confirm-email', { token })).statusCode).toBe(200)
  expect(await second.database.db.selectFrom('doubtfulAddresses').selectAll().execute()).toEqual([])
  await createBrowser(second.app).post('/api/account/reset-password', { email: 'new@example.org' })
  await mailServer.emailTo('new@example.org', 2)
  // The earlier address may be a thief's, so it gets no link to take the account back.
  expect(mailServer.emails.filter(({ recipients }) => recipients.includes('old@example.org'))).toEqual([])
}, 90_000)

test('SEC-N3 T31 after a restore, recovery codes that were used or replaced since the backup don’t work again', async () => {
  const first = await createFirstServer()
  const { db } = first.database
  const [one, other] = [await createPerson(db, { role: 2 }), await createPerson(db, { role: 2 })]
  const make = (id: string) => db.transaction().execute((tx) => makeRecoveryCodes(tx, id, new Date()))
  const [used = '', unused = ''] = await make(one.id)
  const [replaced = ''] = await make(other.id)
  for (const { id } of [one, other]) await createPasskey(db, id)
  const file = backUp(first)
  expect(await db.transaction().execute((tx) => useUpRecoveryCode(tx, one.id, used, new Date()))).toBe(true)
  await make(other.id)
  await first.prepare()

  const second = await restore(file, first)
  const logInWith = async (email: string, recoveryCode: string) =>
    (await createBrowser(second.app).post('/api/account/login', { email, password: PASSWORD, recoveryCode })).statusCode
  expect(await logInWith(one.email, used)).toBe(401)
  expect(await logInWith(other.email, replaced)).toBe(401)
  expect(await logInWith(one.email, unused)).toBe(200)
}, 90_000)
