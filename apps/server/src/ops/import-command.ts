/** Makes an export a deployment again, in an empty database: all or nothing, and only if every table has the hash it had. */
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { renewEpoch } from '../sync/epoch.ts'
import { contentHashes, differences, withClient } from './content-hash.ts'
import { EXPORT_FORMAT, type Manifest } from './export-manifest.ts'
import { exportedTables } from './export-tables.ts'
import { type OpsCommand, withDatabase } from './ops-command.ts'
import { copyMissing, hashesOfPhotos } from './photo-engines.ts'

const ROWS_AT_ONCE = 500
/** A new database has rows of its own in no other table that is exported. */
const HAS_A_ROW_OF_ITS_OWN = 'settings'

async function refuseIfUsed(client: pg.Client, tables: readonly string[]): Promise<void> {
  for (const table of tables.filter((name) => name !== HAS_A_ROW_OF_ITS_OWN)) {
    const { rowCount } = await client.query(`select from ${pg.escapeIdentifier(table)} limit 1`)
    if (rowCount) throw new Error(`The database is not empty: there are ${table}. An export needs one that nobody has used.`)
  }
}

/** Those that note changes for devices stay; the others would refuse or alter what is brought back. */
async function switchTriggers(client: pg.Client, to: 'disable' | 'enable'): Promise<void> {
  const { rows } = await client.query<{ table: string; name: string }>(`
    select tgrelid::regclass::text as table, quote_ident(tgname) as name from pg_trigger
    where not tgisinternal and tgfoid <> 'note_row_change'::regproc and tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`)
  for (const { table, name } of rows) await client.query(`alter table ${table} ${to} trigger ${name}`)
}

async function fill(client: pg.Client, table: string, file: string): Promise<void> {
  const name = pg.escapeIdentifier(table)
  const insert = (lines: string[]) =>
    client.query(
      `insert into ${name} overriding system value
       select filled.* from json_array_elements($1::json) as line, lateral json_populate_record(null::${name}, line) as filled`,
      [`[${lines.join(',')}]`],
    )
  let lines: string[] = []
  for await (const line of createInterface({ input: createReadStream(file) })) {
    lines.push(line)
    if (lines.length < ROWS_AT_ONCE) continue
    await insert(lines)
    lines = []
  }
  if (lines.length > 0) await insert(lines)
  const { rows } = await client.query<{ column: string }>(
    `select attname as column from pg_attribute where attrelid = $1::regclass and attidentity <> ''`,
    [name],
  )
  for (const { column } of rows)
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), (select max(${pg.escapeIdentifier(column)}) from ${name})) where exists (select from ${name})`,
      [name, column],
    )
}

async function importTables(url: string, folder: string, { content, sequences }: Manifest): Promise<void> {
  await withClient(url, async (client) => {
    await client.query('begin')
    const tables = (await exportedTables(client)).filter((name) => name in content)
    const unknown = Object.keys(content).filter((name) => !tables.includes(name))
    if (unknown.length > 0) throw new Error(`The export is of a newer version: there is no place for ${unknown.join(', ')}.`)
    await refuseIfUsed(client, tables)
    await switchTriggers(client, 'disable')
    await client.query(`delete from ${HAS_A_ROW_OF_ITS_OWN}`)
    for (const table of tables) await fill(client, table, join(folder, 'tables', `${table}.jsonl`))
    await switchTriggers(client, 'enable')
    for (const [name, last] of Object.entries(sequences)) await client.query('select setval($1::regclass, $2)', [name, last])
    const found = await contentHashes(client)
    const wrong = differences(content, Object.fromEntries(tables.flatMap((name) => (found[name] ? [[name, found[name]]] : []))))
    if (wrong.length > 0) throw new Error(`Nothing was imported: ${wrong.join(', ')} would not be what was exported.`)
    await client.query('commit')
  })
}

export const importCommand: OpsCommand = {
  usage: 'import <folder of an export>',
  read([folder, ...rest]) {
    if (!folder || rest.length > 0) return null
    return withDatabase(async ({ db }, { DATABASE_URL, MIGRATION_DATABASE_URL, PHOTOS_DIR }) => {
      // Safe: written by `export`; what is wrong with it shows in the comparison.
      const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest
      if (manifest.format !== EXPORT_FORMAT) throw new Error(`This export has format ${manifest.format}; ${EXPORT_FORMAT} is known here.`)
      const photos = await hashesOfPhotos(join(folder, 'photos'))
      const damaged = Object.entries(manifest.photos).filter(([file, hash]) => photos[file] !== hash)
      if (damaged.length > 0) throw new Error(`Nothing was imported: ${damaged.length} photos of the export are missing or damaged.`)
      await copyMissing(join(folder, 'photos'), PHOTOS_DIR)
      await importTables(MIGRATION_DATABASE_URL ?? DATABASE_URL, folder, manifest)
      await renewEpoch(db, { force: true })
      console.log(`${Object.keys(manifest.content).length} tables are what they were, ${Object.keys(photos).length} photos are there.`)
      return 0
    })
  },
}
