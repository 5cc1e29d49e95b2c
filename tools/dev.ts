/** `npm run dev`: database, migrations, sample data, server with reload, web with reload; ends all of it together. */
import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createDatabase } from '@trailwarden/testkit/create-database'
import { type Cluster, databaseUrl, developmentDirectory, freePort, startCluster } from '@trailwarden/testkit/postgres'

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
    console.error(`${name} ended (${code})`)
    stop()
  })
  children.push(child)
}

let stopping = false
function stop(): void {
  if (stopping) return
  stopping = true
  for (const child of children) child.kill('SIGTERM')
  cluster?.stop()
  process.exit()
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)

const port = Number(process.env.PORT ?? (await freePort(3000, 4000)))
const apiPort = await freePort(8000, 9000)
const api = `http://127.0.0.1:${apiPort}`
run('server', ['--watch', 'apps/server/src/main.ts'], {
  DATABASE_URL: await database(),
  PORT: String(apiPort),
  NODE_ENV: 'development',
  DEV_MAIL: String(!process.env.SMTP_URL),
  SAMPLE_DATA: 'true',
  PUBLIC_URL: `http://localhost:${port}`,
  DRAIN_MS: '0',
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
})
while (
  !(await fetch(`${api}/readyz`).then(
    (reply) => reply.ok,
    () => false,
  ))
)
  await new Promise((resolve) => setTimeout(resolve, 100))
run('web', ['node_modules/vite/bin/vite.js', 'apps/web', '--port', String(port), '--strictPort'], { API_URL: api })
console.log(
  `\n  Trailwarden   http://localhost:${port}\n  API           ${api}/api/docs\n  Emails        ${api}/dev/mail\n  Sign in       member@, manager@ or admin@example.org, password: trailwarden sample\n`,
)
