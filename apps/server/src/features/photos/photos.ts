/** The bytes of photos: stored in three sizes, read by those who see the record they are of, and removed when no record names them. */
import { type Actor, accept, type Decision, isManager, type Reader, refuse } from '@trailwarden/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Db, PhotoRow, Tx } from '#db/database.ts'
import { isClaimed, lockPhoto, newPhotoRow } from '#db/photo-claims.ts'
import { reencodeJpeg } from '#files/jpeg.ts'
import type { PhotoSize, PhotoStore } from '#files/photo-store.ts'
import type { Upload } from '#files/upload.ts'

/** Makes the row of an upload if there is none yet; says whether it did. */
async function reservePhoto(tx: Tx, actor: Actor, id: string, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('photos')
    .values(newPhotoRow(actor.id, id, now))
    .onConflict((row) => row.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

async function whyNotStorable(tx: Tx, actor: Actor, photo: PhotoRow, hash: Buffer): Promise<Decision<never> | null> {
  if (photo.ownerId !== actor.id) return refuse('not-allowed', 'the photo is somebody else’s')
  if (photo.sentHash && !photo.sentHash.equals(hash)) return refuse('not-valid', 'another photo has this id')
  const gone =
    photo.actionId &&
    (await tx.selectFrom('actions').select('id').where('id', '=', photo.actionId).where('deletedAt', 'is not', null).executeTakeFirst())
  return gone ? refuse('gone', 'the action was deleted') : null
}

/** What the store does besides keeping bytes: forget those that nothing names. */
export type PhotoDependencies = { db: Db; store: PhotoStore; expectClaim(tx: Tx, photoId: string): Promise<void> }

/** Who sees a row `r` of a kind that has photos. */
export type SeenBy = Record<'action' | 'point' | 'person' | 'report', (reader: Reader) => RawBuilder<boolean>>

/** Devices fetch the record again, which now says that the photo is there. */
async function noteStored(tx: Tx, { actionId, pointId, personId, reportId }: PhotoRow): Promise<void> {
  for (const [kind, id] of Object.entries({ action: actionId, point: pointId, person: personId, report: reportId }))
    if (id) await sql`select note_change(${kind}, ${id})`.execute(tx)
}

/**
 * Stores a photo; the same bytes again are the same photo. Answers once the bytes are safe, so the phone may then drop its own. 'busy' when
 * too many wait already: nothing was stored, and the phone comes again.
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
  // Committed before the bytes are written: after a crash the next try writes the same file, and no file is without a row.
  const isNew = await db.transaction().execute(async (tx) => {
    const made = await reservePhoto(tx, actor, id, now)
    if (made) await expectClaim(tx, id)
    return made
  })
  // The row stays locked while the bytes are written: of two uploads at once, one stores and the other finds it stored.
  return db.transaction().execute(async (tx) => {
    const photo = await lockPhoto(tx, id)
    // Swept in between; the device sends it again.
    if (!photo) return 'busy'
    const refusal = await whyNotStorable(tx, actor, photo, sentHash)
    if (refusal) return refusal
    if (photo.storedAt) return accept(null)
    // The standard one last: with it the photo is whole.
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
 * The bytes, for those who see what it is of; of a photo that nothing names yet, for who took it. Null for everyone else. Of a blurred one
 * its original is for managers alone (PH7).
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
  // Of one that is not blurred, what is shown is the original.
  return store.get(rows[0].file, size === 'original' && !rows[0].isBlurred ? 'large' : size)
}

/** Whether a device without an account has named the photo in a report: also of one that has become an action since. */
export async function isNamedByReport(db: Db, ownerId: string, id: string): Promise<boolean> {
  const photo = await db.selectFrom('photos').select(['ownerId', 'reportId', 'actionId']).where('id', '=', id).executeTakeFirst()
  return photo?.ownerId === ownerId && (photo.reportId ?? photo.actionId) !== null
}

/** Less than the day after which the sweep looks, since clocks differ. */
const CLAIM_WITHIN_MS = 23 * 3_600_000

/** Removes a photo that no record has named in its time, or whose bytes never came. */
export async function removeUnclaimedPhoto({ db, store }: Pick<PhotoDependencies, 'db' | 'store'>, id: string, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const photo = await lockPhoto(tx, id)
    if (!photo || isClaimed(photo)) return
    // Stored by a later try than the one whose time is up: that one is looked at in its own time.
    if (photo.storedAt && now.getTime() - photo.storedAt.getTime() < CLAIM_WITHIN_MS) return
    // First the file: a crash in between leaves a row that is swept again, never a file that nobody knows of.
    await store.remove(photo.file)
    await tx.deleteFrom('photos').where('id', '=', id).execute()
  })
}
