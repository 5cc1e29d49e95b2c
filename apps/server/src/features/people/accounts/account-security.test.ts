import { PERMISSIONS } from '@trailwarden/api'
import { as, createBrowser, createPerson, PASSWORD } from '@trailwarden/testkit/devices/people'
import { expect, test } from 'vitest'
import { createTestServer } from '#testing/test-server.ts'
import { hashPassword, isCommonPassword, verifyPassword } from './password.ts'

/**
 * Email programs call this route without a session (RFC 8058), and the id in the email is enough. Add a route only for a similar reason.
 */
const FROM_ANYWHERE = ['POST /api/subscriptions/:id/unsubscribe']
const UNSAFE = Object.keys(PERMISSIONS).filter((route) => !route.startsWith('GET ') && !FROM_ANYWHERE.includes(route))

/** Requests that other sites make with the user's cookie, or that our pages never make. */
const STRANGERS: Record<string, Record<string, string>> = {
  'a form on another site': {
    'content-type': 'application/x-www-form-urlencoded',
    'sec-fetch-site': 'cross-site',
    origin: 'https://evil.example',
  },
  'a form that smuggles JSON': { 'content-type': 'text/plain', 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  'a simple fetch': { 'content-type': 'text/plain;charset=UTF-8', 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  'JSON from another site': { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  'JSON from a sister host': { 'content-type': 'application/json', 'sec-fetch-site': 'same-site', origin: 'https://blog.example.org' },
  'a typed address': { 'content-type': 'application/json', 'sec-fetch-site': 'none' },
  'another origin, old browser': { 'content-type': 'application/json', origin: 'https://evil.example' },
  'an opaque origin, old browser': { 'content-type': 'application/json', origin: 'null' },
  'no origin at all': { 'content-type': 'application/json' },
  'our page without a type': { 'sec-fetch-site': 'same-origin' },
  'our page with a form': { 'content-type': 'multipart/form-data; boundary=x', 'sec-fetch-site': 'same-origin' },
}

test('every route that changes data refuses requests that don’t come from the app’s own pages', async () => {
  const { app, database } = await createTestServer()
  const { person, browser } = await as(app, database.db, { role: 4 })
  for (const route of UNSAFE) {
    const [method = '', path = ''] = route.split(' ')
    for (const [who, headers] of Object.entries(STRANGERS)) {
      const reply = await browser.call(method as 'POST', path.replace(':id', person.id), {}, headers)
      expect([reply.statusCode, reply.json().code], `${route} by ${who}`).toEqual([403, 'not-allowed'])
    }
  }
  console.log(`cross-site: ${UNSAFE.length} unsafe routes × ${Object.keys(STRANGERS).length} kinds of request, all refused`)
  const old = { 'content-type': 'application/json; charset=utf-8', origin: 'http://localhost:8080' }
  expect((await browser.call('POST', '/api/account/logout', {}, { ...old, host: 'localhost:8080' })).statusCode).toBe(204)
})

test('no response allows another site to read it', async () => {
  const { app } = await createTestServer()
  const reply = await app.inject({
    method: 'OPTIONS',
    url: '/api/me',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  })
  expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  expect((await app.inject('/api/me')).headers['cache-control']).toBe('no-store')
})

test('refuses the 21st login attempt from one address for any account, while other addresses can still log in', async () => {
  const { app, database } = await createTestServer()
  const person = await createPerson(database.db)
  const guess = (address: string, email: string, password: string) =>
    createBrowser(app, { address }).post('/api/account/login', { email, password })
  for (let i = 0; i < 20; i++) expect((await guess('203.0.113.1', `guess${i}@example.org`, 'wrong')).statusCode).toBe(401)
  const refused = await guess('203.0.113.1', person.email, PASSWORD)
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'too-many-requests'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await guess('203.0.113.2', person.email, PASSWORD)).statusCode).toBe(200)
})

test('refuses the 6th attempt at one account from one address; successful logins don’t count', async () => {
  const { app, database } = await createTestServer()
  const person = await createPerson(database.db)
  const login = async (password: string, address = '203.0.113.1') =>
    (await createBrowser(app, { address }).post('/api/account/login', { email: person.email, password })).statusCode
  for (let i = 0; i < 30; i++) expect(await login(PASSWORD)).toBe(200)
  expect((await Promise.all(Array.from({ length: 7 }, () => login('wrong')))).sort()).toEqual([401, 401, 401, 401, 401, 429, 429])
  expect(await login(PASSWORD, '203.0.113.2')).toBe(200)
})

test('limits the number of emails per hour and of attempts to confirm the password', async () => {
  const { app, database } = await createTestServer()
  const { browser } = await as(app, database.db)
  const reset = async () => (await createBrowser(app).post('/api/account/reset-password', { email: 'jo@example.org' })).statusCode
  expect([await reset(), await reset(), await reset(), await reset()]).toEqual([202, 202, 202, 429])
  const remove = async () => (await browser.post('/api/account/delete', { password: 'guess' })).statusCode
  expect([await remove(), await remove(), await remove(), await remove(), await remove(), await remove()]).toEqual([
    403, 403, 403, 403, 403, 429,
  ])
})

const median = (times: number[]) => times.sort((a, b) => a - b)[times.length >> 1] ?? 0

/** The order A B B A makes a slow period on the machine affect both calls. */
async function compare(rounds: number, a: () => Promise<unknown>, b: () => Promise<unknown>) {
  const times: { a: number[]; b: number[] } = { a: [], b: [] }
  for (let round = 0; round < rounds; round++) {
    for (const which of round % 2 ? (['a', 'b'] as const) : (['b', 'a'] as const)) {
      const started = performance.now()
      await (which === 'a' ? a() : b())
      times[which].push(performance.now() - started)
    }
  }
  return { a: median(times.a), b: median(times.b) }
}

test('login and reset return the same response after the same time, whether or not the account exists', { timeout: 180_000 }, async () => {
  const rounds = Number(process.env.ENUMERATION_ROUNDS ?? 30)
  const many = Object.fromEntries(
    ['SIGN_IN_TRIES_PER_ACCOUNT', 'SIGN_IN_TRIES_PER_ADDRESS', 'SIGN_IN_TRIES_FROM_ANYWHERE']
      .concat('RESETS_PER_EMAIL', 'RESETS_PER_ADDRESS', 'RESETS_FROM_ANYWHERE')
      .map((name) => [name, '100000']),
  )
  const { app, database } = await createTestServer({ environment: many, sendsMail: true })
  const { email } = await createPerson(database.db)
  // The expensive hash of registration. Other tests use a cheaper one, which would be faster to check.
  await database.db
    .updateTable('passwords')
    .set({ hash: await hashPassword(PASSWORD) })
    .execute()
  const browser = createBrowser(app)
  const answers = new Set<string>()
  const call = (url: string, body: Record<string, string>) => async () => {
    const reply = await browser.post(url, body)
    answers.add(`${url} ${reply.statusCode} ${reply.body.replace(/"requestId":"[^"]+"/, '')}`)
  }
  for (const url of ['/api/account/login', '/api/account/reset-password']) {
    const password = url.endsWith('login') ? { password: 'a wrong guess' } : {}
    const known = call(url, { email, ...password })
    const unknown = call(url, { email: 'nobody.at.all@example.org', ...password })
    const { a, b } = await compare(rounds, known, unknown)
    console.log(`${url}: median of ${rounds}: ${a.toFixed(2)} ms with an account, ${b.toFixed(2)} ms without`)
    // The margin allows for noise on a busy machine. Without a dummy hash for unknown accounts, the times would differ by almost the whole
    // time of a login.
    expect(Math.abs(a - b)).toBeLessThan(Math.max(1, (rounds >= 200 ? 0.15 : 0.35) * b))
  }
  expect(answers.size).toBe(2)
})

test('passwords are hashed with argon2id at current parameters and a salt, and are compared exactly', async () => {
  const [one, two] = await Promise.all([hashPassword('Käse und Brot'), hashPassword('Käse und Brot')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(one).not.toBe(two)
  expect(await verifyPassword(one, 'Ka\u0308se und Brot')).toBe(true)
  expect(await verifyPassword(one, 'käse und Brot')).toBe(false)
  expect(await verifyPassword(null, '')).toBe(false)
  expect(['password', 'QWERTY', 'password1234'].map(isCommonPassword)).toEqual([true, true, true])
  expect(isCommonPassword('greasy roots')).toBe(false)
})

test('the audit log identifies people only by ID and can’t be changed', async () => {
  const { app, database } = await createTestServer()
  const { person, browser } = await as(app, database.db)
  await browser.get('/api/users')
  await browser.post('/api/account/login', { email: person.email, password: 'wrong' })
  await browser.post('/api/account/login', { email: person.email, password: PASSWORD })
  const log = await database.db.selectFrom('auditLog').select(['event', 'actorId', 'subjectId', 'details']).orderBy('id').execute()
  expect(log).toEqual([
    { event: 'refused', actorId: person.id, subjectId: null, details: { route: 'GET /api/users' } },
    { event: 'sign-in-refused', actorId: null, subjectId: person.id, details: {} },
    { event: 'signed-in', actorId: person.id, subjectId: person.id, details: {} },
  ])
  for (const sql of ["update audit_log set event = 'x'", 'delete from audit_log', 'truncate audit_log'])
    await expect(database.pool.query(sql), sql).rejects.toThrow('append only')
})
