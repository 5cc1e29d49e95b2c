/**
 * For trail networks up to a few tens of kilometres across. Lengths are measured along the great circle. Nearest points are calculated on a
 * plane around the query point, accurate to a few centimetres at this scale.
 */

/** Longitude first, as in GeoJSON. */
export type LonLat = readonly [number, number]

const EARTH_RADIUS_M = 6_371_008.8
const RADIANS = Math.PI / 180

export function distanceM(a: LonLat, b: LonLat): number {
  const sinLat = Math.sin(((b[1] - a[1]) * RADIANS) / 2)
  const sinLon = Math.sin(((b[0] - a[0]) * RADIANS) / 2)
  const h = sinLat ** 2 + Math.cos(a[1] * RADIANS) * Math.cos(b[1] * RADIANS) * sinLon ** 2
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)))
}

export function lineLengthM(line: readonly LonLat[]): number {
  let sum = 0
  line.forEach((point, i) => {
    const before = line[i - 1]
    if (before) sum += distanceM(before, point)
  })
  return sum
}

/** Degrees clockwise from true north. */
export function bearingDeg(from: LonLat, to: LonLat): number {
  const lonDiff = (to[0] - from[0]) * RADIANS
  const [lat1, lat2] = [from[1] * RADIANS, to[1] * RADIANS]
  const y = Math.sin(lonDiff) * Math.cos(lat2)
  const x = Math.cos(lat1) * Math.sin(lat2) - Math.sin(lat1) * Math.cos(lat2) * Math.cos(lonDiff)
  return (Math.atan2(y, x) / RADIANS + 360) % 360
}

const COMPASS_WORDS = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'] as const
export type CompassWord = (typeof COMPASS_WORDS)[number]

export const compassWord = (bearing: number): CompassWord => COMPASS_WORDS[Math.round((((bearing % 360) + 360) % 360) / 45) % 8] ?? 'north'

/** In metres: x points east and y points north. */
export type Plane = { toPlane: (point: LonLat) => [number, number]; toLonLat: (x: number, y: number) => [number, number] }

export function planeAt(origin: LonLat): Plane {
  const perDegreeLat = EARTH_RADIUS_M * RADIANS
  const perDegreeLon = perDegreeLat * Math.cos(origin[1] * RADIANS)
  return {
    toPlane: ([lon, lat]) => [(lon - origin[0]) * perDegreeLon, (lat - origin[1]) * perDegreeLat],
    toLonLat: (x, y) => [origin[0] + x / perDegreeLon, origin[1] + y / perDegreeLat],
  }
}

/** `share` is the position of the nearest point along the segment, from 0 to 1. */
export function nearestOnSegment(ax: number, ay: number, bx: number, by: number): { share: number; squared: number } {
  const [dx, dy] = [bx - ax, by - ay]
  const lengthSquared = dx * dx + dy * dy
  const share = lengthSquared === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / lengthSquared))
  const [x, y] = [ax + dx * share, ay + dy * share]
  return { share, squared: x * x + y * y }
}
