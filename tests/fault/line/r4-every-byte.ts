/** R4: the connection is cut after every single byte of a push, in the request and in the reply, for each kind of change. */

import { randomUUID } from 'node:crypto'
import type { Command } from '@trailwarden/api'
import { SETTINGS_ID } from '@trailwarden/domain'
import { createTestDevice, type Device, openTestEnv, type TestEnv } from '@trailwarden/testkit/devices/test-env'
import { type Cut, openProxy } from '@trailwarden/testkit/line/faulty-connection'
import { type FaultTest, type Result, shuffled } from '../fault-test.ts'
import { rawRequest, sendRaw } from '../helpers/raw-request.ts'

/** The small size tests only every nth byte. */
const STEP = { small: 60, full: 1 }

type Change = { name: string; make(device: Device, action: string, i: number): Command }

function changes(networks: readonly string[], managers: readonly string[], latestUpdate: string): Change[] {
  let basedOn = latestUpdate
  const status = Object.fromEntries(networks.map((id) => [id, { status: 'Open', message: '' }]))
  return [
    { name: 'make', make: (device) => device.report() },
    { name: 'edit', make: (device, action, i) => device.command('action', action, { detail: `edit ${i}` }) },
    { name: 'note', make: (device, action, i) => device.command('action', action, { addNote: { id: randomUUID(), text: `note ${i}` } }) },
    {
      name: 'resolve',
      make: (device, action, i) =>
        device.command('action', action, { status: i % 2 ? 'Resolved' : 'Unresolved', rating: i % 3 ? 'Low' : 'High' }),
    },
    {
      name: 'status',
      make(device) {
        const command = device.command('trail-update', randomUUID(), { networks: status, basedOn })
        basedOn = command.recordId
        return command
      },
    },
    {
      name: 'settings',
      make: (device, _action, i) => device.command('settings', SETTINGS_ID, { reviewerId: managers[i % managers.length] }),
    },
  ]
}

const requestOf = (env: TestEnv, device: Device, command: Command) =>
  rawRequest('POST /api/push', { host: `127.0.0.1:${env.port}`, ...device.headers }, device.bodyOf([command])).bytes

export const everyByte: FaultTest = {
  name: 'R4',
  async run(size, stop): Promise<Result> {
    const env = await openTestEnv()
    let [runs, lost] = [0, 0]
    const sent: Command[] = []
    try {
      await env.start()
      const proxy = await openProxy(env.port)
      const device = await createTestDevice(env, 'manager@example.org')
      const { rows: managers } = await env.pool.query<{ id: string }>('select id from people where role >= 2')
      const { rows: updates } = await env.pool.query('select id, networks from trail_updates order by order_number desc limit 1')
      const kinds = changes(
        Object.keys(updates[0].networks),
        managers.map(({ id }) => id),
        updates[0].id,
      )
      const cuts: (() => Promise<void>)[] = []
      for (const { name, make } of kinds) {
        const first = device.report()
        await device.drain([first])
        const tryCut = async (cut: Cut, i: number) => {
          const command = make(device, first.recordId, i)
          sent.push(command)
          proxy.cutNext(cut)
          await sendRaw(proxy.port, requestOf(env, device, command))
          const answer = (await device.drain([command])).get(command.id)
          if (answer?.outcome !== 'applied') lost++
          runs++
        }
        await tryCut(null, 0)
        const whole = { ...proxy.passed() }
        if (whole.reply < 100) throw new Error(`${name}: no reply came through the uncut connection`)
        // The next request may be slightly longer, so a few more bytes are tried.
        for (const side of ['request', 'reply'] as const)
          for (let after = 0; after <= whole[side] + 4; after += STEP[size]) cuts.push(() => tryCut({ after, of: side }, runs))
      }
      // In random order, a run that ends early has still covered all parts.
      for (const cut of shuffled(cuts)) {
        if (stop.aborted) break
        await cut()
      }
      proxy.close()
      const { rows } = await env.pool.query<{ missing: number; more: number }>(
        `select count(*) filter (where c.id is null)::int as missing, count(*) filter (where h.n > 1)::int as more
         from unnest($1::uuid[]) as s(id) left join commands c on c.id = s.id
         left join lateral (select count(*) as n from history h where h.command_id = s.id) h on true`,
        [sent.map(({ id }) => id)],
      )
      const wanted = sent.filter(({ patch }) => 'addNote' in patch).length
      const notes = await env.count('select sum(jsonb_array_length(notes)) as n from actions')
      const reports = sent.filter(({ patch }) => 'area' in patch).length + kinds.length
      const actions = await env.count('select count(*) as n from actions')
      const statuses = sent.filter(({ kind }) => kind === 'trail-update').length + 1
      const posted = await env.count('select count(*) as n from trail_updates')
      const [missing, more] = [rows[0]?.missing ?? 0, rows[0]?.more ?? 0]
      const surplus = Math.max(0, notes - wanted) + Math.max(0, actions - reports) + Math.max(0, posted - statuses)
      const shortfall = Math.max(0, wanted - notes) + Math.max(0, reports - actions) + Math.max(0, statuses - posted)
      return {
        runs,
        lost: lost + missing + shortfall,
        doubled: more + surplus,
        broken: [],
        figures: { changes: kinds.length, bytes: cuts.length },
      }
    } finally {
      await env.close()
    }
  },
}
