/**
 * The server logs in with a role that owns nothing (DATABASE_URL), so an attacker who takes over the server can't disable the triggers that
 * keep logs append-only. If only DATABASE_URL is set, as in development, one role does everything.
 */
import pg from 'pg'
import { openDatabase } from '../database.ts'
import { migrate } from './migrate.ts'
import { createQueues, type Queues } from './queues.ts'

export type DatabaseUrls = { DATABASE_URL: string; MIGRATION_DATABASE_URL?: string | undefined }

export async function prepareTables(
  { DATABASE_URL, MIGRATION_DATABASE_URL }: DatabaseUrls,
  queues: Queues,
  directory?: string,
): Promise<string[]> {
  const owner = openDatabase(MIGRATION_DATABASE_URL ?? DATABASE_URL, 2)
  const servingRole = decodeURIComponent(new URL(DATABASE_URL).username)
  try {
    return await migrate(owner.pool, directory, async (client) => {
      if (!(await ownsTables(client))) return
      await createQueues(owner.pool, queues)
      if (MIGRATION_DATABASE_URL) await grantTo(client, servingRole)
    })
  } finally {
    await owner.close()
  }
}

/** The owner of tables can disable triggers. */
export async function ownsTables(connection: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const { rows } = await connection.query<{ owns: boolean }>(
    "select pg_has_role(current_user, relowner, 'usage') as owns from pg_class where oid = to_regclass('migrations')",
  )
  return rows[0]?.owns ?? false
}

async function grantTo(client: pg.PoolClient, roleName: string): Promise<void> {
  const role = pg.escapeIdentifier(roleName)
  const { rows } = await client.query<{ same: boolean }>('select current_user = $1 as same', [roleName])
  if (rows[0]?.same) return
  const statements = ['public', 'pgboss'].flatMap((schema) => [
    `grant usage on schema ${schema} to ${role}`,
    `grant select, insert, update, delete on all tables in schema ${schema} to ${role}`,
    `grant usage, select, update on all sequences in schema ${schema} to ${role}`,
    // Includes the tables of later migrations, because an older server may still be running while they're applied.
    `alter default privileges in schema ${schema} grant select, insert, update, delete on tables to ${role}`,
    `alter default privileges in schema ${schema} grant usage, select, update on sequences to ${role}`,
  ])
  await client.query('begin')
  await client.query(
    [
      ...statements,
      `revoke insert, update, delete on migrations from ${role}`,
      `revoke update, delete on audit_log from ${role}`,
      `revoke update, delete on account_grants from ${role}`,
      // In these tables, the only change is to the author's name, when an account is deleted.
      `revoke delete on trail_updates, history from ${role}`,
    ].join(';\n'),
  )
  await client.query('commit')
}
