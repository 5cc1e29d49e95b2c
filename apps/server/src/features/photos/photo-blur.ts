/**
 * Blurring photos (RULES.md, PH6, PH7). The blurred photo is a file of its own under a new name, so that no copy anywhere is taken for the
 * other, and `photos.file` names it: whoever reads that, reads what is blurred. The original lies beside it under `original`.
 */
import { type Actor, type BlurBox, type Decision, isManager, ORIGINAL_DAYS, PHOTO_OPERATIONS, refuse } from '@trailwarden/domain'
import { sql } from 'kysely'
import type { Db, PhotoRow, Tx } from '#db/database.ts'
import type { Applied, Incoming } from '#db/history.ts'
import { lockPhoto, type PhotoOf } from '#db/photo-claims.ts'
import { uuidFrom } from '#db/uuid.ts'
import { blurJpeg } from '#files/jpeg.ts'
import type { PhotoStore } from '#files/photo-store.ts'

type Apply = (tx: Tx, actor: Actor, incoming: Incoming, now: Date) => Promise<Decision<Applied>>

/** The same bytes, whichever of both it is; null of a photo whose bytes are not there. */
const originalOf = (store: PhotoStore, { file, boxes }: Pick<PhotoRow, 'file' | 'boxes'>) =>
  store.get(file, boxes.length > 0 ? 'original' : 'large')

async function blurPhoto(tx: Tx, store: PhotoStore, id: string, boxes: BlurBox[], commandId: string, now: Date): Promise<void> {
  const photo = await lockPhoto(tx, id)
  const original = photo && (await originalOf(store, photo))
  if (!photo || !original) throw new Error('a photo that is to be blurred is gone')
  if (JSON.stringify(photo.boxes) === JSON.stringify(boxes)) return
  const picture = await blurJpeg(original, boxes)
  // Nothing is committed; the device sends it again.
  if (picture === 'busy') throw new Error('too many photos wait to be blurred')
  // Of the command and the photo: sent again after a crash, it writes the same file.
  const file = `${photo.ownerId}/${uuidFrom('blur', `${commandId} ${id}`)}.jpg`
  if (boxes.length > 0) await store.put(file, original, 'original')
  await store.put(file, picture.small, 'small')
  if (picture.large) await store.put(file, picture.large, 'large')
  await store.put(file, picture.standard)
  await sql`insert into unused_photo_files (file, at) values (${photo.file}, ${now}) on conflict do nothing`.execute(tx)
  await sql`update photos set file = ${file}, boxes = ${JSON.stringify(boxes)}, blurred_at = ${boxes.length > 0 ? now : null} where id = ${id}`.execute(
    tx,
  )
}

/** Wraps how a change of a kind with photos is applied. What may refuse comes first; the bytes come last. */
export const withBlur =
  (store: PhotoStore, of: PhotoOf['of'], apply: Apply): Apply =>
  async (tx, actor, incoming, now) => {
    const { data: wanted = [] } = PHOTO_OPERATIONS.blurPhotos.schema.safeParse(incoming.patch.blurPhotos)
    if (wanted.length === 0 || !isManager(actor)) return apply(tx, actor, incoming, now)
    for (const { id } of wanted) {
      const photo = await tx.selectFrom('photos').selectAll().where('id', '=', id).executeTakeFirst()
      if (!photo?.storedAt || photo[of] !== incoming.recordId) return refuse('gone', 'there is no such photo')
    }
    const decision = await apply(tx, actor, incoming, now)
    if (decision.ok) for (const { id, boxes } of wanted) await blurPhoto(tx, store, id, boxes, incoming.id, now)
    return decision
  }

/** Removes what photos were before they were blurred: not in the change itself, which might still fail. */
export const removeUnusedFiles =
  ({ db, store }: { db: Db; store: PhotoStore }) =>
  async (): Promise<number> => {
    const { rows } = await sql<{ file: string }>`
      select file from unused_photo_files u where not exists (select from photos p where p.file = u.file) limit 100`.execute(db)
    for (const { file } of rows) {
      await store.remove(file)
      await sql`delete from unused_photo_files where file = ${file}`.execute(db)
    }
    return rows.length
  }

/** PH7: what was blurred stays so, and is from then on the photo. */
export const removeOldOriginals =
  ({ db, store }: { db: Db; store: PhotoStore }) =>
  async (now: Date): Promise<number> => {
    const isOld = sql`blurred_at < ${now}::timestamptz - make_interval(days => ${ORIGINAL_DAYS})`
    const { rows } = await sql<{ id: string }>`select id from photos where ${isOld} limit 100`.execute(db)
    for (const { id } of rows)
      await db.transaction().execute(async (tx) => {
        const photo = await lockPhoto(tx, id)
        if (!photo) return
        await store.removeOriginal(photo.file)
        await sql`update photos set boxes = '[]', blurred_at = null where id = ${id}`.execute(tx)
      })
    return rows.length
  }
