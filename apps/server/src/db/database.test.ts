import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aDatabase } from '#testing/test-server.ts'
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
