import { randomUUID } from 'node:crypto'
import { PROTOCOL, PROTOCOL_HEADER, PullReply } from '@trailwarden/api'
import type { Report } from '@trailwarden/domain/report/report-kind'
import { seenBy } from '@trailwarden/domain/report/seen-by'
import { createBrowser } from '@trailwarden/testkit/devices/people'
import { expect, test } from 'vitest'
import { createTestDevice, settled } from '#testing/devices.ts'
import { createReporter } from '#testing/reporters.ts'
import { createTestServer } from '#testing/test-server.ts'

const PLACE = { latitude: -41.3, longitude: 148.2, accuracyM: 8 }

async function createNetwork() {
  const server = await createTestServer()
  const { app, database } = server
  const mara = await createTestDevice(app, database.db, { role: 2, displayName: 'Mara Ranger' })
  const read = () => app.inject('/api/public/hazards')
  const hazards = async () => (await read()).json().hazards as Record<string, unknown>[]
  const browser = createBrowser(app)
  const reports = async () => {
    await settled(database.db)
    const page = PullReply.parse((await mara.browser.call('GET', '/api/pull', undefined, { [PROTOCOL_HEADER]: String(PROTOCOL) })).json())
    return page.documents.flatMap(({ kind, data }) => (kind === 'report' ? [data as Report] : []))
  }
  const follow = async (code: string) => (await browser.post('/api/report-links/open', { code })).json()
  return { ...server, mara, read, hazards, reports, follow, browser, jo: createReporter(browser) }
}

test('A22 the public can read only the allowed fields of open Actions that a manager has ticked', async () => {
  const { app, database, mara, read, hazards } = await createNetwork()
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

  const sam = await createTestDevice(app, database.db, { role: 1 })
  expect((await sam.do('action', id, { isShownToRiders: false }, { baseVersion: 1 })).outcome).toBe('forbidden')
  await mara.do('action', id, { status: 'Resolved', fix: 'Cut up' }, { baseVersion: 1 })
  expect(await hazards()).toEqual([])
  await mara.do('action', id, { status: 'Unresolved' }, { baseVersion: 2 })
  expect(await hazards()).toHaveLength(1)
  await mara.do('action', id, { deleted: true }, { baseVersion: 3 })
  expect(await hazards()).toEqual([])
})

test('A21 an accepted report is public only if the manager ticks it', async () => {
  const { mara, hazards, jo } = await createNetwork()
  const accept = { rating: 'High', description: 'Log across', area: 'St Helens', trail: null }
  const [first, second] = [await jo.report({ place: PLACE }), await jo.report({ place: PLACE })]
  await mara.do('report', first.recordId, { accept: { ...accept, actionId: randomUUID() } }, { baseVersion: 1 })
  expect(await hazards()).toEqual([])
  const shown = randomUUID()
  await mara.do('report', second.recordId, { accept: { ...accept, actionId: shown, isShownToRiders: true } }, { baseVersion: 1 })
  expect(await hazards()).toMatchObject([{ id: shown, category: 'Fallen tree', place: PLACE }])
})

test('RP14 a “me too” report is added to the Action without review, counts once per device and changes nothing public', async () => {
  const { database, mara, hazards, reports, follow, browser, jo } = await createNetwork()
  const id = await mara.report({ category: 'Fallen tree', place: PLACE, isShownToRiders: true })
  const before = JSON.stringify(await hazards())
  const stranger = { category: 'Overgrown', area: 'Buy cheap tyres', trail: 'www.example.org', contact: 'jo@example.org' }
  const first = await jo.report({ sees: id, place: PLACE, ...stranger })
  await jo.send([first.command])
  await jo.report({ sees: id })
  for (let n = 0; n < 12; n++) await createReporter(browser).report({ sees: id, area: `Spam ${n}` })
  const { number = '' } = (await mara.action(id)) ?? {}
  const seen = await reports()
  expect(seen.map(({ status, actionId, category, area, trail }) => [status, actionId, category, area, trail])).toEqual(
    Array.from({ length: 14 }, () => ['Accepted', id, 'Fallen tree', 'St Helens', null]),
  )
  expect(seenBy({ id, number }, seen, new Set())).toMatchObject({ more: 13 })
  expect(await mara.action(id)).toMatchObject({ version: 1, photos: [], notes: [] })
  expect(JSON.stringify(await hazards())).toBe(before)
  expect((await follow(first.code)).steps.map(({ name }: { name: string }) => name)).toEqual(['Received', 'Checked'])

  await mara.do('action', id, { status: 'Resolved', fix: 'Cut up' }, { baseVersion: 1 })
  expect((await follow(first.code)).steps.at(-1)).toMatchObject({ name: 'Fixed' })
  const emails = await database.db.selectFrom('emails').select(['kind', 'recipient']).where('kind', '=', 'report-fixed').execute()
  expect(emails).toEqual([{ kind: 'report-fixed', recipient: 'jo@example.org' }])
})

test('RP15 a “me too” report needs review if the Action isn’t open and public, or if the report adds information', async () => {
  const { mara, hazards, reports, jo } = await createNetwork()
  const [hidden, done, staying] = [
    await mara.report({ place: PLACE }),
    await mara.report({ place: PLACE, isShownToRiders: true }),
    await mara.report({ place: PLACE, isShownToRiders: true }),
  ]
  await mara.do('action', done, { status: 'Resolved' }, { baseVersion: 1 })
  const before = JSON.stringify(await hazards())
  for (const patch of [
    { sees: hidden },
    { sees: done },
    { sees: randomUUID() },
    { sees: staying, words: 'Worse' },
    { sees: staying, canHurt: true },
  ])
    await jo.report(patch)
  expect((await reports()).map(({ status, actionId }) => [status, actionId])).toEqual(Array.from({ length: 5 }, () => ['Received', null]))
  const twin = await mara.report({ place: PLACE, isShownToRiders: true })
  await mara.do('action', twin, { mergedInto: staying }, { baseVersion: 1 })
  const { recordId } = await jo.report({ sees: twin })
  expect((await reports()).find((one) => one.id === recordId)).toMatchObject({ status: 'Accepted', actionId: staying })
  expect(JSON.stringify(await hazards())).toBe(before)
})
