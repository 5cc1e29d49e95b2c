import { as, createBrowser, createPerson, PASSWORD } from '@trailwarden/testkit/devices/people'
import { expect, test } from 'vitest'
import { createMailServer, tokenIn } from '#testing/mail-server.ts'
import { createTestServer } from '#testing/test-server.ts'

const JO = { displayName: 'Jo Berg', email: 'jo@example.org', password: 'greasy roots' }

async function createServerWithMail() {
  const mailServer = await createMailServer()
  const environment = { SMTP_URL: mailServer.url, PUBLIC_URL: 'https://trails.example.org' }
  return { ...(await createTestServer({ environment, sendsMail: true })), mailServer }
}

test('ACC-01 registering creates an account with role 1 and logs in', async () => {
  const { app, database } = await createTestServer()
  const browser = createBrowser(app)
  const reply = await browser.post('/api/account/register', { ...JO, email: ' Jo@Example.org ' })
  expect(reply.statusCode).toBe(201)
  expect(reply.json().person).toMatchObject({ displayName: 'Jo Berg', email: 'jo@example.org', role: 1, phone: '', disabled: false })
  expect((await browser.get('/api/me')).json().person).toEqual(reply.json().person)
  const events = await database.db.selectFrom('auditLog').select('event').execute()
  expect(events).toEqual([{ event: 'registered' }])
})

test('ACC-01 the session cookie is limited to this host and hidden from scripts, and the database stores no token', async () => {
  const { app, database } = await createTestServer()
  const cookie = (await createBrowser(app).post('/api/account/register', JO)).headers['set-cookie']?.[0] ?? ''
  expect(cookie).toMatch(/^__Host-tw=[\w-]{43}; Max-Age=15552000; Path=\/; Secure; HttpOnly; SameSite=Strict$/)
  const { rows } = await database.pool.query("select encode(token_hash, 'hex') as hash, s::text as row from sessions s")
  expect(rows).toHaveLength(1)
  expect(rows[0].row).not.toContain(cookie.slice(10, 53))
})

test('ACC-09 registration refuses unknown fields, and refuses invalid input with the form’s own messages', async () => {
  const { app } = await createTestServer({ environment: { REGISTRATIONS_PER_ADDRESS: '100' } })
  const attempt = async (changes: Record<string, unknown>) => {
    const reply = await createBrowser(app).post('/api/account/register', { ...JO, ...changes })
    return `${reply.statusCode} ${reply.json().code} ${reply.json().detail}`
  }
  expect(await attempt({ displayName: 'Jo!' })).toContain('422 not-valid /displayName Invalid characters')
  expect(await attempt({ displayName: 'Bartholomewson' })).toContain('Too long')
  expect(await attempt({ email: 'jo' })).toContain('Invalid email address')
  expect(await attempt({ password: '12345' })).toContain('Use at least 6 characters')
  expect(await attempt({ password: 'LetMeIn' })).toContain('422 weak-password')
  for (const field of ['role', 'id', 'disabled', 'createdAt']) expect(await attempt({ [field]: 4 }), field).toContain('422 not-valid')
})

test('ACC-01 refuses a taken address without revealing its owner, who gets an email', async () => {
  const { app, database, mailServer } = await createServerWithMail()
  const owner = await createPerson(database.db, { email: 'jo@example.org', displayName: 'Real Jo' })
  const reply = await createBrowser(app).post('/api/account/register', JO)
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'email-unavailable'])
  expect(reply.headers['set-cookie']).toBeUndefined()
  expect((await mailServer.emailTo(owner.email)).text).toContain('Hello Real Jo')
})

test('ACC-02 logs in with a valid address and password; any invalid combination gets the same response', async () => {
  const { app, database } = await createTestServer()
  const person = await createPerson(database.db, { email: 'jo@example.org' })
  await createPerson(database.db, { email: 'off@example.org', disabled: true })
  const browser = createBrowser(app)
  expect((await browser.get('/api/me')).json()).toEqual({ person: null })
  const login = (email: string, password: string) => browser.post('/api/account/login', { email, password })
  const refusals = [
    await login('jo@example.org', 'wrong'),
    await login('nobody@example.org', 'wrong'),
    await login('off@example.org', PASSWORD),
  ]
  expect(new Set(refusals.map((reply) => JSON.stringify({ ...reply.json(), requestId: '' }))).size).toBe(1)
  expect(refusals[0]?.statusCode).toBe(401)
  const reply = await login('JO@example.org', PASSWORD)
  expect([reply.statusCode, reply.json().person.id]).toEqual([200, person.id])
  expect((await browser.get('/api/me')).json().person.id).toBe(person.id)
})

test('ACC-02 logging in never reuses a token, and ends the device’s previous session', async () => {
  const { app, database } = await createTestServer()
  const { person, browser } = await as(app, database.db)
  const before = browser.cookie
  await browser.post('/api/account/login', { email: person.email, password: PASSWORD })
  expect(browser.cookie).not.toBe(before)
  expect((await createBrowser(app, { cookie: before }).get('/api/me')).json().person).toBeNull()
})

test('ACC-03 logging out ends the session on the server as well as deleting the cookie', async () => {
  const { app, database } = await createTestServer()
  const { browser } = await as(app, database.db)
  const oldCookie = browser.cookie
  expect((await browser.post('/api/account/logout')).statusCode).toBe(204)
  expect(browser.cookie).toBe('')
  expect((await createBrowser(app, { cookie: oldCookie }).get('/api/me')).json().person).toBeNull()
  expect((await browser.post('/api/account/logout')).statusCode).toBe(204)
})

test('ACC-04 a reset link sets a new password once and ends all sessions', async () => {
  const { app, database, mailServer } = await createServerWithMail()
  const { person, browser } = await as(app, database.db)
  const visitor = createBrowser(app)
  expect((await visitor.post('/api/account/reset-password', { email: person.email })).statusCode).toBe(202)
  const message = await mailServer.emailTo(person.email)
  expect(message.subject).toBe('Set a new password for St Helens Trails')
  expect(message.text?.replaceAll(/\s+/g, ' ')).toContain('The link expires in one hour and can only be used once.')
  expect(message.text).toContain('https://trails.example.org/reset-password#token=')
  const token = tokenIn(message)
  const set = (password: string) => visitor.post('/api/account/set-password', { token, password })
  expect((await set('password')).json().code).toBe('weak-password')
  expect((await set('loose gravel')).statusCode).toBe(204)
  expect((await set('loose gravel')).json()).toMatchObject({ status: 410, code: 'link-expired' })
  expect((await browser.get('/api/me')).json().person).toBeNull()
  expect((await visitor.post('/api/account/login', { email: person.email, password: PASSWORD })).statusCode).toBe(401)
  expect((await visitor.post('/api/account/login', { email: person.email, password: 'loose gravel' })).statusCode).toBe(200)
  expect((await mailServer.emailTo(person.email, 2)).subject).toContain('was changed')
})

test('ACC-04 expired, replaced and invalid links are refused; if a link is used twice at the same time, one use succeeds', async () => {
  const { app, database, mailServer } = await createServerWithMail()
  const person = await createPerson(database.db)
  const visitor = createBrowser(app)
  await visitor.post('/api/account/reset-password', { email: person.email })
  const first = tokenIn(await mailServer.emailTo(person.email))
  await visitor.post('/api/account/reset-password', { email: person.email })
  const second = tokenIn(await mailServer.emailTo(person.email, 2))
  const set = async (token: string) => (await visitor.post('/api/account/set-password', { token, password: 'loose gravel' })).statusCode
  expect([await set(first), await set('invented')]).toEqual([410, 410])
  await database.pool.query("update account_links set expires_at = now() - interval '1 second'")
  expect(await set(second)).toBe(410)
  await database.pool.query("update account_links set expires_at = now() + interval '1 hour'")
  expect((await Promise.all([set(second), set(second), set(second)])).sort()).toEqual([204, 410, 410])
})

test('ACC-05 changing the email address requires the password and a link, notifies the old address, and ends other sessions', async () => {
  const { app, database, mailServer } = await createServerWithMail()
  const { person, browser } = await as(app, database.db)
  const elsewhere = createBrowser(app)
  await elsewhere.post('/api/account/login', { email: person.email, password: PASSWORD })
  const ask = (password: string) => browser.post('/api/account/change-email', { email: 'new@example.org', password })
  expect((await ask('wrong')).json()).toMatchObject({ status: 403, code: 'wrong-password' })
  expect((await ask(PASSWORD)).statusCode).toBe(202)
  expect((await browser.get('/api/me')).json().person.email).toBe(person.email)
  // The second email is about the change of address. The first was about the login on the other device.
  expect((await mailServer.emailTo(person.email, 2)).subject).toContain('about to change')
  const token = tokenIn(await mailServer.emailTo('new@example.org'))
  expect((await browser.post('/api/account/confirm-email', { token })).json()).toEqual({ email: 'new@example.org' })
  expect((await browser.get('/api/me')).json().person.email).toBe('new@example.org')
  expect((await elsewhere.get('/api/me')).json().person).toBeNull()
  expect((await browser.post('/api/account/confirm-email', { token })).statusCode).toBe(410)
})

test('ACC-05 a new password cancels a pending change of email address', async () => {
  const { app, database, mailServer } = await createServerWithMail()
  const { person, browser } = await as(app, database.db)
  await browser.post('/api/account/change-email', { email: 'thief@example.org', password: PASSWORD })
  const thiefs = tokenIn(await mailServer.emailTo('thief@example.org'))
  await mailServer.emailTo(person.email)
  await createBrowser(app).post('/api/account/reset-password', { email: person.email })
  const token = tokenIn(await mailServer.emailTo(person.email, 2))
  expect((await createBrowser(app).post('/api/account/set-password', { token, password: 'loose gravel' })).statusCode).toBe(204)
  expect((await createBrowser(app).post('/api/account/confirm-email', { token: thiefs })).statusCode).toBe(410)
})

test('ACC-05 changing to an email address that is already in use gets the same response, but doesn’t take the address over', async () => {
  const { app, database, mailServer } = await createServerWithMail()
  const other = await createPerson(database.db)
  const { browser } = await as(app, database.db)
  expect((await browser.post('/api/account/change-email', { email: other.email, password: PASSWORD })).statusCode).toBe(202)
  const token = tokenIn(await mailServer.emailTo(other.email))
  expect((await browser.post('/api/account/confirm-email', { token })).json().code).toBe('email-unavailable')
})

test('ACC-06 a changed name must follow the rules for names', async () => {
  const { app, database } = await createTestServer()
  const { browser } = await as(app, database.db)
  expect((await browser.post('/api/account/change-name', { displayName: ' Ann  O’Hara ' })).json().person.displayName).toBe('Ann O’Hara')
  expect((await browser.post('/api/account/change-name', { displayName: '<b>Ann</b>' })).statusCode).toBe(422)
})

test('ACC-07 deleting your account requires the password, and the last manager can’t delete theirs', async () => {
  const { app, database } = await createTestServer()
  const { browser } = await as(app, database.db, { role: 2 })
  const remove = (password: string) => browser.post('/api/account/delete', { password })
  expect((await remove('wrong')).json().code).toBe('wrong-password')
  expect((await remove(PASSWORD)).json()).toMatchObject({ status: 409, code: 'last-manager' })
  await createPerson(database.db, { role: 2, disabled: true })
  expect((await remove(PASSWORD)).json().code).toBe('last-manager')
  await createPerson(database.db, { role: 2 })
  expect((await remove(PASSWORD)).statusCode).toBe(204)
  expect(browser.cookie).toBe('')
})

test('ACC-08 people can change their own phone number, and no other field of the profile', async () => {
  const { app, database } = await createTestServer()
  const { browser } = await as(app, database.db)
  expect((await browser.patch('/api/me', { phone: ' 0400 000 000 ' })).json().person.phone).toBe('0400 000 000')
  expect((await browser.patch('/api/me', { phone: '<img src=x>' })).statusCode).toBe(422)
  expect((await browser.patch('/api/me', { phone: '', role: 4 })).statusCode).toBe(422)
})

test('a manager with a short password must choose a longer one at the next login', async () => {
  const { app, database, mailServer } = await createServerWithMail()
  const browser = createBrowser(app)
  const short = { ...JO, password: 'loose dirt' }
  const { id } = (await browser.post('/api/account/register', short)).json().person
  const login = (password: string) => browser.post('/api/account/login', { email: JO.email, password })
  expect((await login('loose dirt')).statusCode).toBe(200)
  await database.db.updateTable('people').set({ role: 2 }).where('id', '=', id).execute()
  expect((await login('wrong')).json().code).toBe('wrong-credentials')
  expect((await login('loose dirt')).json()).toMatchObject({ status: 422, code: 'weak-password', detail: 'Use at least 12 characters' })
  const token = tokenIn(await mailServer.emailTo(JO.email))
  const set = (password: string) => browser.post('/api/account/set-password', { token, password })
  expect((await set('elevenchars')).json()).toMatchObject({ code: 'weak-password', detail: 'Use at least 12 characters' })
  expect((await set('loose gravel here')).statusCode).toBe(204)
  expect((await login('loose gravel here')).statusCode).toBe(200)
})
