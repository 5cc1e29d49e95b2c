/** Restores the latest backup beside the real thing, compares what it holds, and writes down that it did. Nothing real is touched. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { recordRun } from '../features/operations/maintenance-runs.ts'
import { type Engines, openEngines } from './backup-settings.ts'
import { type ContentHashes, differences, hashesOf, rowsIn, withClient } from './content-hash.ts'
import type { Details } from './dump-engine.ts'
import { type OpsCommand, withDatabase } from './ops-command.ts'
import { hashOf, hashOfFile, type ReadPhoto } from './photo-engines.ts'
import { aScratchCluster } from './scratch-cluster.ts'

/** Every photo that the restored database names is there, and is what the server has. */
async function comparePhotos(url: string, restored: ReadPhoto, live: string): Promise<number> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ file: string }>('select file from photos where stored_at is not null order by file'),
  )
  for (const { file } of rows) {
    const isLive = (await stat(join(live, file)).catch(() => null)) !== null
    const bytes = await restored(file)
    if (!bytes) throw new Error(`The photo ${file} is not in the backup.`)
    if (isLive && hashOf(bytes) !== (await hashOfFile(join(live, file)))) throw new Error(`The photo ${file} is another one in the backup.`)
  }
  return rows.length
}

const only = (wanted: ContentHashes, found: ContentHashes): ContentHashes =>
  Object.fromEntries(Object.entries(found).filter(([name]) => name in wanted))

async function tryRestore({ database, photos }: Engines, { PHOTOS_DIR }: Config): Promise<Details> {
  const cluster = await aScratchCluster()
  try {
    const { url, expected } = await database.restoreBeside(cluster)
    // Tables that were being written to while the moment was chosen are left out of `expected`, and so of the comparison.
    const found = await hashesOf(url)
    const wrong = differences(expected, only(expected, found))
    if (wrong.length > 0) throw new Error(`The restored database differs in ${wrong.join(', ')}.`)
    if (rowsIn(expected) === 0) throw new Error('Nothing could be compared: the backup is empty.')
    const count = await comparePhotos(url, await photos.restoreTo(join(cluster.folder, 'photos')), PHOTOS_DIR)
    return { tables: Object.keys(expected).length, rows: rowsIn(expected), photos: count }
  } finally {
    await cluster.remove()
  }
}

export const restoreTestCommand: OpsCommand = {
  usage: 'restore-test',
  read: (args) =>
    args.length > 0
      ? null
      : withDatabase(async ({ db }, config, environment) => {
          const engines = openEngines(environment, config)
          const { tables, rows, photos } = await recordRun(db, 'restore-test', () => tryRestore(engines, config))
          console.log(`Restored and compared: ${rows} rows of ${tables} tables are the same, ${photos} photos are there.`)
          return 0
        }),
}
