import { as, createBrowser } from '@trailwarden/testkit/devices/people'
import { expect, test } from 'vitest'
import { createBriefLink } from '#testing/brief-links.ts'
import { createDeviceFor } from '#testing/devices.ts'
import { createTestServer } from '#testing/test-server.ts'

/** One location is near BF17, the other far from every way in. */
const NEAR = { latitude: -41.1703, longitude: 148.1213, accuracyM: 5 }
const FAR = { latitude: -41.36, longitude: 148.22, accuracyM: 5 }

test('EMG-05 a manager’s link shows open hazards on the way in, needs no account, shows no names, and expires', async () => {
  const { app, database } = await createTestServer()
  const { db } = database
  const { person, browser } = await as(app, db, { role: 2, displayName: 'Mia Ranger' })
  const device = createDeviceFor(browser, db)
  await device.report({ description: 'Tree across the track', detail: 'Saw needed', place: NEAR, area: 'Bay of Fires' })
  await device.report({ description: 'Loose board', place: FAR })
  await device.report({ description: 'No place given' })
  const done = await device.report({ description: 'Mended', place: NEAR, area: 'Bay of Fires' })
  await device.do('action', done, { status: 'Resolved' }, { baseVersion: 1 })

  const reply = await browser.post('/api/brief-links', { code: 'bf17', hours: 4 })
  expect(reply.statusCode).toBe(201)
  const { token, code, expiresAt } = reply.json()
  expect(code).toBe('BF17')
  expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(3.9 * 3_600_000)

  const visitor = createBrowser(app)
  const opened = await visitor.post('/api/brief-links/open', { token })
  expect(opened.statusCode).toBe(200)
  expect(opened.json()).toMatchObject({ code: 'BF17', expiresAt })
  expect(opened.json().hazards.map((one: { description: string }) => one.description)).toEqual(['Tree across the track'])
  expect(Object.keys(opened.json().hazards[0]).sort()).toEqual(
    ['accuracyM', 'createdAt', 'description', 'detail', 'distanceM', 'number', 'position', 'rating', 'trail'].sort(),
  )
  expect(opened.body).not.toContain('Mia')
  expect(opened.body).not.toContain(person.email)
  // Logged-in users get the brief without a link. A link can be opened more than once.
  expect((await browser.get('/api/open-hazards?code=BF17')).json().hazards).toEqual(opened.json().hazards)
  expect((await visitor.post('/api/brief-links/open', { token })).statusCode).toBe(200)

  await db
    .updateTable('briefLinks')
    .set({ createdAt: new Date(Date.now() - 7_200_000), expiresAt: new Date(Date.now() - 1) })
    .execute()
  const refused = await visitor.post('/api/brief-links/open', { token })
  expect([refused.statusCode, refused.json().code]).toEqual([410, 'link-expired'])
  const log = await db
    .selectFrom('auditLog')
    .select(['event', 'actorId', 'details'])
    .where('event', 'like', 'brief-link%')
    .orderBy('id')
    .execute()
  expect(log).toEqual([
    { event: 'brief-link-made', actorId: person.id, details: { code: 'BF17', hours: 4 } },
    { event: 'brief-link-opened', actorId: null, details: { code: 'BF17' } },
    { event: 'brief-link-opened', actorId: null, details: { code: 'BF17' } },
    { event: 'brief-link-refused', actorId: null, details: { code: 'BF17' } },
  ])
})

test('EMG-05 stores only the hash of a link, and refuses invalid tokens, unknown posts and durations that are too long', async () => {
  const { app, database } = await createTestServer()
  const { browser } = await as(app, database.db, { role: 2 })
  const { token } = (await browser.post('/api/brief-links', { code: 'BF17', hours: 72 })).json()
  const { rows } = await database.pool.query('select brief_links::text as row from brief_links')
  expect(JSON.stringify(rows)).not.toContain(token)
  const visitor = createBrowser(app)
  expect((await visitor.post('/api/brief-links/open', { token: `${token.slice(0, -1)}_` })).statusCode).toBe(410)
  expect((await visitor.post('/api/brief-links/open', { token: '' })).statusCode).toBe(422)
  expect((await browser.post('/api/brief-links', { code: 'XX99', hours: 4 })).statusCode).toBe(404)
  expect((await browser.post('/api/brief-links', { code: 'BF17', hours: 73 })).statusCode).toBe(422)
  const old = await createBriefLink(database.db, (await as(app, database.db)).person.id, { madeAt: new Date(Date.now() - 3_600_001) })
  expect((await visitor.post('/api/brief-links/open', { token: old })).statusCode).toBe(410)
})

test('SEC-M4 reads only hazards near the way in, even if thousands are open', async () => {
  const { app, database } = await createTestServer()
  const { browser, person } = await as(app, database.db, { role: 2 })
  const device = createDeviceFor(browser, database.db)
  await device.report({ description: 'Tree across the track', place: NEAR, area: 'Bay of Fires' })
  await database.pool.query(
    `insert into actions (id, number, description, area, detail, place, rating, status, notes, version, recorded_at, created_at, created_by,
       created_by_name, updated_at, updated_by, updated_by_name)
     select gen_random_uuid(), (10000 + i)::text, 'Far away', 'St Helens', '', jsonb_build_object('latitude', -42.5 + i / 50000.0, 'longitude', 147.0,
       'accuracyM', 5), 'Low', 'Unresolved', '[]', 1, now(), now(), $1::uuid, 'x', now(), $1::uuid, 'x' from generate_series(1, 3000) i`,
    [person.id],
  )
  await database.pool.query('analyze actions')
  const reply = await browser.get('/api/open-hazards?code=BF17')
  expect(reply.json().hazards.map((one: { description: string }) => one.description)).toEqual(['Tree across the track'])
  const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(
    `explain select number from actions r where r.deleted_at is null and r.status = 'Unresolved' and r.place is not null
       and (r.place ->> 'latitude')::float8 between -41.2 and -41.1 and (r.place ->> 'longitude')::float8 between 148 and 148.2`,
  )
  expect(JSON.stringify(rows)).toContain('actions_open_place')
})
