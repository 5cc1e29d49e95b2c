/**
 * C5: requests that are cheap to send must not slow down other clients (SEC-M4). The measurements with and without this load alternate, so
 * that a busy machine affects both.
 */

import { randomUUID } from 'node:crypto'
import { SiteBundle } from '@trailwarden/site'
import { buildApp } from '@trailwarden/testkit/app/build-app'
import { AREA, createTestDevice, type Device, openTestEnv, type TestEnv } from '@trailwarden/testkit/devices/test-env'
import { pause } from '@trailwarden/testkit/wait'
import type { Measured } from '../../../tools/ci/proof-results.ts'
import type { FaultTest, Result } from '../fault-test.ts'

const ROUNDS = { small: 3, full: 12 }
const ROUND_MS = { small: 2000, full: 5000 }
/** The ratio was 12 to 15 before the fix. The small size runs on busy machines and detects only gross deviations. */
const LIMIT = { small: 8, full: 2 }
const ACTIONS = 10_000

type Load = { name: string; perSecond: number; ask(): Promise<unknown> }

/** External clients don't wait for responses. At most 40 requests are pending. */
async function atPace(perSecond: number, forMs: number, ask: () => Promise<unknown>, onFailure: () => void): Promise<number[]> {
  const times: number[] = []
  const underWay = new Set<Promise<void>>()
  const started = performance.now()
  for (let i = 0; performance.now() - started < forMs; i++) {
    if (underWay.size < 40) {
      const from = performance.now()
      const asked: Promise<void> = ask()
        .catch(onFailure)
        .then(() => {
          times.push(performance.now() - from)
          underWay.delete(asked)
        })
      underWay.add(asked)
    }
    await pause(Math.max(0, started + ((i + 1) * 1000) / perSecond - performance.now()))
  }
  await Promise.all(underWay)
  return times
}

const p95 = (times: readonly number[]) => [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0

async function ok(reply: Promise<Response>): Promise<void> {
  const { status, body } = await reply
  await body?.cancel()
  if (status !== 200) throw new Error(`answered ${status}`)
}

async function addActions(env: TestEnv, [lon, lat]: readonly number[]): Promise<void> {
  await env.pool.query(
    `insert into actions (id, number, description, area, detail, place, rating, status, notes, version, recorded_at, created_at, created_by,
       created_by_name, updated_at, updated_by, updated_by_name)
     select gen_random_uuid(), (20000 + i)::text, 'Loose board', '${AREA}', '', jsonb_build_object('latitude', $1::float8 + ((i % 100) - 50) / 500.0,
       'longitude', $2::float8 + ((i / 100) - 50) / 500.0, 'accuracyM', 5), 'Low', 'Unresolved', '[]', 1, now(), now(), p.id, 'x', now(), p.id, 'x'
     from generate_series(1, ${ACTIONS}) i, (select id from people limit 1) p`,
    [lat, lon],
  )
  await env.pool.query('analyze actions')
}

export const cheapRequests: FaultTest = {
  name: 'C5',
  async run(size, stop): Promise<Result> {
    buildApp()
    const env = await openTestEnv()
    const broken: string[] = []
    const figures: Record<string, number> = {}
    const rows: Record<string, Measured> = {}
    try {
      await env.start()
      const [stranger, rider] = [await createTestDevice(env, 'member@example.org'), await createTestDevice(env, 'manager@example.org')]
      const { markers } = SiteBundle.parse(await (await fetch(`${env.address}/api/public/site-data`)).json())
      const marker = markers[0]
      if (!marker) throw new Error('the site has no post')
      await addActions(env, marker.position)

      const noted = stranger.report()
      await stranger.drain([noted])
      const createNote = () => stranger.command('action', noted.recordId, { addNote: { id: randomUUID(), text: 'x'.repeat(2000) } })
      const notes = Array.from({ length: 120 }, createNote)
      const refused = [...(await stranger.drain(notes, 120_000)).values()].filter(({ refusal }) => refusal !== null)
      if (refused.length !== 20 || refused.some(({ refusal }) => refusal?.code !== 'too-many-notes'))
        broken.push(`${refused.length} of 120 notes were refused instead of 20`)

      const get = (path: string, device: Device) => ok(fetch(env.address + path, { headers: device.headers }))
      let [turn, lost, failed] = [0, 0, 0]
      const others = [
        () => get('/api/public/status', rider),
        () => get('/api/me', rider),
        () =>
          rider
            .send([rider.report()])
            .then((answers) => (answers ? undefined : Promise.reject(new Error('a new Action was not answered')))),
      ]
      const measureOthers = () =>
        atPace(
          15,
          ROUND_MS[size],
          () => others[turn++ % others.length]?.() ?? Promise.resolve(),
          () => lost++,
        )
      const loads: Load[] = [
        { name: 'hazards', perSecond: 10, ask: () => get(`/api/open-hazards?code=${marker.code}`, stranger) },
        { name: 'notes', perSecond: 10, ask: () => stranger.send([createNote()]) },
        { name: 'home', perSecond: 60, ask: () => ok(fetch(`${env.address}/`, { headers: { 'accept-encoding': 'br' } })) },
      ]
      await measureOthers()
      let runs = 0
      for (const { name, perSecond, ask } of loads) {
        const [alone, beside, own]: number[][] = [[], [], []]
        for (let round = 0; round < ROUNDS[size] && !stop.aborted; round++, runs++) {
          alone?.push(...(await measureOthers()))
          const [theirs, loaded] = await Promise.all([measureOthers(), atPace(perSecond, ROUND_MS[size], ask, () => failed++)])
          beside?.push(...theirs)
          own?.push(...loaded)
        }
        const ratio = p95(beside ?? []) / p95(alone ?? [])
        figures[`${name}AloneP95Ms`] = Math.round(p95(alone ?? []))
        figures[`${name}BesideP95Ms`] = Math.round(p95(beside ?? []))
        figures[`${name}Ratio`] = Number(ratio.toFixed(2))
        figures[`${name}OwnP95Ms`] = Math.round(p95(own ?? []))
        const sides = { ours: Math.round(p95(beside ?? [])), bare: Math.round(p95(alone ?? [])), unit: 'ms' }
        rows[`C5.${name}`] = { n: ROUNDS[size], value: Number(ratio.toFixed(2)), sides, figures: { ownP95Ms: Math.round(p95(own ?? [])) } }
        if (ratio > LIMIT[size]) broken.push(`with ${name}, the other clients’ p95 is ${ratio.toFixed(1)} times as high`)
      }
      return { runs, lost, doubled: 0, broken, figures: { ...figures, failed }, rows }
    } finally {
      await env.close()
    }
  },
}
