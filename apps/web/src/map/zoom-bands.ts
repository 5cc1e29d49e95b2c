/**
 * What the map shows at which zoom, in one place (docs/map.md has it as a table). Three promises hold at every zoom: a trail is always
 * seen, a post is always there from the zoom of its dot on, and no pin hides a post's code.
 */
export const FROM_ZOOM = {
  /** Below it a network is a badge with its status; from here on trails speak for themselves. */
  trails: 11.5,
  posts: 11,
  codes: 13,
  plates: 14,
  /** From here every post has its plate, whatever is in the way. */
  allPlates: 15,
  longNames: 12,
  names: 13,
  directions: 14,
  /** From here on every marker stands for itself. */
  singlePins: 14,
} as const

/** A trail longer than this has its name earlier. */
export const LONG_TRAIL_M = 12_000

export function lineWidth(zoom: number): number {
  if (zoom < 10) return 2.4
  if (zoom < 11) return 3
  if (zoom < FROM_ZOOM.trails) return 3.4
  return zoom < FROM_ZOOM.plates ? 4 : 5.5
}
