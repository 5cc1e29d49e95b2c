import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '@trailwarden/testkit/app/build-app'
import { startNginx } from '@trailwarden/testkit/app/nginx'
import { freePort } from '@trailwarden/testkit/database/postgres'
import { createPerson, PASSWORD } from '@trailwarden/testkit/devices/people'
import pg from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { createConnectionBudget } from '../db/connection-budget.ts'
import { openDatabase } from '../db/database.ts'
import { checkNetworksMap } from '../ops/doctor/doctor-checks.ts'
import { networkCommand } from '../ops/network-command.ts'
import { createMailServer } from '../testing/mail-server.ts'
import { mergeMetrics } from './merge-metrics.ts'
import { environmentOfCommand, readNetworkFiles } from './network-files.ts'
import { serveNetworks } from './serve-networks.ts'

type Answer = { status: number; body: string; headers: Record<string, string | string[] | undefined> }
type Options = { method?: string; headers?: Record<string, string>; json?: unknown }

/** `fetch` doesn't allow a Host header. */
const asker =
  (port: number) =>
  (host: string, path: string, { method = 'GET', headers = {}, json }: Options = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const body = json === undefined ? undefined : JSON.stringify(json)
      const ours = body ? { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' } : {}
      const asked = request({ port, host: '127.0.0.1', path, method, headers: { host, ...ours, ...headers } }, (reply) => {
        let text = ''
        reply.setEncoding('utf8').on('data', (part: string) => {
          text += part
        })
        reply.on('end', () => resolve({ status: reply.statusCode ?? 0, body: text, headers: reply.headers }))
      })
      asked.on('error', reject)
      asked.end(body)
    })

/** Names are unique to each test, because all tests share one PostgreSQL server. */
async function createHost(given: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'networks-'))
  const mark = `t${Math.random().toString(36).slice(2, 8)}`
  const environment = {
    NODE_ENV: 'test',
    DEV_MAIL: 'true',
    LOG_LEVEL: 'silent',
    DRAIN_MS: '0',
    HOST: '127.0.0.1',
    NETWORKS_DIR: folder,
    NETWORKS_ADMIN_URL: inject('clusterUrl'),
    PHOTOS_DIR: join(folder, 'photos'),
    ...given,
  }
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const run = (...args: string[]) => {
    const work = networkCommand.read(args)
    if (!work) throw new Error(`not understood: ${args.join(' ')}`)
    return work(environment)
  }
  const nameOf = (short: string) => `${mark}-${short}`
  const hostOf = (short: string) => `${short}.trails.test`
  const added: string[] = []
  const add = async (short: string, site = 'demo-park') => {
    await run('add', nameOf(short), '--site', site, '--url', `https://${hostOf(short)}`)
    added.push(short)
  }
  let served: Awaited<ReturnType<typeof serveNetworks>> | null = null
  onTestFinished(async () => {
    await served?.stop()
    for (const short of added) {
      await run('remove', nameOf(short)).catch(() => undefined)
      await run('remove', nameOf(short), '--data')
    }
    await rm(folder, { recursive: true, force: true })
    vi.restoreAllMocks()
  })
  return {
    folder,
    environment,
    run,
    add,
    nameOf,
    hostOf,
    async serve(roundMs?: number) {
      const port = await freePort()
      served = await serveNetworks({ ...environment, PORT: String(port) }, roundMs)
      return asker(port)
    },
    async databaseOf(short: string) {
      const { networks } = await readNetworkFiles(environment, folder)
      const url = networks.find(({ name }) => name === nameOf(short))?.config.DATABASE_URL
      if (!url) throw new Error(`no network ${short}`)
      const database = openDatabase(url, 1)
      onTestFinished(() => database.close())
      return database
    },
  }
}

const networksOf = async (ask: ReturnType<typeof asker>) => JSON.parse((await ask('127.0.0.1', '/readyz')).body).networks

test('OPS-NETWORKS each network responds at its own address from its own database, and rejects other networks’ sessions', async () => {
  const host = await createHost()
  await host.add('one')
  await host.add('two', 'st-helens')
  const ask = await host.serve()
  expect(await networksOf(ask)).toEqual({ known: 2, open: 0 })
  const labels = await Promise.all(
    ['one', 'two'].map(async (short) => JSON.parse((await ask(host.hostOf(short), '/api/public/page-data')).body).site.label),
  )
  expect(new Set(labels).size).toBe(2)
  expect(labels[0]).toBe('Demo Park')
  expect(await networksOf(ask)).toEqual({ known: 2, open: 2 })
  expect((await ask('three.trails.test', '/')).status).toBe(404)
  const { db } = await host.databaseOf('one')
  const { email } = await createPerson(db, { role: 3 })
  const login = (short: string) => ask(host.hostOf(short), '/api/account/login', { method: 'POST', json: { email, password: PASSWORD } })
  expect((await login('two')).status).toBe(401)
  const cookie = [(await login('one')).headers['set-cookie']]
    .flat()
    .map((line) => line?.split(';')[0])
    .join('; ')
  expect((await ask(host.hostOf('one'), '/api/users', { headers: { cookie } })).status).toBe(200)
  expect((await ask(host.hostOf('two'), '/api/users', { headers: { cookie } })).status).toBe(401)
})

test('NET-3 nginx caches only networks listed in its map, and never serves one network’s pages to another', async () => {
  buildApp()
  const host = await createHost()
  await host.add('one')
  await host.add('two', 'st-helens')
  const port = await freePort()
  const served = await serveNetworks({ ...host.environment, PORT: String(port) })
  const directory = await mkdtemp(join(tmpdir(), 'nginx-'))
  const nginx = await startNginx({ directory, appPorts: [port] })
  onTestFinished(async () => {
    await nginx.destroy()
    await served.stop()
  })
  const ask = asker(Number(new URL(nginx.url).port))
  const paths = [
    '/api/public/status',
    '/api/public/site-data',
    '/api/public/page-data',
    '/api/public/guide',
    '/feeds/status.json',
    '/feeds/closures.ics',
    '/',
    '/emergency',
    // Only the first network has this post and this trail.
    '/m/NW01',
    '/trails',
    '/trails/long-larch',
    '/embed/status',
    '/map',
  ]
  for (const path of paths) {
    const [one, two, again] = [
      await ask(host.hostOf('one'), path),
      await ask(host.hostOf('two'), path),
      await ask(host.hostOf('one'), path),
    ]
    expect([path, one.status, two.status]).toEqual([path, 200, path === '/trails/long-larch' ? 404 : 200])
    expect(two.body, path).not.toBe(one.body)
    if (!path.startsWith('/api/')) expect([path, two.body.includes('Demo Park')]).toEqual([path, false])
    expect([path, two.headers['x-cache'], again.headers['x-cache']]).toEqual([
      path,
      two.headers['x-cache'] && 'MISS',
      again.headers['x-cache'] && 'MISS',
    ])
    expect(two.headers['x-accel-expires']).toBeUndefined()
  }
  const direct = asker(port)
  const named = (network: string) => direct(host.hostOf('one'), '/api/public/status', { headers: { 'x-trailwarden-network': network } })
  expect((await named(host.nameOf('one'))).headers['x-accel-expires']).toBeUndefined()
  for (const other of ['', host.nameOf('two')]) expect((await named(other)).headers['x-accel-expires']).toBe('0')
}, 240_000)

test('NET-3 each network has its own VAPID keys, two spellings of a database count as one, and doctor reports a missing map line', async () => {
  const host = await createHost({ VAPID_PUBLIC_KEY: 'B'.repeat(87), VAPID_PRIVATE_KEY: 'c'.repeat(43) })
  await host.add('one')
  await host.add('two')
  const { networks } = await readNetworkFiles(host.environment, host.folder)
  const keys = networks.map(({ config }) => config.VAPID_PUBLIC_KEY)
  expect(new Set([...keys, 'B'.repeat(87)]).size).toBe(3)

  const [first] = networks
  if (!first) throw new Error('no network')
  const { DATABASE_URL } = first.config
  const spelt = new URL(DATABASE_URL)
  Object.assign(spelt, { hostname: 'LOCALHOST', pathname: spelt.pathname.replace('t', '%74') })
  await writeFile(join(host.folder, 'twin.env'), `SITE=demo-park\nPUBLIC_URL=https://twin.trails.test\nDATABASE_URL=${spelt.href}\n`)
  const read = await readNetworkFiles(host.environment, host.folder)
  expect(read.problems.map(({ name }) => name).sort()).toEqual([first.name, 'twin'].sort())
  await rm(join(host.folder, 'twin.env'))

  const map = join(host.folder, 'networks.map')
  const environment = { ...host.environment, NETWORK: first.name }
  expect(checkNetworksMap(environment, first.config, map)).toHaveLength(1)
  await writeFile(map, `${first.hostname}   ${first.name};\n`)
  expect(checkNetworksMap(environment, first.config, map)).toEqual([])
})

test('OPS-NETWORKS networks can be added or removed while others are served; deleting a network’s data requires a second command', async () => {
  const host = await createHost()
  await host.add('one')
  const ask = await host.serve()
  expect((await ask(host.hostOf('new'), '/healthz')).status).toBe(200)
  expect((await ask(host.hostOf('new'), '/api/public/status')).status).toBe(404)
  await host.add('new')
  await expect.poll(async () => (await ask(host.hostOf('new'), '/api/public/status')).status, { timeout: 20_000 }).toBe(200)
  await expect(host.run('add', host.nameOf('again'), '--site', 'demo-park', '--url', `https://${host.hostOf('new')}`)).rejects.toThrow(
    `is the address of ${host.nameOf('new')}`,
  )
  expect(await host.run('list')).toBe(0)
  await expect(host.run('remove', host.nameOf('new'), '--data')).rejects.toThrow('is still served')
  await host.run('remove', host.nameOf('new'))
  const admin = new pg.Client(inject('clusterUrl'))
  await admin.connect()
  onTestFinished(() => admin.end())
  const isThere = async () => (await admin.query('select from pg_database where datname = $1', [host.nameOf('new')])).rowCount === 1
  expect(await isThere()).toBe(true)
  expect(await readdir(host.folder)).toContain(`${host.nameOf('new')}.env.removed`)
  await host.run('remove', host.nameOf('new'), '--data')
  expect(await isThere()).toBe(false)
})

test('OPS-NETWORKS an unreachable database or invalid settings of one network don’t affect the others', async () => {
  const host = await createHost()
  await host.add('good')
  await host.add('bad')
  const admin = new pg.Client(inject('clusterUrl'))
  await admin.connect()
  onTestFinished(() => admin.end())
  await admin.query(`alter database "${host.nameOf('bad')}" allow_connections false`)
  const ask = await host.serve()
  const answers = await Promise.all(['bad', 'good', 'bad'].map((short) => ask(host.hostOf(short), '/api/public/status')))
  expect(answers.map(({ status }) => status)).toEqual([503, 200, 503])
  expect(answers[0]?.headers['retry-after']).toBe('10')
  await admin.query(`alter database "${host.nameOf('bad')}" allow_connections true`)
  await expect.poll(async () => (await ask(host.hostOf('bad'), '/api/public/status')).status, { timeout: 20_000 }).toBe(200)
})

test('OPS-NETWORKS STAT-8 limits requests to a flooded network, serves its stored pages and other networks normally and stays within the connection limit', async () => {
  const host = await createHost({
    NETWORK_REQUESTS_PER_SECOND: '20',
    DATABASE_CONNECTIONS: '10',
    METRICS_TOKEN: 'a token of the right length',
  })
  await host.add('calm')
  await host.add('loud')
  const ask = await host.serve()
  const first = await Promise.all(['calm', 'loud'].map((short) => ask(host.hostOf(short), '/api/public/status')))
  expect(first.map(({ status }) => status)).toEqual([200, 200])
  const flood = Promise.all(Array.from({ length: 300 }, () => ask(host.hostOf('loud'), '/api/public/status')))
  const calm = await Promise.all(Array.from({ length: 20 }, () => ask(host.hostOf('calm'), '/api/public/status')))
  const statuses = (await flood).map(({ status }) => status)
  expect(calm.map(({ status }) => status)).toEqual(calm.map(() => 200))
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(200)
  // Such a flood doesn't use up the limit of the trails' pages, which nginx stores.
  const paths = [...Array.from({ length: 100 }, () => '/api/me'), '/trails/any', '/embed/trails/any']
  const refused = await Promise.all(paths.map(async (path) => ((await ask(host.hostOf('loud'), path)).status === 429 ? [path] : [])))
  expect(new Set(refused.flat())).toEqual(new Set(['/api/me']))
  const metrics = await ask('127.0.0.1', '/metrics', { headers: { authorization: 'Bearer a token of the right length' } })
  expect(metrics.body).toContain('trailwarden_networks{state="open"} 2')
  expect(metrics.body).toMatch(new RegExp(`trailwarden_database_up\\{network="${host.nameOf('calm')}"\\} 1`))
  expect(metrics.body.match(/^# TYPE trailwarden_database_up /gm)).toHaveLength(1)
  expect(Number(/^trailwarden_connections_used (\d+)/m.exec(metrics.body)?.[1])).toBeLessThanOrEqual(10)
})

test('OPS-NETWORKS a network without requests goes to sleep, and wakes up to send a pending email', async () => {
  const mailServer = await createMailServer()
  const host = await createHost({ SMTP_URL: mailServer.url, DEV_MAIL: 'false', NETWORK_IDLE_MINUTES: '0.005' })
  await host.add('quiet')
  const ask = await host.serve(300)
  const { db } = await host.databaseOf('quiet')
  // The site is open at first because of its daily work.
  await expect.poll(() => networksOf(ask), { timeout: 30_000 }).toEqual({ known: 1, open: 1 })
  await expect.poll(() => networksOf(ask), { timeout: 30_000 }).toEqual({ known: 1, open: 0 })
  const { email } = await createPerson(db)
  await ask(host.hostOf('quiet'), '/api/account/reset-password', { method: 'POST', json: { email } })
  expect(await mailServer.emailTo(email)).toBeTruthy()
  await expect.poll(() => networksOf(ask), { timeout: 30_000 }).toEqual({ known: 1, open: 0 })
}, 120_000)

test('OPS-NETWORKS rejects process-wide settings in a network’s file, and passes no process-wide keys to a network', async () => {
  const host = await createHost({ STRIPE_SECRET_KEY: 'of somebody', PHOTOS_S3_ENDPOINT: 'https://bucket.test/all' })
  await host.add('one')
  const { networks } = await readNetworkFiles(host.environment, host.folder)
  const [config] = networks.map((network) => network.config)
  expect(config).not.toMatchObject({ STRIPE_SECRET_KEY: expect.anything() })
  expect([config?.PHOTOS_S3_ENDPOINT, config?.DATABASE_POOL]).toEqual([undefined, 4])
  expect(config?.PHOTOS_DIR).toBe(join(host.folder, 'photos', host.nameOf('one')))
  const of = (NETWORK: string) => environmentOfCommand({ ...host.environment, NETWORK })
  expect((await of(host.nameOf('one'))).DATABASE_URL).toBe(config?.DATABASE_URL)
  await expect(of('nobody')).rejects.toThrow('There is no network nobody')
  await writeFile(join(host.folder, 'wrong.env'), 'PORT=1\n')
  await copyFile(join(host.folder, `${host.nameOf('one')}.env`), join(host.folder, 'twin.env'))
  const read = await readNetworkFiles(host.environment, host.folder)
  expect(read.networks).toEqual([])
  expect(read.problems.map(({ name }) => name).sort()).toEqual([host.nameOf('one'), 'twin', 'wrong'].sort())
  await rm(join(host.folder, 'twin.env'))
})

test('OPS-NETWORKS never exceeds the connection limit, reuses idle connections, and frees the slot of a failed connection', async () => {
  const budget = createConnectionBudget(3)
  const url = inject('clusterUrl')
  const pools = [1, 2, 3].map(() => openDatabase(url, 4, { budget }))
  onTestFinished(() => Promise.all(pools.map((pool) => pool.close())).then(() => undefined))
  let most = 0
  const work = pools.flatMap(({ pool }) =>
    Array.from({ length: 10 }, async () => {
      await pool.query('select pg_sleep(0.02)')
      most = Math.max(most, budget.used())
    }),
  )
  await Promise.all(work)
  expect(most).toBe(3)
  const nowhere = new budget.Client({ connectionString: url.replace(/:\d+\//, ':1/') })
  nowhere.on('error', () => undefined)
  await Promise.all(pools.map((pool) => pool.close()))
  pools.length = 0
  await expect.poll(() => budget.used(), { timeout: 10_000 }).toBe(0)
  await expect(nowhere.connect()).rejects.toThrow()
  expect(budget.used()).toBe(0)
})

test('OPS-METRICS merges the metrics of several registries and describes each metric once', () => {
  const of = (network: string) => `# HELP a What\n# TYPE a gauge\na{network="${network}"} 1\n\n# HELP b More\n# TYPE b counter\nb 2\n`
  expect(mergeMetrics([of('x'), of('y')])).toBe(
    '# HELP a What\n# TYPE a gauge\na{network="x"} 1\na{network="y"} 1\n\n# HELP b More\n# TYPE b counter\nb 2\nb 2\n',
  )
})
