// The usual grid of web map tiles: 256 pixels, Web Mercator, north-west tile first.

export type Tile = { z: number; x: number; y: number }
export type LonLat = readonly [lon: number, lat: number]
/** A place in pixels, of whatever zoom is spoken of. */
export type Point = readonly [x: number, y: number]
/** A rectangle of pixels at a zoom; `x0` and `y0` count from the north-west corner of the whole map. */
export type PixelWindow = { z: number; x0: number; y0: number; columns: number; rows: number }
export type GridBounds = { west: number; south: number; east: number; north: number }

export const TILE_SIZE = 256

/** A place in pixels of the whole world at a zoom. */
export function worldPixel([lon, lat]: LonLat, z: number): [x: number, y: number] {
  const size = TILE_SIZE * 2 ** z
  return [((lon + 180) / 360) * size, ((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * size]
}

export function tileAt(place: LonLat, z: number): Tile {
  const [x, y] = worldPixel(place, z)
  return { z, x: Math.floor(x / TILE_SIZE), y: Math.floor(y / TILE_SIZE) }
}

/** How long a pixel is on the ground. One latitude stands for the whole of a small region. */
export function metresPerPixel(latitude: number, z: number): number {
  return (156543.034 * Math.cos((latitude * Math.PI) / 180)) / 2 ** z
}

/** Every tile that touches the bounds. The bounds are taken as they are: rounding them changes the number a person is told. */
export function tilesWithin({ west, south, east, north }: GridBounds, minZoom: number, maxZoom: number): Tile[] {
  const tiles: Tile[] = []
  for (let z = minZoom; z <= maxZoom; z += 1) {
    const first = tileAt([west, north], z)
    const last = tileAt([east, south], z)
    for (let x = first.x; x <= last.x; x += 1) for (let y = first.y; y <= last.y; y += 1) tiles.push({ z, x, y })
  }
  return tiles
}

/** The tiles a wide screen shows when it is centred on a place; at low zooms the world goes round. */
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
