/**
 * C6: many networks share one process. Memory and speed are compared with a process for one network, and flooding one network must not
 * affect the others. The measurements alternate, so that a busy machine affects all sides equally.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { buildApp } from '@trailwarden/testkit/app/build-app'
import { createDatabase } from '@trailwarden/testkit/database/create-database'
import { databaseUrl, freePort, startCluster } from '@trailwarden/testkit/database/postgres'
import { pause } from '@trailwarden/testkit/wait'
import pg from 'pg'
import type { FaultTest, Result } from '../fault-test.ts'
import { type Asked, agents, ask, atPace } from './c6-asking.ts'

const root = resolve(import.meta.dirname, '../../..')
const NETWORKS = { small: 3, full: 50 }
const ROUNDS = { small: 1, full: 10 }
const ROUND_MS = { small: 1500, full: 5000 }
const PER_SECOND = 100
const FLOOD_PER_SECOND = 1000
/** The small size runs on busy machines, so it checks memory and that all requests are answered, but not speed. */
const LIMITS = {
  small: { memoryMb: 1500, beside: Number.POSITIVE_INFINITY, flooded: Number.POSITIVE_INFINITY },
  full: { memoryMb: 1500, beside: 1.5, flooded: 2 },
}

const hostOf = (n: number) => `n${n}.trails.test`
const p95 = (times: readonly number[]) => [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0

type Server = { port: number; memoryMb(): number; stop(): Promise<void> }

async function startServer(environment: Record<string, string>): Promise<Server> {
  const port = await freePort()
  const child: ChildProcess = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...environment, PORT: String(port), HOST: '127.0.0.1' },
  })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const server: Server = {
    port,
    memoryMb: () => Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1000),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
  for (let tries = 0; tries < 1200 && child.exitCode === null; tries++) {
    if ((await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.status === 200) return server
    await pause(50)
  }
  child.kill('SIGKILL')
  throw new Error('the server did not start')
}

/** All networks have identical databases. */
async function makeNetworks(amount: number, directory: string) {
  const cluster = await startCluster({
    directory: mkdtempSync(join(tmpdir(), 'many-databases-')),
    durable: false,
    more: ['-c max_connections=300'],
  })
  await createDatabase(cluster.url, 'n0')
  const common = {
    NODE_ENV: 'development',
    LOG_LEVEL: 'silent',
    SMTP_URL: 'smtp://127.0.0.1:9',
    REQUESTS_PER_MINUTE: '1000000000',
    PHOTOS_DIR: join(directory, 'photos'),
  }
  // The first run creates the tables and sample records. The other databases are copies.
  const alone = {
    ...common,
    DATABASE_URL: databaseUrl(cluster, 'n0'),
    SITE: 'st-helens',
    SAMPLE_DATA: 'true',
    PUBLIC_URL: `https://${hostOf(0)}`,
  }
  await (await startServer(alone)).stop()
  const admin = new pg.Client(cluster.url)
  await admin.connect()
  const folder = mkdtempSync(join(directory, 'networks-'))
  for (let n = 0; n < amount; n++) {
    if (n > 0) await admin.query(`create database n${n} template n0`)
    const settings = { SITE: 'st-helens', PUBLIC_URL: `https://${hostOf(n)}`, DATABASE_URL: databaseUrl(cluster, `n${n}`) }
    writeFileSync(
      join(folder, `n${n}.env`),
      Object.entries(settings)
        .map((pair) => `${pair.join('=')}\n`)
        .join(''),
    )
  }
  await admin.query('create database alone template n0')
  const connections = async () =>
    Number((await admin.query('select count(*) as n from pg_stat_activity where datname is not null')).rows[0]?.n)
  return {
    many: { ...common, NETWORKS_DIR: folder },
    alone: { ...alone, DATABASE_URL: databaseUrl(cluster, 'alone') },
    connections,
    async close() {
      await admin.end()
      cluster.destroy()
    },
  }
}

/** In a separate thread, the flood doesn't slow down the measurement. */
function floodFor(port: number, forMs: number): Promise<Record<number, number>> {
  const worker = new Worker(new URL('c6-flood.ts', import.meta.url), {
    workerData: { port, host: hostOf(0), perSecond: FLOOD_PER_SECOND, forMs },
  })
  return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
}

export const manyNetworks: FaultTest = {
  name: 'C6',
  promise: 'OPS-NETWORKS many networks in one process cost little more than one, and a flood of one delays no other (C6)',
  async run(size, stop): Promise<Result> {
    buildApp()
    const [amount, limits] = [NETWORKS[size], LIMITS[size]]
    const directory = mkdtempSync(join(tmpdir(), 'many-networks-'))
    const networks = await makeNetworks(amount, directory)
    const servers: Server[] = []
    const agent = agents()
    try {
      const [many, one] = [await startServer(networks.many), await startServer(networks.alone)]
      servers.push(many, one)
      const openedFrom = performance.now()
      const opened = await Promise.all(Array.from({ length: amount }, (_, n) => ask(agent, many.port, hostOf(n))))
      const openedMs = performance.now() - openedFrom
      const measureMany = () => atPace(PER_SECOND, ROUND_MS[size], (n) => ask(agent, many.port, hostOf(1 + (n % (amount - 1)))))
      const measureOne = () => atPace(PER_SECOND, ROUND_MS[size], () => ask(agent, one.port, hostOf(0)))
      const flood = () => floodFor(many.port, ROUND_MS[size])
      await Promise.all([measureMany(), measureOne()])
      const [alone, beside, flooded]: Asked[][] = [[], [], []]
      const flooding = { sent: 0, refused: 0 }
      let runs = 0
      for (; runs < ROUNDS[size] && !stop.aborted; runs++) {
        alone?.push(...(await measureOne()))
        beside?.push(...(await measureMany()))
        const [others, loud] = await Promise.all([measureMany(), flood()])
        flooded?.push(...others)
        flooding.sent += Object.values(loud).reduce((sum, count) => sum + count, 0)
        flooding.refused += loud[429] ?? 0
      }
      const times = (all: Asked[] = []) => p95(all.map(({ ms }) => ms))
      const failures = [...opened, ...(alone ?? []), ...(beside ?? []), ...(flooded ?? [])].filter(({ status }) => status !== 200).length
      const ratios = { beside: times(beside) / times(alone), flooded: times(flooded) / times(beside) }
      const memoryMb = many.memoryMb()
      const figures = {
        networks: amount,
        memoryMb,
        memoryOfOneMb: one.memoryMb(),
        connections: await networks.connections(),
        openedSeconds: Math.round(openedMs / 100) / 10,
        aloneP95Ms: Number(times(alone).toFixed(1)),
        besideP95Ms: Number(times(beside).toFixed(1)),
        floodedP95Ms: Number(times(flooded).toFixed(1)),
        besideRatio: Number(ratios.beside.toFixed(2)),
        floodedRatio: Number(ratios.flooded.toFixed(2)),
        floodSent: flooding.sent,
        floodRefused: flooding.refused,
      }
      const broken = [
        ...(failures > 0 ? [`${failures} requests to networks that nobody flooded were not answered`] : []),
        ...(memoryMb > limits.memoryMb ? [`${amount} networks take ${memoryMb} MB`] : []),
        ...(ratios.beside > limits.beside ? [`p95 among ${amount} networks is ${figures.besideRatio} times that of one alone`] : []),
        ...(ratios.flooded > limits.flooded ? [`p95 beside a flooded network is ${figures.floodedRatio} times what it was`] : []),
      ]
      return { runs, lost: 0, doubled: 0, broken, figures }
    } finally {
      agent.destroy()
      await Promise.all(servers.map((server) => server.stop()))
      await networks.close()
      rmSync(directory, { recursive: true, force: true })
    }
  },
}
