/** Three managers add, move, confirm, send back and remove posts offline, then send their changes in random order. */

import { randomUUID } from 'node:crypto'
import { PROTOCOL_HEADER, PullReply } from '@trailwarden/api'
import { merge } from '@trailwarden/domain'
import { entryOf, POST, type Point, type PointPatch, pointKind } from '@trailwarden/domain/point/point-kind'
import { SiteBundle } from '@trailwarden/site'
import { createRandom } from '@trailwarden/testkit/random'
import { expect, test } from 'vitest'
import { createTestDevice, settled } from '#testing/devices.ts'
import { createTestServer } from '#testing/test-server.ts'

const ORDERS = 200

test(`GEO-01 after ${ORDERS} random orders of adds, moves, confirmations and removals by three people, all devices agree`, {
  timeout: 300_000,
}, async () => {
  const { app, database } = await createTestServer({
    environment: { COMMANDS_AT_ONCE: '100000', COMMANDS_PER_MINUTE: '100000', COMMANDS_PER_DAY: '1000000', REQUESTS_PER_MINUTE: '1000000' },
  })
  const base = SiteBundle.parse((await app.inject('/api/public/site-data')).json())
  const [longitude = 0, latitude = 0] = base.markers[0]?.position ?? []
  const people = [
    await createTestDevice(app, database.db, { role: 2 }),
    await createTestDevice(app, database.db, { role: 2 }),
    await createTestDevice(app, database.db, { role: 2 }),
  ]
  const seen = new Map<string, number>()
  const cursors = new Map<string, string>()
  const fetchAll = async () => {
    await settled(database.db)
    for (const { person, mirror } of people) {
      let more = true
      while (more) {
        const url = `/api/pull?cursor=${encodeURIComponent(cursors.get(person.id) ?? '')}`
        const page = PullReply.parse((await app.inject({ url, headers: { cookie: person.cookie, [PROTOCOL_HEADER]: '2' } })).json())
        for (const { kind, id, data } of page.documents) mirror.set(`${kind} ${id}`, data)
        cursors.set(person.id, page.cursor)
        more = page.more
      }
    }
  }
  const posts = Array.from({ length: ORDERS }, (_, order) => {
    const random = createRandom(order + 1).below
    const place = () => ({ latitude: latitude + random(40) / 1e4, longitude, accuracyM: null })
    return { id: randomUUID(), code: `Q${order}X`, random, place }
  })
  for (const { id, code, place } of posts)
    expect((await people[0]?.do('point', id, { category: POST, code, place: place() }))?.outcome, code).toBe('applied')
  await fetchAll()

  for (const { id, random, place } of posts) {
    // Each person acts on their own device's data, without the others' changes.
    const waiting = people.map((person) => {
      let own = person.mirror.get(`point ${id}`) as Point
      const author = { id: person.person.id, name: person.person.displayName }
      return Array.from({ length: 1 + random(3) }, () => {
        const patch: PointPatch =
          [{ place: place() }, { confirm: entryOf(own) }, { isGone: !own.isGone }, { confirm: entryOf(own) }][random(4)] ?? {}
        const baseVersion = own.version
        own = merge(pointKind, own, { recordId: id, patch, author, recordedAt: '', at: new Date().toISOString() }, {})
        return { person, patch, baseVersion }
      })
    })
    while (waiting.some(({ length }) => length > 0)) {
      const sent = waiting[random(3)]?.shift()
      if (!sent) continue
      const answer = await sent.person.do('point', id, sent.patch, { baseVersion: sent.baseVersion })
      seen.set(answer.outcome, (seen.get(answer.outcome) ?? 0) + 1)
      expect(answer.version !== null || answer.refusal !== null).toBe(true)
    }
  }
  await fetchAll()
  for (const { id } of posts) {
    const [one, ...others] = people.map((person) => person.mirror.get(`point ${id}`) as Point)
    for (const other of others) expect(other).toEqual(one)
    // Every public location was confirmed by someone who didn't help enter it.
    const { rows } = await database.pool.query('select changes, created_by from history where record_id = $1 order by id', [id])
    let entered = new Set<string>()
    for (const { changes, created_by } of rows) {
      const isEntry = ['code', 'place', 'isGone'].some((field) => field in changes)
      if (isEntry) entered.add(created_by)
      else if (changes.confirmed) {
        expect(entered.has(created_by)).toBe(false)
        entered = new Set()
      }
      expect(isEntry && changes.confirmed !== undefined, 'an entry confirms nothing').toBe(false)
    }
  }
  const records = people.map((person) => [...person.mirror].flatMap(([key, data]) => (key.startsWith('point ') ? [data as Point] : [])))
  expect(records.map(({ length }) => length)).toEqual([ORDERS, ORDERS, ORDERS])
  const confirmed = (records[0] ?? []).filter((point) => point.confirmed && !point.confirmed.isGone)
  const shown = async () => {
    const now = SiteBundle.parse((await app.inject('/api/public/site-data')).json())
    return new Map(now.markers.flatMap((marker) => (marker.pointId ? [[marker.pointId, marker.position]] : [])))
  }
  // A busy server responds with old data first, then with the new data on the next request.
  await expect
    .poll(shown, { timeout: 20_000 })
    .toEqual(new Map(confirmed.map(({ id, confirmed: at }) => [id, [at?.place.longitude, at?.place.latitude]])))
  for (const outcome of ['applied', 'conflict', 'forbidden']) expect(seen.get(outcome), outcome).toBeGreaterThan(0)
})
