/**
 * The blurred photo is a separate file with a new name, so that caches can't confuse the two photos (RULES.md, PH6, PH7). `photos.file`
 * refers to the blurred photo, so every reader of that column gets the blurred one. The original is stored next to it as `original`.
 */
import { type Actor, type BlurBox, type Decision, isManager, ORIGINAL_DAYS, PHOTO_OPERATIONS, refuse } from '@trailwarden/domain'
import { sql } from 'kysely'
import { audit } from '#db/audit.ts'
import type { Db, PhotoRow, Tx } from '#db/database.ts'
import type { Applied, Incoming } from '#db/records/history.ts'
import { lockPhoto, type PhotoOf } from '#db/records/photo-claims.ts'
import { uuidFrom } from '#db/uuid.ts'
import { blurJpeg } from '#files/jpeg.ts'
import type { PhotoStore } from '#files/photo-store.ts'

type Apply = (tx: Tx, actor: Actor, incoming: Incoming, now: Date) => Promise<Decision<Applied>>

const originalOf = (store: PhotoStore, { file, boxes }: Pick<PhotoRow, 'file' | 'boxes'>) =>
  store.get(file, boxes.length > 0 ? 'original' : 'large')

async function blurPhoto(tx: Tx, store: PhotoStore, id: string, boxes: BlurBox[], commandId: string, now: Date): Promise<void> {
  const photo = await lockPhoto(tx, id)
  const original = photo && (await originalOf(store, photo))
  if (!photo || !original) throw new Error('the photo to blur no longer exists')
  if (JSON.stringify(photo.boxes) === JSON.stringify(boxes)) return
  const picture = await blurJpeg(original, boxes)
  // The transaction is rolled back, and the device sends the change again.
  if (picture === 'busy') throw new Error('too many photos are queued for blurring')
  // The file name depends on the command and the photo, so a repeat after a crash writes the same file.
  const file = `${photo.ownerId}/${uuidFrom('blur', `${commandId} ${id}`)}.jpg`
  if (boxes.length > 0) await store.put(file, original, 'original')
  await store.put(file, picture.small, 'small')
  if (picture.large) await store.put(file, picture.large, 'large')
  await store.put(file, picture.standard)
  await tx
    .insertInto('unusedPhotoFiles')
    .values({ file: photo.file, at: now })
    .onConflict((row) => row.doNothing())
    .execute()
  const blurred = { file, boxes: JSON.stringify(boxes), blurredAt: boxes.length > 0 ? now : null }
  await tx.updateTable('photos').set(blurred).where('id', '=', id).execute()
}

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
    if (!decision.ok) return decision
    for (const { id, boxes } of wanted) {
      await blurPhoto(tx, store, id, boxes, incoming.id, now)
      await audit(tx, 'photo-blurred', { actorId: actor.id, subjectId: id, details: { places: boxes.length } }, now)
    }
    return decision
  }

/** The change itself can't remove the unblurred photos' old files, because it may still fail. */
export const removeUnusedFiles =
  ({ db, store }: { db: Db; store: PhotoStore }) =>
  async (): Promise<number> => {
    const unused = await db
      .selectFrom('unusedPhotoFiles as u')
      .select('u.file')
      .where((row) => row.not(row.exists(row.selectFrom('photos as p').select('p.id').whereRef('p.file', '=', 'u.file'))))
      .limit(100)
      .execute()
    for (const { file } of unused) {
      await store.remove(file)
      await db.deleteFrom('unusedPhotoFiles').where('file', '=', file).execute()
    }
    return unused.length
  }

/** PH7. The blurred version then becomes the photo. */
export const removeOldOriginals =
  ({ db, store }: { db: Db; store: PhotoStore }) =>
  async (now: Date): Promise<number> => {
    const oldest = sql<Date>`${now}::timestamptz - make_interval(days => ${ORIGINAL_DAYS})`
    const old = await db.selectFrom('photos').select('id').where('blurredAt', '<', oldest).limit(100).execute()
    for (const { id } of old)
      await db.transaction().execute(async (tx) => {
        const photo = await lockPhoto(tx, id)
        if (!photo) return
        await store.removeOriginal(photo.file)
        await tx.updateTable('photos').set({ boxes: '[]', blurredAt: null }).where('id', '=', id).execute()
      })
    return old.length
  }
