import type { BaseMap, Bounds, OfflineMap } from '../site-json/schema.ts'

export type Tile = { z: number; x: number; y: number }

/** In Web Mercator, with x and y from 0 (left, top) to 1. */
export const onSquare = ([lon, lat]: readonly [number, number]): { x: number; y: number } => ({
  x: (lon + 180) / 360,
  y: (1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2,
})

const latitudeAt = (y: number) => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI

export const boundsOfTile = ({ z, x, y }: Tile): Bounds => ({
  west: (x / 2 ** z) * 360 - 180,
  north: latitudeAt(y / 2 ** z),
  east: ((x + 1) / 2 ** z) * 360 - 180,
  south: latitudeAt((y + 1) / 2 ** z),
})

const column = (lon: number, z: number) => Math.floor(onSquare([lon, 0]).x * 2 ** z)
const row = (lat: number, z: number) => Math.floor(onSquare([0, lat]).y * 2 ** z)

function range({ west, south, east, north }: Bounds, z: number) {
  return { left: column(west, z), right: column(east, z), top: row(north, z), bottom: row(south, z) }
}

type Cover = Pick<OfflineMap, 'bounds' | 'minZoom' | 'maxZoom'>

type Ground = Pick<BaseMap, 'minZoom' | 'maxZoom' | 'bounds'>

/** Base map bounds often end at the edge of a tile. The adjacent tile touches the bounds but doesn't exist. */
const EDGE_DEGREES = 2e-7

function within({ west, south, east, north }: Bounds, base: Ground['bounds']): Bounds {
  if (!base) return { west, south, east, north }
  return {
    west: Math.max(west, base.west + EDGE_DEGREES),
    south: Math.max(south, base.south + EDGE_DEGREES),
    east: Math.min(east, base.east - EDGE_DEGREES),
    north: Math.min(north, base.north - EDGE_DEGREES),
  }
}

/** Without the tiles of lower zooms, a zoomed-out map would be empty offline. */
export const overviewOf = ({ bounds, minZoom }: Cover, base: Ground): Cover => ({
  bounds: within(bounds, base.bounds),
  minZoom: base.minZoom,
  maxZoom: Math.min(minZoom - 1, base.maxZoom),
})

export const coverOf = ({ bounds, minZoom, maxZoom }: Cover, base: Ground): Cover => ({
  bounds: within(bounds, base.bounds),
  minZoom: Math.max(minZoom, base.minZoom),
  maxZoom: Math.min(maxZoom, base.maxZoom),
})

export function countTiles({ bounds, minZoom, maxZoom }: Cover): number {
  let count = 0
  for (let z = minZoom; z <= maxZoom; z++) {
    const { left, right, top, bottom } = range(bounds, z)
    count += Math.max(0, right - left + 1) * Math.max(0, bottom - top + 1)
  }
  return count
}

/** Low zooms first, so that an interrupted download already shows the whole area. */
export function* tilesOf({ bounds, minZoom, maxZoom }: Cover): Generator<Tile> {
  for (let z = minZoom; z <= maxZoom; z++) {
    const { left, right, top, bottom } = range(bounds, z)
    for (let x = left; x <= right; x++) for (let y = top; y <= bottom; y++) yield { z, x, y }
  }
}
