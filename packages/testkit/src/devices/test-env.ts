/** A PostgreSQL, a server process, and devices. Fault tests make parts of the environment fail. */

import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Answer, Command, Kind } from '@trailwarden/api'
import pg from 'pg'
import { createDatabase } from '../database/create-database.ts'
import { databaseUrl, freePort, startCluster } from '../database/postgres.ts'
import { pause } from '../wait.ts'

const root = resolve(import.meta.dirname, '../../../..')
const LIMITS = ['REQUESTS_PER_MINUTE', 'COMMANDS_PER_MINUTE', 'COMMANDS_AT_ONCE', 'COMMANDS_PER_DAY', 'PHOTOS_PER_HOUR', 'PHOTOS_AT_ONCE']

export const AREA = 'North Wood'

/** Several servers may share one database, as in production. */
export type Server = {
  address: string
  pid: number
  kill(): void
  stop(): Promise<void>
  /** Resolves when the process has ended for any reason. */
  ended(): Promise<void>
}

/** `tree` is the folder with another version's code, and `node` contains options for Node. */
type How = { tree?: string; node?: readonly string[] }

export async function startServer(
  port: number,
  environment: Record<string, string>,
  logFile: string | null,
  { tree = root, node = [] }: How = {},
): Promise<Server> {
  const env: NodeJS.ProcessEnv = { ...process.env, ...environment, PORT: String(port) }
  const child = spawn(process.execPath, [...node, join(tree, 'apps/server/src/main.ts')], {
    stdio: ['ignore', logFile ? openSync(logFile, 'a') : 'ignore', 'inherit'],
    env,
  })
  const address = `http://${env.HOST ?? '127.0.0.1'}:${port}`
  const isGone = () => child.exitCode !== null || child.signalCode !== null
  const ended = () => new Promise<void>((gone) => (isGone() ? gone() : child.once('exit', () => gone())))
  for (let tries = 0; tries < 1200 && !isGone(); tries++) {
    if ((await fetch(`${address}/readyz`).catch(() => null))?.status === 200)
      return {
        address,
        pid: child.pid ?? 0,
        kill: () => child.kill('SIGKILL'),
        stop: async () => {
          child.kill('SIGTERM')
          await ended()
        },
        ended,
      }
    await pause(25)
  }
  child.kill('SIGKILL')
  throw new Error('the server did not start')
}

export const SAMPLE_PASSWORD = 'trailwarden sample'

export const serverSettings = (url: string, photos: string): Record<string, string> => ({
  DATABASE_URL: url,
  NODE_ENV: 'development',
  LOG_LEVEL: 'silent',
  // The smaller site halves the start time, which matters in tests that kill the server a thousand times.
  SITE: 'demo-park',
  SAMPLE_DATA: 'true',
  // Nothing listens on the discard port, so emails remain in the queue, where tests can count them.
  SMTP_URL: 'smtp://127.0.0.1:9',
  PHOTOS_DIR: photos,
  ...Object.fromEntries(LIMITS.map((name) => [name, '1000000000'])),
})

export type TestEnv = Awaited<ReturnType<typeof openTestEnv>>

/**
 * `durable` is slower, for fault tests that stop PostgreSQL itself. `environment` changes the server's settings, and `logFile` receives its
 * log.
 */
export async function openTestEnv({
  durable = false,
  environment: more = {} as Record<string, string>,
  logFile = null as string | null,
} = {}) {
  const photos = mkdtempSync(join(tmpdir(), 'fault-photos-'))
  const cluster = await startCluster({ directory: mkdtempSync(join(tmpdir(), 'fault-')), durable })
  await createDatabase(cluster.url, 'trailwarden')
  const url = databaseUrl(cluster, 'trailwarden')
  const pool = new pg.Pool({ connectionString: url, max: 20 })
  // Fault tests stop PostgreSQL while the pool is in use, so idle connections may fail.
  pool.on('error', () => undefined)
  const port = await freePort()
  const environment = { ...serverSettings(url, photos), ...more }
  const servers = new Set<Server>()
  let server: Server | null = null
  const startAt = async (at: number, killAt?: string, other: Record<string, string> = {}) => {
    const started = await startServer(at, { ...environment, ...other, ...(killAt && { FAULT_KILL_AT: killAt }) }, logFile)
    servers.add(started)
    void started.ended().then(() => servers.delete(started))
    return started
  }

  const env = {
    address: `http://${more.HOST ?? '127.0.0.1'}:${port}`,
    port,
    pool,
    cluster,
    photos,
    /** `killAt` is a milestone at which the server process dies. */
    async start(killAt?: string, other?: Record<string, string>) {
      server = await startAt(port, killAt, other)
    },
    kill: () => server?.kill(),
    pid: () => server?.pid ?? 0,
    ended: async () => server?.ended(),
    startAnother: async (killAt?: string, other?: Record<string, string>) => startAt(await freePort(), killAt, other),
    async count(sql: string, values: unknown[] = []): Promise<number> {
      return Number((await pool.query(sql, values)).rows[0]?.n ?? 0)
    },
    async close() {
      for (const one of servers) {
        one.kill()
        await one.ended()
      }
      await pool.end()
      cluster.destroy()
      rmSync(photos, { recursive: true, force: true })
    },
  }
  return env
}

export type Device = Awaited<ReturnType<typeof createTestDevice>>

export async function createTestDevice(
  env: Pick<TestEnv, 'address'>,
  email: 'member@example.org' | 'manager@example.org' | 'admin@example.org',
) {
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  const body = JSON.stringify({ email, password: SAMPLE_PASSWORD })
  const reply = await fetch(`${env.address}/api/account/login`, { method: 'POST', headers, body })
  const cookie = reply.headers.get('set-cookie')?.split(';', 1)[0]
  if (!cookie) throw new Error(`login failed: ${reply.status} ${await reply.text()}`)
  const deviceId = randomUUID()
  let n = 0
  const device = {
    cookie,
    deviceId,
    headers: { ...headers, cookie },
    command: (kind: Kind, recordId: string, patch: Record<string, unknown>, baseVersion: number | null = null): Command => ({
      id: randomUUID(),
      n: ++n,
      kind,
      recordId,
      patch,
      baseVersion,
      recordedAt: new Date().toISOString(),
    }),
    report: (recordId: string = randomUUID()) => device.command('action', recordId, { description: 'Tree down', area: AREA }),
    bodyOf: (commands: readonly Command[]) => JSON.stringify({ deviceId, commands }),
    async send(commands: readonly Command[], address = env.address): Promise<Answer[] | null> {
      try {
        const answer = await fetch(`${address}/api/push`, { method: 'POST', headers: device.headers, body: device.bodyOf(commands) })
        if (!answer.ok) return null
        return ((await answer.json()) as { answers: Answer[] }).answers
      } catch {
        return null
      }
    },
    /** Sends repeatedly, until every command has a final answer. */
    async drain(commands: readonly Command[], limitMs = 30_000, address = env.address): Promise<Map<string, Answer>> {
      const answers = new Map<string, Answer>()
      const started = Date.now()
      while (answers.size < commands.length && Date.now() - started < limitMs) {
        const waiting = commands.filter(({ id }) => !answers.has(id)).slice(0, 50)
        for (const answer of (await device.send(waiting, address)) ?? [])
          if (answer.outcome !== 'retry') answers.set(answer.commandId, answer)
        if (answers.size < commands.length) await pause(50)
      }
      return answers
    },
  }
  return device
}

export type Effects = { lost: number; doubled: number }

/** Each command must take effect exactly once: one row, one number, one history entry, one answer and one email. */
export async function effectsOf(env: Pick<TestEnv, 'pool' | 'count'>, reports: readonly Command[]): Promise<Effects> {
  const ids = reports.map(({ recordId }) => recordId)
  const { rows } = await env.pool.query<{ rows: number; lines: number; emails: number; answers: number }>(
    `select coalesce(a.n, 0)::int as rows, coalesce(h.n, 0)::int as lines, coalesce(l.n, 0)::int as emails, coalesce(c.n, 0)::int as answers
     from unnest($1::uuid[]) as r(id)
     left join (select id, count(*) as n from actions group by id) a on a.id = r.id
     left join (select record_id, count(*) as n from history group by record_id) h on h.record_id = r.id
     left join (select details ->> 'actionId' as id, count(*) as n from emails group by 1) l on l.id = r.id::text
     left join (select record_id, count(*) as n from commands where answer is not null group by record_id) c on c.record_id = r.id`,
    [ids],
  )
  const numbers = await env.count('select count(*) - count(distinct number) as n from actions')
  const counts = rows.map((row) => Object.values(row))
  return {
    lost: counts.filter((row) => row.some((n) => n < 1)).length,
    doubled: counts.filter((row) => row.some((n) => n > 1)).length + numbers,
  }
}

/** Every new Action then causes an email. */
export async function letReportsBeReviewed(env: Pick<TestEnv, 'pool'>): Promise<void> {
  await env.pool.query(
    `update settings set (reviewer_id, reviewer_name, reviewer_email) = (select id, display_name, email from people where role = 2 limit 1)`,
  )
}
