import { randomUUID } from 'node:crypto'
import { aBrowser } from '@trailwarden/testkit/people'
import { expect, test } from 'vitest'
import { aDevice } from '#testing/devices.ts'
import { aReporter } from '#testing/reporters.ts'
import { aServer } from '#testing/test-server.ts'

const PLACE = { latitude: -41.3, longitude: 148.2, accuracyM: 8 }

async function aNetwork() {
  const server = await aServer()
  const { app, database } = server
  const mara = await aDevice(app, database.db, { role: 2, displayName: 'Mara Ranger' })
  const read = () => app.inject('/api/public/hazards')
  const hazards = async () => (await read()).json().hazards as Record<string, unknown>[]
  return { ...server, mara, read, hazards, jo: aReporter(aBrowser(app)) }
}

test('A22 the public reads of ticked, open actions exactly what is allowed, and of others nothing', async () => {
  const { app, database, mara, read, hazards } = await aNetwork()
  const written = { description: 'Jo Bloggs felled it', detail: 'Ring Kim', category: 'Fallen tree', place: PLACE, trail: null }
  const id = await mara.report({ ...written, isShownToRiders: true, rating: 'High', addNote: { id: randomUUID(), text: 'Ask Sam' } })
  await mara.report(written)
  const [hazard, ...others] = await hazards()
  expect(others).toEqual([])
  expect(Object.keys(hazard ?? {}).sort()).toEqual(['area', 'category', 'id', 'place', 'since', 'trail'])
  expect(hazard).toMatchObject({ id, category: 'Fallen tree', area: 'St Helens', trail: null, place: PLACE })
  const reply = await read()
  expect(Object.keys(reply.json()).sort()).toEqual(['asOf', 'hazards'])
  for (const secret of ['Jo Bloggs', 'Kim', 'Sam', 'High', mara.person.displayName, mara.person.id])
    expect(reply.body).not.toContain(secret)
  expect(reply.headers).toMatchObject({ 'cache-control': expect.stringContaining('public, max-age=15') })
  const tag = String(reply.headers.etag)
  expect((await app.inject({ url: '/api/public/hazards', headers: { 'if-none-match': tag } })).statusCode).toBe(304)

  const sam = await aDevice(app, database.db, { role: 1 })
  expect((await sam.do('action', id, { isShownToRiders: false }, { baseVersion: 1 })).outcome).toBe('forbidden')
  await mara.do('action', id, { status: 'Resolved', fix: 'Cut up' }, { baseVersion: 1 })
  expect(await hazards()).toEqual([])
  await mara.do('action', id, { status: 'Unresolved' }, { baseVersion: 2 })
  expect(await hazards()).toHaveLength(1)
  await mara.do('action', id, { deleted: true }, { baseVersion: 3 })
  expect(await hazards()).toEqual([])
})

test('A21 an accepted report is public only if its manager ticks it', async () => {
  const { mara, hazards, jo } = await aNetwork()
  const accept = { rating: 'High', description: 'Log across', area: 'St Helens', trail: null }
  const [first, second] = [await jo.report({ place: PLACE }), await jo.report({ place: PLACE })]
  await mara.do('report', first.recordId, { accept: { ...accept, actionId: randomUUID() } }, { baseVersion: 1 })
  expect(await hazards()).toEqual([])
  const shown = randomUUID()
  await mara.do('report', second.recordId, { accept: { ...accept, actionId: shown, isShownToRiders: true } }, { baseVersion: 1 })
  expect(await hazards()).toMatchObject([{ id: shown, category: 'Fallen tree', place: PLACE }])
})
