/** The two servers that are compared, each a process of its own. Whoever starts one stops it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { startTestCluster } from '@trailwarden/testkit/postgres'
import { runApp } from '@trailwarden/testkit/running-app'

export type Server = { url: string; stop(): Promise<void> }

/** Our server as in production, with the sample records, on a PostgreSQL of its own. */
export async function startOurServer(): Promise<Server> {
  const cluster = await startTestCluster()
  process.env.CLUSTER_URL = cluster.url
  try {
    // Production has no sample records; a first start leaves them in the database for the second.
    const environment: Record<string, string> = {}
    const app = await runApp(environment)
    await app.stop()
    const production = { NODE_ENV: 'production', SAMPLE_DATA: 'false', SMTP_URL: 'smtp://127.0.0.1:1' }
    // P8 asks through nginx.
    Object.assign(environment, { ...production, PUBLIC_URL: app.url, TRUSTED_PROXIES: '127.0.0.1,::1' })
    await app.start()
    return {
      url: app.url,
      async stop() {
        await app.stop()
        cluster.destroy()
      },
    }
  } catch (error) {
    cluster.destroy()
    throw error
  }
}

const START_MS = 15_000

/** A server from tests/bench/bare, which prints its address in its first line. */
export async function startBareServer(file: string): Promise<Server & { pid: number }> {
  const server = spawn(process.execPath, [join(import.meta.dirname, 'bare', file)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const stop = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const exit = once(server, 'exit')
    server.kill()
    await exit
  }
  try {
    const [url] = await once(createInterface(server.stdout), 'line', { signal: AbortSignal.timeout(START_MS) })
    return { url: String(url), stop, pid: server.pid ?? 0 }
  } catch (error) {
    await stop()
    throw new Error(`tests/bench/bare/${file} did not start`, { cause: error })
  }
}
