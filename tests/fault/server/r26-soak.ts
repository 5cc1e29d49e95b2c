/**
 * R26: fifty clients for an hour, with a fault every minute and empty queues before each fault. One app process is killed from time to
 * time, and the memory of the other must stay constant after a warm-up.
 */

import { buildApp } from '@trailwarden/testkit/app/build-app'
import { type Cell, openCell } from '@trailwarden/testkit/app/cell'
import { collectedMemory, type Memory } from '@trailwarden/testkit/app/collected-memory'
import { signInMany } from '@trailwarden/testkit/database/many-people'
import { openDevices, type RealDevice } from '@trailwarden/testkit/devices/devices'
import { pause, until } from '@trailwarden/testkit/wait'
import { type FaultTest, type Result, upTo } from '../fault-test.ts'
import { type CellLoad, startCellLoad, summary } from '../helpers/cell-load.ts'
import { holdStreams } from '../helpers/stream-holder.ts'

const AMOUNT = { small: 3, full: 60 }
const EVERY_MS = { small: 3000, full: 60_000 }
const [CLIENTS, PHONES] = [
  { small: 8, full: 44 },
  { small: 2, full: 6 },
]
const RATES = { small: { push: 8, pull: 4, cached: 20, uncached: 2 }, full: { push: 10, pull: 5, cached: 10, uncached: 1 } }
const STREAMS = { small: 10, full: 100 }
/** With this limit, an hour fills the logs but not the devices. */
const RECORDS = 20
const PHONE_SAVES_MS = 2000
const DRAIN_LIMIT_MS = 30_000
/** Memory allocated in this share of the faults doesn't count as growth. */
const WARM = 1 / 4
const MOST_GROWTH = 0.1

type Faults = Record<string, (cell: Cell, phones: readonly RealDevice[]) => Promise<void>>

const FAULTS: Faults = {
  async processKilled({ processes: [, other] }) {
    await other.kill()
    await pause(1000)
    await other.start()
  },
  async databaseRestarted({ cluster }) {
    cluster.stop('immediate')
    await pause(upTo(3000))
    cluster.start()
  },
  async nginxKilled({ nginx }) {
    process.kill(nginx.workerPid(), 'SIGKILL')
  },
  async connectionsCut({ pool }) {
    await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'trailwarden%'`)
  },
  async noSignal(_cell, phones) {
    for (const phone of phones) phone.setSignal(false)
    await pause(upTo(10_000))
    for (const phone of phones) phone.setSignal(true)
  },
  async databaseHangs({ cluster }) {
    cluster.freeze()
    await pause(upTo(5000))
    cluster.thaw()
  },
  async nginxReloaded({ nginx }) {
    nginx.reload()
  },
  async processRestarted({ processes: [, other] }) {
    await other.stop()
    await other.start()
  },
}

/** Each phone edits its own records, so that no other phone can replace its changes. */
function usePhones(phones: readonly RealDevice[], saved: string[], isHeld: () => boolean, isOver: () => boolean) {
  return phones.map(async (phone) => {
    const records: string[] = []
    for (let n = 0; !isOver(); n++, await pause(PHONE_SAVES_MS)) {
      if (isHeld()) continue
      const recordId = records.length < RECORDS ? crypto.randomUUID() : (records[n % RECORDS] ?? '')
      if (records.length < RECORDS) records.push(recordId)
      saved.push(
        await (records.at(-1) === recordId && n < RECORDS ? phone.report(recordId) : phone.record(recordId, { detail: `Seen ${n}` })),
      )
      // The app also fetches when a person opens it.
      phone.setSignal(phone.hasSignal())
    }
  })
}

const mean = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / Math.max(1, all.length)

function slope(samples: readonly { at: number; mb: number }[]): number {
  const [at, mb] = [mean(samples.map((one) => one.at)), mean(samples.map((one) => one.mb))]
  const above = samples.reduce((sum, one) => sum + (one.at - at) * (one.mb - mb), 0)
  const below = samples.reduce((sum, one) => sum + (one.at - at) ** 2, 0)
  return below === 0 ? 0 : (above / below) * 3_600_000
}

const growth = (values: readonly number[]) => {
  const third = Math.floor(values.length / 3)
  return third === 0 ? 0 : mean(values.slice(-third)) / mean(values.slice(0, third)) - 1
}

async function drain(load: CellLoad, phones: readonly RealDevice[]): Promise<number> {
  const from = Date.now()
  const isEmpty = async () => {
    if (load.waiting() > 0) return false
    for (const phone of phones) if ((await phone.db.outbox.count()) > 0) return false
    return true
  }
  await until(isEmpty, DRAIN_LIMIT_MS)
  return Date.now() - from
}

export const soak: FaultTest = {
  name: 'R26',
  async run(size, stop, wanted = AMOUNT[size]): Promise<Result> {
    buildApp()
    // PostgreSQL is stopped immediately and must not lose acknowledged writes, so it syncs to disk.
    const cell = await openCell({ durable: true, inspected: true })
    const [lasting] = cell.processes
    const devices = openDevices(cell)
    const broken: string[] = []
    const saved: string[] = []
    const samples: (Memory & { at: number })[] = []
    let [isHeld, isOver, runs, slowestDrainMs] = [false, false, 0, 0]
    const cookies = (await signInMany(cell.pool, STREAMS[size] / 5)).map(({ cookie }) => cookie)
    const holder = await holdStreams(cell.address, cookies, STREAMS[size])
    try {
      const phones: RealDevice[] = []
      for (let n = 0; n < PHONES[size]; n++) phones.push(await devices.createTestDevice(1))
      const load = await startCellLoad(cell, RATES[size], { clients: CLIENTS[size], records: RECORDS })
      const using = usePhones(
        phones,
        saved,
        () => isHeld,
        () => isOver,
      )
      const started = Date.now()
      const names = Object.keys(FAULTS)
      const hold = (isSo: boolean) => {
        isHeld = isSo
        load.hold(isSo)
      }
      for (; runs < wanted && !stop.aborted; runs++) {
        const next = started + (runs + 1) * EVERY_MS[size]
        await until(() => Date.now() >= next - 5000 || stop.aborted, EVERY_MS[size] + 1000)
        hold(true)
        const drainMs = await drain(load, phones)
        slowestDrainMs = Math.max(slowestDrainMs, drainMs)
        if (drainMs >= DRAIN_LIMIT_MS) broken.push(`fault ${runs}: queues were not empty after ${drainMs} ms`)
        const memory = await collectedMemory(lasting.inspectorPort ?? 0)
        samples.push({ ...memory, at: Date.now() - started })
        hold(false)
        const name = names[runs % names.length] ?? ''
        console.error(
          `${runs + 1} ${name}: drained in ${drainMs} ms, heap ${memory.heapMb.toFixed(1)} MB, rss ${memory.rssMb.toFixed(0)} MB, ${load.sent.acknowledged.length} acknowledged, ${holder.streams().open} streams, ${summary(load.seen, (kind) => kind === 'cached').broken.join()}`,
        )
        await FAULTS[name]?.(cell, phones)
      }
      await pause(Math.min(EVERY_MS[size], 10_000))
      hold(true)
      isOver = true
      await Promise.all(using)
      const last = await drain(load, phones)
      if (last >= DRAIN_LIMIT_MS) broken.push(`queues were not empty after ${last} ms`)
      const { lost, doubled, waiting } = await load.judge()
      broken.push(...waiting)
      const there = await cell.count('select count(*) as n from history where command_id = any($1)', [saved])
      for (const phone of phones) {
        if ((await phone.db.attention.count()) > 0) broken.push('a change from a phone was refused')
        const { rows } = await cell.pool.query<{ id: string; version: number }>('select id, version from actions where status <> $1', [
          'Resolved',
        ])
        if (!(await phone.caughtUp(new Map(rows.map(({ id, version }) => [id, version])))))
          broken.push('a phone’s data differs from the server’s')
        if (phone.errors.length > 0) broken.push(`a phone: ${String(phone.errors[0])}`)
      }
      const { broken: unanswered, figures } = summary(load.seen, (kind) => kind === 'cached' || kind === 'uncached')
      await load.stop()
      const warm = samples.slice(Math.ceil(samples.length * WARM))
      const [heap, rss] = [warm.map(({ heapMb }) => heapMb), warm.map(({ rssMb }) => rssMb)]
      if (size === 'full' && growth(heap) > MOST_GROWTH) broken.push(`the heap grew by ${Math.round(growth(heap) * 100)} %`)
      const mb = (value: number) => Number(value.toFixed(1))
      return {
        runs,
        lost: lost + Math.max(0, saved.length - there),
        doubled: doubled + Math.max(0, there - saved.length),
        broken: [...broken, ...unanswered, ...load.sent.refused],
        figures: {
          ...figures,
          savedByPhones: saved.length,
          slowestDrainMs,
          pushesTriedAgain: load.seen.push.retried,
          readsTriedAgain: load.seen.cached.retried + load.seen.uncached.retried,
          heapMb: mb(mean(heap)),
          heapSlopeMbPerHour: mb(slope(warm.map(({ at, heapMb }) => ({ at, mb: heapMb })))),
          heapGrowthPercent: mb(growth(heap) * 100),
          rssMb: mb(mean(rss)),
          rssSlopeMbPerHour: mb(slope(warm.map(({ at, rssMb }) => ({ at, mb: rssMb })))),
          rssGrowthPercent: mb(growth(rss) * 100),
          streamsEnded: holder.streams().ended,
        },
      }
    } finally {
      isOver = true
      await holder.kill()
      await devices.close()
      await cell.close()
    }
  },
}
