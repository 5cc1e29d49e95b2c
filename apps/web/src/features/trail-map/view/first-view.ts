/** If the URL specifies no view, every network is in the part of the map that isn't covered. */
import type { Site, SiteBundle } from '@trailwarden/site'
import { isDesktop } from '#lib/breakpoint.ts'
import type { Bounds } from '#map/map-data.ts'
import type { Covered } from '#map/trail-map.ts'
import { boundsOf } from '#parts/place/bounds-of.ts'

/** The trails may not be loaded yet, so the network's settings have bounds too. */
export function extentsOf({ networks, areas }: Site, bundle: SiteBundle | null): Bounds[] {
  return networks.map(({ id, bounds }) => {
    const own = areas.filter(({ networkId }) => networkId === id).map(({ name }) => name)
    const trails = bundle?.trails.filter(({ area }) => area !== null && own.includes(area)) ?? []
    return boundsOf(trails.flatMap(({ lines }) => lines)) ?? bounds
  })
}

/** The networks list covers at most 46 % of the map, which fills the screen except for its two bars. */
const phoneSheet = () => (isRoomy() ? (innerHeight - 136) * 0.46 : 64)

/** On small phones, the map needs the space, so the list is closed at first. Prerendered pages have no window. */
export const isRoomy = () => typeof innerWidth === 'undefined' || (innerWidth >= 360 && innerHeight >= 640)

/** Bars, buttons and the networks list cover this space, which includes a margin for badges. */
export const coveredAtFirst = (): Covered =>
  isDesktop() ? { top: 100, right: 100, bottom: 84, left: 392 } : { top: 116, right: 76, bottom: phoneSheet() + 80, left: 16 }

/** A selected network is shown with the list closed, so less space is covered. */
export const coveredNear = (): Covered =>
  isDesktop() ? { top: 60, right: 100, bottom: 60, left: 392 } : { top: 60, right: 76, bottom: 110, left: 24 }
