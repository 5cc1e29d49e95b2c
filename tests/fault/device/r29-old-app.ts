/**
 * R29: devices from before new kinds could be added (protocol version 1) use a server with an unknown kind. The old app is commit c4a980a,
 * bundled into one file (tools/release/bundle-device.ts), and the server is built from a copy of the tree with one more kind.
 */

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { PULL_LIMIT } from '@trailwarden/api'
import { addShelters } from '@trailwarden/testkit/app/planted-changes'
import { copyTree, removeCopy, SITES } from '@trailwarden/testkit/app/tree-copy'
import type { App, RealDevice } from '@trailwarden/testkit/devices/devices'
import { until } from '@trailwarden/testkit/wait'
import type { FaultTest, Result } from '../fault-test.ts'

const AMOUNT = { small: 4, full: 200 }
/** A page without any records for an old device must not stop the device, so there is more than one page of unknown records. */
const SHELTERS = PULL_LIMIT + 100

const INSERT_SHELTERS = `insert into shelters (id, name, detail, version, recorded_at, created_at, created_by, created_by_name,
  updated_at, updated_by, updated_by_name)
  select gen_random_uuid(), 'Hut ' || n, '', 1, now(), now(), p.id, 'x', now(), p.id, 'x'
  from generate_series(1, $1) n, (select id from people limit 1) p`

export const oldApp: FaultTest = {
  name: 'R29',
  full: { runs: AMOUNT.full, step: 20 },
  async run(size, stop, times = AMOUNT[size], first = 0): Promise<Result> {
    const copy = copyTree()
    addShelters(copy)
    const ofCopy = (path: string) => import(join(copy, 'packages/testkit/src', path))
    const { openTestEnv }: typeof import('@trailwarden/testkit/devices/test-env') = await ofCopy('devices/test-env.ts')
    const { openDevices }: typeof import('@trailwarden/testkit/devices/devices') = await ofCopy('devices/devices.ts')
    const env = await openTestEnv({ environment: { SITES_DIR: SITES } })
    const broken: string[] = []
    const made: { id: string; lines: number }[] = []
    const figures = { commands: 0, refused: 0, shelters: 0, sheltersAfterUpdate: 0 }
    let runs = 0
    const { createPhone, createRemote, startSync } = await import(new URL('../fixtures/device-at-protocol-1.js', import.meta.url).href)
    const old: App = {
      createDevice: createPhone,
      createRemote,
      startSync: ({ onError, ...rest }) => startSync({ ...rest, onFault: onError }),
    }
    const [before, now] = [openDevices(env, old), openDevices(env)]
    try {
      await env.start()
      await env.pool.query(INSERT_SHELTERS, [SHELTERS])
      const newest = await now.createTestDevice(2, 'Kim Sand')
      const watching = await before.createTestDevice(2, 'Lou Reef')

      const work = async (device: RealDevice) => {
        const id = randomUUID()
        await device.report(id)
        await device.record(id, { detail: 'Two metres wide' })
        await device.record(id, { addNote: { id: randomUUID(), text: 'Still there' } })
        made.push({ id, lines: 3 })
        return id
      }
      const sendAndCheck = async (device: RealDevice, label: string) => {
        device.setSignal(true)
        if (!(await device.drained())) broken.push(`${label}: the queue did not drain`)
        if ((await device.db.attention.count()) > 0) broken.push(`${label}: something was refused`)
        if (device.errors.length > 0) broken.push(`${label}: ${device.errors.join()}`)
      }
      const addShelter = async (name: string) => {
        const id = randomUUID()
        await newest.app.record('shelter', id, { name })
        return id
      }

      for (; runs < times && !stop.aborted; runs++) {
        const device = await before.createTestDevice(((first + runs) % 2) + 1, 'Ann Ford')
        device.setSignal(false)
        const earlier = await work(device)
        const gone = await addShelter('Gone')
        await addShelter('Tap')
        await newest.app.record('shelter', gone, { deleted: true })
        if (!(await newest.drained())) broken.push('the newest device did not send its shelters')
        await sendAndCheck(device, 'old app')
        for (const one of [device, watching])
          if (!(await one.caughtUp(new Map([[earlier, 3]])))) broken.push('an old device does not receive what others record')

        device.setSignal(false)
        const second = await work(device)
        device.close()
        const updated = await now.deviceOf(device.person)
        await sendAndCheck(updated, 'updated app')
        if (!(await updated.caughtUp(new Map([earlier, second].map((id) => [id, 3]))))) broken.push('the updated device lacks an action')
        const there = await env.count('select count(*) as n from shelters where deleted_at is null')
        const hasShelters = () => updated.db.table('shelters').count()
        if (!(await until(async () => (await hasShelters()) === there)))
          broken.push(`${await hasShelters()} of ${there} shelters after the update`)
        Object.assign(figures, { shelters: there, sheltersAfterUpdate: await hasShelters() })
        updated.close()
      }
      for (const [name, devices] of Object.entries({ newest, watching }))
        if (devices.errors.length > 0) broken.push(`${name}: ${devices.errors.join()}`)
      const { rows } = await env.pool.query<{ id: string; rows: number; lines: number }>(
        `select r.id, (select count(*)::int from actions a where a.id = r.id) as rows,
           (select count(*)::int from history h where h.record_id = r.id) as lines from unnest($1::uuid[]) as r(id)`,
        [made.map(({ id }) => id)],
      )
      const expected = new Map(made.map(({ id, lines }) => [id, lines]))
      figures.commands = await env.count('select count(*) as n from commands')
      figures.refused = await env.count(`select count(*) as n from commands where answer ->> 'outcome' not in ('applied', 'merged')`)
      if (figures.refused > 0) broken.push(`${figures.refused} commands were refused`)
      return {
        runs,
        lost: rows.filter(({ id, rows: n, lines }) => n < 1 || lines < (expected.get(id) ?? 0)).length,
        doubled: rows.filter(({ id, rows: n, lines }) => n > 1 || lines > (expected.get(id) ?? 0)).length,
        broken,
        figures,
      }
    } finally {
      await before.close()
      await now.close()
      await env.close()
      removeCopy(copy)
    }
  },
}
