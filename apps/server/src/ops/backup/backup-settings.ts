import * as z from 'zod'
import type { Config } from '../../config.ts'
import { bucketOf } from '../../files/photo-store.ts'
import { type DatabaseEngine, dumpEngine } from './dump-engine.ts'
import { pgBackRestEngine } from './pgbackrest-engine.ts'
import { bucketVersions, type PhotoEngine, photoCopies, resticEngine } from './photo-engines.ts'

/** pgBackRest and restic define the names PGBACKREST_… and RESTIC_…, and read their other settings themselves. */
export const BackupEnvironment = z.object({
  BACKUP_DIR: z
    .string()
    .startsWith('/', 'must begin with /')
    .optional()
    .describe('Folder for dumps of the database and copies of photos, preferably on another disk or machine.'),
  PGBACKREST_STANZA: z.string().min(1).optional().describe('pgBackRest stanza. If set, pgBackRest backs up the database.'),
  RESTIC_REPOSITORY: z.string().min(1).optional().describe('restic repository. If set, restic backs up the photos.'),
  RESTIC_REPOSITORY_FILE: z
    .string()
    .min(1)
    .optional()
    .describe("File that contains the repository's address, instead of `RESTIC_REPOSITORY`."),
  BACKUP_KEEP_DAYS: z.coerce
    .number()
    .int()
    .min(2)
    .max(3650)
    .default(35)
    .describe('Number of days that deleted photos and old dumps stay in the backup.'),
})

export type Engines = { database: DatabaseEngine; photos: PhotoEngine }

export function openEngines(environment: Record<string, string | undefined>, config: Config): Engines {
  const parsed = BackupEnvironment.safeParse(environment)
  if (!parsed.success) throw new Error(`Backups cannot be made: ${z.prettifyError(parsed.error)}`)
  const { BACKUP_DIR: folder, BACKUP_KEEP_DAYS: keepDays, PGBACKREST_STANZA, RESTIC_REPOSITORY, RESTIC_REPOSITORY_FILE } = parsed.data
  const isRestic = (RESTIC_REPOSITORY ?? RESTIC_REPOSITORY_FILE) !== undefined
  const bucket = bucketOf(config)
  if (!folder && !(PGBACKREST_STANZA && (bucket || isRestic)))
    throw new Error('Backups cannot be made: set BACKUP_DIR, or PGBACKREST_STANZA and RESTIC_REPOSITORY (docs/backup-restore.md).')
  return {
    database: PGBACKREST_STANZA ? pgBackRestEngine(config) : dumpEngine(config, folder ?? '', keepDays),
    photos: bucket
      ? bucketVersions(bucket)
      : isRestic
        ? resticEngine(config.PHOTOS_DIR, keepDays)
        : photoCopies(config.PHOTOS_DIR, folder ?? '', keepDays),
  }
}
