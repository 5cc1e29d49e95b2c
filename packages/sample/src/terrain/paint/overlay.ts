/** The app itself draws place names. */
import { heightBetween } from '../land/grid.ts'
import { clamp } from '../land/noise.ts'
import type { RoadKind } from '../land/roads.ts'
import { STREAM_FROM_M2, type Terrain } from '../land/terrain.ts'
import { type Point, TILE_SIZE, type Tile } from '../tile-grid.ts'
import { gridFor } from './ground.ts'
import { lettering } from './lettering.ts'
import { pathIn, touches } from './lines.ts'
import { LOOKS, type Look, type LookName } from './looks.ts'

const SAMPLE_TERRAIN = 'Sample terrain'

function streamsIn({ ground, streams }: Terrain, tile: Tile, { stream: colour }: Look): string {
  const fromM2 = STREAM_FROM_M2[tile.z]
  if (colour === null || fromM2 === undefined) return ''
  const wide = tile.z >= 14 ? 1.5 : tile.z >= 12 ? 1.05 : 0.9
  return (streams.get(gridFor(ground, tile)) ?? [])
    .filter((line) => line.areaM2 >= fromM2 && touches(line, tile))
    .map((line) => {
      const width = clamp(0.55 * (line.areaM2 / 1e6) ** 0.22 * wide, 0.6, 4)
      return `<path d="${pathIn(line, tile)}" stroke="${colour}" stroke-width="${width.toFixed(2)}"/>`
    })
    .join('')
}

function roadsIn({ roads }: Terrain, tile: Tile, { roads: colours }: Look): string {
  const { z } = tile
  if (z < 9) return ''
  const near = roads.filter((road) => touches(road, tile))
  const wide = z >= 14 ? 1.5 : z >= 12 ? 1.15 : z === 11 ? 0.9 : 0.65
  const draw = (kind: RoadKind, fromZoom: number, colour: string, width: number, more = '') => {
    const path = near.filter((road) => road.kind === kind).map((road) => pathIn(road, tile))
    return path.length === 0 || z < fromZoom
      ? ''
      : `<path d="${path.join('')}" stroke="${colour}" stroke-width="${(width * wide).toFixed(2)}"${more}/>`
  }
  const dash = ` stroke-dasharray="${(4 * wide).toFixed(1)} ${(2.4 * wide).toFixed(1)}" stroke-opacity=".85" stroke-linecap="butt"`
  // All edges come before all fills, so that crossings stay open.
  return [
    draw('track', 12, colours.track, 0.95, dash),
    draw('minor', 10, colours.minor.edge, 3),
    draw('main', 9, colours.main.edge, 4.2),
    draw('minor', 10, colours.minor.fill, 1.9),
    draw('main', 9, colours.main.fill, 2.8),
  ].join('')
}

function haloed(outlines: string, ink: string, halo: string, size: number, opacity: number): string {
  // About 3 px, in font units, because the outlines are scaled later.
  const width = Math.round(3000 / size)
  return `<g stroke="${halo}" stroke-opacity="${opacity}" stroke-width="${width}" stroke-linejoin="round" fill="none">${outlines}</g><g fill="${ink}">${outlines}</g>`
}

function summitsIn({ summits }: Terrain, { z, x, y }: Tile, { ink, halo }: Look): string {
  if (z < 12) return ''
  const scale = 2 ** z
  return summits
    .map(({ at, heightM }) => {
      const [px, py] = [at[0] * scale - x * TILE_SIZE, at[1] * scale - y * TILE_SIZE]
      if (px < -30 || px > TILE_SIZE + 30 || py < -20 || py > TILE_SIZE + 20) return ''
      const peak = `<path d="M${px.toFixed(1)} ${(py - 3.2).toFixed(1)}l3.2 5.6h-6.4z" fill="${ink}" fill-opacity=".75"/>`
      return peak + haloed(lettering(String(Math.round(heightM)), px, py + 14, 11, 0).outlines, ink, halo, 11, 0.6)
    })
    .join('')
}

/** At most one contour number in each square of this many pixels. */
const NUMBER_SQUARE = 320
const NUMBER_TRIES = 40
const NUMBERED_M = 100

type ContourNumber = { at: Point; heightM: number; turn: number }

/** The result must not depend on the tile, because two tiles draw a number on their shared edge. */
function numberIn({ ground, noise }: Terrain, tile: Tile, sx: number, sy: number): ContourNumber | null {
  const grid = gridFor(ground, tile)
  const scale = 2 ** (grid.z - tile.z)
  const heightOf = (x: number, y: number) => heightBetween(grid, [x * scale, y * scale])
  for (let attempt = 0; attempt < NUMBER_TRIES; attempt++) {
    const x = (sx + 0.15 + 0.7 * noise.hash(sx * 41 + attempt, sy, 33)) * NUMBER_SQUARE
    const y = (sy + 0.15 + 0.7 * noise.hash(sx, sy * 43 + attempt, 34)) * NUMBER_SQUARE
    const heightM = heightOf(x, y)
    const [gx, gy] = [(heightOf(x + 4, y) - heightOf(x - 4, y)) / 8, (heightOf(x, y + 4) - heightOf(x, y - 4)) / 8]
    const slope = Math.hypot(gx, gy)
    const contour = Math.round(heightM / NUMBERED_M) * NUMBERED_M
    const away = (contour - heightM) / slope
    if (contour <= 0 || slope < 0.15 || slope > 2 || Math.abs(away) > 30) continue
    const at: Point = [x + (gx / slope) * away, y + (gy / slope) * away]
    if (Math.abs(heightOf(...at) - contour) > 3) continue
    const turn = (Math.atan2(gx, -gy) * 180) / Math.PI
    return { at, heightM: contour, turn: turn > 90 ? turn - 180 : turn < -90 ? turn + 180 : turn }
  }
  return null
}

function contourNumbers(terrain: Terrain, tile: Tile, { contour, contours, numberHalo }: Look): string {
  if (tile.z < 14 || contours === 0) return ''
  const ink = `rgb(${contour.map((part) => Math.round(part * 0.82)).join(',')})`
  const [left, top] = [tile.x * TILE_SIZE, tile.y * TILE_SIZE]
  const squares = (from: number) =>
    Array.from({ length: 3 }, (_, i) => Math.floor((from - 30) / NUMBER_SQUARE) + i).filter(
      (s) => s * NUMBER_SQUARE < from + TILE_SIZE + 30,
    )
  return squares(top)
    .flatMap((sy) => squares(left).map((sx) => numberIn(terrain, tile, sx, sy)))
    .map((number) => {
      if (!number) return ''
      const place = `translate(${(number.at[0] - left).toFixed(1)} ${(number.at[1] - top).toFixed(1)}) rotate(${number.turn.toFixed(0)})`
      return `<g transform="${place}">${haloed(lettering(String(number.heightM), 0, 3.6, 10, 0.2).outlines, ink, numberHalo, 10, 0.8)}</g>`
    })
    .join('')
}

/** Every screen then shows at least one mark, but not too many. */
function markIn({ x, y }: Tile, { mark }: Look): string {
  if (x % 2 !== 0 || y % 2 !== 0) return ''
  return `<g fill="${mark}" fill-opacity=".5">${lettering(SAMPLE_TERRAIN, TILE_SIZE / 2, 244, 12, 0.5).outlines}</g>`
}

export function overlayOf(terrain: Terrain, name: LookName, tile: Tile): string {
  const look = LOOKS[name]
  const lines = `<g fill="none" stroke-linejoin="round" stroke-linecap="round">${streamsIn(terrain, tile, look)}${roadsIn(terrain, tile, look)}</g>`
  const words = contourNumbers(terrain, tile, look) + markIn(tile, look) + summitsIn(terrain, tile, look)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${TILE_SIZE}" height="${TILE_SIZE}">${lines}${words}</svg>`
}
