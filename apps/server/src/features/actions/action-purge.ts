/** Purges deleted actions after a while: text, position, notes and photos, in the record, its history and the commands. */
import { FORMER_USER } from '@trailwarden/domain'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { PhotoStore } from '#files/photo-store.ts'

const BATCH = 50
const PURGED = 'Deleted'

/**
 * Purges a batch of actions. The row stays without its content, so that its number is never given again and a phone that comes back
 * with a change is answered that it is gone. Of the history stays who changed which fields and when: the safety record of what was done.
 */
export async function purgeDeletedActions({ db, store }: { db: Db; store: PhotoStore }, purgeDays: number, now: Date): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from actions
    where deleted_at < ${now}::timestamptz - make_interval(days => ${purgeDays}) and purged_at is null
    order by deleted_at limit ${BATCH}`.execute(db)
  for (const { id } of rows) {
    await db.transaction().execute(async (tx) => {
      await sql`select from actions where id = ${id} for update`.execute(tx)
      const photos = await tx.selectFrom('photos').select(['id', 'file']).where('actionId', '=', id).forUpdate().execute()
      // First the files: a crash in between leaves rows that are purged again, never a file that nobody knows of.
      for (const { file } of photos) await store.remove(file)
      await tx.deleteFrom('photos').where('actionId', '=', id).execute()
      await sql`
        update actions set description = ${PURGED}, area = ${PURGED}, trail = null, detail = '', place = null, photo_id = null, photos = '[]', notes = '[]', waiting_for = '', fix = '',
          assigned_to = null, assigned_name = null, assigned_email = null, created_by_name = ${FORMER_USER}, updated_by_name = ${FORMER_USER},
          purged_at = ${now}
        where id = ${id}`.execute(tx)
      await sql`
        update history set changes = (
          select coalesce(jsonb_object_agg(key, '{"before": null, "after": null}'::jsonb), '{}') from jsonb_object_keys(changes) key)
        where kind = 'action' and record_id = ${id}`.execute(tx)
      // Their answers stay: an idempotent replay must get the same one.
      await sql`update commands set patch = '{}' where kind = 'action' and record_id = ${id}`.execute(tx)
    })
  }
  return rows.length
}
