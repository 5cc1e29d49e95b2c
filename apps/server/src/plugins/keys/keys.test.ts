import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { KEY_SCOPES, type KeyScope } from '@trailwarden/domain'
import { as, createBrowser, OUR_PAGES, PASSWORD } from '@trailwarden/testkit/devices/people'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { Db } from '#db/database.ts'
import { createBucket } from '#http/security/rate-limit.ts'
import { createTestDevice, REPORT } from '#testing/devices.ts'
import { createPasskey } from '#testing/soft-passkey.ts'
import { createTestServer } from '#testing/test-server.ts'
import { identifyProgram, removeExpiredKeys } from './key-store.ts'

const DAY_MS = 86_400_000

async function createProgram(app: FastifyInstance, db: Db, scopes: readonly KeyScope[], name = 'Council GIS') {
  const { browser, person } = await as(app, db, { role: 4, displayName: 'Mia Maker' })
  const made = await browser.post('/api/keys', { name, scopes, days: 30, proof: { password: PASSWORD } })
  expect(made.statusCode).toBe(201)
  const { key, secret } = made.json()
  const call = (method: 'GET' | 'PUT' | 'POST', url: string, body?: object, headers: Record<string, string> = {}) =>
    app.inject({
      method,
      url,
      remoteAddress: '203.0.113.9',
      headers: { authorization: `Bearer ${secret}`, ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { payload: JSON.stringify(body) }),
    })
  return { administrator: browser, maker: person, key, secret: secret as string, call }
}

async function dumpOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
  )
  const parts = await Promise.all(
    rows.map(({ name }) => pool.query<{ text: string }>(`select string_agg(t::text, '\n') as text from ${name} t`)),
  )
  return parts.map((part) => part.rows[0]?.text ?? '').join('\n')
}

test('SEC-KEYS a key is shown once, only its hash is stored, and it never appears in logs or error reports', async () => {
  const reports: string[] = []
  const collector = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (part: string) => void reports.push(part))
    request.on('end', () => response.end('{}'))
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  onTestFinished(() => void collector.close())
  const lines: string[] = []
  const { app, database } = await createTestServer({
    environment: { LOG_LEVEL: 'debug', ERROR_DSN: `http://akey@127.0.0.1:${(collector.address() as AddressInfo).port}/7` },
    logTo: { write: (line) => void lines.push(line) },
  })
  const { administrator, key, secret, call } = await createProgram(app, database.db, ['read-actions'])
  expect(secret).toMatch(/^twk_[\w-]{43}$/)
  expect(key).toMatchObject({ name: 'Council GIS', scopes: ['read-actions'], ending: secret.slice(-4), lastUsedAt: null })
  expect(Date.parse(key.expiresAt) - Date.parse(key.createdAt)).toBe(30 * DAY_MS)
  expect((await call('GET', '/api/v1/actions')).statusCode).toBe(200)
  const list = await administrator.get('/api/keys')
  expect(list.json().keys).toHaveLength(1)
  expect(list.body).not.toContain(secret)
  const dump = await dumpOf(database.pool)
  expect(dump).toContain('Council GIS')
  expect(dump).not.toContain(secret)
  expect(dump).not.toContain(secret.slice(4))
  await database.pool.query('alter table actions rename column detail to detail_gone')
  expect((await call('GET', '/api/v1/actions')).statusCode).toBe(500)
  await expect.poll(() => reports.length, { timeout: 20_000 }).toBeGreaterThan(0)
  expect(lines.join('')).toContain('/api/v1/actions')
  for (const text of [...lines, ...reports]) expect(text).not.toContain(secret.slice(4))
})

test('SEC-KEYS a key allows only what its scopes permit; keys don’t work as sessions, or sessions as keys', async () => {
  const { app, database, site } = await createTestServer()
  const { db } = database
  const networks = Object.fromEntries(site.networks.map(({ id }) => [id, { status: 'Open', message: '' }]))
  const id = await (await createTestDevice(app, db)).report()
  const calls = (): [KeyScope, 'GET' | 'PUT', string, object?][] => [
    ['read-status', 'GET', '/api/v1/status'],
    ['post-status', 'PUT', `/api/v1/status-updates/${randomUUID()}`, { networks }],
    ['read-actions', 'GET', '/api/v1/actions'],
    ['read-actions', 'GET', `/api/v1/actions/${id}`],
  ]
  for (const scope of KEY_SCOPES) {
    const { call } = await createProgram(app, db, [scope])
    for (const [needed, method, url, body] of calls())
      expect((await call(method, url, body)).statusCode, `${scope} ${url}`).toBe(needed === scope ? 200 : 403)
  }
  const all = await createProgram(app, db, KEY_SCOPES)
  for (const url of ['/api/users', '/api/pull', '/api/keys', '/api/audit-log', '/api/open-hazards?code=BF17'])
    expect((await all.call('GET', url)).statusCode, url).toBe(401)
  expect((await all.call('GET', '/api/me')).json()).toEqual({ person: null })
  expect(
    (await all.call('POST', '/api/keys', { name: 'More', scopes: ['read-status'], days: 1, proof: { password: PASSWORD } }, OUR_PAGES))
      .statusCode,
  ).toBe(401)
  expect((await all.call('POST', '/api/push', { deviceId: randomUUID(), commands: [] }, OUR_PAGES)).statusCode).toBe(401)
  const asCookie = await app.inject({ url: '/api/users', headers: { cookie: `__Host-tw=${all.secret}` } })
  expect(asCookie.statusCode).toBe(401)
  for (const [, method, url, body] of calls())
    expect((await all.administrator.call(method, url, { ...body })).statusCode, `session ${url}`).toBe(403)
  const session = all.administrator.cookie.split('=')[1]
  expect((await app.inject({ url: '/api/v1/status', headers: { authorization: `Bearer ${session}` } })).statusCode).toBe(401)
})

test('SEC-KEYS a revoked, expired or invalid key is refused from the next request on', async () => {
  const { app, database } = await createTestServer()
  const { administrator, key, call } = await createProgram(app, database.db, ['read-status'])
  expect((await call('GET', '/api/v1/status')).json()).toMatchObject({ id: null, postedAt: null, orderNumber: 0, networks: {} })
  expect((await administrator.remove(`/api/keys/${key.id}`)).statusCode).toBe(204)
  const refused = await call('GET', '/api/v1/status')
  expect([refused.statusCode, refused.json().code, refused.headers['www-authenticate']]).toEqual([401, 'wrong-key', 'Bearer'])
  expect((await administrator.remove(`/api/keys/${key.id}`)).statusCode).toBe(404)

  const short = await createProgram(app, database.db, ['read-status'], 'Short')
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)
  const limit = createBucket(60, 60)
  const on = (date: Date) => identifyProgram(database.db, limit, short.secret, 'read-status', date)
  expect(await on(inDays(29.9))).toMatchObject({ program: { name: 'Short' } })
  expect(await on(inDays(30.1))).toEqual({ refusal: 'wrong-key' })
  const others = [`${short.secret}x`, short.secret.slice(0, -1), short.secret.toUpperCase(), 'twk_', '', "twk_' or true --"]
  for (const sent of others)
    expect(await identifyProgram(database.db, limit, sent, 'read-status', new Date()), sent).toEqual({ refusal: 'wrong-key' })
  for (const authorization of ['', 'Bearer', short.secret, `Basic ${short.secret}`, `Bearer ${short.secret} x`])
    expect((await app.inject({ url: '/api/v1/status', headers: { authorization } })).statusCode, authorization).toBe(401)
  const sweep = removeExpiredKeys(database.db)
  await sweep(inDays(59))
  expect((await administrator.get('/api/keys')).json().keys).toHaveLength(1)
  await sweep(inDays(61))
  expect((await administrator.get('/api/keys')).json().keys).toHaveLength(0)
})

test('SEC-KEYS records the last use of a key once a minute, and audits use once a day and every creation and revocation', async () => {
  const { app, database } = await createTestServer()
  const { administrator, key, secret } = await createProgram(app, database.db, ['read-status'])
  const limit = createBucket(6000, 6000)
  const use = (at: string) => identifyProgram(database.db, limit, secret, 'read-status', new Date(at))
  const lastUsed = async () => (await administrator.get('/api/keys')).json().keys[0].lastUsedAt
  const day = new Date().toISOString().slice(0, 10)
  const next = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10)
  await use(`${day}T10:00:00.000Z`)
  await use(`${day}T10:00:59.000Z`)
  expect(await lastUsed()).toBe(`${day}T10:00:00.000Z`)
  await Promise.all(Array.from({ length: 5 }, () => use(`${day}T10:01:00.000Z`)))
  expect(await lastUsed()).toBe(`${day}T10:01:00.000Z`)
  await use(`${day}T23:59:59.000Z`)
  await Promise.all(Array.from({ length: 5 }, () => use(`${next}T00:01:00.000Z`)))
  await administrator.remove(`/api/keys/${key.id}`)
  const { entries } = (await administrator.get('/api/audit-log')).json()
  const ofKeys = entries.filter(({ event }: { event: string }) => event.startsWith('key-')).toReversed()
  expect(ofKeys.map(({ event, details }: { event: string; details: object }) => [event, details])).toEqual([
    ['key-made', { name: 'Council GIS', scopes: 'read-status', days: 30 }],
    ['key-used', { name: 'Council GIS' }],
    ['key-used', { name: 'Council GIS' }],
    ['key-revoked', { name: 'Council GIS' }],
  ])
  expect(ofKeys[0].actor).not.toBeNull()
  expect(ofKeys[1]).toMatchObject({ actor: null, subject: null })
})

test('SEC-KEYS limits requests per key without affecting other keys', async () => {
  const { app, database } = await createTestServer({ environment: { KEY_REQUESTS_PER_MINUTE: '1' } })
  const [busy, calm] = [await createProgram(app, database.db, ['read-status']), await createProgram(app, database.db, ['read-status'])]
  expect((await busy.call('GET', '/api/v1/status')).statusCode).toBe(200)
  const tooOften = await busy.call('GET', '/api/v1/status')
  expect(tooOften.statusCode).toBe(429)
  expect(Number(tooOften.headers['retry-after'])).toBeGreaterThan(0)
  expect((await calm.call('GET', '/api/v1/status')).statusCode).toBe(200)
})

test('SEC-KEYS a key needs a name and a scope and lasts a year at most; the number of keys is limited', async () => {
  const { app, database } = await createTestServer()
  const { browser } = await as(app, database.db, { role: 4 })
  const good = { name: 'GIS', scopes: ['read-status'], days: 365, proof: { password: PASSWORD } }
  const wrong = [
    { name: ' ' },
    { name: 'x'.repeat(61) },
    { scopes: [] },
    { scopes: ['everything'] },
    { scopes: Array(4).fill('read-status') },
    ...[0, 366, 1.5, null].map((days) => ({ days })),
  ]
  for (const change of wrong) expect((await browser.post('/api/keys', { ...good, ...change })).statusCode, JSON.stringify(change)).toBe(422)
  expect((await browser.post('/api/keys', { ...good, scopes: ['read-status', 'read-status'] })).json().key.scopes).toEqual(['read-status'])
  for (let n = 1; n < 50; n++) expect((await browser.post('/api/keys', good)).statusCode).toBe(201)
  expect((await browser.post('/api/keys', good)).statusCode).toBe(422)
})

test('SEC-KEYS a program can read Actions page by page and by time of change, without anyone’s name', async () => {
  const { app, database, config } = await createTestServer()
  const { call } = await createProgram(app, database.db, ['read-actions'])
  const phone = await createTestDevice(app, database.db, { role: 2, displayName: 'Unforgettable', email: 'find.me@example.org' })
  const place = { latitude: -41.3, longitude: 148.2, accuracyM: 8 }
  const [open, resolved, deleted] = [await phone.report({ place }), await phone.report(), await phone.report()]
  await phone.do(
    'action',
    open,
    { addNote: { id: randomUUID(), text: 'Ask Unforgettable' }, assignedTo: phone.person.id },
    { baseVersion: 1 },
  )
  await phone.do('action', resolved, { status: 'Resolved' }, { baseVersion: 1 })
  await phone.do('action', deleted, { deleted: true }, { baseVersion: 1 })
  const all = await call('GET', '/api/v1/actions')
  expect(all.json()).toMatchObject({ next: null, actions: expect.any(Array) })
  expect(all.json().actions.map(({ id }: { id: string }) => id)).toEqual([open, resolved].sort())
  for (const trace of ['Unforgettable', 'find.me', phone.person.id]) expect(all.body).not.toContain(trace)
  const one = (await call('GET', `/api/v1/actions/${open}`)).json()
  expect(one).toMatchObject({ ...REPORT, id: open, place, rating: 'Unrated', status: 'Unresolved', version: 2, completedAt: null })
  expect(one.url).toBe(`${config.PUBLIC_URL}/actions/view/${open}`)
  expect((await call('GET', `/api/v1/actions/${deleted}`)).statusCode).toBe(404)
  const ids = async (query: string) => (await call('GET', `/api/v1/actions?${query}`)).json().actions.map(({ id }: { id: string }) => id)
  expect(await ids('status=Resolved')).toEqual([resolved])
  expect(await ids(`changedSince=${one.updatedAt}&status=Unresolved`)).toEqual([open])
  expect(await ids(`changedSince=${new Date(Date.now() + DAY_MS).toISOString()}`)).toEqual([])
  for (const query of ['status=Half', 'changedSince=yesterday', 'after=1'])
    expect((await call('GET', `/api/v1/actions?${query}`)).statusCode).toBe(422)

  for (let n = 0; n < 8; n++) await phone.send(Array.from({ length: 25 }, () => phone.command('action', randomUUID(), REPORT)))
  const first = (await call('GET', '/api/v1/actions')).json()
  const second = (await call('GET', `/api/v1/actions?after=${first.next}`)).json()
  expect([first.actions.length, second.actions.length, second.next]).toEqual([200, 2, null])
  expect(new Set([...first.actions, ...second.actions].map(({ id }) => id)).size).toBe(202)
})

test('SEC-KEYS a program publishes an update only once per ID, and can’t overwrite an update that it hasn’t read', async () => {
  const { app, database, site } = await createTestServer()
  const { call, key } = await createProgram(app, database.db, ['read-status', 'post-status'], 'Weather station')
  const networks = (status: string) => Object.fromEntries(site.networks.map(({ id }) => [id, { status, message: 'High wind' }]))
  const post = (id: string, body: object, headers?: Record<string, string>) => call('PUT', `/api/v1/status-updates/${id}`, body, headers)
  const first = randomUUID()
  const posted = await post(first, { networks: networks('Closed'), basedOn: null })
  expect(posted.json()).toMatchObject({ id: first, networks: networks('Closed') })
  expect((await post(first, { networks: networks('Closed'), basedOn: null })).json()).toEqual(posted.json())
  expect((await post(first, { networks: networks('Open') })).statusCode).toBe(409)
  expect((await call('GET', '/api/v1/status')).json()).toEqual(posted.json())
  expect((await createBrowser(app).get('/api/public/status')).json().networks[0]).toMatchObject({ status: 'Closed', message: 'High wind' })

  const phone = await createTestDevice(app, database.db, { role: 2 })
  await phone.fetch()
  expect(phone.mirror.get(`trail-update ${first}`)).toMatchObject({ createdBy: key.id, createdByName: 'Weather station (key)' })
  expect((await phone.do('trail-update', randomUUID(), { networks: networks('Open'), basedOn: first })).outcome).toBe('applied')
  // The server accepts closures even if they are based on an old update, but rejects reopenings that are based on one (T7, T27).
  const late = await post(randomUUID(), { networks: networks('Closed'), basedOn: first })
  expect(late.json().networks).toMatchObject(networks('Closed'))
  for (const known of [{}, { basedOn: first }]) {
    const opening = await post(randomUUID(), { networks: networks('Open'), ...known })
    expect([opening.statusCode, opening.json().code]).toEqual([409, 'superseded'])
  }
  for (const body of [{}, { networks: {} }, { networks: networks('Half') }, { networks: networks('Open'), createdBy: randomUUID() }])
    expect((await post(randomUUID(), body)).statusCode).toBe(422)
  // Another site's page can't add the key's header to a request, so the server accepts any valid key.
  expect((await post(randomUUID(), { networks: networks('Closed') }, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(200)
})

test('STAT-7 a program can read networks, trails, sections and closures; publishing network statuses returns the public status', async () => {
  const { app, database, site, trails } = await createTestServer()
  const { call } = await createProgram(app, database.db, ['read-status', 'post-status'], 'Weather station')
  const networks = (status: string) => Object.fromEntries(site.networks.map(({ id }) => [id, { status, message: '' }]))
  const [trail, other] = trails().filter(({ networkId, posts }) => networkId === 'st-helens' && posts.length > 1)
  if (!trail || !other) throw new Error('The sample has no such trails.')
  const id = randomUUID()
  const section = { from: trail.posts[0] ?? null, to: trail.posts[1] ?? null }
  const times = { startsAt: null, endsAt: null, reopens: null }
  const closure = {
    id: randomUUID(),
    networkId: 'st-helens',
    trailId: trail.id,
    section,
    level: 'Closed',
    message: 'Slip',
    wayAround: '',
    ...times,
  }
  const statements = { trails: { [other.id]: { status: 'Closed', message: '' } }, closures: [closure] }
  await call('PUT', `/api/v1/status-updates/${id}`, { networks: networks('Open'), ...statements, basedOn: null })
  // Regression test: when a program posted only networks, everything was shown as Open even though a trail was closed.
  const again = await call('PUT', `/api/v1/status-updates/${randomUUID()}`, { networks: networks('Open'), basedOn: id })
  const read = (await call('GET', '/api/v1/status')).json()
  expect(again.json()).toEqual(read)
  expect(read.networks['st-helens']).toEqual({
    status: 'Partially Open',
    exceptions: `${other.name} closed. Part of ${trail.name} closed.`,
    message: '',
    posted: 'Open',
  })
  expect(read.trails[trail.id]).toEqual({ status: 'Partially Open', own: null })
  expect(read.trails[other.id]).toEqual({ status: 'Closed', own: { status: 'Closed', message: '' } })
  expect(Object.keys(read.trails)).toHaveLength(trails().length)
  expect(read.closures).toMatchObject([{ id: closure.id, section, message: 'Slip' }])
})

test('SEC-N4 creating a key requires the password or a passkey, records the creator, and emails every administrator', async () => {
  const { app, database } = await createTestServer({ environment: { PUBLIC_URL: 'https://trails.example.org' } })
  const { db } = database
  const other = await as(app, db, { role: 4 })
  const { administrator, maker } = await createProgram(app, db, ['read-status'])
  const input = { name: 'Sign', scopes: ['read-status'], days: 30 }
  expect((await administrator.post('/api/keys', input)).statusCode).toBe(422)
  expect((await administrator.post('/api/keys', { ...input, proof: { password: 'wrong' } })).json().code).toBe('wrong-password')
  const withPasskey = async (personId: string) => {
    const passkey = await createPasskey(db, personId)
    const { challengeId, options } = (await administrator.post('/api/account/passkey-challenge')).json()
    return administrator.post('/api/keys', { ...input, proof: { passkey: { challengeId, answer: passkey.answer(options.challenge) } } })
  }
  expect((await withPasskey(other.person.id)).json().code).toBe('wrong-password')
  expect((await withPasskey(maker.id)).json()).toMatchObject({ key: { madeBy: 'Mia Maker', heldBy: 'Mia Maker', isSuspended: false } })
  const emails = await db.selectFrom('emails').select(['kind', 'recipient']).where('kind', '=', 'program-access').execute()
  for (const { email } of [maker, other.person]) expect(emails.filter(({ recipient }) => recipient === email)).toHaveLength(2)
})

test('SEC-N4 suspends a key when its creator is disabled, deleted or demoted, until another administrator takes it over', async () => {
  const { app, database } = await createTestServer()
  const { db } = database
  const boss = await as(app, db, { role: 4, displayName: 'Bea Boss' })
  const status = async ({ call }: Awaited<ReturnType<typeof createProgram>>) => (await call('GET', '/api/v1/status')).statusCode
  const ends: ((id: string) => ReturnType<typeof boss.browser.patch>)[] = [
    (id) => boss.browser.patch(`/api/users/${id}`, { disabled: true }),
    (id) => boss.browser.patch(`/api/users/${id}`, { role: 3 }),
    (id) => boss.browser.remove(`/api/users/${id}`),
  ]
  for (const [n, end] of ends.entries()) {
    const program = await createProgram(app, db, ['read-status'], `Sign ${n}`)
    expect(await status(program)).toBe(200)
    expect((await end(program.maker.id)).statusCode).toBeLessThan(300)
    expect(await status(program)).toBe(401)
    const keys = (await boss.browser.get('/api/keys')).json().keys
    expect(keys.find(({ id }: { id: string }) => id === program.key.id)).toMatchObject({ isSuspended: true })
    const notices = await db.selectFrom('emails').select('details').where('kind', '=', 'programs-suspended').execute()
    expect(notices.map(({ details }) => details.names)).toContain(`Sign ${n}`)
    const takeOver = (proof: object) => boss.browser.post(`/api/keys/${program.key.id}/take-over`, { proof })
    expect((await takeOver({ password: 'wrong' })).json().code).toBe('wrong-password')
    expect((await takeOver({ password: PASSWORD })).json()).toMatchObject({ heldBy: 'Bea Boss', isSuspended: false })
    expect(await status(program)).toBe(200)
  }
  const log = await db.selectFrom('auditLog').select('actorId').where('event', '=', 'key-taken-over').execute()
  expect(log.map(({ actorId }) => actorId)).toEqual(Array(3).fill(boss.person.id))
})
