/**
 * P7: one report pushed and committed, against the statements of its transaction by pgbench; and how many a second when eight phones
 * push at once. Both on one PostgreSQL that writes to disk before it calls anything committed.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aDevice, type Device, openTestEnv } from '@trailwarden/testkit/test-env'
import pg from 'pg'
import { buildApp } from '../../apps/server/src/app.ts'
import { readConfig } from '../../apps/server/src/config.ts'
import { openDatabase } from '../../apps/server/src/db/database.ts'
import { readSiteContent } from '../../apps/server/src/features/site/site.ts'
import { type Metric, rounded } from './metric.ts'
import { median, medianInterval } from './statistics.ts'

const [TARGET, LIMIT] = [3, 5]
const [RATE_TARGET, RATE_LIMIT] = [0.35, 0.2]
/** Of one phone, one after the other, in each of a pair's two halves. */
const PUSHES = 60
const AT_ONCE = 8
const RATE_SECONDS = 3

type Statement = { text: string; values: unknown[] }

/** What the server asks of PostgreSQL for one report, from `begin` to `commit`, by listening to its own connections. */
async function statementsOfPush(url: string, device: Device): Promise<{ statements: Statement[]; recordId: string; commandId: string }> {
  const config = readConfig({
    DATABASE_URL: url,
    NODE_ENV: 'test',
    DEV_MAIL: 'true',
    LOG_LEVEL: 'silent',
    DRAIN_MS: '0',
    SITE: 'demo-park',
  })
  const content = await readSiteContent(join(config.SITES_DIR, config.SITE), config.HELP_DIR)
  const database = openDatabase(url, 2)
  const { app, mail, photoSweep } = await buildApp({ config, database, content, pages: null })
  const recorded: Statement[] = []
  const { query } = pg.Client.prototype
  const listening = function (this: pg.Client, ...args: unknown[]) {
    if (typeof args[0] === 'string') recorded.push({ text: args[0], values: Array.isArray(args[1]) ? args[1] : [] })
    return Reflect.apply(query, this, args)
  }
  const report = device.report()
  try {
    Object.assign(pg.Client.prototype, { query: listening })
    const reply = await app.inject({ method: 'POST', url: '/api/push', headers: device.headers, payload: device.bodyOf([report]) })
    if (!reply.body.includes('"applied"')) throw new Error(`the report was not taken: ${reply.body}`)
  } finally {
    Object.assign(pg.Client.prototype, { query })
    await app.close()
    await photoSweep.stop()
    await mail.stop()
    await database.close()
  }
  const is = (keyword: string) => (one: Statement) => one.text.trim().toLowerCase().startsWith(keyword)
  const statements = recorded.slice(recorded.findIndex(is('begin')), recorded.findLastIndex(is('commit')) + 1)
  return { statements, recordId: report.recordId, commandId: report.id }
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (Array.isArray(value)) return `'{${value.map((one) => JSON.stringify(one)).join(',')}}'`
  const text = value instanceof Date ? value.toISOString() : typeof value === 'string' ? value : JSON.stringify(value)
  return `'${text.replaceAll("'", "''")}'`
}

/** The same statements for pgbench, which puts a number of its own choice wherever the report's ids and number stood. */
function scriptOf({ statements, recordId, commandId }: Awaited<ReturnType<typeof statementsOfPush>>, number: string): string {
  const lines = statements.map(({ text, values }) =>
    text
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/\$(\d+)/g, (_, n: string) => literal(values[Number(n) - 1]))
      .replaceAll(recordId, '00000000-0000-4000-8000-:record')
      .replaceAll(commandId, '00000000-0000-4001-8000-:record')
      .replaceAll(`'${number}'`, "':record'"),
  )
  return ['\\set record random(100000000000, 999999999999)', ...lines.map((line) => `${line};`)].join('\n')
}

export const pushOne: Metric = {
  name: 'P7',
  async measure({ pairs, signal }) {
    const env = await openTestEnv({ durable: true })
    const folder = mkdtempSync(join(tmpdir(), 'bench-push-'))
    try {
      await env.start()
      const device = await aDevice(env, 'member@example.org')
      const url = String(env.pool.options.connectionString)
      const push = await statementsOfPush(url, device)
      const { rows } = await env.pool.query<{ number: string }>('select number from actions where id = $1', [push.recordId])
      const script = join(folder, 'push.sql')
      writeFileSync(script, scriptOf(push, rows[0]?.number ?? ''))
      const { hostname, port, username, pathname } = new URL(url)

      /** Times of single transactions in milliseconds, as pgbench wrote them down. */
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
        if (answers?.[0]?.outcome !== 'applied') throw new Error('a report was not taken')
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

      await ourTimes()
      theirTimes()
      const seen: { ourMs: number; bareMs: number; ourRate: number; bareRate: number }[] = []
      for (let pair = 0; pair < pairs && !signal.aborted; pair++) {
        const ours = async () => ({ ourMs: median(await ourTimes()), ourRate: await ourRate() })
        const theirs = () => ({ bareMs: median(theirTimes()), bareRate: theirRate() })
        // A B, then B A.
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
        row: { n: seen.length, interval: [rounded(interval.low), rounded(interval.high)], sides: { ...pushMs, unit: 'ms' } },
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
