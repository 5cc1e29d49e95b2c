/** Any program can read the files, and `import` can recreate the deployment from them. */
import { type FileHandle, mkdir, open, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { audit } from '../../db/audit.ts'
import { contentHashes, withClient } from '../backup/content-hash.ts'
import { copyMissing, hashesOfPhotos } from '../backup/photo-engines.ts'
import { csvLines, featureOf, isSecret, withoutSecrets } from '../backup/readable-copies.ts'
import { type OpsCommand, withDatabase } from '../ops-command.ts'
import { EXPORT_FORMAT, type Manifest } from './export-manifest.ts'
import { exportedTables, isForReading } from './export-tables.ts'

const ROWS_AT_ONCE = 1000
const SEQUENCES = ['action_number', 'trail_update_order']

/** Only the owner may read the file, because the export contains password hashes. */
const create = (path: string) => open(path, 'wx', 0o600)

/** Batches keep a table from having to fit into memory. */
async function eachBatch(client: pg.Client, table: string, take: (lines: string[]) => Promise<void>): Promise<void> {
  // jsonb would change the JSON that devices sent.
  await client.query(`declare rows cursor for select row_to_json(one)::text as line from ${pg.escapeIdentifier(table)} as one`)
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${ROWS_AT_ONCE} from rows`)
    if (rows.length === 0) break
    await take(rows.map(({ line }) => line))
  }
  await client.query('close rows')
}

async function exportTable(client: pg.Client, table: string, folder: string): Promise<void> {
  const { fields } = await client.query(`select * from ${pg.escapeIdentifier(table)} limit 0`)
  const columns = fields.map(({ name }) => name)
  const files: FileHandle[] = []
  const file = async (...path: string[]) => {
    const made = await create(join(folder, ...path))
    files.push(made)
    return made
  }
  try {
    const whole = await file('tables', `${table}.jsonl`)
    const csv = isForReading(table) ? await file('csv', `${table}.csv`) : null
    const map = columns.includes('place') ? await file('geojson', `${table}.geojson`) : null
    const readable = columns.filter((name) => !isSecret(name))
    await csv?.write(`${readable.join(',')}\r\n`)
    await map?.write('{"type":"FeatureCollection","features":[\n')
    let isFirst = true
    await eachBatch(client, table, async (lines) => {
      await whole.write(`${lines.join('\n')}\n`)
      const rows = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
      await csv?.write(csvLines(rows, readable))
      const features = map ? rows.map((row) => featureOf(withoutSecrets(row))).filter((one) => one !== null) : []
      if (features.length > 0) await map?.write(`${isFirst ? '' : ',\n'}${features.map((one) => JSON.stringify(one)).join(',\n')}`)
      if (features.length > 0) isFirst = false
    })
    await map?.write('\n]}\n')
  } finally {
    for (const one of files) await one.close()
  }
}

async function exportAll(url: string, photosDir: string, folder: string): Promise<Manifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty.`)
  for (const name of ['tables', 'csv', 'geojson', 'photos']) await mkdir(join(folder, name), { mode: 0o700 })
  return withClient(url, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    // This call also sets the time zone and date style of the connection for the export.
    const all = await contentHashes(client)
    const tables = await exportedTables(client)
    for (const table of tables) await exportTable(client, table, folder)
    const sequences: Record<string, number> = {}
    for (const name of SEQUENCES) {
      const { rows } = await client.query<{ last: number }>(`select last_value::float8 as last from ${name}`)
      sequences[name] = rows[0]?.last ?? 1
    }
    const { rows: photos } = await client.query<{ file: string }>('select file from photos where stored_at is not null')
    await copyMissing(photosDir, join(folder, 'photos'), new Set(photos.map(({ file }) => file)))
    const content = Object.fromEntries(Object.entries(all).filter(([name]) => tables.includes(name)))
    return { format: EXPORT_FORMAT, at: new Date().toISOString(), content, sequences, photos: await hashesOfPhotos(join(folder, 'photos')) }
  })
}

export const exportCommand: OpsCommand = {
  usage: 'export <empty folder>',
  read([folder, ...rest]) {
    if (!folder || rest.length > 0) return null
    return withDatabase(async ({ db }, { DATABASE_URL, PHOTOS_DIR, PHOTOS_S3_ENDPOINT }) => {
      if (PHOTOS_S3_ENDPOINT) throw new Error('Photos are in a bucket. Move them back first (npm run ops -- photos move --back).')
      const manifest = await exportAll(DATABASE_URL, PHOTOS_DIR, folder)
      // The manifest is written last, so an export without a manifest is incomplete.
      await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest, null, 1), { mode: 0o600 })
      await audit(db, 'exported', { details: { kind: 'everything', by: 'command' } }, new Date())
      console.log(`${Object.keys(manifest.content).length} tables and ${Object.keys(manifest.photos).length} photos are in ${folder}.`)
      return 0
    })
  },
}
