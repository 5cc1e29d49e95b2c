/** tests/e2e/account/passkeys.spec.ts uses real passkeys in a browser. */
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { as, createBrowser, createPerson, PASSWORD } from '@trailwarden/testkit/devices/people'
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { createPasskey } from '#testing/soft-passkey.ts'
import { createTestServer } from '#testing/test-server.ts'
import { makeRecoveryCodes } from '../accounts/recovery-codes.ts'

const environment = { PUBLIC_URL: 'https://trails.example.org' }

async function createServerWithPasskey() {
  const server = await createTestServer({ environment })
  const { db } = server.database
  const person = await createPerson(db)
  const passkey = await createPasskey(db, person.id)
  const browser = createBrowser(server.app)
  const challenge = async () => (await browser.post('/api/account/passkey-challenge')).json()
  const signIn = (challengeId: string, answer: object) => browser.post('/api/account/passkey-login', { challengeId, answer })
  const events = async () => (await db.selectFrom('auditLog').select('event').orderBy('id').execute()).map(({ event }) => event)
  const emails = async () => (await db.selectFrom('emails').select('kind').orderBy('createdAt').execute()).map(({ kind }) => kind)
  return { ...server, db, person, passkey, browser, challenge, signIn, events, emails }
}

async function signInWith(app: FastifyInstance, passkey: Awaited<ReturnType<typeof createPasskey>>) {
  const browser = createBrowser(app)
  const { challengeId, options } = (await browser.post('/api/account/passkey-challenge')).json()
  const reply = await browser.post('/api/account/passkey-login', { challengeId, answer: passkey.answer(options.challenge) })
  return { browser, status: reply.statusCode }
}

test('SEC-N7 when eight copies of a passkey answer with the same counter at the same moment, only one is accepted', async () => {
  const { app, passkey, challenge, events } = await createServerWithPasskey()
  const challenges = await Promise.all(Array.from({ length: 8 }, challenge))
  const replies = await Promise.all(
    challenges.map(({ challengeId, options }) =>
      createBrowser(app).post('/api/account/passkey-login', { challengeId, answer: passkey.answer(options.challenge, { count: 40 }) }),
    ),
  )
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(7).fill(401)])
  expect((await events()).filter((event) => event === 'sign-in-refused')).toHaveLength(7)
})

test('SEC-N7 a passkey without a counter is accepted every time', async () => {
  const { challenge, signIn, passkey } = await createServerWithPasskey()
  for (let n = 0; n < 2; n++) {
    const { challengeId, options } = await challenge()
    expect((await signIn(challengeId, passkey.answer(options.challenge, { count: 0 }))).statusCode).toBe(200)
  }
})

test('SEC-PASSKEY a login needs a fresh challenge, a verified user, the app’s own origin and a higher counter', {
  timeout: 120_000,
}, async () => {
  const { db, person, passkey, browser, challenge, signIn, events } = await createServerWithPasskey()
  const attempt = async (changes: Parameters<typeof passkey.answer>[1] = {}) => {
    const { challengeId, options } = await challenge()
    expect(options).toMatchObject({ rpId: 'trails.example.org', userVerification: 'required' })
    expect(options.allowCredentials).toBeUndefined()
    return (await signIn(challengeId, passkey.answer(options.challenge, changes))).statusCode
  }
  expect(await attempt({ isVerified: false })).toBe(401)
  expect(await attempt({ origin: 'https://trails.example.com' })).toBe(401)
  expect(await attempt({ count: 7 })).toBe(200)
  expect((await browser.get('/api/me')).json().person.id).toBe(person.id)
  // A copy of the passkey has a lower counter, because it was used less often.
  expect(await attempt({ count: 7 })).toBe(401)
  const { challengeId, options } = await challenge()
  const answer = passkey.answer(options.challenge, { count: 8 })
  expect((await signIn(challengeId, answer)).statusCode).toBe(200)
  expect((await signIn(challengeId, answer)).statusCode).toBe(410)
  const late = await challenge()
  await db
    .updateTable('passkeyChallenges')
    .set({ expiresAt: new Date(Date.now() - 1) })
    .execute()
  expect((await signIn(late.challengeId, passkey.answer(late.options.challenge, { count: 9 }))).statusCode).toBe(410)
  const other = await challenge()
  expect((await signIn(other.challengeId, { ...passkey.answer('x'), id: 'bm9uZQ', rawId: 'bm9uZQ' })).statusCode).toBe(401)
  await db.updateTable('people').set({ disabled: true }).where('id', '=', person.id).execute()
  expect(await attempt({ count: 10 })).toBe(401)
  expect((await events()).filter((event) => event === 'signed-in')).toHaveLength(2)
  expect((await events()).filter((event) => event === 'sign-in-refused')).toHaveLength(5)
})

test('SEC-PASSKEY once a passkey exists, the password isn’t enough; a recovery code works once, and guesses are limited', async () => {
  const { app, db, person, browser, events, emails } = await createServerWithPasskey()
  const codes = await db.transaction().execute((tx) => makeRecoveryCodes(tx, person.id, new Date()))
  expect(new Set(codes).size).toBe(10)
  expect(codes[0]).toMatch(/^[a-z0-9]{4}-[a-z0-9]{4}-[a-z0-9]{4}$/)
  const login = async (password: string, recoveryCode?: string) => {
    const reply = await browser.post('/api/account/login', { email: person.email, password, ...(recoveryCode && { recoveryCode }) })
    return reply.statusCode === 200 ? 'in' : reply.json().code
  }
  expect(await login('wrong', codes[0])).toBe('wrong-credentials')
  expect(await login(PASSWORD)).toBe('passkey-needed')
  expect((await browser.get('/api/me')).json().person).toBeNull()
  expect(await login(PASSWORD, codes[0]?.toUpperCase().replaceAll('-', ' '))).toBe('in')
  expect(await login(PASSWORD, codes[0])).toBe('wrong-recovery-code')
  expect(await emails()).toEqual(['recovery-code-used', 'new-device'])
  expect(await events()).toContain('recovery-code-used')
  const rows = JSON.stringify((await db.selectFrom('recoveryCodes').selectAll().execute()).map(({ codeHash }) => codeHash.toString()))
  expect(rows).not.toContain(codes[1])
  const stranger = createBrowser(app, { address: '198.51.100.9' })
  const guesses = []
  for (let n = 0; n < 6; n++)
    guesses.push(
      (await stranger.post('/api/account/login', { email: person.email, password: PASSWORD, recoveryCode: `guess-${n}` })).statusCode,
    )
  expect(guesses).toEqual([401, 401, 401, 401, 401, 429])
})

test('SEC-PASSKEY changes require the password and notify the owner; removing the last passkey removes the recovery codes', async () => {
  const { app, db, passkey, events, emails } = await createServerWithPasskey()
  const { browser } = await signInWith(app, passkey)
  for (const path of ['/api/me/passkeys/options', `/api/me/passkeys/${passkey.id}/remove`, '/api/me/recovery-codes'])
    expect((await browser.post(path, { password: 'wrong' })).statusCode).toBe(403)
  expect((await browser.post('/api/me/passkeys/options', { password: PASSWORD })).json().options).toMatchObject({
    rp: { id: 'trails.example.org' },
    excludeCredentials: [{ id: passkey.id }],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  expect((await browser.post('/api/me/recovery-codes', { password: PASSWORD })).json().codes).toHaveLength(10)
  expect((await browser.get('/api/me/passkeys')).json()).toMatchObject({
    passkeys: [{ id: passkey.id }],
    recoveryCodesLeft: 10,
    required: false,
    hasTwoFactors: true,
  })
  const { browser: other } = await as(app, db)
  expect((await other.post(`/api/me/passkeys/${passkey.id}/remove`, { password: PASSWORD })).statusCode).toBe(404)
  expect((await browser.post(`/api/me/passkeys/${passkey.id}/remove`, { password: PASSWORD })).statusCode).toBe(204)
  expect(await db.selectFrom('recoveryCodes').selectAll().execute()).toEqual([])
  expect(await events()).toEqual(expect.arrayContaining(['recovery-codes-made', 'passkey-removed']))
  expect(await emails()).toEqual(['new-device', 'passkey-removed'])
})

test('SEC-PASSKEY where managers need a passkey, they have a member’s rights until they log in with it', async () => {
  const { app, database } = await createTestServer({ environment, site: { signIn: { passkeyFromRole: 2 } } })
  const { person, browser } = await as(app, database.db, { role: 3 })
  const me = async () => (await browser.get('/api/me')).json().person.role
  expect([await me(), (await browser.get('/api/users')).statusCode, (await browser.get('/api/pull')).statusCode]).toEqual([1, 403, 200])
  expect((await browser.post('/api/account/change-name', { displayName: 'Ann' })).json().person.role).toBe(1)
  expect((await browser.get('/api/me/passkeys')).json()).toMatchObject({ passkeys: [], required: true })
  const login = await createBrowser(app).post('/api/account/login', { email: person.email, password: PASSWORD })
  expect(login.json()).toMatchObject({ person: { role: 1 }, passkeyMissing: true })
  const passkey = await createPasskey(database.db, person.id)
  expect([await me(), (await browser.get('/api/users')).statusCode]).toEqual([1, 403])
  const { challengeId, options } = (await browser.post('/api/account/passkey-challenge')).json()
  const reply = await browser.post('/api/account/passkey-login', { challengeId, answer: passkey.answer(options.challenge) })
  expect(reply.json()).toEqual({ person: expect.objectContaining({ role: 3 }) })
  expect([await me(), (await browser.get('/api/users')).statusCode]).toEqual([3, 200])
  const member = await as(app, database.db)
  expect((await member.browser.get('/api/me/passkeys')).json().required).toBe(false)
})

test('SEC-PASSKEY a command on the server removes a lost second factor', { timeout: 240_000 }, async () => {
  const { app, database, db, person, browser, events } = await createServerWithPasskey()
  const run = (email: string) =>
    spawnSync(process.execPath, [resolve(import.meta.dirname, '../../../admin.ts'), 'reset-second-factor', email], {
      env: { ...process.env, NODE_ENV: 'test', DEV_MAIL: 'true', DATABASE_URL: database.url },
      encoding: 'utf8',
    })
  expect(run('nobody@example.org').stderr).toContain('No user has the email address')
  const { status, stdout } = run(person.email)
  expect([status, stdout]).toEqual([0, expect.stringContaining('logs in with only the password')])
  expect(await db.selectFrom('passkeys').selectAll().execute()).toEqual([])
  expect((await createBrowser(app, { cookie: person.cookie }).get('/api/me')).json().person).toBeNull()
  expect((await browser.post('/api/account/login', { email: person.email, password: PASSWORD })).statusCode).toBe(200)
  expect(await events()).toContain('second-factor-reset')
})
