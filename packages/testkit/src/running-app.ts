/** The real server, on a database of its own, as a process that an e2e test can stop and start again at the same address. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { createDatabase } from './create-database.ts'
import { databaseUrl, freePort } from './postgres.ts'

const root = resolve(import.meta.dirname, '../../..')

export type RunningApp = {
  url: string
  /** Starts it again, with other settings if any are given. */
  start(other?: Record<string, string>): Promise<void>
  stop(): Promise<void>
  /** Runs a command of the repository with the server's settings, beside it; gives what it printed and what it ended with. */
  run(script: string, ...args: string[]): { status: number | null; stdout: string }
}

/** `fill`: a script of the repository that fills the database before the server starts. */
export async function runApp(environment: Record<string, string> = {}, fill: string | null = null): Promise<RunningApp> {
  const cluster = { url: process.env.CLUSTER_URL ?? '' }
  const database = `e2e_${randomBytes(8).toString('hex')}`
  await createDatabase(cluster.url, database)
  const port = Number(environment.PORT ?? (await freePort()))
  // localhost, not 127.0.0.1: only there does a browser allow service workers and secure cookies without a certificate.
  const url = `http://localhost:${port}`
  let server: ChildProcess | null = null

  const settings = (other: Record<string, string>) => ({
    ...process.env,
    DATABASE_URL: databaseUrl(cluster, database),
    HOST: 'localhost',
    PORT: String(port),
    NODE_ENV: 'development',
    DEV_MAIL: String(!('SMTP_URL' in { ...environment, ...other })),
    LOG_LEVEL: 'error',
    DRAIN_MS: '0',
    SAMPLE_DATA: 'true',
    ...environment,
    ...other,
  })

  const app: RunningApp = {
    url,
    async start(other = {}) {
      server = spawn(process.execPath, ['apps/server/src/main.ts'], {
        cwd: root,
        stdio: ['ignore', 'inherit', 'inherit'],
        env: settings(other),
      })
      for (let tries = 0; tries < 300; tries++) {
        if (
          await fetch(`${url}/readyz`).then(
            (reply) => reply.ok,
            () => false,
          )
        )
          return
        if (server.exitCode !== null) break
        await new Promise((wake) => setTimeout(wake, 100))
      }
      throw new Error('the server did not start')
    },
    async stop() {
      const process_ = server
      server = null
      if (!process_ || process_.exitCode !== null) return
      await new Promise((done) => {
        process_.once('exit', done)
        process_.kill('SIGTERM')
      })
    },
    run: (script, ...args) => spawnSync(process.execPath, [script, ...args], { cwd: root, env: settings({}), encoding: 'utf8' }),
  }
  if (fill) execFileSync(process.execPath, [fill], { cwd: root, env: settings({}) })
  await app.start()
  return app
}
