import { CamelCasePlugin, Kysely, PostgresDialect, type Selectable, type Transaction } from 'kysely'
import pg from 'pg'
import type { ConnectionBudget } from './connection-budget.ts'
import type { Tables } from './schema/tables.ts'
import { giveUpCleanly } from './waiting-commits.ts'

export type AccountLinkRow = Selectable<Tables['accountLinks']>
export type LinkPurpose = AccountLinkRow['purpose']
export type ApiKeyRow = Selectable<Tables['apiKeys']>
export type EmailRow = Selectable<Tables['emails']>
export type PhotoRow = Selectable<Tables['photos']>
export type RestoreRow = Selectable<Tables['restores']>
export type TakeBackLinkRow = Selectable<Tables['takeBackLinks']>
export type WebhookRow = Selectable<Tables['webhooks']>

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

// bigint values (counts, sequence numbers) stay below 2^53, so they're read as numbers. Strings would compare as text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// A date has no time zone. By default, the driver would turn the date into midnight in the server's time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, String)

export type Database = { db: Db; pool: pg.Pool; close(): Promise<void> }

// Longer than `statement_timeout`, because PostgreSQL ends a statement more cleanly if it still responds.
const QUERY_TIMEOUT_MS = 20_000

type DatabaseOptions = {
  /** With a budget, the pool closes idle connections soon, or immediately if another pool needs one. */
  budget?: ConnectionBudget | undefined
  queryTimeoutMs?: number
}

export function openDatabase(url: string, poolSize: number, { budget, queryTimeoutMs = QUERY_TIMEOUT_MS }: DatabaseOptions = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    // Home pages poll every three seconds, and each poll would otherwise open a new connection.
    ...(budget && { Client: budget.Client, idleTimeoutMillis: 10_000 }),
    connectionTimeoutMillis: 3000,
    statement_timeout: 15_000,
    // The server's own timeout doesn't end a query if the server is frozen or a commit is waiting for its standby. The outcome is then
    // unknown, and devices retry.
    query_timeout: queryTimeoutMs,
    keepAlive: true,
    // A writer that hangs inside a transaction would hold back changes for all devices.
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'trailwarden',
  })
  // Without a listener, a restart of PostgreSQL would end this process. The pool reconnects automatically.
  pool.on('error', () => undefined)
  // The pool doesn't listen to a connection while a transaction holds it. After a lost connection, the transaction's next statement fails.
  pool.on('connect', (client) => client.on('error', () => undefined))
  giveUpCleanly(pool)
  // Keys inside jsonb are data, such as network ids, so they must not be renamed.
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  const leave = budget?.share(pool)
  return {
    db,
    pool,
    // db.destroy() does nothing if Kysely hasn't used the pool yet, so connections would stay open.
    close() {
      leave?.()
      return pool.end()
    },
  }
}
