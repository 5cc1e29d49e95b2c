import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type pg from 'pg'

const MIGRATIONS = resolve(import.meta.dirname, '../../../migrations')

// An arbitrary lock number, equal in all processes that migrate.
const LOCK = 7_206_009

/** Runs a query without the pool's time limit. */
const patiently = (client: pg.PoolClient, text: string, values: unknown[] = []) => {
  const query: pg.QueryConfig & { query_timeout: number } = { text, values, query_timeout: 86_400_000 }
  return client.query(query)
}

/**
 * Each numbered SQL file has its own transaction. `finish` runs under the lock of the migrations. Startup fails if a newer version has
 * migrated the database, or if a file was changed after it was applied, because databases could then differ unnoticed.
 */
export async function migrate(pool: pg.Pool, directory = MIGRATIONS, finish = async (_client: pg.PoolClient) => {}): Promise<string[]> {
  const client = await pool.connect()
  try {
    // The pool's timeouts are meant for requests. They would end a long migration and the processes that wait for it.
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    await patiently(client, 'select pg_advisory_lock($1)', [LOCK])
    const done = await applyMigrations(client, directory)
    await finish(client)
    return done
  } finally {
    // Closing the connection also releases the lock and discards its settings.
    client.release(true)
  }
}

const hashOf = (sql: string) => createHash('sha256').update(sql).digest('hex')

const filesIn = async (directory: string) => (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort()

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
    if (known) throw new Error(`Migration ${name} was changed after it was applied. Write a new migration instead.`)
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

/** Called only if there are migrations to apply, because the server's role can't create tables. */
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
