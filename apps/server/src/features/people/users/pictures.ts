/**
 * A person can only use a photo that they uploaded. When the photo is replaced or the person is deleted, the sweep removes it with the
 * unclaimed photos.
 */
import type { RouteDecision } from '@trailwarden/api'
import { type Actor, accept, type PersonRecord, refuse } from '@trailwarden/domain'
import type { ForgetPerson } from '#core/feature.ts'
import type { Tx } from '#db/database.ts'
import { claimPhotos, whyNotClaimable } from '#db/records/photo-claims.ts'
import type { PeopleDependencies } from '../accounts/accounts.ts'

type Dependencies = Pick<PeopleDependencies, 'db' | 'expectClaim'>

export function setPicture(
  { db, expectClaim }: Dependencies,
  actor: Actor,
  photoId: string | null,
  now: Date,
): Promise<RouteDecision<PersonRecord>> {
  return db.transaction().execute(async (tx) => {
    const owner = { of: 'personId', id: actor.id } as const
    const before = await tx.selectFrom('people').selectAll().where('id', '=', actor.id).forUpdate().executeTakeFirstOrThrow()
    if (photoId === (before.pictureId ?? null)) return accept(before)
    if (photoId) {
      const why = await whyNotClaimable(tx, actor, [photoId], owner)
      if (why) return refuse('not-allowed', why)
      await claimPhotos(tx, actor, [photoId], owner, now)
    }
    if (before.pictureId) {
      await tx.updateTable('photos').set({ personId: null }).where('id', '=', before.pictureId).execute()
      await expectClaim(tx, before.pictureId)
    }
    return accept(
      await tx.updateTable('people').set({ pictureId: photoId }).where('id', '=', actor.id).returningAll().executeTakeFirstOrThrow(),
    )
  })
}

export const forgetPictures =
  (expectClaim: Dependencies['expectClaim']): ForgetPerson =>
  async (tx: Tx, personId: string) => {
    const photos = await tx
      .selectFrom('photos')
      .select('id')
      .where('ownerId', '=', personId)
      .where((photo) => photo.and({ actionId: null, pointId: null, personId: null }))
      .execute()
    for (const { id } of photos) await expectClaim(tx, id)
  }
