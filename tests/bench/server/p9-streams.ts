/**
 * P9: the time until 99 % of 10,000 open event streams have received a change, compared with a bare server that only writes. Our time
 * starts with a commit in PostgreSQL, and the bare server's time with a request.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { signInMany } from '@trailwarden/testkit/database/many-people'
import { openTestEnv } from '@trailwarden/testkit/devices/test-env'
import { type Metric, rounded } from '../metric.ts'
import { median, medianInterval } from '../statistics.ts'
import { type News, now, type Order } from './p9-listeners.ts'
import { startBareServer } from './servers.ts'

const [TARGET, LIMIT] = [1.5, 3]
const [MEMORY_TARGET, MEMORY_LIMIT] = [2, 3]
const STREAMS = 10_000
/** Maximum number of open streams per person. */
const PER_PERSON = 5
const [OPEN_MS, RECEIVE_MS] = [240_000, 30_000]
/** The work for one change must not affect the next. A process writes 5,000 messages a second. */
const CALM_MS = 2000

const memoryKb = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
const percentile = (values: readonly number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1] ?? Number.NaN

type Listeners = { receive(trigger: () => Promise<unknown>): Promise<number[]>; stop(): void }

async function listenTo(url: string, path: string, cookies: string[]): Promise<Listeners> {
  const child = fork(join(import.meta.dirname, 'p9-listeners.ts'))
  const ask = async (order: Order) => {
    const news = receiveNews(OPEN_MS)
    child.send(order)
    await news
  }
  const receiveNews = async (limitMs: number): Promise<News> => {
    const [news] = (await once(child, 'message', { signal: AbortSignal.timeout(limitMs) })) as [News]
    if ('failed' in news) throw new Error(`listening to ${url}: ${news.failed}`)
    return news
  }
  const { hostname: host, port } = new URL(url)
  try {
    await ask({ open: { host, port: Number(port), path, cookies, count: STREAMS } })
  } catch (error) {
    child.kill()
    throw error
  }
  return {
    async receive(trigger) {
      await wait(CALM_MS)
      await ask('expect')
      const received = receiveNews(RECEIVE_MS)
      const started = now()
      await trigger()
      const news = await received
      return 'receivedAt' in news ? news.receivedAt.map((at) => at - started) : []
    },
    stop: () => child.kill(),
  }
}

export const eventStreams: Metric = {
  name: 'P9',
  async measure({ pairs, signal }) {
    const env = await openTestEnv()
    const bareServer = await startBareServer('serve-streams.ts')
    const listeners: Listeners[] = []
    try {
      await env.start()
      const cookies = (await signInMany(env.pool, STREAMS / PER_PERSON)).map(({ cookie }) => cookie)
      const pids = { ours: env.pid(), bare: bareServer.pid }
      const before = { ours: memoryKb(pids.ours), bare: memoryKb(pids.bare) }
      const ours = await listenTo(env.address, '/api/events', cookies)
      listeners.push(ours)
      const bare = await listenTo(bareServer.url, '/', [''])
      listeners.push(bare)
      const notifyOurs = () => ours.receive(() => env.pool.query(`select note_change('action', gen_random_uuid())`))
      const notifyBare = () => bare.receive(() => fetch(bareServer.url, { method: 'POST' }))
      await notifyOurs()
      await notifyBare()
      const perStream = { ours: (memoryKb(pids.ours) - before.ours) / STREAMS, bare: (memoryKb(pids.bare) - before.bare) / STREAMS }

      const seen: { ours: number[]; bare: number[] }[] = []
      for (let pair = 0; pair < pairs && !signal.aborted; pair++) {
        if (pair % 2 === 0) seen.push({ ours: await notifyOurs(), bare: await notifyBare() })
        else {
          const first = await notifyBare()
          seen.push({ bare: first, ours: await notifyOurs() })
        }
      }
      const ratios = seen.map((one) => percentile(one.ours, 0.99) / percentile(one.bare, 0.99))
      const [ratio, { low, high }] = [median(ratios), medianInterval(ratios)]
      const memory = perStream.ours / perStream.bare
      const broken = []
      if (low > LIMIT) broken.push(`notifying ${STREAMS} streams takes ${rounded(ratio)} times a bare loop, limit ${LIMIT}`)
      if (memory > MEMORY_LIMIT) broken.push(`a stream takes ${rounded(memory)} times the memory of a bare one, limit ${MEMORY_LIMIT}`)
      const ms = (of: 'ours' | 'bare', part: number) => rounded(median(seen.map((one) => percentile(one[of], part))), 1)
      return {
        ratio,
        target: TARGET,
        limit: LIMIT,
        ok: high <= TARGET * 1.1 && memory <= MEMORY_TARGET,
        broken,
        row: {
          n: seen.length,
          interval: [rounded(low), rounded(high)],
          sides: { ours: ms('ours', 0.99), bare: ms('bare', 0.99), unit: 'ms' },
        },
        parts: {
          memory: {
            n: seen.length,
            value: rounded(memory),
            unit: '×',
            target: MEMORY_TARGET,
            limit: MEMORY_LIMIT,
            sides: { ours: rounded(perStream.ours, 1), bare: rounded(perStream.bare, 1), unit: 'kB' },
          },
        },
        figures: {
          interval: [rounded(low), rounded(high)],
          pairs: seen.length,
          streams: STREAMS,
          firstReceivedMs: { ours: ms('ours', 0.0001), bare: ms('bare', 0.0001) },
          p50Ms: { ours: ms('ours', 0.5), bare: ms('bare', 0.5) },
          p99Ms: { ours: ms('ours', 0.99), bare: ms('bare', 0.99) },
          memoryKbPerStream: {
            ours: rounded(perStream.ours, 1),
            bare: rounded(perStream.bare, 1),
            ratio: rounded(memory),
            target: MEMORY_TARGET,
          },
        },
      }
    } finally {
      for (const one of listeners) one.stop()
      await bareServer.stop()
      await env.close()
    }
  },
}
