/**
 * A device sends a photo and the change that refers to the photo separately, in any order. The first to arrive creates the row, which
 * belongs to the person who took the photo.
 */
import { type Actor, notedPhoto, type Photo } from '@trailwarden/domain'
import { newPhotoName } from '#files/photo-store.ts'
import type { PhotoRow, Tx } from '../database.ts'

/** `fromReport` is the report whose photos an Action takes over. */
export type PhotoOf = { of: 'actionId' | 'pointId' | 'personId' | 'reportId'; id: string; fromReport?: string | undefined }

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

/**
 * A record may claim photos of the person who adds them, of the report that the record takes over, and photos that the record had before,
 * because managers can restore earlier versions.
 */
export async function whyNotClaimable(
  tx: Tx,
  actor: Actor,
  ids: readonly string[],
  { of, id: recordId, fromReport }: PhotoOf,
): Promise<string | null> {
  // A fixed order, so that two changes that name the same photos can't deadlock.
  for (const id of [...ids].sort()) {
    const photo = await lockPhoto(tx, id)
    const isFree = !photo || photo[of] === recordId || (!isClaimed(photo) && photo.ownerId === actor.id)
    const isTakenOver = fromReport !== undefined && photo?.reportId === fromReport
    if (!isFree && !isTakenOver) return 'the photo belongs to another record'
  }
  return null
}

/** A photo keeps its owner, whose device is the only one that may upload it. */
export async function claimPhotos(
  tx: Tx,
  actor: Pick<Actor, 'id'>,
  ids: readonly string[],
  { of, id, fromReport }: PhotoOf,
  now: Date,
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .insertInto('photos')
    .values(ids.toSorted().map((photoId) => ({ ...newPhotoRow(actor.id, photoId, now), [of]: id })))
    .onConflict((row) => row.column('id').doUpdateSet({ [of]: id, ...(fromReport && { reportId: null }) }))
    .execute()
}

export function addedPhotos(before: readonly Photo[], after: readonly Photo[]): string[] {
  const known = new Set(before.map(({ id }) => id))
  return after.flatMap(({ id }) => (known.has(id) ? [] : [id]))
}

export const photosColumn = (photos: readonly Photo[]): string => JSON.stringify(photos.map(notedPhoto))
