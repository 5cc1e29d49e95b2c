import type { Bounds, LonLat } from '#map/map-data.ts'

export function boundsOf(lines: readonly (readonly LonLat[])[]): Bounds | null {
  const bounds = { west: 180, south: 90, east: -180, north: -90 }
  for (const [lng, lat] of lines.flat()) {
    bounds.west = Math.min(bounds.west, lng)
    bounds.east = Math.max(bounds.east, lng)
    bounds.south = Math.min(bounds.south, lat)
    bounds.north = Math.max(bounds.north, lat)
  }
  return bounds.west > bounds.east ? null : bounds
}
