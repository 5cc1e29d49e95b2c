import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { runApp } from '@trailwarden/testkit/app/running-app'
import { startTestCluster } from '@trailwarden/testkit/database/postgres'

export type Server = { url: string; stop(): Promise<void> }

export async function startOurServer(): Promise<Server> {
  const cluster = await startTestCluster()
  process.env.CLUSTER_URL = cluster.url
  try {
    // A production server doesn't create sample records, so the first start uses other settings to add them to the database.
    const environment: Record<string, string> = {}
    const app = await runApp(environment)
    await app.stop()
    const production = { NODE_ENV: 'production', SAMPLE_DATA: 'false', SMTP_URL: 'smtp://127.0.0.1:1' }
    // P8 sends its requests through nginx.
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

export async function startBareServer(file: string, ...args: string[]): Promise<Server & { pid: number }> {
  const server = spawn(process.execPath, [join(import.meta.dirname, '../bare', file), ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
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
