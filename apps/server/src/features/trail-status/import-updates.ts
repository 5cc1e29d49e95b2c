/** Updates of the old app, brought over and handed back under its names (UPD-04): `npm run admin -- import-updates file.json [--dry-run]`. */
import { createHash } from 'node:crypto'
import { fromOldColumns, toOldColumns } from '@trailwarden/domain'
import type { Site } from '@trailwarden/site'
import * as z from 'zod/mini'
import type { Db } from '#db/database.ts'
import { isUuid } from '#db/history.ts'

export type ImportLine = { oldId: string; outcome: 'imported' | 'there already' | 'refused'; reason?: string }

/** The same old id gives the same id of ours: bringing a file over twice adds nothing. */
function idFrom(kind: string, oldId: string): string {
  if (isUuid(oldId)) return oldId
  const hex = createHash('sha256').update(`${kind} ${oldId}`).digest('hex')
  // Version 8 of RFC 9562: of our own making.
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-')
}

const OldRecords = z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())])

/** An export is a list of records, or a map of them by id, alone or as the collection `updates` of a larger one. */
function recordsIn(file: unknown): unknown[] {
  const whole = z.object({ updates: OldRecords }).safeParse(file)
  const records = OldRecords.parse(whole.success ? whole.data.updates : file)
  if (Array.isArray(records)) return records
  return Object.entries(records).map(([id, record]) => (typeof record === 'object' && record !== null ? { id, ...record } : record))
}

/** Each record by itself: one that cannot be read keeps no other out. A dry run says the same and writes nothing. */
export async function importUpdates(db: Db, site: Pick<Site, 'networks'>, file: unknown, { dryRun = false } = {}): Promise<ImportLine[]> {
  const lines: ImportLine[] = []
  for (const [i, record] of recordsIn(file).entries()) {
    const read = fromOldColumns(record, site.networks)
    if (!read.ok) {
      const { data } = z.object({ id: z.string() }).safeParse(record)
      lines.push({ oldId: data?.id ?? `record ${i + 1}`, outcome: 'refused', reason: read.refusal.detail })
      continue
    }
    const { oldId, oldAuthor, ...update } = read.record
    const id = idFrom('update', oldId)
    const isThere = await db.selectFrom('trailUpdates').select('id').where('id', '=', id).executeTakeFirst()
    if (!isThere && !dryRun)
      await db
        .insertInto('trailUpdates')
        .values({ ...update, id, createdBy: idFrom('person', oldAuthor) })
        .execute()
    lines.push({ oldId, outcome: isThere ? 'there already' : 'imported' })
  }
  return lines
}

/** The whole log under the old names, oldest first. */
export async function exportUpdates(db: Db, site: Pick<Site, 'networks'>): Promise<Record<string, string>[]> {
  const updates = await db.selectFrom('trailUpdates').selectAll().orderBy('createdAt').orderBy('id').execute()
  return updates.map((update) => toOldColumns(update, site.networks))
}
