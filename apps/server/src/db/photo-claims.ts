/**
 * The table `photos`: which record has which photo. A photo has an id made on the phone; the change that names it and its bytes travel apart
 * and may arrive in any order. Its row is made by whichever comes first and belongs to the person who took it.
 */
import { type Actor, notedPhoto, type Photo } from '@trailwarden/domain'
import { newPhotoName } from '#files/photo-store.ts'
import type { PhotoRow, Tx } from './database.ts'

/** The record that a photo is of. */
export type PhotoOf = { of: 'actionId' | 'pointId' | 'personId' | 'reportId'; id: string }

export const lockPhoto = (tx: Tx, id: string) => tx.selectFrom('photos').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const isClaimed = ({ actionId, pointId, personId, reportId }: Pick<PhotoRow, PhotoOf['of']>) =>
  (actionId ?? pointId ?? personId ?? reportId) !== null

export const newPhotoRow = (ownerId: string, id: string, now: Date) => ({
  id,
  ownerId,
  file: newPhotoName(ownerId),
  sentHash: null,
  storedAt: null,
  createdAt: now,
})

/** A record may take a photo of the person who names it, or one that it had before: managers restore earlier versions. */
export async function whyNotClaimable(tx: Tx, actor: Actor, ids: readonly string[], { of, id: recordId }: PhotoOf): Promise<string | null> {
  // Always in the same order, so that two that name the same photos do not wait for each other.
  for (const id of [...ids].sort()) {
    const photo = await lockPhoto(tx, id)
    const isFree = !photo || photo[of] === recordId || (!isClaimed(photo) && photo.ownerId === actor.id)
    if (!isFree) return 'the photo belongs to something else'
  }
  return null
}

export async function claimPhotos(tx: Tx, actor: Pick<Actor, 'id'>, ids: readonly string[], { of, id }: PhotoOf, now: Date): Promise<void> {
  if (ids.length === 0) return
  await tx
    .insertInto('photos')
    .values(ids.toSorted().map((photoId) => ({ ...newPhotoRow(actor.id, photoId, now), [of]: id })))
    .onConflict((row) => row.column('id').doUpdateSet({ [of]: id }))
    .execute()
}

/** The photos that a change has added. */
export function addedPhotos(before: readonly Photo[], after: readonly Photo[]): string[] {
  const known = new Set(before.map(({ id }) => id))
  return after.flatMap(({ id }) => (known.has(id) ? [] : [id]))
}

/** As a column holds them: how far the bytes have come stands in their own rows. */
export const photosColumn = (photos: readonly Photo[]): string => JSON.stringify(photos.map(notedPhoto))
