// 256 pixels, Web Mercator, starting in the north-west.

export type Tile = { z: number; x: number; y: number }
export type LonLat = readonly [lon: number, lat: number]
export type Point = readonly [x: number, y: number]
/** `x0` and `y0` count from the north-west corner of the world map. */
export type PixelWindow = { z: number; x0: number; y0: number; columns: number; rows: number }
export type GridBounds = { west: number; south: number; east: number; north: number }

export const TILE_SIZE = 256

export function worldPixel([lon, lat]: LonLat, z: number): [x: number, y: number] {
  const size = TILE_SIZE * 2 ** z
  return [((lon + 180) / 360) * size, ((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * size]
}

export function tileAt(place: LonLat, z: number): Tile {
  const [x, y] = worldPixel(place, z)
  return { z, x: Math.floor(x / TILE_SIZE), y: Math.floor(y / TILE_SIZE) }
}

/** A small region can use one latitude throughout. */
export function metresPerPixel(latitude: number, z: number): number {
  return (156543.034 * Math.cos((latitude * Math.PI) / 180)) / 2 ** z
}

/** Don't round the bounds, because that would change the number of tiles shown to users. */
export function tilesWithin({ west, south, east, north }: GridBounds, minZoom: number, maxZoom: number): Tile[] {
  const tiles: Tile[] = []
  for (let z = minZoom; z <= maxZoom; z += 1) {
    const first = tileAt([west, north], z)
    const last = tileAt([east, south], z)
    for (let x = first.x; x <= last.x; x += 1) for (let y = first.y; y <= last.y; y += 1) tiles.push({ z, x, y })
  }
  return tiles
}

/** At low zooms the map wraps around the world. */
export function tilesAround(place: LonLat, z: number, columns: number, rows: number): Tile[] {
  const count = 2 ** z
  const centre = tileAt(place, z)
  const tiles: Tile[] = []
  for (let column = -columns; column <= columns; column += 1) {
    for (let row = -rows; row <= rows; row += 1) {
      const y = centre.y + row
      if (y >= 0 && y < count) tiles.push({ z, x: (centre.x + column + count) % count, y })
    }
  }
  return tiles
}
