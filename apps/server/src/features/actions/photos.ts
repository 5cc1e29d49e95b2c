/**
 * Photos of actions. A photo has an id made on the phone; the change that names it and its bytes travel apart and may arrive in any
 * order. Its row is made by whichever comes first and belongs to the person who took it; bytes that no action names are removed.
 */
import { type Actor, accept, type Decision, refuse } from '@trailwarden/domain'
import { sql } from 'kysely'
import type { Db, PhotoRow, Tx } from '#db/database.ts'
import { reencodeJpeg } from '#files/jpeg.ts'
import { newPhotoName, type PhotoStore } from '#files/photo-store.ts'
import type { Upload } from '#files/upload.ts'
import { actionIsSeenBy } from './action-sql.ts'

const lockPhoto = (tx: Tx, id: string) => tx.selectFrom('photos').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** An action may take a photo of the person who names it, or one that it had before: managers restore earlier versions. */
export async function whyNotClaimable(tx: Tx, actor: Actor, id: string, actionId: string): Promise<string | null> {
  const photo = await lockPhoto(tx, id)
  if (!photo || photo.actionId === actionId || (photo.actionId === null && photo.ownerId === actor.id)) return null
  return 'the photo belongs to something else'
}

export async function claimPhoto(tx: Tx, actor: Actor, id: string, actionId: string, now: Date): Promise<void> {
  const photo = { id, ownerId: actor.id, actionId, file: newPhotoName(actor.id), sentHash: null, storedAt: null, createdAt: now }
  await tx
    .insertInto('photos')
    .values(photo)
    .onConflict((row) => row.column('id').doUpdateSet({ actionId }))
    .execute()
}

/** Makes the row of an upload if there is none yet; says whether it did. */
async function reservePhoto(tx: Tx, actor: Actor, id: string, now: Date): Promise<boolean> {
  const photo = { id, ownerId: actor.id, actionId: null, file: newPhotoName(actor.id), sentHash: null, storedAt: null, createdAt: now }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('photos')
    .values(photo)
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
    await store.put(photo.file, picture)
    await tx.updateTable('photos').set({ sentHash, storedAt: now }).where('id', '=', id).execute()
    if (photo.actionId) await sql`select note_change('action', ${photo.actionId})`.execute(tx)
    else if (!isNew) await expectClaim(tx, id)
    return accept(null)
  })
}

/** The bytes, for those who see its action; of a photo that no action names yet, for who took it. Null for everyone else. */
export async function readPhoto({ db, store }: Pick<PhotoDependencies, 'db' | 'store'>, actor: Actor, id: string): Promise<Buffer | null> {
  const { rows } = await sql<{ file: string }>`
    select p.file from photos p left join actions r on r.id = p.action_id
    where p.id = ${id} and p.stored_at is not null
      and case when p.action_id is null then p.owner_id = ${actor.id} else ${actionIsSeenBy(actor)} end`.execute(db)
  return rows[0] ? store.get(rows[0].file) : null
}

/** Less than the day after which the sweep looks, since clocks differ. */
const CLAIM_WITHIN_MS = 23 * 3_600_000

/** Removes a photo that no action has named in its time, or whose bytes never came. */
export async function removeUnclaimedPhoto({ db, store }: Pick<PhotoDependencies, 'db' | 'store'>, id: string, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const photo = await lockPhoto(tx, id)
    if (!photo || photo.actionId) return
    // Stored by a later try than the one whose time is up: that one is looked at in its own time.
    if (photo.storedAt && now.getTime() - photo.storedAt.getTime() < CLAIM_WITHIN_MS) return
    // First the file: a crash in between leaves a row that is swept again, never a file that nobody knows of.
    await store.remove(photo.file)
    await tx.deleteFrom('photos').where('id', '=', id).execute()
  })
}
