/**
 * C1: under all kinds of load, no request may fail, and times count from when a request was due. C2: under this load, each part is killed
 * once, and devices can write again within 30 s. At full size, the rates are what two cores can handle for clients, nginx, both processes
 * and PostgreSQL together.
 */

import { buildApp } from '@trailwarden/testkit/app/build-app'
import { type Cell, openCell } from '@trailwarden/testkit/app/cell'
import { signInMany } from '@trailwarden/testkit/database/many-people'
import { pause, until } from '@trailwarden/testkit/wait'
import type { FaultTest, Result } from '../fault-test.ts'
import { type CellLoad, failures, p95, type Rates, startCellLoad, summary } from '../helpers/cell-load.ts'
import { holdStreams } from '../helpers/stream-holder.ts'

const STREAMS = { small: 100, full: 10_000 }
const PER_PERSON = 5
const FOR_MS = { small: 3000, full: 600_000 }
/** The pause separates two kills. */
const CALM_MS = { small: 300, full: 5000 }
const RATES: Record<'small' | 'full', Rates> = {
  small: { push: 5, pull: 5, cached: 30, uncached: 3 },
  full: { push: 10, pull: 10, cached: 200, uncached: 10 },
}
const PUSH_LIMIT_MS = 250
const PULL_LIMIT_MS = 150
const OPEN_LIMIT_MS = 300_000
const WRITES_BACK_LIMIT_MS = 30_000
/** Each stream uses two nginx connections, and a process on this machine may open at most 20,000 files. */
const NGINX = { small: {}, full: { connections: 19_000, workers: 2 } }

type Loaded = {
  cell: Cell
  load: CellLoad
  holdAll(): Promise<void>
  streams(): ReturnType<Holder['streams']>
  killHolder(): Promise<void>
}
type Holder = Awaited<ReturnType<typeof holdStreams>>

/** `times` is the number of pushes and of pulls per second, instead of the default rates. */
async function underLoad<T>(size: 'small' | 'full', times: number | undefined, work: (loaded: Loaded) => Promise<T>): Promise<T> {
  buildApp()
  // Killing PostgreSQL could lose acknowledged writes without syncing to disk.
  const cell = await openCell({ durable: true, ...NGINX[size] })
  let holder: Holder | null = null
  let load: CellLoad | null = null
  try {
    const count = STREAMS[size]
    const cookies = (await signInMany(cell.pool, count / PER_PERSON)).map(({ cookie }) => cookie)
    const holdAll = async () => {
      holder ??= await holdStreams(cell.address, cookies, count)
      if (!(await until(() => holder?.streams().open === count, OPEN_LIMIT_MS)))
        throw new Error(`${holder.streams().open} of ${count} streams open`)
    }
    await holdAll()
    const rates = times ? { ...RATES[size], push: times, pull: times } : RATES[size]
    load = await startCellLoad(cell, rates)
    return await work({
      cell,
      load,
      holdAll,
      streams: () => holder?.streams() ?? { open: 0, opened: 0, ended: 0, refused: 0, pings: 0 },
      async killHolder() {
        await holder?.kill()
        holder = null
      },
    })
  } finally {
    await load?.stop()
    await (holder as Holder | null)?.kill()
    await cell.close()
  }
}

export const mix: FaultTest = {
  name: 'C1',
  promise: 'SCALE-MIX with streams, pushes, pulls and public reads at the same time, every request is answered and nothing is lost (C1)',
  run: (size, stop, times): Promise<Result> =>
    underLoad(size, times, async ({ load, streams }) => {
      await pause(FOR_MS[size] / 20)
      load.forget()
      const before = streams()
      const from = Date.now()
      await until(() => stop.aborted || Date.now() - from >= FOR_MS[size], FOR_MS[size] + 1000)
      const seconds = Math.round((Date.now() - from) / 1000)
      const { lost, doubled, waiting } = await load.judge()
      const { figures, broken } = summary(load.seen)
      broken.push(...waiting)
      const after = streams()
      const ended = after.ended - before.ended
      if (ended > 0) broken.push(`${ended} streams ended`)
      if (after.pings === before.pings) broken.push('no stream received a notification')
      if (size === 'full') {
        if (p95(load.seen.push) > PUSH_LIMIT_MS) broken.push(`p95 of pushes is ${p95(load.seen.push)} ms`)
        if (p95(load.seen.pull) > PULL_LIMIT_MS) broken.push(`p95 of pulls is ${p95(load.seen.pull)} ms`)
      }
      return {
        runs: load.seen.push.ms.length,
        lost,
        doubled,
        broken: [...broken, ...load.sent.refused],
        figures: { streams: after.open, pings: after.pings - before.pings, seconds, ...figures },
      }
    }),
}

type Kill = (loaded: Loaded) => Promise<void>

const kill =
  (n: 0 | 1): Kill =>
  async ({ cell }) => {
    await cell.processes[n].kill()
    // The service manager also waits this long before a restart.
    await pause(1000)
    await cell.processes[n].start()
  }

const KILLS: Record<string, Kill> = {
  firstProcess: kill(0),
  secondProcess: kill(1),
  async postgres({ cell }) {
    cell.cluster.stop('immediate')
    await pause(2000)
    cell.cluster.start()
  },
  async nginxWorker({ cell }) {
    process.kill(cell.nginx.workerPid(), 'SIGKILL')
  },
  async nginxReload({ cell }) {
    cell.nginx.reload()
  },
  async streamHolder({ killHolder }) {
    await killHolder()
  },
}

export const partsKilled: FaultTest = {
  name: 'C2',
  promise: 'SCALE-PARTS after killing each part once under load, visitors can read, devices write again, and nothing is lost (C2)',
  run: (size, stop, times): Promise<Result> =>
    underLoad(size, times, async (loaded) => {
      const { load, holdAll } = loaded
      const figures: Record<string, number> = {}
      const broken: string[] = []
      let runs = 0
      for (const [name, fault] of Object.entries(KILLS)) {
        if (stop.aborted) break
        // The second process behaves like the first, and reloading the configuration kills nothing, so these faults are only part of the
        // full size.
        if (size === 'small' && ['secondProcess', 'nginxReload'].includes(name)) continue
        await pause(CALM_MS[size])
        const from = performance.now()
        const triedAgain = load.seen.cached.retried
        await fault(loaded)
        const writesBackMs = await load.writesAgainAfter(from)
        await pause(1000)
        await holdAll()
        figures[`${name}WritesBackMs`] = writesBackMs
        figures[`${name}StreamsBackMs`] = Math.round(performance.now() - from)
        if (load.seen.cached.retried > triedAgain) figures[`${name}ReadsTriedTwice`] = load.seen.cached.retried - triedAgain
        if (writesBackMs > WRITES_BACK_LIMIT_MS) broken.push(`${name}: writes were back after ${writesBackMs} ms`)
        console.error(`${name}: writes back after ${writesBackMs} ms, streams after ${figures[`${name}StreamsBackMs`]} ms`)
        runs++
      }
      const { lost, doubled, waiting } = await load.judge()
      broken.push(...waiting)
      const seen = summary(load.seen, (kind) => kind === 'cached' || kind === 'uncached')
      const counts = { pushesNotAnsweredAtOnce: failures(load.seen.push), pullsNotAnswered: failures(load.seen.pull) }
      return {
        runs,
        lost,
        doubled,
        broken: [...broken, ...seen.broken, ...load.sent.refused],
        figures: { ...seen.figures, ...counts, ...figures },
      }
    }),
}
