/** SEC-M9: what attackers can do to an account or from an address, and what the account's owner can still do. */
import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { freePort } from '@trailwarden/testkit/database/postgres'
import { createBrowser, createPerson, OUR_PAGES, PASSWORD } from '@trailwarden/testkit/devices/people'
import { expect, onTestFinished, test } from 'vitest'
import { createMailServer, tokenIn } from '#testing/mail-server.ts'
import { createTestDatabase, createTestServer } from '#testing/test-server.ts'

type App = Awaited<ReturnType<typeof createTestServer>>['app']

const guess = async (app: App, address: string, email: string, password = 'wrong') =>
  (await createBrowser(app, { address }).post('/api/account/login', { email, password })).statusCode

const ipv6 = (n: number, network = n) => `2001:db8:${network.toString(16)}:${n.toString(16)}::1`
const count = (statuses: number[]) =>
  Object.fromEntries([...new Set(statuses)].map((one) => [one, statuses.filter((s) => s === one).length]))

async function guessFromEverywhere(app: App, email: string, tries: number) {
  const statuses = []
  for (let n = 1; n <= tries; n++) statuses.push(await guess(app, ipv6(n), email))
  return count(statuses)
}

test('SEC-M9 limits guesses at one account to 20 an hour from all /64 networks; its owner can still log in on known devices', async () => {
  const { app, database } = await createTestServer()
  const { email } = await createPerson(database.db)
  const phone = createBrowser(app, { address: '198.51.100.4' })
  expect((await phone.post('/api/account/login', { email, password: PASSWORD })).statusCode).toBe(200)
  await phone.post('/api/account/logout')
  expect(phone.cookie).toMatch(/^__Host-tw-device=[\w-]{43}$/)
  expect(await guessFromEverywhere(app, email, 40)).toEqual({ 401: 20, 429: 20 })
  expect((await phone.post('/api/account/login', { email, password: PASSWORD })).statusCode).toBe(200)
  // The owner's device is limited too, and allows no additional guesses at other accounts.
  const more = []
  for (let n = 0; n < 6; n++) more.push((await phone.post('/api/account/login', { email, password: 'wrong' })).statusCode)
  expect(more).toEqual([401, 401, 401, 401, 401, 429])
  const other = await createPerson(database.db)
  await guessFromEverywhere(app, other.email, 20)
  expect((await phone.post('/api/account/login', { email: other.email, password: PASSWORD })).statusCode).toBe(429)
})

test('SEC-M9 limits guesses at many accounts from the /64 networks of one /48 to 200 in 15 minutes', async () => {
  const { app } = await createTestServer({ environment: { SIGN_IN_TRIES_PER_ADDRESS: '3' } })
  const statuses = []
  for (let n = 1; n <= 33; n++) statuses.push(await guess(app, ipv6(n, 1), `guess${n}@example.org`))
  expect(count(statuses)).toEqual({ 401: 30, 429: 3 })
  expect(await guess(app, ipv6(1, 2), 'guess@example.org')).toBe(401)
})

test('SEC-M9 an owner who is locked out on a new device can log in through an emailed link', async () => {
  const mailServer = await createMailServer()
  const { app, database } = await createTestServer({ environment: { SMTP_URL: mailServer.url }, sendsMail: true })
  const { email } = await createPerson(database.db)
  await guessFromEverywhere(app, email, 21)
  const tablet = createBrowser(app, { address: '198.51.100.4' })
  const login = async (password: string) => (await tablet.post('/api/account/login', { email, password })).statusCode
  expect(await login(PASSWORD)).toBe(429)
  for (let n = 0; n < 5; n++)
    expect((await createBrowser(app, { address: `203.0.113.${n}` }).post('/api/account/reset-password', { email })).statusCode).toBe(202)
  // Emails may overtake each other, and only the newest link works.
  await mailServer.emailTo(email, 5)
  expect((await tablet.post('/api/account/reset-password', { email })).statusCode).toBe(202)
  const token = tokenIn(await mailServer.emailTo(email, 6))
  expect((await tablet.post('/api/account/set-password', { token, password: 'loose gravel here' })).statusCode).toBe(204)
  expect(await login('loose gravel here')).toBe(200)
})

test('SEC-M9 an attacker’s reset requests don’t block the owner’s, and other devices’ requests don’t affect a known device', async () => {
  const { app, database } = await createTestServer()
  const { email } = await createPerson(database.db)
  const phone = createBrowser(app, { address: '198.51.100.4' })
  await phone.post('/api/account/login', { email, password: PASSWORD })
  const reset = async (browser: ReturnType<typeof createBrowser>) =>
    (await browser.post('/api/account/reset-password', { email })).statusCode
  const stranger = createBrowser(app, { address: '203.0.113.1' })
  expect([await reset(stranger), await reset(stranger), await reset(stranger), await reset(stranger)]).toEqual([202, 202, 202, 429])
  expect(await reset(createBrowser(app, { address: '198.51.100.5' }))).toBe(202)
  // All unknown devices together can request only ten links an hour, so that the owner's mailbox stays usable.
  const many = []
  for (let n = 2; n < 12; n++) many.push(await reset(createBrowser(app, { address: `203.0.113.${n}` })))
  expect(count(many)).toEqual({ 202: 6, 429: 4 })
  expect([await reset(phone), await reset(phone), await reset(phone), await reset(phone)]).toEqual([202, 202, 202, 429])
})

test('SEC-M9 subscriptions, resets, registrations and logins have separate limits', async () => {
  const { app, database } = await createTestServer()
  const { email } = await createPerson(database.db)
  const tent = createBrowser(app)
  const subscribe = async (n: number) =>
    (await tent.post('/api/subscriptions', { email: `s${n}@example.org`, networks: ['st-helens'] })).statusCode
  const subscribed = []
  for (let n = 0; n < 22; n++) subscribed.push(await subscribe(n))
  expect(count(subscribed)).toEqual({ 202: 20, 429: 2 })
  const resets = []
  for (let n = 0; n < 21; n++) resets.push((await tent.post('/api/account/reset-password', { email: `r${n}@example.org` })).statusCode)
  expect(count(resets)).toEqual({ 202: 20, 429: 1 })
  expect((await tent.post('/api/account/login', { email, password: PASSWORD })).statusCode).toBe(200)
})

test('SEC-M9 60 people at one address can register in an hour, but not 61; the owner of a taken address gets at most three notices', {
  timeout: 60_000,
}, async () => {
  const { app, database } = await createTestServer()
  const register = async (email: string, password = 'greasy roots') =>
    (await createBrowser(app).post('/api/account/register', { displayName: 'Jo', email, password })).statusCode
  const { email } = await createPerson(database.db)
  expect([await register(email), await register(email), await register(email), await register(email)]).toEqual([409, 409, 409, 429])
  // A rejected password doesn't count, because the request creates no account and no email.
  for (let n = 0; n < 5; n++) expect(await register('jo1@example.org', 'password')).toBe(422)
  const statuses = await Promise.all(Array.from({ length: 58 }, (_, n) => register(`jo${n}@example.org`)))
  expect(count(statuses)).toEqual({ 201: 57, 429: 1 })
})

test('SEC-M9 a lost phone becomes an unknown device when its session is ended or the password is changed', async () => {
  const { app, database } = await createTestServer()
  const { email, id } = await createPerson(database.db)
  const [lost, own] = [createBrowser(app, { address: '198.51.100.4' }), createBrowser(app, { address: '198.51.100.5' })]
  for (const browser of [lost, own]) await browser.post('/api/account/login', { email, password: PASSWORD })
  const known = async () => (await database.db.selectFrom('knownDevices').select('personId').where('personId', '=', id).execute()).length
  expect(await known()).toBe(2)
  const { sessions } = (await own.get('/api/me/sessions')).json()
  const lostSession = sessions.find((session: { current: boolean; device: string }) => !session.current && session.device !== 'A test')
  await own.remove(`/api/me/sessions/${lostSession.id}`)
  expect(await known()).toBe(1)
  await guessFromEverywhere(app, email, 20)
  expect((await lost.post('/api/account/login', { email, password: PASSWORD })).statusCode).toBe(429)
  expect((await own.post('/api/account/login', { email, password: PASSWORD })).statusCode).toBe(200)
})

async function createProcess(databaseUrl: string) {
  const port = await freePort()
  const main = resolve(import.meta.dirname, '../../../main.ts')
  const environment = { DATABASE_URL: databaseUrl, PORT: String(port), LOG_LEVEL: 'silent', TRUSTED_PROXIES: '127.0.0.1' }
  const surroundings = { NODE_ENV: 'test', DEV_MAIL: 'true' }
  const child: ChildProcess = spawn(process.execPath, [main], { stdio: 'ignore', env: { ...process.env, ...environment, ...surroundings } })
  onTestFinished(async () => {
    const ended = new Promise((done) => child.once('exit', done))
    child.kill('SIGKILL')
    await ended
  })
  const url = `http://127.0.0.1:${port}`
  await expect
    .poll(
      () =>
        fetch(`${url}/readyz`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 75_000, interval: 100 },
    )
    .toBe(200)
  return url
}

test('SEC-M9 two processes with the same database share one limit', { timeout: 120_000 }, async () => {
  const database = await createTestDatabase()
  const { email } = await createPerson(database.db)
  const servers = await Promise.all([createProcess(database.url), createProcess(database.url)])
  const login = async (n: number, password: string) => {
    const headers = { ...OUR_PAGES, 'x-forwarded-for': ipv6(n) }
    const body = JSON.stringify({ email, password })
    return (await fetch(`${servers[n % 2]}/api/account/login`, { method: 'POST', headers, body })).status
  }
  const statuses = await Promise.all(Array.from({ length: 24 }, (_, n) => login(n + 1, 'wrong')))
  expect(count(statuses)).toEqual({ 401: 20, 429: 4 })
  expect(await login(100, PASSWORD)).toBe(429)
  expect(JSON.stringify((await database.pool.query('select * from rate_limits')).rows)).not.toContain(email)
})
