/** Uses degrees only, and supports areas across the date line. */
import { distanceM, type LonLat } from '../geo/trail-reference-geometry.ts'

/**
 * `points` continue past 180 degrees instead of jumping to -180, so that adjacent points stay adjacent. A point is a circle with radius 0.
 */
export type WarningArea = { kind: 'polygon' | 'line'; points: readonly LonLat[] } | { kind: 'circle'; centre: LonLat; radiusKm: number }

type Bounds = { west: number; south: number; east: number; north: number }

const KM_PER_DEGREE = 111.2
const TURNS = [-360, 0, 360] as const

/** A step longer than half the globe crosses the date line, so the line continues past 180 degrees. */
export function unwrapped(points: readonly LonLat[]): LonLat[] {
  let before: number | null = null
  return points.map(([lng, lat]) => {
    let next = lng
    if (before !== null) next += Math.round((before - lng) / 360) * 360
    before = next
    return [next, lat]
  })
}

/** A box whose western longitude is greater than its eastern one crosses the date line. */
export function boxArea({ west, south, east, north }: Bounds): WarningArea {
  const right = east < west ? east + 360 : east
  return {
    kind: 'polygon',
    points: [
      [west, south],
      [right, south],
      [right, north],
      [west, north],
    ],
  }
}

function widened({ west, south, east, north }: Bounds, km: number): Bounds {
  const lat = km / KM_PER_DEGREE
  const widest = Math.max(0.01, Math.cos((Math.max(Math.abs(south), Math.abs(north)) * Math.PI) / 180))
  return { west: west - lat / widest, south: south - lat, east: east + lat / widest, north: north + lat }
}

/** Uses Liang–Barsky clipping. */
function crosses([x0, y0]: LonLat, [x1, y1]: LonLat, { west, south, east, north }: Bounds): boolean {
  let [enters, leaves] = [0, 1]
  for (const [step, room] of [
    [x0 - x1, x0 - west],
    [x1 - x0, east - x0],
    [y0 - y1, y0 - south],
    [y1 - y0, north - y0],
  ] as const) {
    if (step === 0 && room < 0) return false
    if (step < 0) enters = Math.max(enters, room / step)
    if (step > 0) leaves = Math.min(leaves, room / step)
  }
  return enters <= leaves
}

function isInside([x, y]: LonLat, polygon: readonly LonLat[]): boolean {
  let inside = false
  let [px, py] = polygon.at(-1) ?? [0, 0]
  for (const [qx, qy] of polygon) {
    if (qy > y !== py > y && x < ((px - qx) * (y - qy)) / (py - qy) + qx) inside = !inside
    ;[px, py] = [qx, qy]
  }
  return inside
}

export function touchesBounds(area: WarningArea, bounds: Bounds, withinKm = 0): boolean {
  const near = widened(bounds, withinKm)
  return TURNS.some((turn) => {
    const turned = { ...near, west: near.west + turn, east: near.east + turn }
    if (area.kind === 'circle') {
      const [lng, lat] = area.centre
      const nearest: LonLat = [Math.min(Math.max(lng, turned.west), turned.east), Math.min(Math.max(lat, turned.south), turned.north)]
      // Measures within this turn of the globe. The other turns cover the opposite direction.
      return distanceM([lng - nearest[0], lat], [0, nearest[1]]) <= area.radiusKm * 1000
    }
    const { points, kind } = area
    const first = points[0]
    if (!first) return false
    const ends = kind === 'polygon' ? [...points, first] : points
    if (ends.some((point, i) => crosses(ends[i - 1] ?? point, point, turned))) return true
    return kind === 'polygon' && isInside([turned.west, turned.south], points)
  })
}
