/** Calculates the initial view if the URL specifies none. The view shows every network in the part of the map that isn't covered. */
import type { Site, SiteBundle } from '@trailwarden/site'
import { isDesktop } from '#lib/breakpoint.ts'
import type { Bounds } from '#map/map-data.ts'
import type { Covered } from '#map/trail-map.ts'
import { boundsOf } from '#parts/place/bounds-of.ts'

/** Returns the bounds of each network's trails. Until the trails are loaded, returns the bounds from the network's settings. */
export function extentsOf({ networks, areas }: Site, bundle: SiteBundle | null): Bounds[] {
  return networks.map(({ id, bounds }) => {
    const own = areas.filter(({ networkId }) => networkId === id).map(({ name }) => name)
    const trails = bundle?.trails.filter(({ area }) => area !== null && own.includes(area)) ?? []
    return boundsOf(trails.flatMap(({ lines }) => lines)) ?? bounds
  })
}

/** The maximum height of the networks list: 46 % of the map. The map fills the screen except for its two bars. */
const phoneSheet = () => (isRoomy() ? (innerHeight - 136) * 0.46 : 64)

/** On small phones, the list is closed at first, because the map needs the space. Returns true if there is no window, as in prerendered pages. */
export const isRoomy = () => typeof innerWidth === 'undefined' || (innerWidth >= 360 && innerHeight >= 640)

/** The space on all sides that is covered by bars, buttons and the networks list, with a margin for badges. */
export const coveredAtFirst = (): Covered =>
  isDesktop() ? { top: 100, right: 100, bottom: 84, left: 392 } : { top: 116, right: 76, bottom: phoneSheet() + 80, left: 16 }

/** The covered space on all sides when showing one selected network, with the list closed. */
export const coveredNear = (): Covered =>
  isDesktop() ? { top: 60, right: 100, bottom: 60, left: 392 } : { top: 60, right: 76, bottom: 110, left: 24 }
