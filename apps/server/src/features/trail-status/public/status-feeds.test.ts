import { type Actor, PublicStatus } from '@trailwarden/domain'
import { expect, test } from 'vitest'
import { createTestServer } from '#testing/test-server.ts'
import { postTrailUpdate } from '../trail-status-store.ts'

const manager: Actor = { id: '0190a000-0000-7000-8000-000000000002', name: 'Ranger <secret>', role: 2 }

test('the feeds show the newest updates, escaped, with their confirmation expiry and without authors', async () => {
  const { app, database, site } = await createTestServer({ environment: { PUBLIC_URL: 'https://trails.example.org' } })
  expect((await app.inject('/feeds/status.json')).json().items).toEqual([])
  for (let day = 1; day <= 25; day++) {
    const networks = Object.fromEntries(site.networks.map(({ id }) => [id, { status: 'Closed', message: `Day ${day} <b> & ]]>` }]))
    await postTrailUpdate(database.db, site, manager, { networks }, new Date(Date.UTC(2026, 0, day)))
  }
  const json = await app.inject('/feeds/status.json')
  expect(json.headers).toMatchObject({ 'content-type': 'application/feed+json; charset=utf-8', 'access-control-allow-origin': '*' })
  expect(json.headers['cache-control']).toContain('stale-if-error')
  const { items, ...feed } = json.json()
  expect(feed).toMatchObject({ version: 'https://jsonfeed.org/version/1.1', feed_url: 'https://trails.example.org/feeds/status.json' })
  expect(items).toHaveLength(20)
  expect(items[0]).toMatchObject({
    title: 'Bay of Fires Closed, St Helens Closed, Dreaming Pools Closed',
    date_published: '2026-01-25T00:00:00.000Z',
    _trailwarden: { confirmed_until: '2026-02-01T00:00:00.000Z', networks: [{ id: 'bay-of-fires', status: 'Closed' }, {}, {}] },
  })
  const atom = await app.inject('/feeds/status.atom')
  expect(atom.headers['content-type']).toBe('application/atom+xml; charset=utf-8')
  expect(atom.body.match(/<entry>/g)).toHaveLength(20)
  expect(atom.body).toContain('Day 25 &#60;b&#62; &#38; ]]&#62;')
  expect(atom.body).toContain('<updated>2026-01-25T00:00:00.000Z</updated>')
  expect(atom.body + json.body).not.toContain('Ranger')
  await database.pool.query('alter table trail_updates rename to gone')
  expect((await app.inject('/feeds/status.json')).json().items).toHaveLength(20)
})

test('T6 the feeds show when a confirmation expires, in Hobart time on that date, even across the end of daylight saving', async () => {
  const { app, database, site } = await createTestServer()
  const networks = Object.fromEntries(site.networks.map(({ id }) => [id, { status: 'Open', message: '' }]))
  // The update is posted at 04:30 in daylight saving. A week later, just after daylight saving ends, the time is 03:30.
  await postTrailUpdate(database.db, site, manager, { networks }, new Date('2026-03-28T17:30:00Z'))
  const limit = 'Not confirmed after 5 Apr 2026, 3:30 am AEST.'
  const [json, atom] = [await app.inject('/feeds/status.json'), await app.inject('/feeds/status.atom')]
  for (const text of [json.json().items[0].content_text, atom.body]) expect(text.replace(/\s/g, ' ')).toContain(limit)
})

test('pages of other sites can read the public status, but no other data from the API', async () => {
  const { app } = await createTestServer()
  const reply = await app.inject({ url: '/api/public/status', headers: { origin: 'https://club.example.org' } })
  expect(reply.headers['access-control-allow-origin']).toBe('*')
  PublicStatus.parse(reply.json())
  expect(
    (await app.inject({ url: '/api/me', headers: { origin: 'https://club.example.org' } })).headers['access-control-allow-origin'],
  ).toBeUndefined()
})
