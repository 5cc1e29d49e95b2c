import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type pg from 'pg'

const MIGRATIONS = resolve(import.meta.dirname, '../../migrations')

// Any number will do, as long as every process that migrates asks for the same one.
const LOCK = 7_206_009

/**
 * Brings the database up to date: numbered SQL files, forwards only, each in its own transaction.
 * Processes that start together wait for each other; a file that changed after it was applied stops the start,
 * because two databases would then differ without anyone knowing.
 */
export async function migrate(pool: pg.Pool, directory = MIGRATIONS): Promise<string[]> {
  const files = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort()
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(
      'create table if not exists migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migrations')
    const applied = new Map(rows.map((row) => [row.name, row.hash]))
    const done: string[] = []
    for (const name of files) {
      const sql = await readFile(join(directory, name), 'utf8')
      const hash = createHash('sha256').update(sql).digest('hex')
      const known = applied.get(name)
      if (known === hash) continue
      if (known) throw new Error(`Migration ${name} was changed after it had been applied; write a new one instead.`)
      await client.query('begin')
      try {
        await client.query(sql)
        await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash])
        await client.query('commit')
      } catch (cause) {
        await client.query('rollback')
        throw new Error(`Migration ${name} failed.`, { cause })
      }
      done.push(name)
    }
    return done
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => undefined)
    client.release()
  }
}
