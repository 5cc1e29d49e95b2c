/** One cell is one pixel of its zoom, so that grid and tiles share coordinates. */

import { type LonLat, metresPerPixel, type PixelWindow, type Point, TILE_SIZE, tileAt, worldPixel } from '../tile-grid.ts'
import { landShare } from './coast.ts'
import { distancesTo } from './distance.ts'
import { clamp } from './noise.ts'

export type Grid = PixelWindow & {
  cellM: number
  isLand: Uint8Array
  /** Metres to the coast, negative at sea. */
  coastM: Float32Array
  heightM: Float32Array
}

export function emptyGrid(centre: LonLat, z: number, tilesAside: number, tilesAbove: number): Grid {
  const tile = tileAt(centre, z)
  const [columns, rows] = [(2 * tilesAside + 1) * TILE_SIZE, (2 * tilesAbove + 1) * TILE_SIZE]
  const window = { z, x0: (tile.x - tilesAside) * TILE_SIZE, y0: (tile.y - tilesAbove) * TILE_SIZE, columns, rows }
  const cellM = metresPerPixel(centre[1], z)
  const isLand = new Uint8Array(columns * rows)
  for (const [cell, share] of landShare(window, 1).entries()) if (share >= 0.5) isLand[cell] = 1
  const inland = distancesTo((cell) => isLand[cell] === 0, columns, rows)
  const offshore = distancesTo((cell) => isLand[cell] === 1, columns, rows)
  const coastM = inland.map((cells, i) => (cells > 0 ? cells : -(offshore[i] ?? 0)) * cellM)
  return { ...window, cellM, isLand, coastM, heightM: new Float32Array(columns * rows) }
}

/** The grid has no data beyond its border. */
export function isOnEdge({ columns, rows }: PixelWindow, cell: number): boolean {
  const x = cell % columns
  return x === 0 || x === columns - 1 || cell < columns || cell >= columns * (rows - 1)
}

export function covers(grid: PixelWindow, { z, x0, y0, columns, rows }: PixelWindow): boolean {
  const scale = 2 ** (grid.z - z)
  return (
    x0 * scale >= grid.x0 &&
    y0 * scale >= grid.y0 &&
    (x0 + columns) * scale <= grid.x0 + grid.columns &&
    (y0 + rows) * scale <= grid.y0 + grid.rows
  )
}

/** In pixels of zoom 0. */
export function pointOf(grid: PixelWindow, cell: number): Point {
  const scale = 2 ** grid.z
  return [(grid.x0 + (cell % grid.columns) + 0.5) / scale, (grid.y0 + Math.floor(cell / grid.columns) + 0.5) / scale]
}

/** The position is in pixels of the grid's own zoom. */
export function cellAt(grid: PixelWindow, [x, y]: Point): number {
  return Math.floor(y - grid.y0) * grid.columns + Math.floor(x - grid.x0)
}

/** The position is in pixels of the grid's own zoom. */
export function heightBetween({ x0, y0, columns, rows, heightM }: Grid, [x, y]: Point): number {
  const [ax, ay] = [x - x0 - 0.5, y - y0 - 0.5]
  const i = clamp(Math.floor(ax), 0, columns - 2)
  const j = clamp(Math.floor(ay), 0, rows - 2)
  const [u, v] = [ax - i, ay - j]
  const k = j * columns + i
  const north = (heightM[k] ?? 0) * (1 - u) + (heightM[k + 1] ?? 0) * u
  const south = (heightM[k + columns] ?? 0) * (1 - u) + (heightM[k + columns + 1] ?? 0) * u
  return north * (1 - v) + south * v
}

export const heightAt = (grid: Grid, at: LonLat): number => heightBetween(grid, worldPixel(at, grid.z))

type Weights = { from: Int32Array; weight: Float64Array }

function weightsAlong(count: number, start: number, scale: number, origin: number, limit: number): Weights {
  const from = new Int32Array(count * 4)
  const weight = new Float64Array(count * 4)
  for (let k = 0; k < count; k++) {
    const at = (start + k + 0.5) * scale - origin - 0.5
    const i = Math.floor(at)
    const t = at - i
    for (let n = 0; n < 4; n++) from[k * 4 + n] = clamp(i - 1 + n, 0, limit - 1)
    weight[k * 4] = (1 - t) ** 3 / 6
    weight[k * 4 + 1] = (3 * t ** 3 - 6 * t * t + 4) / 6
    weight[k * 4 + 2] = (-3 * t ** 3 + 3 * t * t + 3 * t + 1) / 6
    weight[k * 4 + 3] = t ** 3 / 6
  }
  return { from, weight }
}

/** Cubic B-spline, because linear interpolation would show facets. */
export function resample(grid: Grid, values: Float32Array, window: PixelWindow): Float32Array {
  const { columns, rows } = window
  const scale = 2 ** (grid.z - window.z)
  const across = weightsAlong(columns, window.x0, scale, grid.x0, grid.columns)
  const down = weightsAlong(rows, window.y0, scale, grid.y0, grid.rows)
  const rowsSoFar = new Map<number, Float32Array>()
  const rowOf = (j: number) => {
    const known = rowsSoFar.get(j)
    if (known) return known
    const row = new Float32Array(columns)
    for (let i = 0; i < columns; i++) {
      let sum = 0
      for (let n = i * 4; n < i * 4 + 4; n++) sum += (values[j * grid.columns + (across.from[n] ?? 0)] ?? 0) * (across.weight[n] ?? 0)
      row[i] = sum
    }
    rowsSoFar.set(j, row)
    // Few neighbours need each row, and a second complete grid wouldn't fit into memory, so old rows are deleted.
    if (rowsSoFar.size > 12) for (const old of rowsSoFar.keys()) if (old < j - 6) rowsSoFar.delete(old)
    return row
  }
  const out = new Float32Array(columns * rows)
  for (let j = 0; j < rows; j++) {
    for (let n = j * 4; n < j * 4 + 4; n++) {
      const row = rowOf(down.from[n] ?? 0)
      const weight = down.weight[n] ?? 0
      for (let i = 0; i < columns; i++) out[j * columns + i] = (out[j * columns + i] ?? 0) + (row[i] ?? 0) * weight
    }
  }
  return out
}
