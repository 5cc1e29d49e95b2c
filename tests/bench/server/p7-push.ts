/**
 * P7: the time to push and commit one Action, compared with pgbench running the server's SQL statements. PostgreSQL writes to disk before
 * it reports a commit.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDevice, openTestEnv } from '@trailwarden/testkit/devices/test-env'
import { type Metric, rounded } from '../metric.ts'
import { median, medianInterval } from '../statistics.ts'
import { recordPush, refuseOtherRows, scriptOf } from './push-statements.ts'

const [TARGET, LIMIT] = [3, 5]
const [RATE_TARGET, RATE_LIMIT] = [0.35, 0.2]
const PUSHES = 60
const AT_ONCE = 8
const RATE_SECONDS = 3

export const pushOne: Metric = {
  name: 'P7',
  async measure({ pairs, signal }) {
    const env = await openTestEnv({ durable: true })
    const folder = mkdtempSync(join(tmpdir(), 'bench-push-'))
    try {
      await env.start()
      const device = await createTestDevice(env, 'member@example.org')
      const url = String(env.pool.options.connectionString)
      const push = await recordPush(env, device)
      const { rows } = await env.pool.query<{ number: string }>('select number from actions where id = $1', [push.recordId])
      const script = join(folder, 'push.sql')
      writeFileSync(script, scriptOf(push, rows[0]?.number ?? ''))
      const { hostname, port, username, pathname } = new URL(url)

      const pgbench = (...amount: string[]): number[] => {
        const where = ['-h', hostname, '-p', port, '-U', username, pathname.slice(1)]
        const run = spawnSync('pgbench', ['-n', '-f', script, '-l', `--log-prefix=${folder}/times`, ...amount, ...where], {
          encoding: 'utf8',
        })
        if (run.status !== 0) throw new Error(`pgbench: ${run.stderr}`)
        const files = readdirSync(folder).filter((name) => name.startsWith('times'))
        const lines = files.flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
        for (const name of files) rmSync(join(folder, name))
        return lines.map((line) => Number(line.split(' ')[2]) / 1000)
      }
      const pushOnce = async () => {
        const started = performance.now()
        const answers = await device.send([device.report()])
        if (answers?.[0]?.outcome !== 'applied') throw new Error('a push was refused')
        return performance.now() - started
      }
      const ourTimes = async () => {
        const times: number[] = []
        for (let i = 0; i < PUSHES; i++) times.push(await pushOnce())
        return times
      }
      const ourRate = async () => {
        const end = performance.now() + RATE_SECONDS * 1000
        let done = 0
        const one = async () => {
          for (; performance.now() < end; done++) await pushOnce()
        }
        await Promise.all(Array.from({ length: AT_ONCE }, one))
        return done / RATE_SECONDS
      }
      const theirTimes = () => pgbench('-c', '1', '-t', String(PUSHES))
      const theirRate = () => pgbench('-c', String(AT_ONCE), '-j', '2', '-T', String(RATE_SECONDS)).length / RATE_SECONDS

      await refuseOtherRows(env, push, pushOnce, () => pgbench('-c', '1', '-t', '1'))
      await ourTimes()
      theirTimes()
      const seen: { ourMs: number; bareMs: number; ourRate: number; bareRate: number }[] = []
      for (let pair = 0; pair < pairs && !signal.aborted; pair++) {
        const ours = async () => ({ ourMs: median(await ourTimes()), ourRate: await ourRate() })
        const theirs = () => ({ bareMs: median(theirTimes()), bareRate: theirRate() })
        if (pair % 2 === 0) seen.push({ ...(await ours()), ...theirs() })
        else {
          const bare = theirs()
          seen.push({ ...bare, ...(await ours()) })
        }
      }
      const ratios = seen.map(({ ourMs, bareMs }) => ourMs / bareMs)
      const rates = seen.map((one) => one.ourRate / one.bareRate)
      const [ratio, interval, rate, rateInterval] = [median(ratios), medianInterval(ratios), median(rates), medianInterval(rates)]
      const broken = []
      if (interval.low > LIMIT) broken.push(`a push takes ${rounded(ratio)} times its statements, limit ${LIMIT}`)
      if (rateInterval.high < RATE_LIMIT) broken.push(`${rounded(rate)} of pgbench’s rate, limit ${RATE_LIMIT}`)
      const of = (key: keyof (typeof seen)[number]) => rounded(median(seen.map((one) => one[key])))
      const pushMs = { ours: of('ourMs'), bare: of('bareMs') }
      const perSecond = { ours: of('ourRate'), bare: of('bareRate') }
      return {
        ratio,
        target: TARGET,
        limit: LIMIT,
        ok: interval.high <= TARGET * 1.1 && rateInterval.low >= RATE_TARGET / 1.1,
        broken,
        row: {
          n: seen.length,
          interval: [rounded(interval.low), rounded(interval.high)],
          sides: { ...pushMs, unit: 'ms' },
          figures: { statements: push.statements.length },
        },
        parts: {
          rate: {
            n: seen.length,
            value: rounded(rate),
            unit: '×',
            better: 'more',
            interval: [rounded(rateInterval.low), rounded(rateInterval.high)],
            target: RATE_TARGET,
            limit: RATE_LIMIT,
            sides: { ...perSecond, unit: 'a second' },
          },
        },
        figures: {
          interval: [rounded(interval.low), rounded(interval.high)],
          pairs: seen.length,
          statements: push.statements.length,
          pushMs,
          perSecond: { ...perSecond, ratio: rounded(rate), target: RATE_TARGET },
          rateInterval: [rounded(rateInterval.low), rounded(rateInterval.high)],
        },
      }
    } finally {
      await env.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
