/**
 * Trails are visible at every zoom, posts are visible at every zoom at which they have dots, and no pin ever hides a post's code
 * (docs/internals/map.md).
 */
export const FROM_ZOOM = {
  /** Below this zoom, a network is a badge with its status. At this zoom and above, its trails show their own status. */
  trails: 11.5,
  posts: 11,
  codes: 13,
  plates: 14,
  /** At this zoom and above, every post has a plate, even if the plate covers something. */
  allPlates: 15,
  longNames: 12,
  names: 13,
  directions: 14,
  /** At this zoom and above, every marker is shown individually. */
  singlePins: 14,
} as const

/** The name of a longer trail appears at a lower zoom. */
export const LONG_TRAIL_M = 12_000

export function lineWidth(zoom: number): number {
  if (zoom < 10) return 2.4
  if (zoom < 11) return 3
  if (zoom < FROM_ZOOM.trails) return 3.4
  return zoom < FROM_ZOOM.plates ? 4 : 5.5
}
