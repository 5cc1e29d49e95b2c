import { type LonLat, type PixelWindow, type Point, worldPixel } from '../tile-grid.ts'
import land from './land.json' with { type: 'json' }
import { clamp } from './noise.ts'

// 100 m at this latitude, in pixels of zoom 0. The source has an error of about 44 m. Where its points are far apart, cutting corners
// without this limit would move the coast much further, and a trail along the shore would be drawn in the sea.
const LONGEST_CUT = 0.00085

function rounded(ring: readonly Point[]): Point[] {
  return ring.flatMap((point, index): Point[] => {
    const next = ring[(index + 1) % ring.length] ?? point
    const [dx, dy] = [next[0] - point[0], next[1] - point[1]]
    const cut = Math.min(0.25, LONGEST_CUT / Math.max(Math.hypot(dx, dy), LONGEST_CUT))
    return [
      [point[0] + dx * cut, point[1] + dy * cut],
      [next[0] - dx * cut, next[1] - dy * cut],
    ]
  })
}

const asRing = (flat: readonly number[]): Point[] =>
  Array.from({ length: flat.length / 2 }, (_, index): Point => {
    const at: LonLat = [flat[index * 2] ?? 0, flat[index * 2 + 1] ?? 0]
    return worldPixel(at, 0)
  })

const RINGS = [...land.world.map(asRing), ...land.region.map((flat) => rounded(rounded(rounded(asRing(flat)))))]

/** x, y, x, y in pixels of zoom 0. Omits horizontal sides, because a row of pixels never crosses them. */
const SIDES = Float64Array.from(
  RINGS.flatMap((ring) =>
    ring.flatMap((from, index) => {
      const to = ring[(index + 1) % ring.length] ?? from
      return from[1] === to[1] ? [] : [from[0], from[1], to[0], to[1]]
    }),
  ),
)

export function landShare({ z, x0, y0, columns, rows }: PixelWindow, subRows: number): Float32Array {
  const scale = 2 ** z
  const crossings = Array.from({ length: rows * subRows }, (): number[] => [])
  for (let side = 0; side < SIDES.length; side += 4) {
    const [ax = 0, ay = 0, bx = 0, by = 0] = [SIDES[side], SIDES[side + 1], SIDES[side + 2], SIDES[side + 3]]
    const first = Math.max(0, Math.ceil((Math.min(ay, by) * scale - y0) * subRows - 0.5))
    const last = Math.min(crossings.length - 1, Math.ceil((Math.max(ay, by) * scale - y0) * subRows - 0.5) - 1)
    for (let row = first; row <= last; row++) {
      const y = (y0 + (row + 0.5) / subRows) / scale
      crossings[row]?.push((ax + ((bx - ax) * (y - ay)) / (by - ay)) * scale - x0)
    }
  }
  const share = new Float32Array(columns * rows)
  for (const [row, xs] of crossings.entries()) {
    xs.sort((a, b) => a - b)
    const line = Math.floor(row / subRows) * columns
    for (let k = 0; k + 1 < xs.length; k += 2) {
      const from = clamp(xs[k] ?? 0, 0, columns)
      const to = clamp(xs[k + 1] ?? 0, 0, columns)
      for (let i = Math.floor(from); i < to; i++)
        share[line + i] = (share[line + i] ?? 0) + (Math.min(to, i + 1) - Math.max(from, i)) / subRows
    }
  }
  return share
}
