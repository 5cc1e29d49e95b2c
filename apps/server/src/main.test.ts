import { type ChildProcess, spawn } from 'node:child_process'
import { Agent, get } from 'node:http'
import { join, resolve } from 'node:path'
import { createDatabase } from '@trailwarden/testkit/database/create-database'
import { databaseUrl, freePort, startTestCluster } from '@trailwarden/testkit/database/postgres'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from './db/database.ts'
import { isPassing } from './db/database-error.ts'
import { createWebBuild } from './testing/web-build.ts'

const main = resolve(import.meta.dirname, 'main.ts')

async function createProcess(environment: Record<string, string> = {}) {
  const cluster = await startTestCluster()
  onTestFinished(() => cluster.destroy())
  await createDatabase(cluster.url, 'trailwarden')
  const port = await freePort()
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl(cluster, 'trailwarden'),
      PORT: String(port),
      NODE_ENV: 'test',
      DEV_MAIL: 'true',
      LOG_LEVEL: 'silent',
      ...environment,
    },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  const until = async (path: string, status: number, limitMs: number) => {
    const started = Date.now()
    while (Date.now() - started < limitMs) {
      if ((await fetch(url + path).catch(() => null))?.status === status) return Date.now() - started
      await new Promise((wake) => setTimeout(wake, 50))
    }
    throw new Error(`${path} did not answer ${status} within ${limitMs} ms`)
  }
  // The start time depends mostly on the machine, so the time limit is generous.
  await until('/readyz', 200, 90_000)
  return { url, cluster, child, until }
}

const ended = (child: ChildProcess) => new Promise<number | null>((done) => child.once('exit', (code) => done(code)))

test('SIGTERM under load causes no request to fail, and the process ends within 10 s', async () => {
  const { url, child } = await createProcess({ REQUESTS_PER_MINUTE: '1000000' })
  const agent = new Agent({ keepAlive: true, maxSockets: 50 })
  onTestFinished(() => agent.destroy())
  const failures: string[] = []
  let answered = 0
  let sentElsewhere = false
  const ask = (path: string) =>
    new Promise<number>((done) => {
      get(url + path, { agent }, (reply) => reply.resume().on('end', () => done(reply.statusCode ?? 0))).on('error', (error) => {
        failures.push(error.message)
        done(0)
      })
    })
  const visitor = async () => {
    while (!sentElsewhere) {
      const status = await ask('/api/public/status')
      if (status === 200) answered++
      else if (status > 0) failures.push(`status ${status}`)
    }
  }
  const proxy = async () => {
    while ((await ask('/readyz')) === 200) await new Promise((wake) => setTimeout(wake, 250))
    sentElsewhere = true
  }
  const load = [proxy(), ...Array.from({ length: 50 }, visitor)]
  await new Promise((wake) => setTimeout(wake, 1000))
  const before = answered
  const started = Date.now()
  child.kill('SIGTERM')
  const code = await ended(child)
  const tookMs = Date.now() - started
  await Promise.all(load)
  console.log(`answered ${before} before and ${answered - before} after SIGTERM, ${failures.length} failed, ended in ${tookMs} ms`)
  expect(failures).toEqual([])
  expect(code).toBe(0)
  expect(tookMs).toBeLessThan(10_000)
  expect(before).toBeGreaterThan(100)
  expect(answered).toBeGreaterThan(before)
}, 120_000)

test('/readyz reports a PostgreSQL outage and recovery within 10 s, and the public status is served throughout', async () => {
  const { url, cluster, until } = await createProcess({ SAMPLE_DATA: 'true' })
  const status = async () => (await fetch(`${url}/api/public/status`)).status
  expect(await status()).toBe(200)
  for (const mode of ['fast', 'immediate'] as const) {
    cluster.stop(mode)
    await until('/readyz', 503, 10_000)
    expect(await status()).toBe(200)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    cluster.start()
    await until('/readyz', 200, 10_000)
    expect(await status()).toBe(200)
  }
}, 120_000)

test('SEC-M6 serves Emergency and trail status from memory while PostgreSQL is frozen, and recovers afterwards', async () => {
  const { url, cluster, until } = await createProcess({ SAMPLE_DATA: 'true', WEB_DIST: createWebBuild(), DATABASE_POOL: '3' })
  const before = (await (await fetch(`${url}/api/public/status`)).json()) as { asOf: string }
  cluster.freeze()
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  const body = JSON.stringify({ email: 'member@example.org', password: 'trailwarden sample' })
  // These logins only keep the database connections busy.
  const stuck = Array.from({ length: 6 }, () => fetch(`${url}/api/account/login`, { method: 'POST', headers, body }).catch(() => null))
  await new Promise((wake) => setTimeout(wake, 200))
  const paths = ['/emergency', '/m/BF17', '/', '/api/public/status', '/api/public/page-data', '/feeds/status.atom']
  const ask = async (i: number) => {
    const started = performance.now()
    const reply = await fetch(url + paths[i % paths.length], { signal: AbortSignal.timeout(10_000) })
    return { status: reply.status, text: await reply.text(), tookMs: performance.now() - started }
  }
  const replies = await Promise.all(Array.from({ length: 60 }, (_, i) => ask(i)))
  const slowest = Math.max(...replies.map(({ tookMs }) => tookMs))
  console.log(`SEC-M6: 60 of 60 answered, the slowest after ${Math.round(slowest)} ms`)
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  expect(replies[3]?.text).toContain(before.asOf)
  // The requirement is 300 ms. The higher limit allows for a busy machine.
  expect(slowest).toBeLessThan(3000)
  await until('/readyz', 503, 10_000)

  cluster.thaw()
  await until('/readyz', 200, 30_000)
  await until('/api/public/status', 200, 10_000)
  expect(((await (await fetch(`${url}/api/public/status`)).json()) as { asOf: string }).asOf > before.asOf).toBe(true)
  await Promise.allSettled(stuck)
}, 90_000)

test('SEC-M6 a query to a frozen PostgreSQL fails after 20 s instead of never ending', async () => {
  const cluster = await startTestCluster()
  onTestFinished(() => cluster.destroy())
  const { pool, close } = openDatabase(cluster.url, 1)
  await pool.query('select 1')
  cluster.freeze()
  const started = Date.now()
  const error: unknown = await pool.query('select 1').catch((reason: unknown) => reason)
  expect(isPassing(error)).toBe(true)
  expect(Date.now() - started).toBeLessThan(35_000)
  cluster.thaw()
  await close()
}, 120_000)

async function refusalOf(environment: Record<string, string>, ...nodeOptions: string[]): Promise<string> {
  const start = resolve(import.meta.dirname, '../start.js')
  const env = { PATH: process.env.PATH, ...environment }
  const child = spawn(process.execPath, [...nodeOptions, start], { stdio: ['ignore', 'ignore', 'pipe'], env })
  onTestFinished(() => void child.kill('SIGKILL'))
  let text = ''
  child.stderr.on('data', (chunk) => {
    text += chunk
  })
  expect(await ended(child)).toBe(1)
  return text
}

test('a server that can’t start explains why and exits', async () => {
  expect(await refusalOf({})).toContain('DATABASE_URL is not set')
}, 120_000)

test('SEC-H2 with only a database configured, the server refuses to start and explains why in one sentence', async () => {
  const DATABASE_URL = 'postgres://127.0.0.1:1/nowhere'
  expect(await refusalOf({ DATABASE_URL })).toBe('The server cannot start: PUBLIC_URL is not set; SMTP_URL is not set.\n')

  const service = { DATABASE_URL, SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_URL: 'https://trails.example.org' }
  const oldNode = `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'22.18.0'}})`
  expect(await refusalOf(service, '--import', oldNode)).toMatch(
    /^The server cannot start: it needs Node 24\.\d+\.\d+ or newer, and this is Node 22\.18\.0\.\n$/,
  )
  const PHOTOS_DIR = join(main, 'photos')
  expect(await refusalOf({ ...service, PHOTOS_DIR })).toBe(
    `The server cannot start: PHOTOS_DIR ${PHOTOS_DIR} cannot be written to (ENOTDIR).\n`,
  )
}, 120_000)
