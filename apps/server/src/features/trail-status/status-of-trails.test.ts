import { type Actor, PublicStatus, trailAt } from '@trailwarden/domain'
import { knownTrailsOf } from '@trailwarden/site'
import { expect, test } from 'vitest'
import { createTestServer } from '#testing/test-server.ts'
import { postTrailUpdate } from './trail-status-store.ts'

const manager: Actor = { id: '0190a000-0000-7000-8000-000000000002', name: 'Ranger', role: 2 }
const HOUR_MS = 3_600_000

async function createNetwork() {
  const server = await createTestServer({ environment: { PUBLIC_URL: 'https://trails.example.org' } })
  const { database, site, app } = server
  const bundle = (await app.inject('/api/public/site-data')).json()
  const known = knownTrailsOf(bundle)
  const trail = known.find(({ networkId, posts }) => networkId === 'bay-of-fires' && posts.length > 5)
  if (!trail) throw new Error('the sample network has no trail with posts')
  const networks = Object.fromEntries(site.networks.map(({ id }) => [id, { status: 'Open', message: '', base: 'Open' }]))
  const post = async (statements: object, at = new Date()) => {
    const decision = await postTrailUpdate(database.db, site, manager, { networks, ...statements }, at, known)
    if (!decision.ok) throw new Error(decision.refusal.detail)
    return decision.record
  }
  const closure = {
    id: '0190a000-0000-7000-8000-000000000101',
    networkId: trail.networkId,
    trailId: trail.id,
    section: { from: trail.posts[1], to: trail.posts[3] },
    level: 'Closed',
    message: 'Storm damage; crews, at work',
    wayAround: '',
    startsAt: null,
    endsAt: null,
    reopens: null,
  }
  const status = async () => PublicStatus.parse((await app.inject('/api/public/status')).json())
  return { ...server, trail, networks, post, closure, status, at: (hours: number) => new Date(Date.now() + hours * HOUR_MS) }
}

test('T13 T14 a closed section appears in the public status, feeds, calendar and GeoJSON; its network is Partially Open', async () => {
  const { app, post, closure, status, trail } = await createNetwork()
  await post({ closures: [closure] })
  const answer = await status()
  expect(answer.networks.map((network) => network.status)).toEqual(['Partially Open', 'Open', 'Open'])
  expect(trailAt(answer, trail, new Date())).toMatchObject({ status: 'Partially Open', isNetworks: false })
  const where = `Closed between ${trail.posts[1]} and ${trail.posts[3]}`
  const [item] = (await app.inject('/feeds/status.json')).json().items
  expect(item.title).toMatch(/^Bay of Fires Partially Open \(Part of Bay of Fires closed\), /)
  expect(item.content_text).toContain(`: Partially Open. ${where}. Storm damage; crews, at work.`)
  expect((await app.inject('/feeds/status.atom')).body).toContain(where)

  const calendar = await app.inject('/feeds/closures.ics')
  expect(calendar.headers).toMatchObject({ 'content-type': 'text/calendar; charset=utf-8', 'access-control-allow-origin': '*' })
  const lines = calendar.body.split('\r\n')
  expect(lines.every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  const unfolded = calendar.body.replaceAll('\r\n ', '')
  expect(unfolded).toContain(`DESCRIPTION:${where}. Storm damage\\; crews\\, at work.`)
  expect(unfolded).toContain('UID:0190a000-0000-7000-8000-000000000101@trails.example.org')

  const geo = await app.inject('/api/public/trails.geojson')
  expect(geo.headers).toMatchObject({ 'content-type': 'application/geo+json; charset=utf-8', 'access-control-allow-origin': '*' })
  const feature = geo.json().features.find(({ id }: { id: string }) => id === trail.id)
  expect(feature.properties).toMatchObject({ status: 'Partially Open', closures: [{ level: 'Closed', section: closure.section }] })
  expect(feature.geometry.coordinates[0].length).toBeGreaterThan(10)
  const again = await app.inject({ url: '/api/public/trails.geojson', headers: { 'if-none-match': String(geo.headers.etag) } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('T15 a planned closure is announced beforehand, and starts automatically in the public status and the feeds', async () => {
  const { app, post, closure, status, at, trail } = await createNetwork()
  const whole = { ...closure, section: null, startsAt: at(-1).toISOString() }
  // The closure was posted three hours ago and started an hour ago.
  await post({ closures: [whole] }, at(-3))
  expect((await status()).networks[0]).toMatchObject({ status: 'Partially Open', changedAt: whole.startsAt })
  expect(trailAt(await status(), trail, new Date()).status).toBe('Closed')
  const [item] = (await app.inject('/feeds/status.json')).json().items
  expect(item).toMatchObject({ date_modified: whole.startsAt, title: expect.stringMatching(/^Bay of Fires Partially Open/) })

  const planned = { ...whole, id: '0190a000-0000-7000-8000-000000000102', startsAt: at(2).toISOString(), endsAt: at(9).toISOString() }
  await post({ closures: [planned] }, at(0))
  const answer = await status()
  expect(answer.networks[0]).toMatchObject({ status: 'Open', later: [{ at: planned.startsAt, status: 'Partially Open' }] })
  const [next] = (await app.inject('/feeds/status.json')).json().items
  expect(next.content_text).toMatch(/: Open\. .*Closed from .* until /)
})

test('T16 a closure past its end is shown as “Reopening not confirmed”', async () => {
  const { app, post, closure, status, at, trail } = await createNetwork()
  await post({ closures: [{ ...closure, startsAt: at(-5).toISOString(), endsAt: at(-1).toISOString() }] }, at(-6))
  expect(trailAt(await status(), trail, new Date()).status).toBe('Partially Open')
  const [item] = (await app.inject('/feeds/status.json')).json().items
  expect(item.content_text).toContain('Reopening not confirmed')
  expect((await app.inject('/feeds/closures.ics')).body.replaceAll('\r\n ', '')).toContain('Reopening not confirmed')
})

test('T17 an update from the previous version, which doesn’t include trails, leaves their status unchanged', async () => {
  const { database, post, closure, networks, status, trail } = await createNetwork()
  await post({ closures: [closure], trails: { [trail.id]: { status: 'Open', message: 'Dusty' } } })
  // The previous version inserted rows without the newer columns.
  await database.pool.query(
    `insert into trail_updates (id, networks, created_at, created_by, created_by_name) values (gen_random_uuid(), $1, now(), $2, 'Ranger')`,
    [JSON.stringify(networks), manager.id],
  )
  const answer = await status()
  expect(trailAt(answer, trail, new Date())).toMatchObject({ status: 'Partially Open', message: 'Dusty' })
  const { rows } = await database.pool.query('select closures, trails from trail_updates order by order_number desc limit 1')
  expect(rows[0]).toMatchObject({ closures: [{ section: closure.section }], trails: { [trail.id]: { message: 'Dusty' } } })
})
