/**
 * R9: the clocks of phones are wrong, jump, or change time zone. The order of changes, the cursor and the server's timestamps don't depend
 * on those clocks.
 */
import { randomUUID } from 'node:crypto'
import { openDevices, versionsOf } from '@trailwarden/testkit/devices/devices'
import { openTestEnv } from '@trailwarden/testkit/devices/test-env'
import type { FaultTest, Result } from '../fault-test.ts'

const AMOUNT = { small: 3, full: 200 }
const [MINUTE_MS, DAY_MS, TEN_YEARS_MS] = [60_000, 86_400_000, 315_576_000_000]
const ZONES = ['Pacific/Kiritimati', 'Pacific/Niue', 'Australia/Hobart', 'UTC']

/** The parameter is the number of the phone's change. */
const CLOCKS: Record<string, (i: number) => number> = {
  'a minute fast': () => MINUTE_MS,
  'a minute slow': () => -MINUTE_MS,
  'a day fast': () => DAY_MS,
  'a day slow': () => -DAY_MS,
  'ten years fast': () => TEN_YEARS_MS,
  'ten years slow': () => -TEN_YEARS_MS,
  'jumping back': (i) => -i * (i % 2 ? MINUTE_MS : DAY_MS),
  travelling: (i) => {
    process.env.TZ = ZONES[i % ZONES.length]
    return 0
  },
}

const RealDate = Date

/** Servers and PostgreSQL run in separate processes with their own clocks, so only the simulated phones get the wrong time. */
function setClock(offsetMs: number): void {
  globalThis.Date = class extends RealDate {
    constructor(...args: [] | [string | number | Date]) {
      super(args.length === 0 ? RealDate.now() + offsetMs : args[0])
    }
    static override now = () => RealDate.now() + offsetMs
  } as DateConstructor
}

export const wrongClocks: FaultTest = {
  name: 'R9',
  async run(size): Promise<Result> {
    const env = await openTestEnv()
    const devices = openDevices(env)
    const broken: string[] = []
    const zone = process.env.TZ
    let [runs, lost, doubled] = [0, 0, 0]
    try {
      await env.start()
      const other = await devices.createTestDevice(2)
      for (const [clock, offsetAt] of Object.entries(CLOCKS)) {
        const device = await devices.createTestDevice(1)
        device.setSignal(false)
        const began = RealDate.now()
        const ids = Array.from({ length: AMOUNT[size] }, () => randomUUID())
        const recorded = new Map<string, number>()
        let done = 0
        const tick = () => setClock(offsetAt(done++))
        for (const id of ids) {
          tick()
          await device.report(id)
          const [row] = await device.db.outbox.where('command.recordId').equals(id).toArray()
          recorded.set(id, RealDate.parse(row?.command.recordedAt ?? ''))
          if (Math.abs((recorded.get(id) ?? 0) - RealDate.now() - offsetAt(done - 1)) > 5000)
            broken.push(`${clock}: the clock was not shifted`)
          for (const detail of ['first', 'second', 'last']) {
            tick()
            await device.record(id, { detail })
          }
        }
        tick()
        device.setSignal(true)
        if (!(await device.drained())) broken.push(`${clock}: the queue did not drain`)
        for (const { answer } of await device.db.attention.toArray()) broken.push(`${clock}: refused, ${answer.refusal?.detail}`)
        const { rows } = await env.pool.query<{ id: string; detail: string; recorded: Date; created: Date; lines: number }>(
          `select id, detail, recorded_at as recorded, created_at as created, (select count(*) from history h where h.record_id = a.id)::int as lines
           from actions a where id = any($1)`,
          [ids],
        )
        lost += ids.length - rows.length
        for (const { id, detail, recorded: at, created, lines } of rows) {
          if (detail !== 'last') broken.push(`${clock}: ends with ${detail}`)
          // The server replaces an impossible time with its own time.
          const sent = recorded.get(id) ?? 0
          const expected = sent > created.getTime() + DAY_MS ? created.getTime() : sent
          if (at.getTime() !== expected) broken.push(`${clock}: the phone’s own time was not stored`)
          if (created.getTime() < began - 1000 || created.getTime() > RealDate.now() + 1000) broken.push(`${clock}: stamped ${created}`)
          if (lines < 4) lost++
          if (lines > 4) doubled++
        }
        // The phone receives another person's changes once per version, up to the last one.
        const [first] = ids
        if (first) {
          await other.record(first, { rating: 'High' })
          await other.drained()
          if (!(await device.caughtUp(await versionsOf(env, ids)))) broken.push(`${clock}: the phone no longer receives changes`)
        }
        runs += ids.length
        device.close()
        setClock(0)
      }
      return { runs, lost, doubled, broken, figures: { clocks: Object.keys(CLOCKS).length } }
    } finally {
      globalThis.Date = RealDate
      if (zone === undefined) delete process.env.TZ
      else process.env.TZ = zone
      await devices.close()
      await env.close()
    }
  },
}
