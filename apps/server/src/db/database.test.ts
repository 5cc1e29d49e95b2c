import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCluster } from '@trailwarden/testkit/database/postgres'
import { until } from '@trailwarden/testkit/wait'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { healthRoutes } from '#http/monitoring/health.ts'
import { createTestDatabase } from '#testing/test-server.ts'
import { openDatabase } from './database.ts'
import { isPassing } from './database-error.ts'

test('a connection lost during a transaction ends the transaction but not the process', async () => {
  const { db, pool } = await createTestDatabase()
  let reached = 0
  const failed = await db
    .transaction()
    .execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
      // Between two statements, only our own listener receives connection errors.
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

test('gives up on a commit that is waiting for a standby; other queries still run, but no new commit starts until none is waiting', async () => {
  const cluster = await startCluster({ directory: mkdtempSync(join(tmpdir(), 'trailwarden-')), durable: true })
  onTestFinished(() => cluster.destroy())
  const { db, pool, close } = openDatabase(cluster.url, 1, { queryTimeoutMs: 2000 })
  onTestFinished(close)
  await sql`create table saved (n int)`.execute(db)
  // This standby doesn't exist, so no commit finishes from here on.
  await pool.query(`alter system set synchronous_standby_names = 'nobody'`)
  await pool.query('select pg_reload_conf()')
  await until(async () => (await pool.query('show synchronous_standby_names')).rows[0]?.synchronous_standby_names === 'nobody')

  const transaction = db.transaction().execute((tx) => sql`insert into saved values (1)`.execute(tx))
  const single = sql`insert into saved values (2)`.execute(db)
  for (const waiting of [transaction, single]) expect(isPassing(await waiting.catch((error: unknown) => error))).toBe(true)
  const started = performance.now()
  expect((await sql<{ n: number }>`select 1 as n`.execute(db)).rows).toEqual([{ n: 1 }])
  // Otherwise, the query would be queued behind the abandoned commit until it times out.
  expect(performance.now() - started).toBeLessThan(2000)

  const app = Fastify()
  healthRoutes(app, pool, () => false, null)
  const detail = async () => ((await app.inject('/readyz')).json() as { detail?: string }).detail
  expect(await until(async () => (await detail()) === 'commits are waiting for a standby, so nothing can be saved')).toBe(true)
  // If these transactions started, each would hold a connection until PostgreSQL had none left.
  for (let n = 0; n < 20; n++) {
    const error: unknown = await db
      .transaction()
      .execute((tx) => sql`insert into saved values (3)`.execute(tx))
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ message: 'commits are waiting for a standby' })
    expect(isPassing(error)).toBe(true)
  }
  expect((await pool.query(`select from pg_stat_activity where wait_event = 'SyncRep'`)).rowCount).toBe(2)

  await pool.query('alter system reset synchronous_standby_names')
  await pool.query('select pg_reload_conf()')
  expect(await until(async () => (await app.inject('/readyz')).statusCode === 200)).toBe(true)
  await db.transaction().execute((tx) => sql`insert into saved values (4)`.execute(tx))
  // Unacknowledged writes may still be stored, so clients must be able to send them again.
  expect((await sql`select n from saved order by n`.execute(db)).rows).toEqual([{ n: 1 }, { n: 2 }, { n: 4 }])
}, 120_000)

test('a read-only database is reported as not ready', async () => {
  const { url } = await createTestDatabase()
  const { pool, close } = openDatabase(`${url}?options=-c%20default_transaction_read_only%3Don`, 1)
  onTestFinished(close)
  const app = Fastify()
  healthRoutes(app, pool, () => false, null)
  const reply = await app.inject('/readyz')
  expect([reply.statusCode, reply.json().detail]).toEqual([503, 'the database is a standby, so nothing can be saved'])
})
