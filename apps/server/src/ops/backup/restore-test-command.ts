import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { recordRun } from '../../features/operations/maintenance-runs.ts'
import { type OpsCommand, withDatabase } from '../ops-command.ts'
import { type Engines, openEngines } from './backup-settings.ts'
import { type ContentHashes, differences, hashesOf, rowsIn, withClient } from './content-hash.ts'
import type { Details } from './dump-engine.ts'
import { hashOf, hashOfFile, type ReadPhoto } from './photo-engines.ts'
import { createScratchCluster } from './scratch-cluster.ts'

async function comparePhotos(url: string, restored: ReadPhoto, live: string): Promise<number> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ file: string }>('select file from photos where stored_at is not null order by file'),
  )
  for (const { file } of rows) {
    const isLive = (await stat(join(live, file)).catch(() => null)) !== null
    const bytes = await restored(file)
    if (!bytes) throw new Error(`The photo ${file} is not in the backup.`)
    if (isLive && hashOf(bytes) !== (await hashOfFile(join(live, file)))) throw new Error(`The photo ${file} differs in the backup.`)
  }
  return rows.length
}

const only = (wanted: ContentHashes, found: ContentHashes): ContentHashes =>
  Object.fromEntries(Object.entries(found).filter(([name]) => name in wanted))

async function tryRestore({ database, photos }: Engines, { PHOTOS_DIR }: Config): Promise<Details> {
  const cluster = await createScratchCluster()
  try {
    const { url, expected } = await database.restoreBeside(cluster)
    // `expected` excludes tables that changed during the backup.
    const found = await hashesOf(url)
    const wrong = differences(expected, only(expected, found))
    if (wrong.length > 0) throw new Error(`The restored database differs in ${wrong.join(', ')}.`)
    if (rowsIn(expected) === 0) throw new Error('Nothing could be compared because the backup is empty.')
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
          console.log(`Restored and compared: ${rows} rows of ${tables} tables match, ${photos} photos are present.`)
          return 0
        }),
}
