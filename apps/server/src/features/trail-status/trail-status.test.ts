import { type Actor, PublicStatus } from '@trailwarden/domain'
import { expect, test } from 'vitest'
import { createTestServer } from '#testing/test-server.ts'
import { postTrailUpdate } from './trail-status-store.ts'

const manager: Actor = { id: '0190a000-0000-7000-8000-000000000002', name: 'Ranger', role: 2 }

function networksWith(status: string, message = '') {
  const one = { status, message }
  return { networks: { 'bay-of-fires': one, 'st-helens': one, 'dreaming-pools': one } }
}

test('HOME-02 before the first update, every network is unknown', async () => {
  const { app } = await createTestServer()
  const status = PublicStatus.parse((await app.inject('/api/public/status')).json())
  expect(status.postedAt).toBeNull()
  expect(status.networks.map((n) => [n.name, n.status])).toEqual([
    ['Bay of Fires', null],
    ['St Helens', null],
    ['Dreaming Pools', null],
  ])
})

test('HOME-02 the public can read the latest update', async () => {
  const { app, database, site } = await createTestServer()
  await postTrailUpdate(database.db, site, manager, networksWith('Open'), new Date('2026-01-01T00:00:00Z'))
  await postTrailUpdate(database.db, site, manager, networksWith('Closed', 'Creek is up'), new Date('2026-01-02T00:00:00Z'))
  const reply = await app.inject('/api/public/status')
  const status = PublicStatus.parse(reply.json())
  expect(status.networks[0]).toMatchObject({ status: 'Closed', message: 'Creek is up', postedAt: '2026-01-02T00:00:00.000Z' })
  expect(reply.headers['cache-control']).toBe('public, max-age=1, stale-while-revalidate=60, stale-if-error=604800')
  expect(reply.headers['set-cookie']).toBeUndefined()
})

test('a request with a current copy of the status gets a 304 until the status changes', async () => {
  const { app, database, site } = await createTestServer()
  await postTrailUpdate(database.db, site, manager, networksWith('Open'), new Date())
  // The first two reads may be in different minutes. A third is then in the minute of the second.
  const read = async (tag = '') => app.inject({ url: '/api/public/status', headers: { 'if-none-match': tag } })
  const first = await read()
  let again = await read(String(first.headers.etag))
  if (again.statusCode === 200) again = await read(String(again.headers.etag))
  expect(again.statusCode).toBe(304)
  expect(again.body).toBe('')
  await postTrailUpdate(database.db, site, manager, networksWith('Closed'), new Date())
  expect((await read(String(first.headers.etag))).statusCode).toBe(200)
})

test('a refused update writes nothing', async () => {
  const { app, database, site } = await createTestServer()
  const decision = await postTrailUpdate(database.db, site, { ...manager, role: 1 }, networksWith('Open'), new Date())
  expect(decision).toMatchObject({ ok: false, refusal: { code: 'not-allowed' } })
  expect((await app.inject('/api/public/status')).json().postedAt).toBeNull()
})

test('UPD the database refuses to change or delete an update', async () => {
  const { database, site } = await createTestServer()
  await postTrailUpdate(database.db, site, manager, networksWith('Open'), new Date())
  await expect(database.db.deleteFrom('trailUpdates').execute()).rejects.toThrow('append only')
  await expect(database.db.updateTable('trailUpdates').set({ createdByName: 'x' }).execute()).rejects.toThrow('append only')
})

test('while the database is down, the last status is still served, with its age', async () => {
  const { app, database, site } = await createTestServer()
  await postTrailUpdate(database.db, site, manager, networksWith('Closed'), new Date())
  const before = (await app.inject('/api/public/status')).json()
  await database.pool.query('alter table trail_updates rename to gone')
  const after = await app.inject('/api/public/status')
  expect(after.statusCode).toBe(200)
  expect(after.json()).toEqual(before)
})
