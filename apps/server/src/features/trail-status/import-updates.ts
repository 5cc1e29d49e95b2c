/** UPD-04: `npm run admin -- import-updates file.json [--dry-run]`. The export uses the previous app's field names. */
import { fromOldColumns, type ImportedUpdate, toOldColumns } from '@trailwarden/domain'
import type { Site } from '@trailwarden/site'
import * as z from 'zod/mini'
import type { Db } from '#db/database.ts'
import { uuidFrom } from '#db/uuid.ts'
import { lockTrailStatus } from './trail-status-store.ts'

/** Clocks may differ a little. A time further in the future is an error in the file. */
const MOST_AHEAD_MS = 86_400_000

export type ImportLine = { oldId: string; outcome: 'imported' | 'there already' | 'refused'; reason?: string }

const OldRecords = z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())])

/** Records are a list or a map by id, at the top level or under `updates`. */
function recordsIn(file: unknown): unknown[] {
  const whole = z.object({ updates: OldRecords }).safeParse(file)
  const records = OldRecords.parse(whole.success ? whole.data.updates : file)
  if (Array.isArray(records)) return records
  return Object.entries(records).map(([id, record]) => (typeof record === 'object' && record !== null ? { id, ...record } : record))
}

/**
 * An update later than all others gets the next order number, like a new one. An older one is placed before all updates posted here, so it
 * never hides any of them.
 */
async function importUpdate(db: Db, { oldId, oldAuthor, ...update }: ImportedUpdate, dryRun: boolean): Promise<ImportLine> {
  const id = uuidFrom('update', oldId)
  return db.transaction().execute(async (tx): Promise<ImportLine> => {
    const now = await lockTrailStatus(tx)
    if (update.createdAt.getTime() > now.getTime() + MOST_AHEAD_MS)
      return { oldId, outcome: 'refused', reason: 'created_at is in the future' }
    if (await tx.selectFrom('trailUpdates').select('id').where('id', '=', id).executeTakeFirst()) return { oldId, outcome: 'there already' }
    const later = await tx.selectFrom('trailUpdates').select('id').where('createdAt', '>', update.createdAt).limit(1).executeTakeFirst()
    const row = { ...update, id, createdBy: uuidFrom('person', oldAuthor) }
    if (!dryRun)
      await tx
        .insertInto('trailUpdates')
        .values(later ? { ...row, orderNumber: 0 } : row)
        .execute()
    return { oldId, outcome: 'imported' }
  })
}

/**
 * Oldest first. Records are imported separately, so that an unreadable record doesn't block the others. A dry run returns the same result
 * without writing.
 */
export async function importUpdates(db: Db, site: Pick<Site, 'networks'>, file: unknown, { dryRun = false } = {}): Promise<ImportLine[]> {
  const records = recordsIn(file).map((record, i) => ({ i, record, read: fromOldColumns(record, site.networks) }))
  const timeOf = ({ read }: (typeof records)[number]) => (read.ok ? read.record.createdAt.getTime() : 0)
  const lines: ImportLine[] = []
  for (const { i, record, read } of records.toSorted((a, b) => timeOf(a) - timeOf(b))) {
    if (read.ok) lines[i] = await importUpdate(db, read.record, dryRun)
    else {
      const { data } = z.object({ id: z.string() }).safeParse(record)
      lines[i] = { oldId: data?.id ?? `record ${i + 1}`, outcome: 'refused', reason: read.refusal.detail }
    }
  }
  return lines
}

export async function exportUpdates(db: Db, site: Pick<Site, 'networks'>): Promise<Record<string, string>[]> {
  const updates = await db.selectFrom('trailUpdates').selectAll().orderBy('orderNumber').orderBy('createdAt').orderBy('id').execute()
  return updates.map((update) => toOldColumns(update, site.networks))
}
