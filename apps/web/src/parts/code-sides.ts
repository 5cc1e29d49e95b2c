/** On which side of a post its code covers no trail, for the zooms at which it stands without a plate. */
import type { LonLat, Side } from '#map/map-data.ts'

/** Of a code with its gap, around the post's dot: in pixels of the middle of the zooms in question. */
const BOXES: Record<Side, readonly [left: number, top: number, right: number, bottom: number]> = {
  right: [6, -8, 44, 8],
  left: [-44, -8, -6, 8],
  below: [-19, 6, 19, 24],
  above: [-19, -24, 19, -6],
}
const SIDES = ['right', 'left', 'below', 'above'] as const
/** Degrees of longitude of one pixel at zoom 13.5. */
const DEGREES_PER_PX = 360 / (256 * 2 ** 13.5)
/** A line is drawn between its points, which lie up to 40 m apart: halfway points close the gaps. */
const halved = (line: readonly LonLat[]): LonLat[] =>
  line.flatMap((point, i) => {
    const next = line[i + 1]
    return next ? [point, [(point[0] + next[0]) / 2, (point[1] + next[1]) / 2] as const] : [point]
  })

/** For each post the side that is clear of all lines, or null. */
export function codeSides(posts: readonly LonLat[], lines: readonly (readonly LonLat[])[]): (Side | null)[] {
  const points = lines.flatMap(halved)
  return posts.map(([lng, lat]) => {
    const perLat = DEGREES_PER_PX * Math.cos((lat * Math.PI) / 180)
    const near = points
      .map(([x, y]) => [(x - lng) / DEGREES_PER_PX, (lat - y) / perLat] as const)
      .filter(([x, y]) => Math.abs(x) < 48 && Math.abs(y) < 28)
    const isClear = ([left, top, right, bottom]: (typeof BOXES)[Side]) =>
      !near.some(([x, y]) => x > left && x < right && y > top && y < bottom)
    return SIDES.find((side) => isClear(BOXES[side])) ?? null
  })
}

/** Of a plate with its gap, in pixels of the zoom from which every post has one. */
const PLATE = { width: 66, height: 38 }
const DEGREES_PER_PLATE_PX = 360 / (256 * 2 ** 15)

/** Whose plates stand above: of two that would meet, the northern post's. */
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
