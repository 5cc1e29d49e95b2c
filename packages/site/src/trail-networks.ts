import { buildTrailIndex, type KnownTrail } from '@trailwarden/domain'
import type { SiteBundle, Trail } from './records.ts'
import type { Site } from './schema.ts'

/** The network that a trail belongs to; null where its area is of none. */
export const networkIdOf = ({ areas }: Pick<Site, 'areas'>, { area }: Pick<Trail, 'area'>) =>
  areas.find(({ name }) => name === area)?.networkId ?? null

/** The trails that have a network, each with its posts in riding order: what a closure is held against. */
export function knownTrailsOf(bundle: SiteBundle): KnownTrail[] {
  const index = buildTrailIndex(bundle)
  return bundle.trails.flatMap((trail) => {
    const networkId = networkIdOf(bundle.site, trail)
    return networkId ? [{ id: trail.id, networkId, posts: index.markersAlong(trail).map(({ marker }) => marker.code) }] : []
  })
}
