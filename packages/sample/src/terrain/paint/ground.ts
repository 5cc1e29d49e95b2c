/** Only the coarsest grid is eroded from scratch. Each finer grid starts from the previous one and is eroded a little more. */
import { soften, type Weather, wear } from '../land/erosion.ts'
import { covers, emptyGrid, type Grid, resample } from '../land/grid.ts'
import type { Noise } from '../land/noise.ts'
import { upliftOn } from '../land/uplift.ts'
import type { TerrainPlan } from '../plan.ts'
import { type LonLat, type PixelWindow, TILE_SIZE, type Tile } from '../tile-grid.ts'
import { carveTrails, type TrailLine } from './trail-bed.ts'

export type Level = Weather & { z: number; tilesAside: number; tilesAbove: number }

/** Cells have 920 m in the first level and 29 m in the last, which closer zooms use too. */
export const LEVELS: readonly Level[] = [
  { z: 7, tilesAside: 2, tilesAbove: 1, rounds: 60, stride: 1.2, wander: 0, creep: 0 },
  { z: 8, tilesAside: 3, tilesAbove: 2, rounds: 12, stride: 0.8, wander: 0, creep: 0 },
  { z: 9, tilesAside: 3, tilesAbove: 2, rounds: 8, stride: 0.8, wander: 0.4, creep: 0 },
  { z: 10, tilesAside: 3, tilesAbove: 2, rounds: 8, stride: 0.8, wander: 0.6, creep: 0 },
  { z: 11, tilesAside: 3, tilesAbove: 2, rounds: 8, stride: 0.7, wander: 0.7, creep: 1 },
  { z: 12, tilesAside: 6, tilesAbove: 4, rounds: 5, stride: 0.5, wander: 0.7, creep: 1 },
]

export type GroundInput = { centre: LonLat; plan: TerrainPlan; noise: Noise; trails: readonly TrailLine[]; levels: readonly Level[] }

/** Coarsest first. */
export type Ground = readonly Grid[]

export function makeGround({ centre, plan, noise, trails, levels }: GroundInput): Ground {
  const grids: Grid[] = []
  for (const level of levels) {
    const grid = emptyGrid(centre, level.z, level.tilesAside, level.tilesAbove)
    const coarser = grids.at(-1)
    if (coarser) grid.heightM.set(resample(coarser, coarser.heightM, grid))
    roughen(grid, noise, coarser === undefined)
    wear(grid, upliftOn(grid, noise, plan, centre[1]), noise, level)
    if (level === levels.at(-1)) {
      soften(grid, 7)
      carveTrails(grid, trails)
      soften(grid, 1)
    }
    grids.push(grid)
  }
  return grids
}

/** New streams need a little roughness to start. The first grid also gets a slope to the sea. */
function roughen(grid: Grid, { hash }: Noise, isFirst: boolean): void {
  const { columns, x0, y0, cellM, coastM, isLand, heightM } = grid
  for (let i = 0; i < heightM.length; i++) {
    const inlandM = Math.max(0, coastM[i] ?? 0)
    const base = isFirst ? inlandM * 0.003 : (heightM[i] ?? 0)
    const rough = hash((i % columns) + x0, Math.floor(i / columns) + y0, 5) * Math.min(cellM * 0.05, inlandM * 0.02)
    heightM[i] = isLand[i] === 1 ? Math.max(0.3, base) + rough : 0
  }
}

export const windowOf = ({ z, x, y }: Tile): PixelWindow => ({
  z,
  x0: x * TILE_SIZE,
  y0: y * TILE_SIZE,
  columns: TILE_SIZE,
  rows: TILE_SIZE,
})

/** The grid must not be finer than the tile, and must cover the tile completely. The coarsest grid if there is none. */
export function gridFor(ground: Ground, tile: Tile): Grid {
  const grid = ground.findLast((one) => one.z <= tile.z && covers(one, windowOf(tile))) ?? ground[0]
  if (!grid) throw new Error('the ground must have at least one grid')
  return grid
}
