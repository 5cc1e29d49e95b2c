import { FORMER_USER } from '@trailwarden/domain'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { PhotoStore } from '#files/photo-store.ts'

const BATCH = 50
const PURGED = {
  ...{ description: 'Deleted', area: 'Deleted', trail: null, detail: '', place: null },
  ...{ photoId: null, photos: '[]', notes: '[]', waitingFor: '', fix: '' },
  ...{ assignedTo: null, assignedName: null, assignedEmail: null },
  ...{ createdByName: FORMER_USER, updatedByName: FORMER_USER },
}

/**
 * An empty row remains, so that its number isn't reused and devices with unsent changes get the response 'gone'. The history still shows
 * who changed which fields and when, as a safety record.
 */
export async function purgeDeletedActions({ db, store }: { db: Db; store: PhotoStore }, purgeDays: number, now: Date): Promise<number> {
  const rows = await db
    .selectFrom('actions')
    .select('id')
    .where('deletedAt', '<', sql<Date>`${now}::timestamptz - make_interval(days => ${purgeDays})`)
    .where('purgedAt', 'is', null)
    .orderBy('deletedAt')
    .limit(BATCH)
    .execute()
  for (const { id } of rows) {
    await db.transaction().execute(async (tx) => {
      await tx.selectFrom('actions').select('id').where('id', '=', id).forUpdate().execute()
      const photos = await tx.selectFrom('photos').select(['id', 'file']).where('actionId', '=', id).forUpdate().execute()
      // Files are removed first. After a crash, the rows are purged again and no files are left without a row.
      for (const { file } of photos) await store.remove(file)
      await tx.deleteFrom('photos').where('actionId', '=', id).execute()
      await tx
        .updateTable('actions')
        .set({ ...PURGED, purgedAt: now })
        .where('id', '=', id)
        .execute()
      const purgedChanges = sql<string>`(
        select coalesce(jsonb_object_agg(key, '{"before": null, "after": null}'::jsonb), '{}') from jsonb_object_keys(changes) key)`
      await tx.updateTable('history').set({ changes: purgedChanges }).where('kind', '=', 'action').where('recordId', '=', id).execute()
      // Keeps the responses, because repeated commands must get their first response.
      await tx.updateTable('commands').set({ patch: '{}' }).where('kind', '=', 'action').where('recordId', '=', id).execute()
    })
  }
  return rows.length
}
