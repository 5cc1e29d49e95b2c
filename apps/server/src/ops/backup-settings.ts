/** Which engines a deployment backs up with: those of their own, or for the smallest a folder of dumps and copies. */
import * as z from 'zod'
import type { Config } from '../config.ts'
import { bucketOf } from '../files/photo-store.ts'
import { type DatabaseEngine, dumpEngine } from './dump-engine.ts'
import { pgBackRestEngine } from './pgbackrest-engine.ts'
import { bucketVersions, type PhotoEngine, photoCopies, resticEngine } from './photo-engines.ts'

/** PGBACKREST_… and RESTIC_… are these programs' own names: they read the rest of theirs themselves. */
const BackupEnvironment = z.object({
  /** A folder, best on another disk or machine, for dumps of the database and copies of photos. */
  BACKUP_DIR: z.string().startsWith('/', 'must begin with /').optional(),
  PGBACKREST_STANZA: z.string().min(1).optional(),
  RESTIC_REPOSITORY: z.string().min(1).optional(),
  RESTIC_REPOSITORY_FILE: z.string().min(1).optional(),
  /** How long what was deleted can still be brought back. */
  BACKUP_KEEP_DAYS: z.coerce.number().int().min(2).max(3650).default(35),
})

export type Engines = { database: DatabaseEngine; photos: PhotoEngine }

export function openEngines(environment: Record<string, string | undefined>, config: Config): Engines {
  const parsed = BackupEnvironment.safeParse(environment)
  if (!parsed.success) throw new Error(`Backups cannot be made: ${z.prettifyError(parsed.error)}`)
  const { BACKUP_DIR: folder, BACKUP_KEEP_DAYS: keepDays, PGBACKREST_STANZA, RESTIC_REPOSITORY, RESTIC_REPOSITORY_FILE } = parsed.data
  const isRestic = (RESTIC_REPOSITORY ?? RESTIC_REPOSITORY_FILE) !== undefined
  const bucket = bucketOf(config)
  if (!folder && !(PGBACKREST_STANZA && (bucket || isRestic)))
    throw new Error('Backups cannot be made: set BACKUP_DIR, or PGBACKREST_STANZA and RESTIC_REPOSITORY (docs/operations.md).')
  return {
    database: PGBACKREST_STANZA ? pgBackRestEngine(config) : dumpEngine(config, folder ?? '', keepDays),
    photos: bucket
      ? bucketVersions(bucket)
      : isRestic
        ? resticEngine(config.PHOTOS_DIR, keepDays)
        : photoCopies(config.PHOTOS_DIR, folder ?? '', keepDays),
  }
}
