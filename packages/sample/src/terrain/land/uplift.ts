/** Slow at the coast, faster inland, with random massifs and planned hills. */

import type { TerrainPlan } from '../plan.ts'
import { type LonLat, metresPerPixel, worldPixel } from '../tile-grid.ts'
import type { Grid } from './grid.ts'
import { type Noise, rise } from './noise.ts'

/** Kilometres are independent of the zoom, so that every zoom shows one land. */
export function kmOf(latitude: number, at: LonLat): [x: number, y: number] {
  const [x, y] = worldPixel(at, 0)
  const kmPerPixel = metresPerPixel(latitude, 0) / 1000
  return [x * kmPerPixel, y * kmPerPixel]
}

/** Land closer to the water than this stays a beach. */
const BEACH_M = 150
const INLAND_M = 6500

export function upliftOn(grid: Grid, { layered }: Noise, { hills }: TerrainPlan, latitude: number): Float32Array {
  const summits = hills.map(({ at, km, push }) => ({ at: kmOf(latitude, at), narrow: 1 / (2 * km * km), push }))
  const cellKm = grid.cellM / 1000
  const uplift = new Float32Array(grid.isLand.length)
  for (let cell = 0; cell < uplift.length; cell++) {
    if (grid.isLand[cell] === 0) continue
    const x = (grid.x0 + (cell % grid.columns) + 0.5) * cellKm
    const y = (grid.y0 + Math.floor(cell / grid.columns) + 0.5) * cellKm
    // Distorted coordinates keep massifs from looking round.
    const wx = x + 9 * (layered(x / 14, y / 14, 3, 11) - 0.5)
    const wy = y + 9 * (layered(x / 14, y / 14, 3, 21) - 0.5)
    const inland = 1 - Math.exp(-Math.max(0, (grid.coastM[cell] ?? 0) - BEACH_M) / INLAND_M)
    let push = inland * (7 + 46 * rise(0.36, 0.72, layered(wx / 26, wy / 26, 4, 1)))
    for (const summit of summits)
      push += summit.push * Math.exp(-((x - summit.at[0]) ** 2 + (y - summit.at[1]) ** 2) * summit.narrow) * Math.min(1, inland * 2.2)
    uplift[cell] = Math.max(1.2 * inland, push)
  }
  return uplift
}
