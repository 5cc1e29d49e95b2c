/**
 * `npm run dev` serves the app, the server and a database with sample data at one address with automatic reload, and stops them together.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { createDatabase } from '@trailwarden/testkit/database/create-database'
import { type Cluster, databaseUrl, developmentDirectory, firstFreePort, startCluster } from '@trailwarden/testkit/database/postgres'
import { pause } from '@trailwarden/testkit/wait'

const root = resolve(import.meta.dirname, '..')
const children: ChildProcess[] = []
let cluster: Cluster | null = null

async function database(): Promise<string> {
  if (process.env.DATABASE_URL) return process.env.DATABASE_URL
  cluster = await startCluster({ directory: developmentDirectory(root), durable: true })
  await createDatabase(cluster.url, 'trailwarden')
  return databaseUrl(cluster, 'trailwarden')
}

function run(name: string, command: string[], environment: Record<string, string>): void {
  const child = spawn(process.execPath, command, { cwd: root, stdio: 'inherit', env: { ...process.env, ...environment } })
  child.on('exit', (code) => {
    if (!stopping) console.error(`${name} ended (${code})`)
    void stop()
  })
  children.push(child)
}

let stopping = false
/** If the database stopped first, its users would fill the screen with connection errors. */
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  const running = children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
  const gone = running.map((child) => new Promise((done) => child.once('exit', done)))
  for (const child of running) child.kill('SIGTERM')
  await Promise.race([Promise.all(gone), pause(5000)])
  cluster?.stop()
  process.exit()
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)

async function answers(url: string): Promise<void> {
  const isUp = () =>
    fetch(url).then(
      (reply) => reply.ok,
      () => false,
    )
  while (!(await isUp())) await pause(100)
}

// With one address each time, bookmarks, the installed app and the browser's storage stay valid.
const port = Number(process.env.PORT ?? (await firstFreePort(3000)))
const apiPort = await firstFreePort(8080)
const url = `http://localhost:${port}`
const api = `http://127.0.0.1:${apiPort}`
const settings = {
  DATABASE_URL: await database(),
  PORT: String(apiPort),
  NODE_ENV: 'development',
  DEV_MAIL: String(!process.env.SMTP_URL),
  PUBLIC_URL: url,
  DRAIN_MS: '0',
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
}
const sample = spawnSync(process.execPath, ['tools/site/sample-data.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, ...settings },
})
if (sample.status !== 0) await stop()
run('server', ['--watch', 'apps/server/src/main.ts'], settings)
await answers(`${api}/readyz`)
run('web', ['node_modules/vite/bin/vite.js', 'apps/web', '--port', String(port), '--strictPort', '--logLevel', 'warn'], { API_URL: api })
await answers(url)
console.log(
  `\n  Trailwarden   ${url}\n  Emails        ${url}/dev/mail\n  API           ${url}/api/docs\n  Sign in       member@, manager@ or admin@example.org, password: trailwarden sample\n`,
)
