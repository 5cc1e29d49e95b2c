/** Two app processes, devices that send, and visitors who read use the cluster during a failover. */

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Command } from '@trailwarden/api'
import { createDatabase } from '@trailwarden/testkit/database/create-database'
import { databaseUrl, freePort } from '@trailwarden/testkit/database/postgres'
import { openDevices, type RealDevice } from '@trailwarden/testkit/devices/devices'
import { createTestDevice, effectsOf, letReportsBeReviewed, serverSettings, startServer } from '@trailwarden/testkit/devices/test-env'
import { pause, until } from '@trailwarden/testkit/wait'
import pg from 'pg'

const NAME = 'trailwarden'
const WRITERS = 3
const PHONES = 3
const DIST = resolve(import.meta.dirname, '../../../apps/web/dist')
const PAGES = existsSync(join(DIST, 'client/index.html')) ? ['/', '/emergency'] : []
const PUBLIC = ['/api/public/status', '/api/public/page-data', '/feeds/status.atom', ...PAGES]

type Acknowledged = { command: Command; sentAt: number; at: number }
export type Load = Awaited<ReturnType<typeof startLoad>>

export async function startLoad(cluster: { url: string }) {
  const photos = mkdtempSync(join(tmpdir(), 'fault-photos-'))
  await createDatabase(cluster.url, NAME)
  const url = databaseUrl(cluster, NAME)
  const pool = new pg.Pool({ connectionString: url, max: 4, connectionTimeoutMillis: 5000, query_timeout: 120_000 })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const settings = serverSettings(url, photos)
  const servers = [await startServer(await freePort(), settings, null)]
  servers.push(await startServer(await freePort(), settings, null))
  let turn = 0
  /** nginx also alternates between the processes. */
  const env = {
    pool,
    get address() {
      return servers[turn++ % servers.length]?.address ?? ''
    },
    async count(sql: string, values: unknown[] = []): Promise<number> {
      return Number((await pool.query(sql, values)).rows[0]?.n ?? 0)
    },
  }
  await letReportsBeReviewed(env)

  const broken: string[] = []
  const acknowledged: Acknowledged[] = []
  const counts = { publicReads: 0, refused: 0, pings: 0 }
  let isOver = false
  let isHeld = false

  /** Resending would restore a lost record, so a record is never sent again after it is acknowledged. */
  async function write(device: Awaited<ReturnType<typeof createTestDevice>>): Promise<void> {
    while (!isOver) {
      if (isHeld) {
        await pause(20)
        continue
      }
      const command = device.report()
      const sentAt = Date.now()
      for (;;) {
        const answer = (await device.send([command], env.address))?.[0]
        if (answer && answer.outcome !== 'retry') {
          if (answer.outcome === 'applied') acknowledged.push({ command, sentAt, at: Date.now() })
          else broken.push(`a report was answered ${answer.outcome}`)
          break
        }
        counts.refused++
        await pause(50)
      }
      await pause(20)
    }
  }

  /** A phone with the app's own engine detects a new epoch, fetches everything again and resends its acknowledged changes. */
  const saved: string[] = []
  async function use(phone: RealDevice): Promise<void> {
    while (!isOver) {
      if (!isHeld) saved.push(await phone.report(crypto.randomUUID()))
      await pause(250)
    }
  }

  async function read(address: string): Promise<void> {
    for (let n = 0; !isOver; n++) {
      const path = PUBLIC[n % PUBLIC.length] ?? '/'
      const reply = await fetch(address + path, { signal: AbortSignal.timeout(15_000) }).catch(() => null)
      await reply?.arrayBuffer().catch(() => undefined)
      counts.publicReads++
      if (reply?.status !== 200) broken.push(`${path} answered ${reply?.status}`)
      await pause(40)
    }
  }

  /** Each process receives changes through a single listening connection. */
  const received = servers.map(() => 0)
  const listening = new AbortController()
  async function listen(n: number, cookie: string): Promise<void> {
    for (const decoder = new TextDecoder(); !isOver; await pause(200)) {
      const reply = await fetch(`${servers[n]?.address}/api/events`, { headers: { cookie }, signal: listening.signal }).catch(() => null)
      const reader = reply?.body?.getReader()
      for (let part = await reader?.read().catch(() => null); part && !part.done; part = await reader?.read().catch(() => null))
        if (/"upTo":"\d/.test(decoder.decode(part.value))) {
          received[n] = Date.now()
          counts.pings++
        }
    }
  }

  const devices = openDevices(env)
  const phones: RealDevice[] = []
  for (let n = 0; n < PHONES; n++) phones.push(await devices.createTestDevice(1))
  const writers = await Promise.all(Array.from({ length: WRITERS }, () => createTestDevice(env, 'member@example.org')))
  const { cookie } = await createTestDevice(env, 'manager@example.org')
  const tasks = [
    ...writers.map(write),
    ...phones.map(use),
    ...servers.map(({ address }) => read(address)),
    ...servers.map((_, n) => listen(n, cookie)),
  ]

  return {
    env,
    broken,
    counts,
    phones,
    saved,
    acknowledged,
    hold(isSo: boolean) {
      isHeld = isSo
    },
    async writesAgainAfter(from: number): Promise<number> {
      const first = () => acknowledged.find(({ sentAt }) => sentAt > from)
      if (!(await until(() => first() !== undefined, 120_000))) broken.push('no report was acknowledged for two minutes')
      return (first()?.at ?? Date.now()) - from
    },
    longestGap(from: number, to: number): number {
      const times = [from, ...acknowledged.map(({ at }) => at).filter((at) => at > from && at < to), to]
      return Math.max(...times.slice(1).map((at, i) => at - (times[i] ?? at)))
    },
    async receivesAgain(from: number): Promise<void> {
      if (!(await until(() => received.every((at) => at > from), 60_000))) broken.push('a process no longer receives changes')
    },
    judge: () =>
      effectsOf(
        env,
        acknowledged.map(({ command }) => command),
      ),
    /** The phones' changes can only be counted once the queues are empty. */
    async countLosses(): Promise<{ lost: number; doubled: number }> {
      isHeld = true
      for (const phone of phones) {
        phone.setSignal(true)
        if (!(await until(async () => (await phone.db.outbox.count()) === 0, 180_000))) broken.push('a phone’s queue did not drain')
        for (const { answer } of await phone.db.attention.toArray()) broken.push(`refused: ${JSON.stringify(answer.refusal)}`)
        if (phone.errors.length > 0) broken.push(String(phone.errors[0]))
      }
      const read = async () =>
        (
          await pool.query<{ id: string; n: number }>(
            `select c.id, coalesce(h.n, 0)::int as n from unnest($1::uuid[]) as c(id)
             left join (select command_id, count(*) as n from history group by command_id) h on h.command_id = c.id`,
            [saved],
          )
        ).rows
      await until(async () => (await read()).every(({ n }) => n > 0), 60_000)
      const rows = await read()
      return { lost: rows.filter(({ n }) => n < 1).length, doubled: rows.filter(({ n }) => n > 1).length }
    },
    async inStep(): Promise<void> {
      for (const phone of phones) {
        const { rows } = await pool.query<{ id: string; version: number }>('select id, version from actions where created_by = $1', [
          phone.person.id,
        ])
        if (!(await phone.caughtUp(new Map(rows.map(({ id, version }) => [id, version])))))
          broken.push('a phone’s data differs from the server’s')
      }
    },
    async stop(): Promise<void> {
      isOver = true
      listening.abort()
      await Promise.allSettled(tasks)
      await devices.close()
      for (const server of servers) {
        server.kill()
        await server.ended()
      }
      await pool.end().catch(() => undefined)
      rmSync(photos, { recursive: true, force: true })
    },
  }
}
