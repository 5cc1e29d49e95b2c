/** What the map shows when nobody has asked for a place: every network, in the part of the map that nothing covers. */
import type { Site, SiteBundle } from '@trailwarden/site'
import { isDesktop } from '#lib/breakpoint.ts'
import type { Bounds } from '#map/map-data.ts'
import type { Covered } from '#map/trail-map.ts'
import { boundsOf } from '#parts/bounds-of.ts'

/** Where each network's trails are; before they are known, where they may be. */
export function extentsOf({ networks, areas }: Site, bundle: SiteBundle | null): Bounds[] {
  return networks.map(({ id, bounds }) => {
    const own = areas.filter(({ networkId }) => networkId === id).map(({ name }) => name)
    const trails = bundle?.trails.filter(({ area }) => area !== null && own.includes(area)) ?? []
    return boundsOf(trails.flatMap(({ lines }) => lines)) ?? bounds
  })
}

/** As high as the list of networks can be: 46 % of the map, which is the screen less both bars. */
const phoneSheet = () => (isRoomy() ? (innerHeight - 136) * 0.46 : 64)

/** A low or narrow phone needs its map: there the list is opened by hand. */
export const isRoomy = () => innerWidth >= 360 && innerHeight >= 640

/** Bars, buttons and the list of networks, with room for badges above and below. */
export const coveredAtFirst = (): Covered =>
  isDesktop() ? { top: 100, right: 100, bottom: 84, left: 392 } : { top: 116, right: 76, bottom: phoneSheet() + 80, left: 16 }

/** Around one network that was asked for; the list is folded then. */
export const coveredNear = (): Covered =>
  isDesktop() ? { top: 60, right: 100, bottom: 60, left: 392 } : { top: 60, right: 76, bottom: 110, left: 24 }
