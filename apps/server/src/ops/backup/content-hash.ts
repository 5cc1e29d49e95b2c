/** Two databases with equal hashes have equal content, regardless of how they were created. */
import pg from 'pg'

type TableHash = { rows: number; hash: string }
export type ContentHashes = Readonly<Record<string, TableHash>>

/** A backup writes to one of these tables, and a restore intentionally empties the other. */
const LEFT_OUT = ['maintenance_runs', 'rate_limits']

/** This work may take minutes, so the connection has no time limits for requests. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'trailwarden ops' })
  // If the connection breaks, its statement fails anyway. Without a listener, the error event would also end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The hashes are of one moment if the client is in a repeatable read transaction. */
export async function contentHashes(client: pg.Client): Promise<ContentHashes> {
  // The text form of values depends on these settings, so they must be equal for every hash.
  await client.query(`set timezone = 'UTC'; set datestyle = 'ISO'; set bytea_output = 'hex'; set extra_float_digits = 1`)
  const { rows: tables } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> all($1) order by 1`,
    [LEFT_OUT],
  )
  const hashes: Record<string, TableHash> = {}
  for (const { name } of tables) {
    const table = pg.escapeIdentifier(name)
    const { rows } = await client.query<TableHash>(`
      select count(*)::int as rows, encode(sha256(convert_to(coalesce(string_agg(h, '' order by h), ''), 'UTF8')), 'hex') as hash
      from (select encode(sha256(convert_to(one::text, 'UTF8')), 'hex') as h from public.${table} as one) as hashed`)
    if (rows[0]) hashes[name] = rows[0]
  }
  return hashes
}

export async function hashesOf(url: string): Promise<ContentHashes> {
  return withClient(url, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    return contentHashes(client)
  })
}

export function differences(expected: ContentHashes, found: ContentHashes): string[] {
  const names = [...new Set([...Object.keys(expected), ...Object.keys(found)])]
  return names.filter((name) => expected[name]?.hash !== found[name]?.hash)
}

export const rowsIn = (hashes: ContentHashes) => Object.values(hashes).reduce((total, { rows }) => total + rows, 0)
