import type { Site, SiteBundle } from '@trailwarden/site'
import type { Bounds } from '#map/map-data.ts'
import { boundsOf } from './bounds-of.ts'

/** The trails may not be loaded yet, so the network's settings have bounds too. */
export function extentsOf({ networks, areas }: Site, bundle: SiteBundle | null): Bounds[] {
  return networks.map(({ id, bounds }) => {
    const own = areas.filter(({ networkId }) => networkId === id).map(({ name }) => name)
    const trails = bundle?.trails.filter(({ area }) => area !== null && own.includes(area)) ?? []
    return boundsOf(trails.flatMap(({ lines }) => lines)) ?? bounds
  })
}
