/**
 * R22: PostgreSQL answers, and refuses. Its disk is full; it has no connection left for the app; it is a standby that can only be read;
 * two writers collide. Devices are told to try again, nothing is half written, public pages stay, and no process ends.
 */

import { spawnSync } from 'node:child_process'
import { chownSync, closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Answer, Command } from '@trailwarden/api'
import { databaseUrl } from '@trailwarden/testkit/postgres'
import { openRelay } from '@trailwarden/testkit/relay'
import { aDevice, type Device, effectsOf, letReportsBeReviewed, openTestEnv, type TestEnv } from '@trailwarden/testkit/test-env'
import { pause, until } from '@trailwarden/testkit/wait'
import pg from 'pg'
import type { FaultTest, Result } from './fault-test.ts'

const AMOUNT = { small: 1, full: 50 }
const MOST_TRIES = 100

type Count = { runs: number; lost: number; doubled: number; broken: string[]; refused: number; publicReads: number }

type Kind = {
  name: string
  /** Before the server starts; its other settings, if any. */
  prepare?(env: TestEnv): Promise<Record<string, string>>
  /** Refuses while `during` runs. */
  refuse(env: TestEnv, during: () => Promise<void>): Promise<void>
  /** Sends while PostgreSQL refuses, until that was noticed. */
  send?(env: TestEnv, device: Device, seen: Seen): Promise<void>
  close?(): void
}

/** What devices were answered while PostgreSQL refused. */
type Seen = { commands: Command[]; refused: number; broken: string[]; pending: Promise<void>[] }

/** As the app sends: the answers, of which each is final or `retry`, or a 503. Anything else is a fault. */
async function push(env: TestEnv, device: Device, commands: Command[], seen: Seen): Promise<void> {
  seen.commands.push(...commands)
  const reply = await fetch(`${env.address}/api/push`, { method: 'POST', headers: device.headers, body: device.bodyOf(commands) }).catch(
    () => null,
  )
  if (reply?.status === 200) {
    const { answers } = (await reply.json()) as { answers: Answer[] }
    for (const { outcome } of answers) {
      if (outcome === 'retry') seen.refused++
      else if (outcome !== 'applied') seen.broken.push(`a device was answered ${outcome}`)
    }
    return
  }
  const code = ((await reply?.json().catch(() => null)) as { code?: string } | null)?.code
  if (reply?.status === 503 && code === 'unavailable' && reply.headers.has('retry-after')) seen.refused++
  else seen.broken.push(`a push was answered ${reply?.status} ${code}`)
}

const LONG = 'A tree lies across the trail. '.repeat(60)
const aReport = (device: Device) =>
  device.command('action', crypto.randomUUID(), { description: LONG.slice(0, 200), area: 'North Wood', detail: LONG })

async function sendUntilRefused(env: TestEnv, device: Device, seen: Seen): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES && seen.refused === 0; tries++)
    await push(env, device, [aReport(device), aReport(device), aReport(device)], seen)
}

const isRoot = process.getuid?.() === 0

/** A small disk of its own where that is allowed: to root. Elsewhere a trigger answers as a full disk would. */
function aSmallDisk() {
  const directory = mkdtempSync(join(tmpdir(), 'small-disk-'))
  const isMounted = isRoot && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', directory]).status === 0
  const filler = join(directory, 'filler')
  return {
    directory,
    isMounted,
    fill() {
      const file = openSync(filler, 'w')
      try {
        for (let size = 1024 * 1024; size >= 512; ) {
          try {
            writeSync(file, Buffer.alloc(size, 1))
          } catch (error) {
            if ((error as { code?: string }).code !== 'ENOSPC') throw error
            size /= 2
          }
        }
      } finally {
        closeSync(file)
      }
    },
    empty: () => rmSync(filler, { force: true }),
    close() {
      if (isMounted) spawnSync('umount', ['-l', directory])
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

function diskFull(): Kind & { isReal: boolean } {
  const disk = aSmallDisk()
  const trigger = 'create trigger no_room before insert on actions execute function no_room()'
  return {
    name: 'disk full',
    isReal: disk.isMounted,
    async prepare(env) {
      const admin = new pg.Client(env.cluster.url)
      await admin.connect()
      if (disk.isMounted) {
        const { uid, gid } = statSync(join(env.cluster.directory, 'data'))
        chownSync(disk.directory, uid, gid)
        await admin.query(`create tablespace small_disk location '${disk.directory}'`)
        await admin.query('alter database trailwarden set tablespace small_disk')
      } else {
        const database = new pg.Client(databaseUrl(env.cluster, 'trailwarden'))
        await database.connect()
        await database.query(`create function no_room() returns trigger language plpgsql as $$ begin
          raise exception 'could not extend file' using errcode = '53100'; end $$`)
        await database.end()
      }
      await admin.end()
      return {}
    },
    async refuse(env, during) {
      if (disk.isMounted) disk.fill()
      else await env.pool.query(trigger)
      await during()
      if (disk.isMounted) disk.empty()
      else await env.pool.query('drop trigger no_room on actions')
    },
    close: disk.close,
  }
}

const poolExhausted: Kind = {
  name: 'pool exhausted',
  prepare: async () => ({ DATABASE_POOL: '2' }),
  async refuse(env, during) {
    const client = await env.pool.connect()
    await client.query('begin')
    await client.query('lock table commands in access exclusive mode')
    await during()
    await client.query('rollback')
    client.release()
  },
  async send(env, device, seen) {
    // Two of them get the connections and wait for the table; as soon as one of the others was turned away, the table is free again.
    seen.pending.push(...Array.from({ length: 5 }, () => push(env, device, [aReport(device)], seen)))
    await until(() => seen.refused > 0 || seen.broken.length > 0)
  },
}

function standby(): Kind {
  let follower: Awaited<ReturnType<TestEnv['cluster']['follow']>> | null = null
  let relay: Awaited<ReturnType<typeof openRelay>> | null = null
  let hasStartedOne = false
  return {
    name: 'standby',
    async prepare(env) {
      relay = await openRelay(databaseUrl(env.cluster, 'trailwarden'))
      follower = await env.cluster.follow(mkdtempSync(join(tmpdir(), 'fault-standby-')))
      return { DATABASE_URL: relay.url }
    },
    async refuse(env, during) {
      if (!relay || !follower) throw new Error('not prepared')
      relay.leadTo(databaseUrl(follower, 'trailwarden'))
      await during()
      // One that starts just now waits until there is a database to be written to.
      const starting = hasStartedOne ? null : env.startAnother(undefined, { DATABASE_URL: relay.url })
      if (starting) await pause(3000)
      relay.leadTo(databaseUrl(env.cluster, 'trailwarden'))
      const started = await starting
      hasStartedOne = true
      started?.kill()
      await started?.ended()
    },
    async send(env, device, seen) {
      await sendUntilRefused(env, device, seen)
      const isNotReady = await until(async () => {
        const reply = await fetch(`${env.address}/readyz`).catch(() => null)
        return reply?.status === 503 && ((await reply.json()) as { detail: string }).detail.includes('standby')
      })
      if (!isNotReady) seen.broken.push('a server on a standby says that it is ready')
      // Behind the primary it would be taken for a restored one; as soon as it has caught up it is read as well.
      const isRead = await until(async () => (await fetch(`${env.address}/api/pull`, { headers: device.headers })).status === 200)
      if (!isRead) seen.broken.push('a standby is not read')
    },
    close() {
      relay?.close()
      follower?.destroy()
    },
  }
}

/** Deadlocks: the app waits for a table that we hold, and we for one that it holds. Ours are never the ones that PostgreSQL ends. */
const deadlock: Kind = {
  name: 'deadlock',
  async refuse(env, during) {
    const client = await env.pool.connect()
    await client.query(`set deadlock_timeout = '1h'`)
    await client.query('begin')
    await client.query('lock table history in share row exclusive mode')
    const waitsForUs = async () => {
      const { rowCount } = await env.pool.query(`select from pg_locks where relation = 'history'::regclass and not granted`)
      return rowCount === 1
    }
    const blocking = until(waitsForUs, 60_000).then(() => client.query('lock table commands in access exclusive mode'))
    await during()
    await blocking
    await client.query('rollback')
    client.release(true)
  },
}

/** Every transaction sees a world of its own, so that those that run at once collide (40001). */
const serializable: Kind = {
  name: 'serializable',
  async refuse(env, during) {
    const set = async (level: string) => {
      await env.pool.query(`alter database trailwarden set default_transaction_isolation = '${level}'`)
      await env.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'trailwarden'`)
    }
    await set('serializable')
    await during()
    await set('read committed')
  },
  async send(env, device, seen) {
    // The connections that were cut are noticed with the first requests.
    await push(env, device, [aReport(device)], seen)
    const before = seen.refused
    for (let tries = 0; tries < MOST_TRIES && seen.refused === before; tries++)
      await Promise.all(Array.from({ length: 8 }, () => push(env, device, [aReport(device), aReport(device)], seen)))
  },
}

/** Of these, how many have left some traces and not others. */
async function halfWritten(env: TestEnv, commands: readonly Command[]): Promise<number> {
  return env.count(
    `select count(*) as n from unnest($1::uuid[]) as r(id) where
       (select count(*) from actions where id = r.id) <> (select count(*) from history where record_id = r.id)
       or (select count(*) from actions where id = r.id) <> (select count(*) from commands where record_id = r.id and answer is not null)`,
    [commands.map(({ recordId }) => recordId)],
  )
}

async function watchPublic(env: TestEnv, isOver: () => boolean, broken: string[]): Promise<number> {
  let asked = 0
  for (; !isOver(); await pause(50), asked++) {
    const status = (await fetch(`${env.address}/api/public/status`).catch(() => null))?.status
    if (status !== 200) broken.push(`the public status answered ${status}`)
  }
  return asked
}

async function runOnce(env: TestEnv, device: Device, kind: Kind, count: Count): Promise<void> {
  const seen: Seen = { commands: [], refused: 0, broken: [], pending: [] }
  let isOver = false
  const watching = watchPublic(env, () => isOver, seen.broken)
  await kind.refuse(env, () => (kind.send ?? sendUntilRefused)(env, device, seen))
  await Promise.all(seen.pending)
  isOver = true
  count.publicReads += await watching
  if (seen.refused === 0) seen.broken.push('nothing was refused')
  const half = await halfWritten(env, seen.commands)
  if (half > 0) seen.broken.push(`${half} are half written`)
  const answers = await device.drain(seen.commands, 60_000)
  const effects = await effectsOf(env, seen.commands)
  count.lost += seen.commands.filter(({ id }) => answers.get(id)?.outcome !== 'applied').length + effects.lost
  count.doubled += effects.doubled
  count.refused += seen.refused
  count.broken.push(...seen.broken.map((what) => `${kind.name}: ${what}`))
  count.runs++
}

/** One after the other, on one server. */
async function runKinds(kinds: readonly Kind[], times: (kind: Kind) => number, count: Count, stop: AbortSignal): Promise<void> {
  const env = await openTestEnv({ durable: true })
  try {
    const settings: Record<string, string> = {}
    for (const kind of kinds) Object.assign(settings, await kind.prepare?.(env))
    await env.start(undefined, settings)
    await letReportsBeReviewed(env)
    const device = await aDevice(env, 'member@example.org')
    for (const kind of kinds) for (let n = 0; n < times(kind) && !stop.aborted; n++) await runOnce(env, device, kind, count)
    // Nobody starts it again here: it is still the same process.
    if ((await fetch(`${env.address}/healthz`).catch(() => null))?.status !== 200) count.broken.push('the server ended')
  } finally {
    await env.close()
    for (const kind of kinds) kind.close?.()
  }
}

export const databaseRefuses: FaultTest = {
  name: 'R22',
  promise: 'R22 a database that refuses leaves nothing half written, and devices are told to try again, at its small size',
  async run(size, stop): Promise<Result> {
    const full = diskFull()
    // The two kinds of collision count as one.
    const times = (kind: Kind) => (kind === deadlock || kind === serializable ? Math.ceil(AMOUNT[size] / 2) : AMOUNT[size])
    const count: Count = { runs: 0, lost: 0, doubled: 0, broken: [], refused: 0, publicReads: 0 }
    await runKinds([full], times, count, stop)
    await runKinds([standby(), poolExhausted, deadlock, serializable], times, count, stop)
    const { refused, publicReads, ...counts } = count
    return { ...counts, figures: { realDisk: full.isReal ? 1 : 0, refused, publicReads } }
  },
}
