/**
 * R7: for two minutes, the network silently fails from time to time. Afterwards, no queue may be stuck, and two devices and the server must
 * have identical data.
 */

import { randomUUID } from 'node:crypto'
import { openDevices, type RealDevice } from '@trailwarden/testkit/devices/devices'
import { openTestEnv, type TestEnv } from '@trailwarden/testkit/devices/test-env'
import { openPartitionedLine, PARTITIONS, type Partition } from '@trailwarden/testkit/line/partitioned-line'
import { pause, until } from '@trailwarden/testkit/wait'
import { type FaultTest, type Result, upTo } from '../fault-test.ts'

const AMOUNT = { small: 4, full: 200 }
const FOR_MS = { small: 2000, full: 120_000 }
const LONGEST_MS = { small: 800, full: 10_000 }
const AT_ONCE = { small: 4, full: 20 }
const SAVES_MS = 1000
const DRAIN_LIMIT_MS = 30_000

type Seen = { lost: number; doubled: number; broken: string[]; commands: number; partitions: number; slowestDrainMs: number }

type Line = Awaited<ReturnType<typeof openPartitionedLine>>
type Held = { line: Line; device: RealDevice; close(): Promise<void> }

async function createHeldDevice(env: TestEnv): Promise<Held> {
  const line = await openPartitionedLine(env.port)
  const devices = openDevices({ address: line.address, pool: env.pool })
  return {
    line,
    device: await devices.createTestDevice(1),
    async close() {
      await devices.close()
      line.close()
    },
  }
}

async function runOnce(env: TestEnv, kind: Partition, size: 'small' | 'full', seen: Seen): Promise<void> {
  const pair = [await createHeldDevice(env), await createHeldDevice(env)]
  try {
    const ids = Array.from({ length: 4 }, () => randomUUID())
    const commands: string[] = []
    const [first] = pair
    for (const id of ids) commands.push((await first?.device.report(id)) ?? '')
    if (!(await first?.device.drained())) seen.broken.push('the connection failed before it was cut')
    for (const { device } of pair)
      if (!(await device.caughtUp(new Map(ids.map((id) => [id, 1]))))) seen.broken.push('different data at the start')
    const end = Date.now() + FOR_MS[size]
    const comesAndGoes = async ({ line }: Held) => {
      while (Date.now() < end) {
        line.partition(kind)
        seen.partitions++
        await pause(Math.min(upTo(LONGEST_MS[size]), Math.max(0, end - Date.now())))
        line.partition(null)
        await pause(Math.min(upTo(LONGEST_MS[size]), Math.max(0, end - Date.now())))
      }
    }
    const isUsed = async ({ device }: Held) => {
      for (; Date.now() < end; await pause(SAVES_MS)) {
        const id = ids[upTo(ids.length)] ?? ''
        commands.push(await device.record(id, { detail: `Seen at ${Date.now()}`, addNote: { id: randomUUID(), text: 'Still there' } }))
      }
    }
    await Promise.all(pair.flatMap((one) => [comesAndGoes(one), isUsed(one)]))
    const whole = Date.now()
    for (const { device } of pair)
      if (!(await until(async () => (await device.db.outbox.count()) === 0, 2 * DRAIN_LIMIT_MS)))
        seen.broken.push(`${kind}: a queue is stuck`)
    const drainMs = Date.now() - whole
    seen.slowestDrainMs = Math.max(seen.slowestDrainMs, drainMs)
    if (drainMs > DRAIN_LIMIT_MS) seen.broken.push(`${kind}: a queue took ${drainMs} ms to drain`)
    const { rows } = await env.pool.query<{ id: string; version: number; notes: number }>(
      'select id, version, jsonb_array_length(notes) as notes from actions where id = any($1)',
      [ids],
    )
    for (const { device } of pair) {
      if (!(await device.caughtUp(new Map(rows.map(({ id, version }) => [id, version])))))
        seen.broken.push(`${kind}: a device’s data differs from the server’s`)
      if ((await device.db.attention.count()) > 0) seen.broken.push(`${kind}: something was refused`)
      if (device.errors.length > 0) seen.broken.push(`${kind}: ${String(device.errors[0])}`)
    }
    const { rows: lines } = await env.pool.query<{ n: number }>(
      `select coalesce(h.n, 0)::int as n from unnest($1::uuid[]) as c(id)
       left join (select command_id, count(*) as n from history group by command_id) h on h.command_id = c.id`,
      [commands],
    )
    seen.commands += commands.length
    seen.lost += lines.filter(({ n }) => n < 1).length
    seen.doubled += lines.filter(({ n }) => n > 1).length
    const notes = rows.reduce((sum, row) => sum + row.notes, 0)
    if (notes !== commands.length - ids.length) seen.broken.push(`${kind}: ${notes} notes of ${commands.length - ids.length}`)
  } finally {
    for (const one of pair) await one.close()
  }
}

export const partitions: FaultTest = {
  name: 'R7',
  full: { runs: AMOUNT.full, step: AT_ONCE.full },
  async run(size, stop, times = AMOUNT[size], first = 0): Promise<Result> {
    const env = await openTestEnv()
    const seen: Seen = { lost: 0, doubled: 0, broken: [], commands: 0, partitions: 0, slowestDrainMs: 0 }
    let [next, runs] = [0, 0]
    try {
      await env.start()
      const some = async () => {
        for (let n = next++; n < times && !stop.aborted; n = next++) {
          await runOnce(env, PARTITIONS[(first + n) % PARTITIONS.length] ?? 'both', size, seen)
          runs++
          if (size === 'full') console.error(`R7: ${runs} runs, ${seen.broken.length} broken`)
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE[size] }, some))
      const { lost, doubled, broken, ...figures } = seen
      return { runs, lost, doubled, broken: [...new Set(broken)], figures: { ...figures, kinds: PARTITIONS.length } }
    } finally {
      await env.close()
    }
  },
}
