/**
 * Trails are visible at every zoom, posts are visible at every zoom at which they have dots, and no pin ever hides a post's code
 * (docs/internals/map.md).
 */
export const FROM_ZOOM = {
  /** Below this zoom, a network is a badge with its status. At this zoom and above, its trails show their own status. */
  trails: 11.5,
  posts: 11,
  /** At this zoom and above, a post's dot has its full size. */
  fullDots: 13,
  /** At this zoom and above, every post has a plate. Before, only the nearest and the selected post have one. */
  plates: 15.5,
  wideLines: 14,
  longNames: 12,
  /** At this zoom and above, every trail has its name. */
  names: 13.5,
  routeNames: 14,
  directions: 14,
  /** At this zoom and above, every marker is shown individually. */
  singlePins: 14,
} as const

/** The name of a longer trail appears at a lower zoom. */
export const LONG_TRAIL_M = 12_000
/** A longer trail has its name twice. */
export const TWO_NAMES_M = 3000

export function lineWidth(zoom: number): number {
  if (zoom < 10) return 2.4
  if (zoom < 11) return 3
  if (zoom < FROM_ZOOM.trails) return 3.4
  return zoom < FROM_ZOOM.wideLines ? 4 : 5.5
}
