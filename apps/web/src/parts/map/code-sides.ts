/** Finds a side of each post where its code covers no trail. Used at zooms where posts have no plates. */
import type { LonLat, Side } from '#map/map-data.ts'

/** The box of a code on each side of its dot, including the gap. In pixels, at the middle of these zoom levels. */
const BOXES: Record<Side, readonly [left: number, top: number, right: number, bottom: number]> = {
  right: [6, -8, 44, 8],
  left: [-44, -8, -6, 8],
  below: [-19, 6, 19, 24],
  above: [-19, -24, 19, -6],
}
const SIDES = ['right', 'left', 'below', 'above'] as const
/** The farthest edges of the boxes. */
const REACH = { x: 44, y: 24 }
/** Degrees of longitude per pixel at zoom 13.5, the middle of these zoom levels. */
const DEGREES_PER_PX = 360 / (256 * 2 ** 13.5)
/** Adds midpoints to a line. Its points may be 40 m apart, and the code must not cover the line between them either. */
const halved = (line: readonly LonLat[]): LonLat[] =>
  line.flatMap((point, i) => {
    const next = line[i + 1]
    return next ? [point, [(point[0] + next[0]) / 2, (point[1] + next[1]) / 2] as const] : [point]
  })

/** Returns for each post a side that is clear of all lines, or null if there is none. */
export function codeSides(posts: readonly LonLat[], lines: readonly (readonly LonLat[])[]): (Side | null)[] {
  const points = lines.flatMap(halved)
  return posts.map(([lng, lat]) => {
    const perLat = DEGREES_PER_PX * Math.cos((lat * Math.PI) / 180)
    // Filters before converting to pixels, because most of the 30,000 points of a site are far away from each post.
    const [reachLat, reachLng] = [REACH.y * perLat, REACH.x * DEGREES_PER_PX]
    const near = points
      .filter((point) => Math.abs(point[1] - lat) < reachLat && Math.abs(point[0] - lng) < reachLng)
      .map(([x, y]) => [(x - lng) / DEGREES_PER_PX, (lat - y) / perLat] as const)
    const isClear = ([left, top, right, bottom]: (typeof BOXES)[Side]) =>
      !near.some(([x, y]) => x > left && x < right && y > top && y < bottom)
    return SIDES.find((side) => isClear(BOXES[side])) ?? null
  })
}

/** The size of a plate with its gap, in pixels at the lowest zoom where every post has a plate. */
const PLATE = { width: 66, height: 38 }
const DEGREES_PER_PLATE_PX = 360 / (256 * 2 ** 15)

/** Returns for each post the side of its plate. If two plates would overlap, the plate of the northern post is above it. */
export function plateSides(posts: readonly LonLat[]): ('below' | 'above')[] {
  return posts.map(([lng, lat], i) => {
    const perLat = DEGREES_PER_PLATE_PX * Math.cos((lat * Math.PI) / 180)
    const meets = posts.some(
      ([x, y], other) =>
        other !== i &&
        y <= lat &&
        (y < lat || other > i) &&
        Math.abs(x - lng) / DEGREES_PER_PLATE_PX < PLATE.width &&
        (lat - y) / perLat < PLATE.height,
    )
    return meets ? 'above' : 'below'
  })
}
