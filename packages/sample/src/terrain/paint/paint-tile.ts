/** Several styles share the ground, which is most of the work. */
import { landShare } from '../land/coast.ts'
import { type Grid, resample } from '../land/grid.ts'
import { clamp } from '../land/noise.ts'
import type { Terrain } from '../land/terrain.ts'
import { metresPerPixel, type PixelWindow, TILE_SIZE, type Tile } from '../tile-grid.ts'
import { coverAt } from './cover.ts'
import { gridFor, windowOf } from './ground.ts'
import { LOOKS, type LookName } from './looks.ts'
import { Pen, paintMap, paintPhoto, type Spot } from './paint-spot.ts'

const CONTOURS: Readonly<Record<number, readonly [thin: number, thick: number]>> = {
  11: [100, 500],
  12: [100, 500],
  13: [20, 100],
  14: [20, 100],
  15: [20, 100],
}

/** Thin contours are faint at zooms where they are close together. */
const THIN_INK: Readonly<Record<number, number>> = { 11: 0.24, 12: 0.36, 13: 0.3 }

/** Hills would otherwise be invisible at low zooms. */
const EXAGGERATION: Readonly<Record<number, number>> = { 10: 2.8, 11: 2.1, 12: 1.7, 13: 1.5, 14: 1.3, 15: 1.15 }

/** One extra pixel on each side, to calculate slopes. */
const WIDE = TILE_SIZE + 2

export function paintTile(terrain: Terrain, looks: readonly LookName[], tile: Tile): Uint8Array[] {
  const { z } = tile
  const grid = gridFor(terrain.ground, tile)
  const window = windowOf(tile)
  const wider: PixelWindow = { z, x0: window.x0 - 1, y0: window.y0 - 1, columns: WIDE, rows: WIDE }
  const heightM = resample(grid, grid.heightM, wider)
  const coastM = resample(grid, grid.coastM, wider)
  const wetness = terrain.wetness.get(grid)
  const wet = wetness ? resample(grid, wetness, wider) : new Float32Array(WIDE * WIDE)
  const share = landShare(window, z < 9 ? 2 : 4)
  const cellM = metresPerPixel(terrain.centre[1], z)
  const towns = townsNear(terrain, window, cellM / 1000)
  const tall = EXAGGERATION[z] ?? 4 + (9 - z)
  const spot: Spot = {
    z,
    xKm: 0,
    yKm: 0,
    heightM: 0,
    coastM: 0,
    landShare: 0,
    lit: 0,
    contour: 0,
    cover: { forest: 0, heath: 0, farm: 0, town: 0, street: 0, patch: 0.5 },
  }
  const pen = new Pen()
  const pictures = looks.map((name) => ({ name, look: LOOKS[name], bytes: new Uint8Array(TILE_SIZE * TILE_SIZE * 3) }))
  for (let j = 0; j < TILE_SIZE; j++) {
    for (let i = 0; i < TILE_SIZE; i++) {
      const k = (j + 1) * WIDE + i + 1
      const isKnown = isInside(grid, window, i, j)
      const eastward = isKnown ? ((heightM[k + 1] ?? 0) - (heightM[k - 1] ?? 0)) / (2 * cellM) : 0
      const southward = isKnown ? ((heightM[k + WIDE] ?? 0) - (heightM[k - WIDE] ?? 0)) / (2 * cellM) : 0
      const slope = Math.hypot(eastward, southward)
      spot.xKm = ((window.x0 + i + 0.5) * cellM) / 1000
      spot.yKm = ((window.y0 + j + 0.5) * cellM) / 1000
      spot.heightM = isKnown ? (heightM[k] ?? 0) : 0
      // Outside the grid only the coast is known.
      spot.coastM = isKnown ? (coastM[k] ?? 0) : -30_000
      spot.landShare = share[j * TILE_SIZE + i] ?? 0
      if (spot.landShare > 0) {
        spot.lit = lightOn(eastward * tall, southward * tall)
        spot.contour = spot.landShare > 0.5 ? contourOn(spot.heightM, slope * cellM, z) : 0
        const place = { xKm: spot.xKm, yKm: spot.yKm, wideKm: cellM / 1000, heightM: spot.heightM, slope, wet: wet[k] ?? 0 }
        spot.cover = coverAt(terrain.noise, place, z, towns)
      }
      const o = (j * TILE_SIZE + i) * 3
      for (const { name, look, bytes } of pictures) {
        if (name === 'satellite') paintPhoto(pen, look, spot, terrain.noise)
        else paintMap(pen, look, spot)
        bytes[o] = clamp(pen.r + 0.5, 0, 255)
        bytes[o + 1] = clamp(pen.g + 0.5, 0, 255)
        bytes[o + 2] = clamp(pen.b + 0.5, 0, 255)
      }
    }
  }
  return pictures.map(({ bytes }) => bytes)
}

function isInside(grid: Grid, { z, x0, y0 }: PixelWindow, i: number, j: number): boolean {
  const scale = 2 ** (grid.z - z)
  const [x, y] = [(x0 + i) * scale - grid.x0, (y0 + j) * scale - grid.y0]
  return x >= 0 && y >= 0 && x <= grid.columns && y <= grid.rows
}

function townsNear({ towns }: Terrain, { x0, y0 }: PixelWindow, kmPerPixel: number) {
  const half = TILE_SIZE / 2
  const [x, y] = [(x0 + half) * kmPerPixel, (y0 + half) * kmPerPixel]
  return towns.filter(({ at, km }) => Math.max(Math.abs(at[0] - x), Math.abs(at[1] - y)) < half * kmPerPixel + 2 * km)
}

/** Mainly from the north-west, and some from the west and the north. Level ground is neither lit nor shaded. */
function lightOn(eastward: number, southward: number): number {
  const upright = 1 / Math.sqrt(1 + eastward * eastward + southward * southward)
  const towards = 0.6 * (eastward + southward) * Math.SQRT1_2 + 0.2 * eastward + 0.2 * southward
  return towards * upright * 0.78 + 0.62 * (upright - 1)
}

function contourOn(heightM: number, perPixelM: number, z: number): number {
  const [thin, thick] = CONTOURS[z] ?? [0, 0]
  if (thin === 0 || heightM <= thin / 2) return 0
  // On almost level ground, a contour would become a blot.
  const least = thin * 0.012
  const fade = clamp(perPixelM / least - 1, 0, 1)
  const nearest = Math.round(heightM / thin) * thin
  const awayPx = Math.abs(heightM - nearest) / Math.max(perPixelM, least)
  if (nearest % thick === 0) return fade * (z === 11 ? 0.5 : 0.72) * clamp(1.15 - awayPx, 0, 1)
  return fade * (THIN_INK[z] ?? 0.42) * clamp(0.95 - awayPx, 0, 1)
}
