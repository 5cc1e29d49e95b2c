/** The import either succeeds completely, with matching hashes for every table, or changes nothing. */
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { audit } from '../../db/audit.ts'
import { renewEpoch } from '../../sync/pull/epoch.ts'
import { contentHashes, differences, withClient } from '../backup/content-hash.ts'
import { copyMissing, hashesOfPhotos } from '../backup/photo-engines.ts'
import { type OpsCommand, withDatabase } from '../ops-command.ts'
import { EXPORT_FORMAT, type Manifest } from './export-manifest.ts'
import { exportedTables } from './export-tables.ts'

const ROWS_AT_ONCE = 500
/** The only exported table that already has a row in a new database. */
const HAS_A_ROW_OF_ITS_OWN = 'settings'

async function refuseIfUsed(client: pg.Client, tables: readonly string[]): Promise<void> {
  for (const table of tables.filter((name) => name !== HAS_A_ROW_OF_ITS_OWN)) {
    const { rowCount } = await client.query(`select from ${pg.escapeIdentifier(table)} limit 1`)
    if (rowCount) throw new Error(`The database is not empty: there are ${table}. Import into an unused database.`)
  }
}

/** Triggers would reject or alter the imported data. Triggers that record changes for devices stay on. */
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
    if (unknown.length > 0) throw new Error(`The export is from a newer version. This version has no table for ${unknown.join(', ')}.`)
    await refuseIfUsed(client, tables)
    await switchTriggers(client, 'disable')
    await client.query(`delete from ${HAS_A_ROW_OF_ITS_OWN}`)
    for (const table of tables) await fill(client, table, join(folder, 'tables', `${table}.jsonl`))
    await switchTriggers(client, 'enable')
    for (const [name, last] of Object.entries(sequences)) await client.query('select setval($1::regclass, $2)', [name, last])
    const found = await contentHashes(client)
    const wrong = differences(content, Object.fromEntries(tables.flatMap((name) => (found[name] ? [[name, found[name]]] : []))))
    if (wrong.length > 0) throw new Error(`Nothing was imported, because ${wrong.join(', ')} would differ from the export.`)
    await client.query('commit')
  })
}

export const importCommand: OpsCommand = {
  usage: 'import <folder of an export>',
  read([folder, ...rest]) {
    if (!folder || rest.length > 0) return null
    return withDatabase(async ({ db }, { DATABASE_URL, MIGRATION_DATABASE_URL, PHOTOS_DIR }) => {
      // The cast is safe, because `export` wrote this file and the import is compared with it.
      const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest
      if (manifest.format !== EXPORT_FORMAT)
        throw new Error(`This export has format ${manifest.format}; this version supports only ${EXPORT_FORMAT}.`)
      const photos = await hashesOfPhotos(join(folder, 'photos'))
      const damaged = Object.entries(manifest.photos).filter(([file, hash]) => photos[file] !== hash)
      if (damaged.length > 0)
        throw new Error(`Nothing was imported, because ${damaged.length} photos in the export are missing or damaged.`)
      await copyMissing(join(folder, 'photos'), PHOTOS_DIR)
      await importTables(MIGRATION_DATABASE_URL ?? DATABASE_URL, folder, manifest)
      await renewEpoch(db, { force: true })
      await audit(db, 'imported', { details: { by: 'command' } }, new Date())
      console.log(`${Object.keys(manifest.content).length} tables match the export, ${Object.keys(photos).length} photos are present.`)
      return 0
    })
  },
}
