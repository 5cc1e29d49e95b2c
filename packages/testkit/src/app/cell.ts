/**
 * nginx with our configuration, two app processes behind it, and one PostgreSQL. Tests can stop, kill and restart each part separately, and
 * restart the app processes with another version's code.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createDatabase } from '../database/create-database.ts'
import { databaseUrl, freePort, startCluster } from '../database/postgres.ts'
import { type Server, serverSettings, startServer } from '../devices/test-env.ts'
import { startNginx } from './nginx.ts'

export type Cell = Awaited<ReturnType<typeof openCell>>
export type CellProcess = Cell['processes'][number]

const DATABASE = 'trailwarden'

export async function openCell({
  tree = undefined as string | undefined,
  environment: more = {} as Record<string, string>,
  durable = false,
  connections = 4096,
  workers = 1,
  inspected = false,
} = {}) {
  const photos = mkdtempSync(join(tmpdir(), 'cell-photos-'))
  const cluster = await startCluster({ directory: mkdtempSync(join(tmpdir(), 'cell-')), durable })
  await createDatabase(cluster.url, DATABASE)
  const url = databaseUrl(cluster, DATABASE)
  const pool = new pg.Pool({ connectionString: url, max: 8, query_timeout: 120_000 })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const environment: Record<string, string> = { ...serverSettings(url, photos), TRUSTED_PROXIES: '127.0.0.1', ...more }

  async function createProcess() {
    const port = await freePort()
    // The inspector lets a test trigger garbage collection before it measures memory.
    const inspectorPort = inspected ? await freePort() : null
    const node = inspectorPort ? [`--inspect=127.0.0.1:${inspectorPort}`] : []
    let server: Server | null = null
    return {
      port,
      inspectorPort,
      address: `http://127.0.0.1:${port}`,
      pid: () => server?.pid ?? 0,
      /** `at` is the folder with the code. Resolves when the process is ready. */
      async start(at = tree) {
        server = await startServer(port, environment, null, { node, ...(at && { tree: at }) })
      },
      async stop() {
        await server?.stop()
        server = null
      },
      async kill() {
        server?.kill()
        await server?.ended()
        server = null
      },
    }
  }
  const processes = [await createProcess(), await createProcess()] as const
  // One after the other, because the first process creates the tables.
  for (const one of processes) await one.start()
  const nginx = await startNginx({
    directory: mkdtempSync(join(tmpdir(), 'cell-nginx-')),
    appPorts: processes.map(({ port }) => port),
    connections,
    workers,
  })
  return {
    address: nginx.url,
    environment,
    pool,
    cluster,
    nginx,
    processes,
    async count(sql: string, values: unknown[] = []): Promise<number> {
      return Number((await pool.query(sql, values)).rows[0]?.n ?? 0)
    },
    async close() {
      await nginx.destroy()
      for (const one of processes) await one.kill()
      await pool.end().catch(() => undefined)
      cluster.destroy()
      rmSync(photos, { recursive: true, force: true })
    },
  }
}
