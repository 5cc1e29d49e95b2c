/** Everyone who can see a photo's record can read the photo. Files are removed when no record refers to them. */
import { type Actor, accept, type Decision, isManager, type Reader, refuse } from '@trailwarden/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Db, PhotoRow, Tx } from '#db/database.ts'
import { isClaimed, lockPhoto, newPhotoRow } from '#db/records/photo-claims.ts'
import { reencodeJpeg } from '#files/jpeg.ts'
import type { PhotoSize, PhotoStore } from '#files/photo-store.ts'
import type { Upload } from '#files/upload.ts'

async function reservePhoto(tx: Tx, actor: Actor, id: string, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('photos')
    .values(newPhotoRow(actor.id, id, now))
    .onConflict((row) => row.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

async function whyNotStorable(tx: Tx, actor: Actor, photo: PhotoRow, hash: Buffer): Promise<Decision<never> | null> {
  if (photo.ownerId !== actor.id) return refuse('not-allowed', 'this photo belongs to someone else')
  if (photo.sentHash && !photo.sentHash.equals(hash)) return refuse('not-valid', 'this ID belongs to another photo')
  const gone =
    photo.actionId &&
    (await tx.selectFrom('actions').select('id').where('id', '=', photo.actionId).where('deletedAt', 'is not', null).executeTakeFirst())
  return gone ? refuse('gone', 'the Action was deleted') : null
}

export type PhotoDependencies = { db: Db; store: PhotoStore; expectClaim(tx: Tx, photoId: string): Promise<void> }

export type SeenBy = Record<'action' | 'point' | 'person' | 'report', (reader: Reader) => RawBuilder<boolean>>

async function noteStored(tx: Tx, { actionId, pointId, personId, reportId }: PhotoRow): Promise<void> {
  for (const [kind, id] of Object.entries({ action: actionId, point: pointId, person: personId, report: reportId }))
    if (id) await sql`select note_change(${kind}, ${id})`.execute(tx)
}

/**
 * Returns once the file is safely stored, so that the device can delete its copy. Returns 'busy' if too many photos are queued. Then
 * nothing was stored, and the device tries again later.
 */
export async function storePhoto(
  { db, store, expectClaim }: PhotoDependencies,
  actor: Actor,
  id: string,
  { path, sha256: sentHash }: Upload,
  now: Date,
): Promise<Decision<null> | 'busy'> {
  const picture = await reencodeJpeg(path)
  if (picture === 'busy') return 'busy'
  if (!picture) return refuse('not-valid', 'this is not a JPEG photo')
  // The row is committed before the files are written, so every file has a row. After a crash, the next attempt writes the same files.
  const isNew = await db.transaction().execute(async (tx) => {
    const made = await reservePhoto(tx, actor, id, now)
    if (made) await expectClaim(tx, id)
    return made
  })
  // The row stays locked while the files are written. If two uploads run at the same time, one stores the photo and the other finds it
  // stored.
  return db.transaction().execute(async (tx) => {
    const photo = await lockPhoto(tx, id)
    // Another process has just removed the row, so the device must send the photo again.
    if (!photo) return 'busy'
    const refusal = await whyNotStorable(tx, actor, photo, sentHash)
    if (refusal) return refusal
    if (photo.storedAt) return accept(null)
    // The standard size comes last, because it completes the photo.
    await store.put(photo.file, picture.small, 'small')
    if (picture.large) await store.put(photo.file, picture.large, 'large')
    await store.put(photo.file, picture.standard)
    await tx.updateTable('photos').set({ sentHash, storedAt: now }).where('id', '=', id).execute()
    if (isClaimed(photo)) await noteStored(tx, photo)
    else if (!isNew) await expectClaim(tx, id)
    return accept(null)
  })
}

/**
 * For people who can see the photo's record, and for its owner if no record refers to it yet. Only managers can read the original of a
 * blurred photo (PH7).
 */
export async function readPhoto(
  { db, store, seenBy }: Pick<PhotoDependencies, 'db' | 'store'> & { seenBy: SeenBy },
  actor: Actor,
  id: string,
  size?: PhotoSize,
): Promise<Buffer | null> {
  if (size === 'original' && !isManager(actor)) return null
  const { rows } = await sql<{ file: string; isBlurred: boolean }>`
    select p.file, p.boxes <> '[]' as is_blurred from photos p
    where p.id = ${id} and p.stored_at is not null and case
      when p.action_id is not null then exists (select from actions r where r.id = p.action_id and ${seenBy.action(actor)})
      when p.point_id is not null then exists (select from points r where r.id = p.point_id and ${seenBy.point(actor)})
      when p.person_id is not null then exists (select from people r where r.id = p.person_id and ${seenBy.person(actor)})
      when p.report_id is not null then exists (select from reports r where r.id = p.report_id and ${seenBy.report(actor)})
      else p.owner_id = ${actor.id} end`.execute(db)
  if (!rows[0]) return null
  return store.get(rows[0].file, size === 'original' && !rows[0].isBlurred ? 'large' : size)
}

/** A report that has become an Action still counts. */
export async function isNamedByReport(db: Db, ownerId: string, id: string): Promise<boolean> {
  const photo = await db.selectFrom('photos').select(['ownerId', 'reportId', 'actionId']).where('id', '=', id).executeTakeFirst()
  return photo?.ownerId === ownerId && (photo.reportId ?? photo.actionId) !== null
}

/** The sweep checks photos after a day. This limit is shorter because clocks differ. */
const CLAIM_WITHIN_MS = 23 * 3_600_000

export async function removeUnclaimedPhoto({ db, store }: Pick<PhotoDependencies, 'db' | 'store'>, id: string, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const photo = await lockPhoto(tx, id)
    if (!photo || isClaimed(photo)) return
    // A later upload has stored the photo. That upload has its own check.
    if (photo.storedAt && now.getTime() - photo.storedAt.getTime() < CLAIM_WITHIN_MS) return
    // The file is removed first. After a crash, the row is checked again, and no file is left without a row.
    await store.remove(photo.file)
    await tx.deleteFrom('photos').where('id', '=', id).execute()
  })
}
