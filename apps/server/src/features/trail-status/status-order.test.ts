import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { PublicStatus, type TrailUpdateDocument } from '@trailwarden/domain'
import { createBrowser } from '@trailwarden/testkit/devices/people'
import { afterEach, expect, test, vi } from 'vitest'
import { createDeviceFor, createTestDevice } from '#testing/devices.ts'
import { createTestServer } from '#testing/test-server.ts'
import { exportUpdates, importUpdates } from './import-updates.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

afterEach(() => void vi.useRealTimers())

/** Simulates a process on another machine, with its own clock. */
function setClock(offsetMs: number): void {
  vi.useRealTimers()
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: now + offsetMs })
}

function networksWith(status: string) {
  const one = { status, message: '' }
  return { 'bay-of-fires': one, 'st-helens': one, 'dreaming-pools': one }
}

async function twoServers() {
  const first = await createTestServer()
  const second = await createTestServer({ database: first.database })
  const { db } = first.database
  const device = await createTestDevice(first.app, db, { role: 2 })
  const other = createDeviceFor(createBrowser(second.app, { cookie: device.person.cookie }), db)
  return { servers: [first, second] as const, devices: [device, other] as const, db, pool: first.database.pool, site: first.site }
}

for (const offsets of [
  [0, -10 * MINUTE_MS],
  [10 * MINUTE_MS, 0],
  [DAY_MS, -DAY_MS],
  [-10 * MINUTE_MS, DAY_MS],
] as const) {
  const clocks = offsets.map((offset) => `${offset / MINUTE_MS} min`).join(' and ')
  test(`SEC-H1 everyone sees the last accepted update, even if clocks are wrong by ${clocks}`, async () => {
    const { servers, devices, db } = await twoServers()
    let basedOn: string | null = null
    const accepted: string[] = []
    for (const [i, status] of ['Open', 'Closed', 'Partially Open', 'Closed'].entries()) {
      const id = randomUUID()
      setClock(offsets[i % 2] ?? 0)
      expect(await devices[i % 2]?.do('trail-update', id, { networks: networksWith(status), basedOn })).toMatchObject({
        outcome: 'applied',
      })
      accepted.unshift(id)
      basedOn = id
      const times = new Set<string | null>()
      for (const [nth, { app }] of servers.entries()) {
        setClock(offsets[nth] ?? 0)
        const shown = PublicStatus.parse((await app.inject('/api/public/status')).json())
        expect(shown.networks.map((network) => network.status)).toEqual([status, status, status])
        times.add(shown.postedAt)
        const feed = (await app.inject('/feeds/status.json')).json()
        expect(feed.items.map((item: { id: string }) => item.id)).toEqual(accepted.map((one) => `urn:uuid:${one}`))
      }
      expect(times.size).toBe(1)
    }
    vi.useRealTimers()
    const { site } = servers[0]
    expect((await exportUpdates(db, site)).map(({ id }) => id).reverse()).toEqual(accepted)
    // Displayed times follow the database's clock, so they never go backwards between processes.
    const rows = await db.selectFrom('trailUpdates').selectAll().orderBy('orderNumber').execute()
    expect(rows.map(({ createdAt }) => createdAt.getTime())).toEqual(rows.map(({ createdAt }) => createdAt.getTime()).sort((a, b) => a - b))
    for (const { createdAt } of rows) expect(Math.abs(createdAt.getTime() - Date.now())).toBeLessThan(5 * MINUTE_MS)
    await devices[0].fetch()
    const documents = [...devices[0].mirror]
      .filter(([key]) => key.startsWith('trail-update '))
      .map(([, data]) => data as TrailUpdateDocument)
    expect(documents.toSorted((a, b) => (b.orderNumber ?? 0) - (a.orderNumber ?? 0)).map(({ id }) => id)).toEqual(accepted)
  })
}

test('SEC-H1 importing an older log later doesn’t hide newer updates, and imported updates that are newer are shown', async () => {
  const { servers, devices, db, site } = await twoServers()
  const shown = async () => PublicStatus.parse((await servers[1].app.inject('/api/public/status')).json()).networks[0]?.status
  await devices[0].do('trail-update', randomUUID(), { networks: networksWith('Closed'), basedOn: null })
  const old = (id: string, created_at: number, status: string) => ({ id, created_at, created_by_name: 'Ranger', poimena_status: status })
  const year = 365 * DAY_MS
  const outcomes = async (...records: object[]) => (await importUpdates(db, site, records)).map(({ outcome }) => outcome)
  expect(await outcomes(old('b', Date.now() - year, 'Open'), old('a', Date.now() - 2 * year, 'Partially Open'))).toEqual([
    'imported',
    'imported',
  ])
  expect(await shown()).toBe('Closed')
  expect((await exportUpdates(db, site)).map(({ poimena_status }) => poimena_status)).toEqual(['Partially Open', 'Open', 'Closed'])
  expect(await outcomes(old('z', Date.parse('9999-01-01'), 'Open'))).toEqual(['refused'])
  expect(await outcomes(old('c', Date.now() + MINUTE_MS, 'Open'))).toEqual(['imported'])
  expect(await shown()).toBe('Open')
})

test('SEC-H1 existing updates are numbered in the order in which they were accepted', async () => {
  const { devices, pool } = await twoServers()
  const ids = [randomUUID(), randomUUID(), randomUUID()]
  for (const [i, id] of ids.entries())
    await devices[0].do('trail-update', id, { networks: networksWith('Open'), basedOn: i === 0 ? null : ids[i - 1] })
  // A server version without order numbers stored these updates. The second one's clock was a day behind.
  await pool.query(`
    drop trigger trail_updates_number on trail_updates; drop function number_trail_update; drop sequence trail_update_order;
    drop index trail_updates_latest; alter table trail_updates drop column order_number;
    create index trail_updates_latest on trail_updates (created_at desc, id desc);
    alter table trail_updates disable trigger trail_updates_append_only;`)
  await pool.query(`update trail_updates set created_at = created_at - interval '1 day' where id = $1`, [ids[1]])
  await pool.query('alter table trail_updates enable trigger trail_updates_append_only')
  await pool.query(
    `insert into trail_updates (id, networks, trails, closures, created_at, created_by, created_by_name) values
     (gen_random_uuid(), '{}', '{}', '[]', now() - interval '9 days', gen_random_uuid(), 'before'),
     (gen_random_uuid(), '{}', '{}', '[]', now() + interval '1 minute', gen_random_uuid(), 'after')`,
  )
  await pool.query(await readFile(resolve(import.meta.dirname, '../../../migrations/0008_trail_update_order.sql'), 'utf8'))
  const { rows } = await pool.query('select id, created_by_name as name, order_number as n from trail_updates order by order_number')
  expect(rows.map(({ id, name, n }) => (ids.includes(id) ? [ids.indexOf(id), n] : [name, n]))).toEqual([
    ['before', 1],
    [0, 2],
    [1, 3],
    [2, 4],
    ['after', 5],
  ])
  const next = randomUUID()
  await devices[0].do('trail-update', next, { networks: networksWith('Closed') })
  expect((await pool.query('select order_number as n from trail_updates where id = $1', [next])).rows).toEqual([{ n: 6 }])
})
