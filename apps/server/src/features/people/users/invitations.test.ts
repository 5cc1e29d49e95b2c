import { randomUUID } from 'node:crypto'
import { as, createBrowser, createPerson, PASSWORD } from '@trailwarden/testkit/devices/people'
import { expect, test, vi } from 'vitest'
import { createMailServer, tokenIn } from '#testing/mail-server.ts'
import { createTestServer } from '#testing/test-server.ts'

const DAY_MS = 86_400_000
const ANN = { displayName: 'Ann', email: 'ann@example.org' }
const NEW_PASSWORD = 'berms and jumps'

async function createServerWithMail(environment = {}) {
  const mailServer = await createMailServer()
  return { ...(await createTestServer({ environment: { SMTP_URL: mailServer.url, ...environment }, sendsMail: true })), mailServer }
}

type Access = { id: string; signsInWith: string[]; lastActiveAt: string | null; invitation: { sentAt: string; endsAt: string } | null }
const accessOf = async (browser: ReturnType<typeof createBrowser>, id: string): Promise<Access | undefined> =>
  (await browser.get('/api/user-access')).json().people.find((one: Access) => one.id === id)

test('USR-06 an invitation shows its expiry, can be accepted once through its link, and is then removed from the list', async () => {
  const { app, database, mailServer } = await createServerWithMail()
  const { browser } = await as(app, database.db, { role: 3 })
  const { user } = (await browser.post('/api/users', { ...ANN, role: 2 })).json()
  expect(user.role).toBe(2)
  const invited = await accessOf(browser, user.id)
  expect(invited).toMatchObject({ signsInWith: [], lastActiveAt: null })
  const { sentAt = '', endsAt = '' } = invited?.invitation ?? {}
  expect(Date.parse(endsAt) - Date.parse(sentAt)).toBe(14 * DAY_MS)

  const message = await mailServer.emailTo(ANN.email)
  const end = new Intl.DateTimeFormat('en-AU', { timeZone: 'Australia/Hobart', dateStyle: 'long' }).format(new Date(endsAt))
  expect(message.text?.replaceAll(/\s+/g, ' ')).toContain(`The link expires on ${end} and can only be used once.`)
  const link = await database.db.selectFrom('accountLinks').select('expiresAt').where('personId', '=', user.id).executeTakeFirstOrThrow()
  expect(link.expiresAt.toISOString()).toBe(endsAt)

  const visitor = createBrowser(app)
  const token = tokenIn(message)
  expect((await visitor.post('/api/account/set-password', { token, password: 'short' })).statusCode).toBe(422)
  expect((await visitor.post('/api/account/set-password', { token, password: NEW_PASSWORD })).statusCode).toBe(204)
  expect((await visitor.post('/api/account/set-password', { token, password: NEW_PASSWORD })).statusCode).toBe(410)
  expect((await visitor.post('/api/account/login', { email: ANN.email, password: NEW_PASSWORD })).json().person.role).toBe(2)
  expect(await accessOf(browser, user.id)).toMatchObject({ signsInWith: ['Password'], invitation: null })
  expect((await browser.post(`/api/users/${user.id}/invitation`)).statusCode).toBe(404)
})

test('USR-06 PE19 an expired invitation can’t be used, even with a reset link; a new invitation works, but not the old link', async () => {
  const { app, database, mailServer } = await createServerWithMail()
  const { browser } = await as(app, database.db, { role: 2 })
  const { user } = (await browser.post('/api/users', ANN)).json()
  const early = tokenIn(await mailServer.emailTo(ANN.email))
  const past = new Date(Date.now() - 1000)
  await database.db
    .updateTable('invitations')
    .set({ sentAt: new Date(0), expiresAt: past })
    .execute()
  await database.db.updateTable('accountLinks').set({ expiresAt: past }).execute()
  const visitor = createBrowser(app)
  const setPassword = (token: string) => visitor.post('/api/account/set-password', { token, password: NEW_PASSWORD })
  expect((await setPassword(early)).json().code).toBe('link-expired')
  await visitor.post('/api/account/reset-password', { email: ANN.email })
  // The queue must process the reset email before the invitation is renewed.
  await vi.waitFor(async () => expect(await database.db.selectFrom('emails').select('id').execute()).toEqual([]), 25_000)

  const again = await browser.post(`/api/users/${user.id}/invitation`)
  expect(again.statusCode).toBe(200)
  expect(Date.parse(again.json().endsAt)).toBeGreaterThan(Date.now() + 13.9 * DAY_MS)
  // The second email is the invitation, because no reset email was sent.
  const second = await mailServer.emailTo(ANN.email, 2)
  expect(second.subject).toContain('Your account')
  expect((await setPassword(early)).statusCode).toBe(410)
  expect((await setPassword(tokenIn(second))).statusCode).toBe(204)
  const events = await database.db.selectFrom('auditLog').select('event').where('subjectId', '=', user.id).orderBy('id').execute()
  expect(events.map(({ event }) => event)).toEqual(['user-created', 'password-reset-requested', 'invited', 'password-set'])
})

test('USR-06 an invited person may also request a reset link, which expires with the invitation', async () => {
  const { app, database, mailServer } = await createServerWithMail()
  const { browser } = await as(app, database.db, { role: 2 })
  const { user } = (await browser.post('/api/users', ANN)).json()
  await mailServer.emailTo(ANN.email)
  const soon = new Date(Date.now() + 20 * 60_000)
  await database.db.updateTable('invitations').set({ expiresAt: soon }).execute()
  await createBrowser(app).post('/api/account/reset-password', { email: ANN.email })
  await mailServer.emailTo(ANN.email, 2)
  const link = await database.db.selectFrom('accountLinks').select('expiresAt').where('personId', '=', user.id).executeTakeFirstOrThrow()
  expect(Math.abs(link.expiresAt.getTime() - soon.getTime())).toBeLessThan(1000)
})

test('USR-06 an invitation can be sent again at most three times an hour, and not to a disabled user', async () => {
  const { app, database } = await createTestServer()
  const { browser } = await as(app, database.db, { role: 2 })
  const { user } = (await browser.post('/api/users', ANN)).json()
  const again = async () => (await browser.post(`/api/users/${user.id}/invitation`)).statusCode
  await browser.patch(`/api/users/${user.id}`, { disabled: true })
  expect(await again()).toBe(404)
  await browser.patch(`/api/users/${user.id}`, { disabled: false })
  expect([await again(), await again(), await again()]).toEqual([200, 200, 429])
  expect((await browser.post(`/api/users/${randomUUID()}/invitation`)).statusCode).toBe(404)
})

test('PE12 PE19 users can’t invite above their own role, and an invited manager doesn’t count as the last manager', async () => {
  const { app, database } = await createTestServer()
  const { person, browser } = await as(app, database.db, { role: 3 })
  expect((await browser.post('/api/users', { ...ANN, role: 4 })).statusCode).toBe(403)
  expect(await database.db.selectFrom('people').select('id').where('email', '=', ANN.email).execute()).toEqual([])
  expect((await browser.post('/api/users', { ...ANN, role: 2 })).statusCode).toBe(201)
  const leave = () => browser.post('/api/account/delete', { password: PASSWORD })
  expect((await leave()).json().code).toBe('last-manager')
  await database.db.deleteFrom('invitations').execute()
  expect((await leave()).statusCode).toBe(204)
  expect(await database.db.selectFrom('people').select('id').where('id', '=', person.id).execute()).toEqual([])
})

test('USR-06 the list shows how users log in and when they were last active', async () => {
  const { app, database } = await createTestServer()
  const { person, browser } = await as(app, database.db, { role: 2 })
  const other = await createPerson(database.db)
  await database.db
    .insertInto('passkeys')
    .values({
      id: 'key',
      personId: other.id,
      publicKey: Buffer.from('x'),
      counter: 0,
      transports: [],
      device: 'x',
      createdAt: new Date(),
      lastUsedAt: null,
    })
    .execute()
  expect(await accessOf(browser, other.id)).toMatchObject({ signsInWith: ['Passkey', 'Password'] })
  const mine = await accessOf(browser, person.id)
  expect(mine?.signsInWith).toEqual(['Password'])
  expect(Date.now() - Date.parse(mine?.lastActiveAt ?? '')).toBeLessThan(60_000)
})
