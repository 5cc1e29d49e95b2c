type Ring = [lon: number, lat: number][]
/** The world map is npm @geo-maps/earth-lands-10m 0.6. Each polygon has an outline and its lakes. */
export type WorldMap = { geometries: { coordinates: Ring[][] }[] }
/** Longitude first, without the closing point. */
export type LandFile = { attribution: string; licence: string; source: string; world: number[][]; region: number[][] }

type Extent = { west: number; south: number; east: number; north: number }

const TASMANIA: Extent = { west: 143.5, south: -44, east: 149, north: -39.3 }
const AUSTRALIA: Extent = { west: 110, south: -60, east: 180, north: -8 }

/** Tasmania has full detail, Australia less and the rest of the world least, because people look closely only at Tasmania. */
export function cutLand(map: WorldMap): LandFile {
  const world: number[][] = []
  const region: number[][] = []
  for (const [outline, ...lakes] of map.geometries.flatMap((geometry) => geometry.coordinates)) {
    for (const ring of outline ? [outline, ...lakes] : []) {
      const extent = extentOf(ring)
      const isLake = ring !== outline
      if (isWithin(extent, TASMANIA)) {
        // The source contains ponds and rocks as triangles, which would look like errors at close zooms.
        if (ring.length >= (isLake ? 8 : 6)) region.push(flat(ring, 4))
        continue
      }
      const isNear = isWithin(extent, AUSTRALIA)
      const size = Math.max(extent.east - extent.west, extent.north - extent.south)
      if (size < (isLake ? 1.5 : isNear ? 0.3 : 1)) continue
      const simple = simplify(ring, isNear ? 0.04 : 0.25)
      if (simple.length > 4) world.push(flat(simple, 2))
    }
  }
  return {
    attribution: '© OpenStreetMap contributors',
    licence: 'Open Database License (ODbL) 1.0',
    source: 'npm @geo-maps/earth-lands-10m 0.6.0; Tasmania as it is, the rest simplified',
    world,
    region,
  }
}

function extentOf(ring: Ring): Extent {
  const extent = { west: 180, south: 90, east: -180, north: -90 }
  for (const [lon, lat] of ring) {
    extent.west = Math.min(extent.west, lon)
    extent.east = Math.max(extent.east, lon)
    extent.south = Math.min(extent.south, lat)
    extent.north = Math.max(extent.north, lat)
  }
  return extent
}

function isWithin(inner: Extent, outer: Extent): boolean {
  return inner.west >= outer.west && inner.east <= outer.east && inner.south >= outer.south && inner.north <= outer.north
}

function flat(ring: Ring, digits: number): number[] {
  return ring.slice(0, -1).flatMap(([lon, lat]) => [Number(lon.toFixed(digits)), Number(lat.toFixed(digits))])
}

/** Douglas-Peucker with a list instead of recursion, because a continent has too many points for the stack. */
function simplify(ring: Ring, tolerance: number): Ring {
  const selected = new Set([0, ring.length - 1])
  const open: [number, number][] = [[0, ring.length - 1]]
  for (let span = open.pop(); span; span = open.pop()) {
    const [first, last] = span
    let farthest = -1
    let distance = tolerance
    for (let index = first + 1; index < last; index += 1) {
      const away = distanceToLine(ring[index], ring[first], ring[last])
      if (away > distance) {
        farthest = index
        distance = away
      }
    }
    if (farthest < 0) continue
    selected.add(farthest)
    open.push([first, farthest], [farthest, last])
  }
  return ring.filter((_, index) => selected.has(index))
}

function distanceToLine(point: Ring[number] | undefined, from: Ring[number] | undefined, to: Ring[number] | undefined): number {
  if (!point || !from || !to) return 0
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const length = Math.hypot(dx, dy)
  // A ring starts and ends at one point, so there is no line from which to measure the distance.
  if (length === 0) return Math.hypot(point[0] - from[0], point[1] - from[1])
  return Math.abs((point[0] - from[0]) * dy - (point[1] - from[1]) * dx) / length
}
