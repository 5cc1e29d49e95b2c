import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCluster } from '@trailwarden/testkit/postgres'
import { until } from '@trailwarden/testkit/wait'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { healthRoutes } from '#http/health.ts'
import { aDatabase } from '#testing/test-server.ts'
import { openDatabase } from './database.ts'
import { isPassing } from './database-error.ts'

test('a connection that is lost in the middle of a transaction ends the transaction, not the process', async () => {
  const { db, pool } = await aDatabase()
  let reached = 0
  const failed = await db
    .transaction()
    .execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
      // Between two statements nobody but us listens to the connection.
      await new Promise((wake) => setTimeout(wake, 100))
      reached++
      await sql`select 1`.execute(tx)
      reached++
    })
    .catch((error: unknown) => error)
  expect(reached).toBe(1)
  expect(isPassing(failed)).toBe(true)
  expect((await pool.query('select 1 as n')).rows).toEqual([{ n: 1 }])
})

test('a commit that waits for a standby is given up, nobody waits behind it, and no more are begun until none waits', async () => {
  const cluster = await startCluster({ directory: mkdtempSync(join(tmpdir(), 'trailwarden-')), durable: true })
  onTestFinished(() => cluster.destroy())
  const { db, pool, close } = openDatabase(cluster.url, 1, { queryTimeoutMs: 2000 })
  onTestFinished(close)
  await sql`create table saved (n int)`.execute(db)
  // A standby that never comes: from here on no commit is answered.
  await pool.query(`alter system set synchronous_standby_names = 'nobody'`)
  await pool.query('select pg_reload_conf()')
  await until(async () => (await pool.query('show synchronous_standby_names')).rows[0]?.synchronous_standby_names === 'nobody')

  const transaction = db.transaction().execute((tx) => sql`insert into saved values (1)`.execute(tx))
  const single = sql`insert into saved values (2)`.execute(db)
  for (const waiting of [transaction, single]) expect(isPassing(await waiting.catch((error: unknown) => error))).toBe(true)
  const started = performance.now()
  expect((await sql<{ n: number }>`select 1 as n`.execute(db)).rows).toEqual([{ n: 1 }])
  // Behind the given-up commit it would have waited for as long as that, and then have failed.
  expect(performance.now() - started).toBeLessThan(2000)

  const app = Fastify()
  healthRoutes(app, pool, () => false, null)
  const detail = async () => ((await app.inject('/readyz')).json() as { detail?: string }).detail
  expect(await until(async () => (await detail()) === 'commits wait for a standby: nothing can be saved')).toBe(true)
  // Each would stay at PostgreSQL, until there is room for no more connections.
  for (let n = 0; n < 20; n++) {
    const error: unknown = await db
      .transaction()
      .execute((tx) => sql`insert into saved values (3)`.execute(tx))
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ message: 'commits wait for a standby' })
    expect(isPassing(error)).toBe(true)
  }
  expect((await pool.query(`select from pg_stat_activity where wait_event = 'SyncRep'`)).rowCount).toBe(2)

  await pool.query('alter system reset synchronous_standby_names')
  await pool.query('select pg_reload_conf()')
  expect(await until(async () => (await app.inject('/readyz')).statusCode === 200)).toBe(true)
  await db.transaction().execute((tx) => sql`insert into saved values (4)`.execute(tx))
  // Not acknowledged, and there all the same: whoever sends again must be able to.
  expect((await sql`select n from saved order by n`.execute(db)).rows).toEqual([{ n: 1 }, { n: 2 }, { n: 4 }])
}, 120_000)

test('a database that can only be read is not ready', async () => {
  const { url } = await aDatabase()
  const { pool, close } = openDatabase(`${url}?options=-c%20default_transaction_read_only%3Don`, 1)
  onTestFinished(close)
  const app = Fastify()
  healthRoutes(app, pool, () => false, null)
  const reply = await app.inject('/readyz')
  expect([reply.statusCode, reply.json().detail]).toEqual([503, 'the database is a standby: nothing can be saved'])
})
