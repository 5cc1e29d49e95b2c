/** How fast the ground rises, place by place: slowly at the coast, faster inland, in massifs by chance and in hills by plan. */
import type { Grid } from './grid.ts'
import { type Noise, rise } from './noise.ts'
import type { TerrainPlan } from './plan.ts'
import { type LonLat, metresPerPixel, worldPixel } from './tile-grid.ts'

/** Places of the noise are in kilometres, so that every zoom sees the same land. */
export function kmOf(latitude: number, at: LonLat): [x: number, y: number] {
  const [x, y] = worldPixel(at, 0)
  const kmPerPixel = metresPerPixel(latitude, 0) / 1000
  return [x * kmPerPixel, y * kmPerPixel]
}

/** The first metres from the water stay a beach. */
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
    // Warped, so that massifs are not round.
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
