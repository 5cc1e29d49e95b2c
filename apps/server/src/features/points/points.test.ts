import { randomUUID } from 'node:crypto'
import { RecordHistory } from '@trailwarden/domain'
import { type Point, type PostEntry, pointKind } from '@trailwarden/domain/point/point-kind'
import { SiteBundle } from '@trailwarden/site'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { documentSql } from '#db/records/document-sql.ts'
import { createTestDevice } from '#testing/devices.ts'
import { createTestServer } from '#testing/test-server.ts'

const SOON = { timeout: 10_000 }

async function createNetwork() {
  const server = await createTestServer()
  const { app, database } = server
  const siteData = async () => SiteBundle.parse((await app.inject('/api/public/site-data')).json())
  const [mara, ingrid] = [await createTestDevice(app, database.db, { role: 2 }), await createTestDevice(app, database.db, { role: 2 })]
  const base = await siteData()
  const [marker] = base.markers
  if (!marker) throw new Error('no marker')
  const [longitude, latitude] = marker.position
  return { ...server, siteData, mara, ingrid, base, marker, place: { latitude, longitude, accuracyM: null } }
}

const entry = (code: string, { latitude, longitude }: PostEntry['place'], isGone = false) => ({
  confirm: { code, place: { latitude, longitude }, isGone },
})

test('GEO-01 a new point appears in everyone’s data on every server, and disappears when it’s removed', async () => {
  const { app, database, siteData, mara, base, place } = await createNetwork()
  const other = await createTestServer({ database })
  const id = randomUUID()
  const before = await app.inject('/api/public/site-data')
  for (const category of ['POI', 'Hazard', 'Access Point', 'Casualty'] as const)
    expect((await mara.do('point', randomUUID(), { category, description: category, place })).outcome, category).toBe('applied')
  expect((await mara.do('point', id, { category: 'POI', description: 'Lookout', notes: 'Steep edge', place })).outcome).toBe('applied')
  // A busy server responds with old data first, then with the new data on the next request.
  await expect.poll(async () => (await siteData()).places.some((one) => one.id === id), SOON).toBe(true)
  const now = await siteData()
  expect(now.hash).not.toBe(base.hash)
  expect(now.places.find((one) => one.id === id)).toMatchObject({ name: 'Lookout', notes: 'Steep edge', category: 'POI', createdBy: null })
  const counts = (bundle: SiteBundle) =>
    [bundle.places, bundle.hazards, bundle.accessPoints, bundle.laterPlaces].map(({ length }) => length)
  expect(counts(now)).toEqual(counts(base).map((count, i) => count + (i === 0 ? 2 : 1)))
  await expect.poll(async () => (await other.app.inject('/api/public/site-data')).json().hash, SOON).toBe(now.hash)
  const tag = { 'if-none-match': String(before.headers.etag) }
  expect((await app.inject({ url: '/api/public/site-data', headers: tag })).statusCode).toBe(200)

  expect((await mara.do('point', id, { isGone: true }, { baseVersion: 1 })).outcome).toBe('applied')
  await expect.poll(async () => (await siteData()).places.some((one) => one.id === id), SOON).toBe(false)
  expect((await mara.do('point', id, { isGone: false }, { baseVersion: 2 })).outcome).toBe('applied')
  await expect.poll(async () => (await siteData()).places.some((one) => one.id === id), SOON).toBe(true)
})

test('GEO-01 only one point can correct a surveyed record, and it keeps the record’s ID', async () => {
  const { siteData, mara, ingrid, base } = await createNetwork()
  const [known] = base.places
  if (!known) throw new Error('no place')
  const [longitude, latitude] = known.position
  const replaces = { source: 'places', id: known.id, code: '', place: { latitude, longitude } }
  const place = { latitude, longitude: longitude + 0.001, accuracyM: 5 }
  const patch = { category: 'Start Point', description: 'Start of it all', place, replaces }
  expect((await mara.do('point', randomUUID(), patch)).outcome).toBe('applied')
  await expect
    .poll(async () => (await siteData()).places.filter(({ id }) => id === known.id), SOON)
    .toMatchObject([{ name: 'Start of it all', accuracyM: 5 }])
  await expect.poll(async () => (await siteData()).places, SOON).toHaveLength(base.places.length)
  expect((await ingrid.do('point', randomUUID(), patch)).refusal?.detail).toContain('another point')
})

test('GEO-01 an emergency post is added, moved or removed only after a second manager’s confirmation', async () => {
  const { database, siteData, mara, ingrid, base, marker, place } = await createNetwork()
  const isThere = async (code: string) => (await siteData()).markers.find((one) => one.code === code)?.position
  const id = randomUUID()
  const at = { ...place, latitude: place.latitude + 0.0005 }
  expect((await mara.do('point', id, { category: 'Emergency Marker', code: 'ZZ01', place: at })).outcome).toBe('applied')
  await expect.poll(() => isThere('ZZ01'), SOON).toBeUndefined()
  await expect.poll(async () => (await siteData()).hash, SOON).toBe(base.hash)
  expect((await mara.do('point', id, entry('ZZ01', at), { baseVersion: 1 })).refusal).toEqual({
    code: 'own-entry',
    detail: 'You entered this. Ask someone else to confirm it.',
  })
  // This confirmation was made offline for an earlier location, so it's refused.
  expect((await ingrid.do('point', id, entry('ZZ01', place), { baseVersion: 1 })).outcome).toBe('conflict')
  await expect.poll(() => isThere('ZZ01'), SOON).toBeUndefined()
  expect((await ingrid.do('point', id, entry('ZZ01', at), { baseVersion: 1 })).outcome).toBe('applied')
  await expect.poll(() => isThere('ZZ01'), SOON).toEqual([at.longitude, at.latitude])
  await expect.poll(async () => (await siteData()).markers.find(({ code }) => code === 'ZZ01')?.area, SOON).toBe(marker.area)

  // A surveyed post is moved. The details of its old location don't apply to the new one.
  const moved = randomUUID()
  const { accuracyM: _, ...was } = place
  const replaces = { source: 'emergency-markers', id: marker.code, code: marker.code, place: was }
  const far = { ...place, latitude: place.latitude + 0.01 }
  const patch = { category: 'Emergency Marker', code: marker.code, place: far, replaces }
  expect((await ingrid.do('point', moved, patch)).outcome).toBe('applied')
  await expect.poll(() => isThere(marker.code), SOON).toEqual(marker.position)
  expect((await mara.do('point', moved, entry(marker.code, far), { baseVersion: 1 })).outcome).toBe('applied')
  await expect.poll(() => isThere(marker.code), SOON).toEqual([far.longitude, far.latitude])
  await expect.poll(async () => (await siteData()).markers, SOON).toHaveLength(base.markers.length + 1)
  expect((await mara.do('point', moved, { isGone: true }, { baseVersion: 2 })).outcome).toBe('applied')
  await expect.poll(() => isThere(marker.code), SOON).toBeDefined()
  expect((await ingrid.do('point', moved, entry(marker.code, far, true), { baseVersion: 3 })).outcome).toBe('applied')
  await expect.poll(() => isThere(marker.code), SOON).toBeUndefined()
  const { rows } = await database.pool.query("select changes from history where record_id = $1 and changes ? 'confirmed' order by id", [
    moved,
  ])
  expect(rows.map(({ changes }) => changes.confirmed.after.isGone)).toEqual([false, false, true])
})

test('GEO-01 when two devices create two posts with the same code, the second is refused with the distance to the first', async () => {
  const { mara, ingrid, marker, place } = await createNetwork()
  const post = { category: 'Emergency Marker', code: 'ZZ07', place }
  const both = await Promise.all([mara.do('point', randomUUID(), post), ingrid.do('point', randomUUID(), { ...post, code: 'zz 7' })])
  expect(both.map(({ outcome }) => outcome).sort()).toEqual(['applied', 'invalid'])
  expect(both.find(({ outcome }) => outcome === 'invalid')?.refusal).toEqual({
    code: 'code-in-use',
    detail: expect.stringMatching(/ exists, 0 m/),
  })
  const taken = await mara.do('point', randomUUID(), { ...post, code: marker.code })
  expect(taken.refusal?.detail).toBe(`${marker.code} exists, 0 m from here`)
})

test('GEO-01 managers can read a point’s history, including who changed it', async () => {
  const { app, database, mara, ingrid, place } = await createNetwork()
  const id = randomUUID()
  await mara.do('point', id, { category: 'Emergency Marker', code: 'ZZ21', place })
  await ingrid.do('point', id, entry('ZZ21', place), { baseVersion: 1 })
  const { lines } = RecordHistory.parse((await mara.browser.get(`/api/points/${id}/history`)).json())
  expect(lines.map(({ createdByName, changes }) => [createdByName, Object.keys(changes).includes('confirmed')])).toEqual([
    [ingrid.person.displayName, true],
    [mara.person.displayName, false],
  ])
  expect((await mara.browser.get(`/api/points/${randomUUID()}/history`)).statusCode).toBe(404)
  const member = await createTestDevice(app, database.db)
  expect((await member.browser.get(`/api/points/${id}/history`)).statusCode).toBe(403)
})

test('GEO-01 only managers see a point’s photos and notes, and two managers can add photos concurrently', async () => {
  const { app, database, mara, ingrid, place } = await createNetwork()
  const member = await createTestDevice(app, database.db)
  const [id, mine, theirs] = [randomUUID(), randomUUID(), randomUUID()]
  const jpeg = await sharp({ create: { width: 900, height: 600, channels: 3, background: 'green' } })
    .jpeg()
    .toBuffer()
  // The photo may arrive before the point.
  expect((await mara.browser.putPhoto(mine, jpeg)).statusCode).toBe(204)
  const lookout = { category: 'POI', description: 'Lookout', place, addPhotos: [{ id: mine, note: 'To the north' }] }
  expect((await mara.do('point', id, lookout)).outcome).toBe('applied')
  expect((await mara.do('point', id, { notes: 'Steep' }, { baseVersion: 1 })).outcome).toBe('applied')
  const added = await ingrid.do('point', id, { addPhotos: [{ id: theirs, note: '' }] }, { baseVersion: 1 })
  expect(added).toMatchObject({ outcome: 'applied', replaced: [] })
  const pointOf = async () => {
    const { rows } = await sql<{
      point: Point
    }>`select ${documentSql(pointKind, { id, role: 2 })} as point from points r where id = ${id}`.execute(database.db)
    return rows[0]?.point
  }
  expect(await pointOf()).toMatchObject({
    photos: [
      { id: mine, note: 'To the north', stored: true },
      { id: theirs, note: '', stored: false },
    ],
  })
  expect((await ingrid.browser.putPhoto(theirs, jpeg)).statusCode).toBe(204)
  expect(await pointOf()).toMatchObject({ photos: [{}, { id: theirs, stored: true }] })
  const seenBy = async (photo: string) =>
    Promise.all([mara, ingrid, member].map(async ({ browser }) => (await browser.get(`/api/photos/${photo}`)).statusCode))
  expect([await seenBy(mine), await seenBy(theirs)]).toEqual([
    [200, 200, 404],
    [200, 200, 404],
  ])
  // An Action can't use a point's photo.
  expect((await mara.do('action', randomUUID(), { description: 'x', area: 'x', addPhotos: [{ id: mine, note: '' }] })).outcome).toBe(
    'invalid',
  )
  expect((await mara.do('point', id, { removePhotos: [mine] }, { baseVersion: 3 })).outcome).toBe('applied')
  const line = await database.db.selectFrom('history').select('changes').where('recordId', '=', id).orderBy('id', 'desc').executeTakeFirst()
  expect(line?.changes.photos).toMatchObject({ before: [{ id: mine }, { id: theirs }], after: [{ id: theirs }] })
})
