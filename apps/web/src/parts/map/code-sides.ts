/** The code of a post on the selected trail must not cover a trail. */
import type { LonLat, Side } from '#map/map-data.ts'

/** In pixels, including the gap between the code and its dot. */
const BOXES: Record<Side, readonly [left: number, top: number, right: number, bottom: number]> = {
  right: [6, -8, 44, 8],
  left: [-44, -8, -6, 8],
  below: [-19, 6, 19, 24],
  above: [-19, -24, 19, -6],
}
const SIDES = ['right', 'left', 'below', 'above'] as const
const REACH = { x: 44, y: 24 }
/** At most zooms that show codes, the space is at least as large. */
const DEGREES_PER_PX = 360 / (256 * 2 ** 13.5)
/** Points of a line may be 40 m apart, and the code must not cover the line between two points either. */
const halved = (line: readonly LonLat[]): LonLat[] =>
  line.flatMap((point, i) => {
    const next = line[i + 1]
    return next ? [point, [(point[0] + next[0]) / 2, (point[1] + next[1]) / 2] as const] : [point]
  })

/** Null means that no side of the post is clear. */
export function codeSides(posts: readonly LonLat[], lines: readonly (readonly LonLat[])[]): (Side | null)[] {
  const points = lines.flatMap(halved)
  return posts.map(([lng, lat]) => {
    const perLat = DEGREES_PER_PX * Math.cos((lat * Math.PI) / 180)
    // Most of a site's 30,000 points are far from any one post, so filtering comes before the conversion to pixels.
    const [reachLat, reachLng] = [REACH.y * perLat, REACH.x * DEGREES_PER_PX]
    const near = points
      .filter((point) => Math.abs(point[1] - lat) < reachLat && Math.abs(point[0] - lng) < reachLng)
      .map(([x, y]) => [(x - lng) / DEGREES_PER_PX, (lat - y) / perLat] as const)
    const isClear = ([left, top, right, bottom]: (typeof BOXES)[Side]) =>
      !near.some(([x, y]) => x > left && x < right && y > top && y < bottom)
    return SIDES.find((side) => isClear(BOXES[side])) ?? null
  })
}

/** In pixels with the gap, at the lowest zoom where every post has a plate. */
const PLATE = { width: 66, height: 38 }
const DEGREES_PER_PLATE_PX = 360 / (256 * 2 ** 15.5)

/** If two plates would overlap, the plate of the southern post moves below its post. */
export function plateSides(posts: readonly LonLat[]): ('below' | 'above')[] {
  return posts.map(([lng, lat], i) => {
    const perLat = DEGREES_PER_PLATE_PX * Math.cos((lat * Math.PI) / 180)
    const meets = posts.some(
      ([x, y], other) =>
        other !== i &&
        y >= lat &&
        (y > lat || other > i) &&
        Math.abs(x - lng) / DEGREES_PER_PLATE_PX < PLATE.width &&
        (y - lat) / perLat < PLATE.height,
    )
    return meets ? 'below' : 'above'
  })
}
