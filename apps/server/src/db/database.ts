/**
 * The one place that knows PostgreSQL: pool, table shapes, names (snake_case there, camelCase here), time limits.
 * A table's row type is the domain's type, so that there is no second description to keep in step.
 */
import type { TrailUpdate } from '@trailwarden/domain'
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'

type Tables = { trailUpdates: TrailUpdate }
export type Db = Kysely<Tables>

// bigint columns (counts, sequence numbers) stay below 2^53 here; as strings they would compare as text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export type Database = { db: Db; pool: pg.Pool; close(): Promise<void> }

export function openDatabase(url: string, poolSize: number): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 3000,
    statement_timeout: 15_000,
    // A writer stuck inside a transaction would hold back what every phone may fetch.
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'trailwarden',
  })
  // Without a listener a restart of PostgreSQL would end this process. There is nothing to do: the pool connects anew.
  pool.on('error', () => undefined)
  // Keys inside jsonb are data (network ids), so they are left as they are.
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  // Not db.destroy(): Kysely forgets a pool that it has not used itself, and its connections would stay open.
  return { db, pool, close: () => pool.end() }
}
