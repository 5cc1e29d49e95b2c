/**
 * R22: PostgreSQL responds with errors because its disk is full, it has no connection left, it is a read-only standby, or two writers
 * collide. The app tells devices to retry, writes nothing partially, keeps public pages available and doesn't exit.
 */

import { spawnSync } from 'node:child_process'
import { chownSync, closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Answer, Command } from '@trailwarden/api'
import { databaseUrl } from '@trailwarden/testkit/database/postgres'
import {
  createTestDevice,
  type Device,
  effectsOf,
  letReportsBeReviewed,
  openTestEnv,
  type TestEnv,
} from '@trailwarden/testkit/devices/test-env'
import { openRelay } from '@trailwarden/testkit/line/relay'
import { pause, until } from '@trailwarden/testkit/wait'
import pg from 'pg'
import type { FaultTest, Result } from '../fault-test.ts'

const AMOUNT = { small: 5, full: 200 }
const MOST_TRIES = 100

type Count = { runs: number; lost: number; doubled: number; broken: string[]; refused: number; publicReads: number }

type Kind = {
  name: string
  /** The function runs before the server starts and returns additional settings for it. */
  prepare?(env: TestEnv): Promise<Record<string, string>>
  /** PostgreSQL refuses requests while `during` runs. */
  refuse(env: TestEnv, during: () => Promise<void>): Promise<void>
  send?(env: TestEnv, device: Device, seen: Seen): Promise<void>
  close?(): void
}

/** The commands and answers are those while PostgreSQL refuses requests. */
type Seen = { commands: Command[]; refused: number; broken: string[]; pending: Promise<void>[] }

/** Each answer must be final or `retry`, or the response must be a 503. Anything else is a violation. */
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
const createReport = (device: Device) =>
  device.command('action', crypto.randomUUID(), { description: LONG.slice(0, 200), area: 'North Wood', detail: LONG })

async function sendUntilRefused(env: TestEnv, device: Device, seen: Seen): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES && seen.refused === 0; tries++)
    await push(env, device, [createReport(device), createReport(device), createReport(device)], seen)
}

const isRoot = process.getuid?.() === 0

function createSmallDisk() {
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
  const disk = createSmallDisk()
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
    // Two requests get the connections and wait for the table. Once the server refuses another request, the test unlocks the table.
    seen.pending.push(...Array.from({ length: 5 }, () => push(env, device, [createReport(device)], seen)))
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
      // A server that starts now must wait for a writable database.
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
      if (!isNotReady) seen.broken.push('a server on a standby reports that it is ready')
      // Until the standby has caught up, the app would treat it as a restored database.
      const isRead = await until(async () => (await fetch(`${env.address}/api/pull`, { headers: device.headers })).status === 200)
      if (!isRead) seen.broken.push('the app does not read from a standby')
    },
    close() {
      relay?.close()
      follower?.destroy()
    },
  }
}

/**
 * The app waits for a table that the test has locked, and the test for a table that the app has locked. The long timeout prevents
 * PostgreSQL from aborting the test's transactions.
 */
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
    // The first request may still use a connection that was cut.
    await push(env, device, [createReport(device)], seen)
    const before = seen.refused
    for (let tries = 0; tries < MOST_TRIES && seen.refused === before; tries++)
      await Promise.all(Array.from({ length: 8 }, () => push(env, device, [createReport(device), createReport(device)], seen)))
  },
}

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

async function openSide(kinds: readonly Kind[], broken: string[]) {
  const env = await openTestEnv({ durable: true })
  const close = async () => {
    await env.close()
    for (const kind of kinds) kind.close?.()
  }
  try {
    const settings: Record<string, string> = {}
    for (const kind of kinds) Object.assign(settings, await kind.prepare?.(env))
    await env.start(undefined, settings)
    await letReportsBeReviewed(env)
    const device = await createTestDevice(env, 'member@example.org')
    return {
      kinds,
      run: (kind: Kind, count: Count) => runOnce(env, device, kind, count),
      async close() {
        // Nothing restarts the server in this test, so the process must still be there.
        if ((await fetch(`${env.address}/healthz`).catch(() => null))?.status !== 200) broken.push('the server ended')
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

export const databaseRefuses: FaultTest = {
  name: 'R22',
  promise: 'R22 a database that refuses leaves nothing half written, and devices get the answer to retry, at small size',
  full: { runs: AMOUNT.full, step: 24 },
  async run(size, stop, times = AMOUNT[size], first = 0): Promise<Result> {
    const [full, behind] = [diskFull(), standby()]
    const each = [full, behind, poolExhausted]
    // The two kinds of collision count as one. The small size injects each kind once.
    const order = size === 'small' ? [...each, deadlock, serializable] : [...each, deadlock, ...each, serializable]
    const count: Count = { runs: 0, lost: 0, doubled: 0, broken: [], refused: 0, publicReads: 0 }
    // The small disk holds a whole database, so the other kinds use a separate PostgreSQL.
    const sides: Awaited<ReturnType<typeof openSide>>[] = []
    try {
      for (const kinds of [[full], [behind, poolExhausted, deadlock, serializable]]) sides.push(await openSide(kinds, count.broken))
      for (let n = 0; n < times && !stop.aborted; n++) {
        const kind = order[(first + n) % order.length] ?? full
        await sides.find(({ kinds }) => kinds.includes(kind))?.run(kind, count)
      }
    } finally {
      for (const side of sides) await side.close()
    }
    const { refused, publicReads, ...counts } = count
    return { ...counts, figures: { realDisk: full.isReal ? 1 : 0, refused, publicReads } }
  },
}
