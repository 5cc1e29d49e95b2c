import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type pg from 'pg'

const MIGRATIONS = resolve(import.meta.dirname, '../../migrations')

// Any number will do, as long as every process that migrates asks for the same one.
const LOCK = 7_206_009

/** Past the limit that the pool itself sets on every query. */
const patiently = (client: pg.PoolClient, text: string, values: unknown[] = []) => {
  const query: pg.QueryConfig & { query_timeout: number } = { text, values, query_timeout: 86_400_000 }
  return client.query(query)
}

/**
 * Brings the database up to date: numbered SQL files, forwards only, each in its own transaction. `finish` runs under the same lock.
 * Processes that start together wait for each other, however long a migration takes; a file that changed after it was applied stops
 * the start, because two databases would then differ without anyone knowing; and so does a database that a newer version has migrated.
 */
export async function migrate(pool: pg.Pool, directory = MIGRATIONS, finish = async (_client: pg.PoolClient) => {}): Promise<string[]> {
  const client = await pool.connect()
  try {
    // The limits of the pool are for requests: they would end a long migration, and whoever waits for it.
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    await patiently(client, 'select pg_advisory_lock($1)', [LOCK])
    const done = await applyMigrations(client, directory)
    await finish(client)
    return done
  } finally {
    // Closed and not handed back: the lock and the settings end with the connection.
    client.release(true)
  }
}

const hashOf = (sql: string) => createHash('sha256').update(sql).digest('hex')

const filesIn = async (directory: string) => (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort()

/** Names of migrations: not applied yet, applied by a newer version, and other than when they were applied. */
export async function compareMigrations(pool: pg.Pool, directory = MIGRATIONS): Promise<Record<'missing' | 'newer' | 'changed', string[]>> {
  const [files, applied] = [await filesIn(directory), await readApplied(pool)]
  const changed: string[] = []
  for (const name of files.filter((one) => applied.has(one)))
    if (hashOf(await readFile(join(directory, name), 'utf8')) !== applied.get(name)) changed.push(name)
  return {
    missing: files.filter((name) => !applied.has(name)),
    newer: [...applied.keys()].filter((name) => !files.includes(name)),
    changed,
  }
}

async function applyMigrations(client: pg.PoolClient, directory: string): Promise<string[]> {
  const files = await filesIn(directory)
  const applied = await readApplied(client)
  const newer = [...applied.keys()].filter((name) => !files.includes(name))
  if (newer.length > 0)
    throw new Error(
      `The server cannot start: a newer version has changed the database (${newer.join(', ')}). Install that version or a later one.`,
    )
  const done: string[] = []
  for (const name of files) {
    const sql = await readFile(join(directory, name), 'utf8')
    const hash = hashOf(sql)
    const known = applied.get(name)
    if (known === hash) continue
    if (known) throw new Error(`Migration ${name} was changed after it had been applied; write a new one instead.`)
    if (done.length === 0) await beginMigrating(client)
    await client.query('begin')
    try {
      await patiently(client, sql)
      await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash])
      await client.query('commit')
    } catch (cause) {
      await client.query('rollback')
      throw new Error(`Migration ${name} failed.`, { cause })
    }
    done.push(name)
  }
  return done
}

async function readApplied(client: Pick<pg.Pool, 'query'>): Promise<Map<string, string>> {
  const { rows: tables } = await client.query("select 1 where to_regclass('migrations') is not null")
  if (tables.length === 0) return new Map()
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migrations')
  return new Map(rows.map(({ name, hash }) => [name, hash]))
}

/** Only when there is something to do: the role that serves may not define tables. */
async function beginMigrating(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ may: boolean }>("select has_schema_privilege(current_schema(), 'create') as may")
  if (!rows[0]?.may)
    throw new Error(
      'The server cannot start: the database is not up to date, and its role may not change it. Run npm run migrate with MIGRATION_DATABASE_URL.',
    )
  await client.query(
    'create table if not exists migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())',
  )
}
