import { type BaseMap, type Bounds, onSquare, type Tile, tilesOf } from '@trailwarden/site'

type Box = { x: number; y: number; width: number; height: number }
type Spot = { x: number; y: number }

const TILE_PX = 256
/** As a fraction of the whole. */
const MARGIN = 0.06
const WIDTH_PX = 700

const boxOf = ({ west, south, east, north }: Bounds): Box => {
  const [from, to] = [onSquare([west, north]), onSquare([east, south])]
  return { ...from, width: to.x - from.x, height: to.y - from.y }
}

export type Coverage = {
  width: number
  height: number
  tiles: readonly (Box & { tile: Tile })[]
  place: (at: readonly [number, number]) => Spot
  frame: (bounds: Bounds) => Box
}

const around = (all: readonly Bounds[]): Bounds => {
  const west = Math.min(...all.map((one) => one.west))
  const east = Math.max(...all.map((one) => one.east))
  const south = Math.min(...all.map((one) => one.south))
  const north = Math.max(...all.map((one) => one.north))
  const [dx, dy] = [(east - west) * MARGIN, (north - south) * MARGIN]
  return { west: west - dx, east: east + dx, south: south - dy, north: north + dy }
}

export function coverageOf(areas: readonly Bounds[], base: Pick<BaseMap, 'minZoom' | 'maxZoom'>): Coverage {
  const bounds = around(areas)
  const whole = boxOf(bounds)
  const wanted = Math.round(Math.log2(WIDTH_PX / (whole.width * TILE_PX)))
  const zoom = Math.min(base.maxZoom, Math.max(base.minZoom, wanted))
  const scale = TILE_PX * 2 ** zoom
  const toPixels = ({ x, y }: Spot): Spot => ({ x: (x - whole.x) * scale, y: (y - whole.y) * scale })
  return {
    width: whole.width * scale,
    height: whole.height * scale,
    tiles: [...tilesOf({ bounds, minZoom: zoom, maxZoom: zoom })].map((tile) => ({
      ...toPixels({ x: tile.x / 2 ** zoom, y: tile.y / 2 ** zoom }),
      width: TILE_PX,
      height: TILE_PX,
      tile,
    })),
    place: (at) => toPixels(onSquare(at)),
    frame: (one) => {
      const box = boxOf(one)
      return { ...toPixels(box), width: box.width * scale, height: box.height * scale }
    },
  }
}
