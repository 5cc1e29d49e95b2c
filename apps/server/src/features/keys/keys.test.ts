import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { KEY_SCOPES, type KeyScope } from '@trailwarden/domain'
import { aBrowser, as, OUR_PAGES } from '@trailwarden/testkit/people'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { Db } from '#db/database.ts'
import { createBucket } from '#http/rate-limit.ts'
import { aDevice, REPORT } from '#testing/devices.ts'
import { aServer } from '#testing/test-server.ts'
import { sweepExpired } from '../retention/retention.ts'
import { whichProgram } from './key-store.ts'

const DAY_MS = 86_400_000

/** A key that an administrator made through the front door, and a program that sends it. */
async function aProgram(app: FastifyInstance, db: Db, scopes: readonly KeyScope[], name = 'Council GIS') {
  const { browser } = await as(app, db, { role: 4 })
  const made = await browser.post('/api/keys', { name, scopes, days: 30 })
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
  return { administrator: browser, key, secret: secret as string, call }
}

/** Everything that a dump of the database would hold, as text. */
async function dumpOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
  )
  const parts = await Promise.all(
    rows.map(({ name }) => pool.query<{ text: string }>(`select string_agg(t::text, '\n') as text from ${name} t`)),
  )
  return parts.map((part) => part.rows[0]?.text ?? '').join('\n')
}

test('SEC-KEYS a key is shown once and only its hash is stored; logs and error reports do not hold it', async () => {
  const reports: string[] = []
  const collector = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (part: string) => void reports.push(part))
    request.on('end', () => response.end('{}'))
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  onTestFinished(() => void collector.close())
  const lines: string[] = []
  const { app, database } = await aServer({
    environment: { LOG_LEVEL: 'debug', ERROR_DSN: `http://akey@127.0.0.1:${(collector.address() as AddressInfo).port}/7` },
    logTo: { write: (line) => void lines.push(line) },
  })
  const { administrator, key, secret, call } = await aProgram(app, database.db, ['read-actions'])
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

test('SEC-KEYS each key opens what its scopes say and nothing else; a key is no session and a session is no key', async () => {
  const { app, database, site } = await aServer()
  const { db } = database
  const networks = Object.fromEntries(site.networks.map(({ id }) => [id, { status: 'Open', message: '' }]))
  const id = await (await aDevice(app, db)).report()
  const calls = (): [KeyScope, 'GET' | 'PUT', string, object?][] => [
    ['read-status', 'GET', '/api/v1/status'],
    ['post-status', 'PUT', `/api/v1/status-updates/${randomUUID()}`, { networks }],
    ['read-actions', 'GET', '/api/v1/actions'],
    ['read-actions', 'GET', `/api/v1/actions/${id}`],
  ]
  for (const scope of KEY_SCOPES) {
    const { call } = await aProgram(app, db, [scope])
    for (const [needed, method, url, body] of calls())
      expect((await call(method, url, body)).statusCode, `${scope} ${url}`).toBe(needed === scope ? 200 : 403)
  }
  const all = await aProgram(app, db, KEY_SCOPES)
  for (const url of ['/api/users', '/api/pull', '/api/keys', '/api/audit-log', '/api/open-hazards?code=BF17'])
    expect((await all.call('GET', url)).statusCode, url).toBe(401)
  expect((await all.call('GET', '/api/me')).json()).toEqual({ person: null })
  expect((await all.call('POST', '/api/keys', { name: 'More', scopes: ['read-status'], days: 1 }, OUR_PAGES)).statusCode).toBe(401)
  expect((await all.call('POST', '/api/push', { deviceId: randomUUID(), commands: [] }, OUR_PAGES)).statusCode).toBe(401)
  const asCookie = await app.inject({ url: '/api/users', headers: { cookie: `__Host-tw=${all.secret}` } })
  expect(asCookie.statusCode).toBe(401)
  for (const [, method, url, body] of calls())
    expect((await all.administrator.call(method, url, { ...body })).statusCode, `session ${url}`).toBe(403)
  const session = all.administrator.cookie.split('=')[1]
  expect((await app.inject({ url: '/api/v1/status', headers: { authorization: `Bearer ${session}` } })).statusCode).toBe(401)
})

test('SEC-KEYS a key that was revoked, has ended or is none opens nothing from the next request on', async () => {
  const { app, database } = await aServer()
  const { administrator, key, call } = await aProgram(app, database.db, ['read-status'])
  expect((await call('GET', '/api/v1/status')).json()).toEqual({ id: null, postedAt: null, orderNumber: 0, networks: {} })
  expect((await administrator.remove(`/api/keys/${key.id}`)).statusCode).toBe(204)
  const refused = await call('GET', '/api/v1/status')
  expect([refused.statusCode, refused.json().code, refused.headers['www-authenticate']]).toEqual([401, 'wrong-key', 'Bearer'])
  expect((await administrator.remove(`/api/keys/${key.id}`)).statusCode).toBe(404)

  const short = await aProgram(app, database.db, ['read-status'], 'Short')
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)
  const limit = createBucket(60, 60)
  const on = (date: Date) => whichProgram(database.db, limit, short.secret, 'read-status', date)
  expect(await on(inDays(29.9))).toMatchObject({ program: { name: 'Short' } })
  expect(await on(inDays(30.1))).toEqual({ refusal: 'wrong-key' })
  const others = [`${short.secret}x`, short.secret.slice(0, -1), short.secret.toUpperCase(), 'twk_', '', "twk_' or true --"]
  for (const sent of others)
    expect(await whichProgram(database.db, limit, sent, 'read-status', new Date()), sent).toEqual({ refusal: 'wrong-key' })
  for (const authorization of ['', 'Bearer', short.secret, `Basic ${short.secret}`, `Bearer ${short.secret} x`])
    expect((await app.inject({ url: '/api/v1/status', headers: { authorization } })).statusCode, authorization).toBe(401)
  const sweep = sweepExpired(database.db)
  await sweep(inDays(59))
  expect((await administrator.get('/api/keys')).json().keys).toHaveLength(1)
  await sweep(inDays(61))
  expect((await administrator.get('/api/keys')).json().keys).toHaveLength(0)
})

test('SEC-KEYS use is noted once a minute and audited once a day; making and revoking are audited', async () => {
  const { app, database } = await aServer()
  const { administrator, key, secret } = await aProgram(app, database.db, ['read-status'])
  const limit = createBucket(6000, 6000)
  const use = (at: string) => whichProgram(database.db, limit, secret, 'read-status', new Date(at))
  const lastUsed = async () => (await administrator.get('/api/keys')).json().keys[0].lastUsedAt
  const day = new Date().toISOString().slice(0, 10)
  const next = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10)
  await use(`${day}T10:00:00.000Z`)
  await use(`${day}T10:00:59.000Z`)
  expect(await lastUsed()).toBe(`${day}T10:00:00.000Z`)
  // Several processes at the same moment: one of them notes it.
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

test('SEC-KEYS one key cannot ask without end, and another is not held up by it', async () => {
  const { app, database } = await aServer({ environment: { KEY_REQUESTS_PER_MINUTE: '1' } })
  const [busy, calm] = [await aProgram(app, database.db, ['read-status']), await aProgram(app, database.db, ['read-status'])]
  expect((await busy.call('GET', '/api/v1/status')).statusCode).toBe(200)
  const tooOften = await busy.call('GET', '/api/v1/status')
  expect(tooOften.statusCode).toBe(429)
  expect(Number(tooOften.headers['retry-after'])).toBeGreaterThan(0)
  expect((await calm.call('GET', '/api/v1/status')).statusCode).toBe(200)
})

test('SEC-KEYS what a key must be: named, for something, for a year at most, and not without number', async () => {
  const { app, database } = await aServer()
  const { browser } = await as(app, database.db, { role: 4 })
  const good = { name: 'GIS', scopes: ['read-status'], days: 365 }
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

test('SEC-KEYS a program reads actions page by page and by what has changed, without anybody’s name', async () => {
  const { app, database, config } = await aServer()
  const { call } = await aProgram(app, database.db, ['read-actions'])
  const phone = await aDevice(app, database.db, { role: 2, displayName: 'Unforgettable', email: 'find.me@example.org' })
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

test('SEC-KEYS a program posts status once under one id, and not over what it has not seen', async () => {
  const { app, database, site } = await aServer()
  const { call, key } = await aProgram(app, database.db, ['read-status', 'post-status'], 'Weather station')
  const networks = (status: string) => Object.fromEntries(site.networks.map(({ id }) => [id, { status, message: 'High wind' }]))
  const post = (id: string, body: object, headers?: Record<string, string>) => call('PUT', `/api/v1/status-updates/${id}`, body, headers)
  const first = randomUUID()
  const posted = await post(first, { networks: networks('Closed'), basedOn: null })
  expect(posted.json()).toMatchObject({ id: first, networks: networks('Closed') })
  expect((await post(first, { networks: networks('Closed'), basedOn: null })).json()).toEqual(posted.json())
  expect((await post(first, { networks: networks('Open') })).statusCode).toBe(409)
  expect((await call('GET', '/api/v1/status')).json()).toEqual(posted.json())
  expect((await aBrowser(app).get('/api/public/status')).json().networks[0]).toMatchObject({ status: 'Closed', message: 'High wind' })

  const phone = await aDevice(app, database.db, { role: 2 })
  await phone.fetch()
  expect(phone.mirror.get(`trail-update ${first}`)).toMatchObject({ createdBy: key.id, createdByName: 'Weather station (key)' })
  expect((await phone.do('trail-update', randomUUID(), { networks: networks('Open'), basedOn: first })).outcome).toBe('applied')
  const late = await post(randomUUID(), { networks: networks('Closed'), basedOn: first })
  expect([late.statusCode, late.json().code]).toEqual([409, 'superseded'])
  for (const body of [{}, { networks: {} }, { networks: networks('Half') }, { networks: networks('Open'), createdBy: randomUUID() }])
    expect((await post(randomUUID(), body)).statusCode).toBe(422)
  // From a page of another site, which no browser would let add the header: it is the key that counts.
  expect((await post(randomUUID(), { networks: networks('Open') }, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(200)
})
