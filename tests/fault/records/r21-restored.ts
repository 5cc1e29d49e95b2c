/**
 * R21: the database is restored without notifying the server, by a dump or by an earlier copy of its files. Every acknowledged change comes
 * back exactly once under its author's name, and no number is given to two Actions.
 */

import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from '@trailwarden/testkit/database/create-database'
import { type Cluster, databaseUrl, startCluster } from '@trailwarden/testkit/database/postgres'
import { openDevices, type RealDevice } from '@trailwarden/testkit/devices/devices'
import { createPerson, createSession } from '@trailwarden/testkit/devices/people'
import { openTestEnv } from '@trailwarden/testkit/devices/test-env'
import { pause, until } from '@trailwarden/testkit/wait'
import pg from 'pg'
import { openDatabase } from '../../../apps/server/src/db/database.ts'
import { forgetDevice } from '../../../apps/web/src/data/device/device-database.ts'
import { type FaultTest, type Result, shuffled } from '../fault-test.ts'

const AMOUNT = { small: 3, full: 200 }
const KINDS = ['dump into the same cluster', 'dump into another cluster', 'files copied back'] as const
type Kind = (typeof KINDS)[number]

const NAME = 'trailwarden'

async function openSide(
  cluster: Cluster,
  startServer: (url: string) => Promise<{ address: string; kill(): void; ended(): Promise<void> }>,
) {
  await createDatabase(cluster.url, NAME)
  const url = databaseUrl(cluster, NAME)
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  // Stopping PostgreSQL causes errors that the test expects.
  pool.on('error', () => undefined)
  let server: Awaited<ReturnType<typeof startServer>> | null = null
  return {
    cluster,
    pool,
    database: openDatabase(url, 2),
    address: () => server?.address ?? '',
    async start() {
      server = await startServer(url)
    },
    async stop() {
      server?.kill()
      await server?.ended()
      server = null
    },
  }
}
type Side = Awaited<ReturnType<typeof openSide>>

const copy = (from: string, to: string) => {
  rmSync(to, { recursive: true, force: true })
  if (spawnSync('cp', ['-a', from, to]).status !== 0) throw new Error('the files were not copied')
}

export const restored: FaultTest = {
  name: 'R21',
  full: { runs: AMOUNT.full, step: 10 },
  async run(size, stop, times = AMOUNT[size], first = 0): Promise<Result> {
    const env = await openTestEnv()
    const second = await startCluster({ directory: mkdtempSync(join(tmpdir(), 'fault-')), durable: false })
    const startServer = (url: string) => env.startAnother(undefined, { DATABASE_URL: url })
    const sides = [await openSide(env.cluster, startServer), await openSide(second, startServer)] as const
    let side: Side = sides[0]
    const broken: string[] = []
    let [runs, lost, doubled, numbersTwice, offeredAgain, newAccounts] = [0, 0, 0, 0, 0, 0]
    /** No number that any person has seen may be given to a second Action. */
    const numbers = new Map<string, string>()

    const inSide = {
      get address() {
        return side.address()
      },
      get pool() {
        return side.pool
      },
    }
    const devices = openDevices(inSide)

    async function backUp(kind: Kind): Promise<void> {
      const { directory } = side.cluster
      if (kind !== 'files copied back') return side.cluster.dump(NAME, join(directory, 'dump'))
      side.cluster.stop()
      copy(join(directory, 'data'), join(directory, 'backup'))
      side.cluster.start()
      await pause(100)
      await until(async () => (await fetch(`${side.address()}/readyz`).catch(() => null))?.status === 200)
    }

    async function restore(kind: Kind): Promise<void> {
      const { cluster } = side
      if (kind === 'dump into another cluster') {
        await side.stop()
        const other = side === sides[0] ? sides[1] : sides[0]
        const file = join(other.cluster.directory, 'dump')
        if (spawnSync('cp', ['-p', join(cluster.directory, 'dump'), file]).status !== 0) throw new Error('the dump was not copied')
        other.cluster.load(NAME, file)
        side = other
        return side.start()
      }
      if (kind === 'files copied back') {
        cluster.stop()
        copy(join(cluster.directory, 'backup'), join(cluster.directory, 'data'))
        cluster.start()
      } else cluster.load(NAME, join(cluster.directory, 'dump'))
      // The restore also cut the test's own connections, and the pool needs a moment to notice.
      await pause(100)
      await until(async () => (await fetch(`${side.address()}/readyz`).catch(() => null))?.status === 200)
    }

    const logIn = async (id: string) => (await createSession(side.database.db, { id, role: 1 })).cookie
    const createSignedIn = async (email = `${randomUUID()}@example.org`) => {
      const { id, displayName, cookie } = await createPerson(side.database.db, { email })
      return { id, displayName, email, cookie }
    }
    const check = async (device: RealDevice) => {
      for (const { id, data } of await device.db.table('actions').toArray()) {
        const { number } = data as { number: string }
        const known = numbers.get(number)
        if (known !== undefined && known !== id) numbersTwice++
        numbers.set(number, id)
      }
    }

    async function runOnce(kind: Kind): Promise<void> {
      const fail = (what: string) => broken.push(`${kind}: ${what}`)
      const saved: { id: string; device: number }[] = []
      const open: RealDevice[] = []
      const reports = [] as { id: string; email: string }[]
      const write = async (device: RealDevice, who: number) => {
        const id = randomUUID()
        saved.push({ id: await device.report(id), device: who })
        reports.push({ id, email: device.person.email ?? '' })
        return id
      }
      const known = await createSignedIn()
      const reader = await devices.deviceOf(await createSignedIn())
      const before = await devices.deviceOf(await createSignedIn())
      const first = await write(before, 0)
      await before.drained()
      await backUp(kind)

      const late = await devices.deviceOf({ ...known, cookie: await logIn(known.id) })
      const fresh = await devices.deviceOf(await createSignedIn())
      const writers = [before, late, fresh]
      open.push(reader, ...writers)
      saved.push({ id: await before.record(first, { detail: 'Across the whole trail' }), device: 0 })
      for (const [i, device] of writers.entries()) for (let n = 0; n < 2; n++) await write(device, i)
      for (const device of writers) if (!(await device.drained())) fail('the queue did not drain before the restore')
      const { rows } = await side.pool.query<{ id: string; version: number }>('select id, version from actions where deleted_at is null')
      const versions = new Map(rows.map(({ id, version }) => [id, version]))
      for (const device of open) if (!(await device.caughtUp(versions))) fail('a phone did not fetch everything before the restore')
      for (const device of open) await check(device)
      for (const [i, device] of writers.entries()) {
        device.setSignal(false)
        await write(device, i)
      }
      reader.setSignal(false)

      await restore(kind)
      // The first request makes the server detect the restore. The server then ends all sessions, including that of the request.
      const { cookie } = await createSignedIn()
      await until(async () => (await fetch(`${side.address()}/api/pull`, { headers: { cookie } })).status === 401 || kind === KINDS[1])

      // The first person to reconnect is new and has no earlier changes, so their record gets the first number.
      const stranger = await devices.deviceOf(await createSignedIn())
      open.push(stranger)
      for (const device of [late, fresh]) await forgetDevice(device.person.id)
      await write(stranger, 3)
      if (!(await stranger.drained())) fail('the stranger’s queue did not drain')

      const comeBack = async (device: RealDevice) => {
        device.setSignal(true)
        if (!(await until(() => device.status().problem === 'signed-out')))
          fail(`a phone without a session reports ${device.status().problem}`)
        device.close()
        await forgetDevice(device.person.id)
        const { rowCount } = await side.pool.query('select 1 from people where id = $1', [device.person.id])
        if (rowCount === 1) {
          device.restart()
          device.signIn(await logIn(device.person.id))
          return
        }
        newAccounts++
        open.push(await devices.deviceOf(await createSignedIn(device.person.email)))
      }
      for (const device of shuffled([reader, ...writers])) await comeBack(device)
      const alive = open.filter((device) => device !== fresh)
      const ids = saved.map(({ id }) => id)
      const isThere = async () => {
        const { rows: found } = await side.pool.query<{ id: string; n: number }>(
          'select c.id, (select count(*)::int from history h where h.command_id = c.id) as n from unnest($1::uuid[]) as c(id)',
          [ids],
        )
        return found
      }
      const isSettled = await until(async () => {
        for (const device of alive) if ((await device.db.outbox.count()) > 0) return false
        return (await isThere()).every(({ n }) => n > 0)
      }, 120_000)
      const found = await isThere()
      const missing = found.filter(({ n }) => n < 1).length
      lost += missing
      doubled += found.filter(({ n }) => n > 1).length
      if (!isSettled) fail(`not settled after two minutes: ${missing} of ${ids.length} are missing`)
      for (const device of alive) {
        const refused = await device.db.attention.toArray()
        if (refused.length > 0) fail(`refused: ${JSON.stringify(refused[0]?.answer.refusal)}`)
        if (device.errors.length > 0) fail(String(device.errors[0]))
      }
      const authors = await side.pool.query<{ id: string; email: string }>(
        'select a.id, p.email from actions a join people p on p.id = a.created_by where a.id = any($1)',
        [reports.map(({ id }) => id)],
      )
      const authorOf = new Map(authors.rows.map(({ id, email }) => [id, email]))
      for (const { id, email } of reports) if (authorOf.has(id) && authorOf.get(id) !== email) fail('sent under another name')
      offeredAgain += saved.length
      const now = await side.pool.query<{ id: string; version: number }>('select id, version from actions where deleted_at is null')
      const all = new Map(now.rows.map(({ id, version }) => [id, version]))
      for (const device of alive) if (!(await device.caughtUp(all))) fail('a phone’s data differs from the server’s')
      for (const device of alive) await check(device)
      for (const device of [...open, fresh]) {
        device.close()
        await device.db.delete()
      }
    }

    try {
      await side.start()
      for (; runs < times && !stop.aborted; runs++) await runOnce(KINDS[(first + runs) % KINDS.length] ?? KINDS[0])
      if (numbersTwice > 0) broken.push(`${numbersTwice} numbers were given to two Actions`)
      return { runs, lost, doubled, broken, figures: { commands: offeredAgain, newAccounts, numbersSeen: numbers.size, numbersTwice } }
    } finally {
      await devices.close()
      for (const one of sides) {
        await one.stop()
        await one.pool.end()
        await one.database.close()
      }
      await pause(0)
      second.destroy()
      await env.close()
    }
  },
}
