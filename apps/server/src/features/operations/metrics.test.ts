import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDatabase } from '@trailwarden/testkit/database/create-database'
import { databaseUrl, startTestCluster } from '@trailwarden/testkit/database/postgres'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDevice, REPORT } from '#testing/devices.ts'
import { createTestServer } from '#testing/test-server.ts'
import { createWebBuild } from '#testing/web-build.ts'
import { openDatabase } from '../../db/database.ts'
import { openPages } from '../../http/pages/pages.ts'
import { prepareDatabase } from '../../prepare-database.ts'

const TOKEN = 'a token of more than 24 characters'

type App = Awaited<ReturnType<typeof createTestServer>>['app']
const ask = (app: App, headers: Record<string, string> = { authorization: `Bearer ${TOKEN}` }) => app.inject({ url: '/metrics', headers })

async function scrape(app: App): Promise<Map<string, number>> {
  const reply = await ask(app)
  expect(reply.statusCode).toBe(200)
  const lines = reply.body.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]))
}

test('OPS-METRICS returns 404 without a token, with a wrong token, and through a proxy', async () => {
  const open = await createTestServer()
  expect((await ask(open.app)).statusCode).toBe(404)
  const environment = { METRICS_TOKEN: TOKEN, TRUSTED_PROXIES: '127.0.0.1' }
  const { app } = await createTestServer({ environment })
  const authorization = `Bearer ${TOKEN}`
  const nothing = (await app.inject('/api/nowhere')).json().code
  for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization, 'x-forwarded-for': '203.0.113.7' }] as Record<
    string,
    string
  >[]) {
    const reply = await ask(app, headers)
    expect([reply.statusCode, reply.json().code]).toEqual([404, nothing])
  }
  const { statusCode, headers } = await ask(app)
  expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store'])
  await expect(createTestServer({ environment: { METRICS_TOKEN: 'short' } })).rejects.toThrow('METRICS_TOKEN is wrong')
})

test('OPS-METRICS counts requests by route pattern and status class, never by path, so that the number of series stays small', async () => {
  const dist = createWebBuild()
  mkdirSync(join(dist, 'client/assets'))
  for (let i = 0; i < 40; i++) writeFileSync(join(dist, `client/assets/chunk-${i}.js`), '')
  const { app, database } = await createTestServer({ environment: { METRICS_TOKEN: TOKEN, WEB_DIST: dist }, pages: await openPages(dist) })
  const { browser } = await createTestDevice(app, database.db)
  for (let i = 0; i < 40; i++) {
    await app.inject(`/assets/chunk-${i}.js`)
    await app.inject(`/nowhere/${randomUUID()}`)
    await app.inject({ url: `/api/nowhere/${i}`, method: 'POST' })
    await browser.get(`/api/photos/${randomUUID()}`)
  }
  const series = [...(await scrape(app)).entries()].filter(([name]) => name.startsWith('trailwarden_http_request_duration_seconds_count'))
  const counts = Object.fromEntries(series.map(([name, value]) => [name.replace(/^\w+/, ''), value]))
  expect(counts).toMatchObject({
    '{method="GET",route="file",status_class="2xx"}': 40,
    '{method="GET",route="/api/photos/:id",status_class="4xx"}': 40,
  })
  expect(series.length).toBeLessThan(12)
  expect(JSON.stringify(counts)).not.toMatch(/[0-9a-f]{8}-|chunk-/)
})

test('OPS-METRICS reports push results, queues, streams, the connection pool and backups', async () => {
  const { app, database } = await createTestServer({ environment: { METRICS_TOKEN: TOKEN } })
  const phone = await createTestDevice(app, database.db)
  await phone.send([phone.command('action', randomUUID(), REPORT), phone.command('action', randomUUID(), { description: '' })])
  const { db, pool } = database
  const job = (name: string, state: string, created: string, due: string) =>
    pool.query(
      `insert into pgboss.job (name, state, created_on, start_after) values ($1, $2::pgboss.job_state, now() - $3::interval, now() - $4::interval)`,
      [name, state, created, due],
    )
  await job('email-urgent', 'created', '90 seconds', '90 seconds')
  await job('email-bulk', 'retry', '2 hours', '-1 hour')
  await job('email-bulk', 'failed', '1 day', '1 day')
  // The queue runs this job tomorrow, so the metric doesn't count it.
  await job('unclaimed-photos', 'created', '1 hour', '-23 hours')
  const at = new Date('2026-03-01T02:30:00Z')
  const run = { task: 'backup-database' as const, startedAt: at, finishedAt: at, details: {} }
  await db
    .insertInto('maintenanceRuns')
    .values([
      { ...run, succeeded: true },
      { ...run, task: 'restore-test', succeeded: false },
    ])
    .execute()

  const metrics = await scrape(app)
  const expected = {
    'trailwarden_push_answers_total{outcome="applied"}': 1,
    'trailwarden_push_answers_total{outcome="invalid"}': 1,
    'trailwarden_queue_jobs{queue="email-bulk",state="retrying"}': 1,
    'trailwarden_queue_jobs{queue="email-bulk",state="failed"}': 1,
    'trailwarden_queue_jobs{queue="unclaimed-photos",state="waiting"}': 0,
    'trailwarden_queue_oldest_job_seconds{queue="unclaimed-photos"}': 0,
    'trailwarden_queue_oldest_job_seconds{queue="email-fan-out"}': 0,
    'trailwarden_task_last_success_timestamp_seconds{task="backup-database"}': at.getTime() / 1000,
    'trailwarden_task_last_success_timestamp_seconds{task="backup-photos"}': 0,
    'trailwarden_task_failed{task="restore-test"}': 1,
    'trailwarden_task_failed{task="backup-database"}': 0,
    trailwarden_database_up: 1,
    trailwarden_streams_open: 0,
    trailwarden_pool_waiting: 0,
    trailwarden_pool_size: 4,
  }
  expect(Object.fromEntries(Object.keys(expected).map((name) => [name, metrics.get(name)]))).toEqual(expected)
  const age = (queue: string) => metrics.get(`trailwarden_queue_oldest_job_seconds{queue="${queue}"}`) ?? 0
  expect(age('email-urgent')).toBeGreaterThan(89)
  expect(age('email-bulk')).toBeGreaterThan(7199)
  expect(metrics.get('trailwarden_photos_free_bytes') ?? 0).toBeGreaterThanOrEqual(0)
})

test('OPS-METRICS while the database is down, /metrics still responds, reports the outage and omits values that may be outdated', async () => {
  const cluster = await startTestCluster()
  onTestFinished(() => cluster.destroy())
  await createDatabase(cluster.url, 'trailwarden')
  const url = databaseUrl(cluster, 'trailwarden')
  await prepareDatabase({ DATABASE_URL: url })
  const database = { ...openDatabase(url, 4), url }
  const { app } = await createTestServer({ environment: { METRICS_TOKEN: TOKEN }, database })
  expect((await scrape(app)).get('trailwarden_emails_waiting')).toBe(0)
  cluster.stop('immediate')
  const metrics = await scrape(app)
  expect(metrics.get('trailwarden_database_up')).toBe(0)
  expect([...metrics.keys()].filter((name) => /trailwarden_(emails|queue)/.test(name))).toEqual([])
  expect(metrics.has('trailwarden_task_last_success_timestamp_seconds{task="backup-photos"}')).toBe(true)
  cluster.start()
  await expect.poll(async () => (await scrape(app)).get('trailwarden_emails_waiting'), { timeout: 40_000 }).toBe(0)
}, 90_000)
