/** Everything that a council owns, in files that any program can read, and that `import` makes the same deployment of again. */
import { type FileHandle, mkdir, open, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { contentHashes, withClient } from './content-hash.ts'
import { EXPORT_FORMAT, type Manifest } from './export-manifest.ts'
import { exportedTables, isForReading } from './export-tables.ts'
import { type OpsCommand, withDatabase } from './ops-command.ts'
import { copyMissing, hashesOfPhotos } from './photo-engines.ts'
import { csvLines, featureOf } from './readable-copies.ts'

const ROWS_AT_ONCE = 1000
const SEQUENCES = ['action_number', 'trail_update_order']

/** Files that only the owner may read: passwords are in them, though not as they are. */
const create = (path: string) => open(path, 'wx', 0o600)

/** Each row as JSON, many at a time: a table need not fit into memory. */
async function eachBatch(client: pg.Client, table: string, take: (lines: string[]) => Promise<void>): Promise<void> {
  // row_to_json and not jsonb: what devices sent stays as it was sent.
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
    await csv?.write(`${columns.join(',')}\r\n`)
    await map?.write('{"type":"FeatureCollection","features":[\n')
    let isFirst = true
    await eachBatch(client, table, async (lines) => {
      await whole.write(`${lines.join('\n')}\n`)
      const rows = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
      await csv?.write(csvLines(rows, columns))
      const features = map ? rows.map(featureOf).filter((one) => one !== null) : []
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
    // Also sets how times are written.
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
    return withDatabase(async (_database, { DATABASE_URL, PHOTOS_DIR, PHOTOS_S3_ENDPOINT }) => {
      if (PHOTOS_S3_ENDPOINT) throw new Error('Photos are in a bucket: bring them back first (npm run ops -- photos move --back).')
      const manifest = await exportAll(DATABASE_URL, PHOTOS_DIR, folder)
      // Last: an export without it is not finished.
      await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest, null, 1), { mode: 0o600 })
      console.log(`${Object.keys(manifest.content).length} tables and ${Object.keys(manifest.photos).length} photos are in ${folder}.`)
      return 0
    })
  },
}
