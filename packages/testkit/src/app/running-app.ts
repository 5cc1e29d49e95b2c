import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createDatabase } from '../database/create-database.ts'
import { databaseUrl, freePort } from '../database/postgres.ts'
import { readCertificate } from './certificate.ts'
import { type Nginx, startNginx } from './nginx.ts'
import { runWhenWeEnd } from './run-when-we-end.ts'

const root = resolve(import.meta.dirname, '../../../..')

export type RunningApp = {
  url: string
  start(other?: Record<string, string>): Promise<void>
  stop(): Promise<void>
  run(script: string, ...args: string[]): { status: number | null; stdout: string }
}

type Options = {
  /** A script of the repository that fills the database before the server starts. */
  fill?: string
  template?: string
  /** `stop` and `start` also stop and start the proxy. */
  openFrontDoor?: (appPort: number) => Promise<Nginx>
}

export async function runApp(environment: Record<string, string> = {}, options: Options = {}): Promise<RunningApp> {
  const cluster = { url: process.env.CLUSTER_URL ?? '' }
  const database = `e2e_${randomBytes(8).toString('hex')}`
  await createDatabase(cluster.url, database, options.template)
  const port = Number(environment.PORT ?? (await freePort()))
  // localhost instead of 127.0.0.1, because without a certificate, browsers allow service workers and secure cookies only on localhost.
  const direct = `http://localhost:${port}`
  let server: ChildProcess | null = null
  let frontDoor: Nginx | null = null

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

  const startServer = async (other: Record<string, string>) => {
    server = spawn(process.execPath, ['apps/server/src/main.ts'], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: settings(other),
    })
    const callOff = runWhenWeEnd('kill', String(server.pid))
    server.once('exit', callOff)
    for (let tries = 0; tries < 900; tries++) {
      if (
        await fetch(`${direct}/readyz`, { headers: { 'x-forwarded-proto': 'https', 'x-forwarded-for': '127.0.0.1' } }).then(
          (reply) => reply.ok,
          () => false,
        )
      )
        return
      if (server.exitCode !== null) break
      await new Promise((wake) => setTimeout(wake, 100))
    }
    throw new Error('the server did not start')
  }

  const app: RunningApp = {
    url: direct,
    async start(other = {}) {
      await startServer(other)
      frontDoor = (await options.openFrontDoor?.(port)) ?? null
    },
    async stop() {
      await frontDoor?.destroy()
      frontDoor = null
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
  if (options.fill) execFileSync(process.execPath, [options.fill], { cwd: root, env: settings({}) })
  await app.start()
  return app
}

export const SAMPLE_TEMPLATE = 'template_sample'
const ADD_SAMPLE_DATA = 'apps/server/src/testing/fill-sample.ts'

export async function createSampleTemplate(clusterUrl: string): Promise<void> {
  await createDatabase(clusterUrl, SAMPLE_TEMPLATE)
  const environment = { ...process.env, DATABASE_URL: databaseUrl({ url: clusterUrl }, SAMPLE_TEMPLATE) }
  execFileSync(process.execPath, [ADD_SAMPLE_DATA], { cwd: root, env: environment, stdio: ['ignore', 'ignore', 'inherit'] })
}

/**
 * nginx runs with the configuration that we ship, over https with the certificate in CERTIFICATE_DIR. `url` and `PORT` are those of nginx.
 */
export async function runDeployedApp({ PORT, ...environment }: Record<string, string> = {}): Promise<RunningApp> {
  const tls = readCertificate(process.env.CERTIFICATE_DIR ?? '')
  const publicPort = Number(PORT ?? (await freePort()))
  const url = `https://localhost:${publicPort}`
  const hasSampleData = environment.SAMPLE_DATA !== 'false'
  const isDefaultSite = environment.SITE === undefined
  const settings = {
    NODE_ENV: 'production',
    SMTP_URL: 'smtp://127.0.0.1:1',
    PUBLIC_URL: url,
    TRUSTED_PROXIES: '127.0.0.1,::1',
    // Each copy of the template needs a separate list of lasting changes (apps/server/src/features/operations/lasting-changes.ts).
    PHOTOS_DIR: join(tls.directory, `photos-${publicPort}`),
    ...environment,
    SAMPLE_DATA: 'false',
  }
  const app = await runApp(settings, {
    ...(hasSampleData && (isDefaultSite ? { template: SAMPLE_TEMPLATE } : { fill: ADD_SAMPLE_DATA })),
    openFrontDoor: (appPort) =>
      startNginx({ directory: mkdtempSync(join(tmpdir(), 'front-door-')), appPorts: [appPort], port: publicPort, tls }),
  })
  return { ...app, url }
}
