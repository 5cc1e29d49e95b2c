import { compareUpdates, type PublicStatus, publicStatusOf, type TrailUpdateDocument } from '@trailwarden/domain'

export function syncedStatus(
  posted: readonly TrailUpdateDocument[],
  networks: readonly { id: string; name: string }[],
  epoch: string | undefined,
): PublicStatus | null {
  const latest = posted.reduce<TrailUpdateDocument | null>((a, b) => (a && compareUpdates(a, b) > 0 ? a : b), null)
  if (!latest) return null
  // The device's clock may be wrong, so the time comes from the update.
  const postedAt = new Date(latest.createdAt)
  return publicStatusOf({ ...latest, createdAt: postedAt }, networks, postedAt, epoch)
}
