import { buildTrailIndex, type KnownTrail } from '@trailwarden/domain'
import type { SiteBundle, Trail } from '../survey/records.ts'
import type { Site } from './schema.ts'

export const networkIdOf = ({ areas }: Pick<Site, 'areas'>, { area }: Pick<Trail, 'area'>) =>
  areas.find(({ name }) => name === area)?.networkId ?? null

/** Closures are validated against this list. */
export function knownTrailsOf(bundle: SiteBundle): KnownTrail[] {
  const index = buildTrailIndex(bundle)
  return bundle.trails.flatMap((trail) => {
    const networkId = networkIdOf(bundle.site, trail)
    return networkId
      ? [{ id: trail.id, name: trail.name, networkId, posts: index.markersAlong(trail).map(({ marker }) => marker.code) }]
      : []
  })
}
