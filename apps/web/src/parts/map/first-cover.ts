/** What the map's first view leaves free. If the URL specifies no view, every network is in the part of the map that isn't covered. */
import type { Covered } from '#map/trail-map.ts'

/** The networks list covers at most 46 % of the map, which fills the screen except for its two bars. */
const phoneSheet = () => (isRoomy() ? (innerHeight - 136) * 0.46 : 64)

/** On small phones, the map needs the space, so the list is closed at first. Prerendered pages have no window. */
export const isRoomy = () => typeof innerWidth === 'undefined' || (innerWidth >= 360 && innerHeight >= 640)

/** Bars, buttons and the networks list cover this space, which includes a margin for badges. */
export const coveredAtFirst = (isDesktop: boolean): Covered =>
  isDesktop ? { top: 100, right: 100, bottom: 84, left: 392 } : { top: 88, right: 76, bottom: phoneSheet() + 108, left: 16 }
