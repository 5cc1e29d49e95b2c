/**
 * Layered noise without erosion looks like crumpled paper. Rivers that cut by slope and drained area (the stream power law) produce valleys
 * that join, like real ones.
 */
import { drainedM2, flowOf, withoutHollows } from './flow.ts'
import { type Grid, isOnEdge } from './grid.ts'
import type { Noise } from './noise.ts'

export type Weather = {
  rounds: number
  /** Solved implicitly (Braun and Willett, 2013), so long steps stay stable. */
  stride: number
  /**
   * The randomness of the choice between two ways down, from 0 to 1. A grid has only eight directions, so without randomness every even
   * slope would have parallel furrows. At low zooms, randomness would only blur the large valleys.
   */
  wander: number
  creep: number
}

/** The cutting rate grows with this power of the drained area. */
const AREA_POWER = 0.45
/** Added to each cell's drained area, so that ridges erode too. */
const SLOPE_WASH_M2 = 2.5e4
const ROUNDS_BETWEEN_FILLS = 12

/** `uplift` is the rise of each cell in metres per unit of time. */
export function wear(grid: Grid, uplift: Float32Array, noise: Noise, { rounds, stride, wander, creep }: Weather): void {
  const { heightM, isLand, columns, cellM } = grid
  for (let round = 0; round < rounds; round++) {
    if (round % ROUNDS_BETWEEN_FILLS === 0) heightM.set(withoutHollows(grid, noise))
    const flow = flowOf(grid, heightM, wander === 0 ? undefined : (cell, way) => 1 - wander * noise.hash(cell, way, 200 + round))
    const area = drainedM2(grid, flow)
    for (const i of flow.order) {
      if (isLand[i] === 0) {
        heightM[i] = 0
        continue
      }
      const receiver = flow.to[i] ?? i
      const raised = (heightM[i] ?? 0) + (uplift[i] ?? 0) * stride
      if (receiver === i) {
        // The edge keeps its height, so that water can drain over it.
        if (!isOnEdge(grid, i)) heightM[i] = raised
        continue
      }
      const step = Math.abs(receiver - i)
      const gapM = step === 1 || step === columns ? cellM : cellM * Math.SQRT2
      const cut = (stride * ((area[i] ?? 0) + SLOPE_WASH_M2) ** AREA_POWER) / gapM
      heightM[i] = (raised + cut * (heightM[receiver] ?? 0)) / (1 + cut)
    }
    soften(grid, creep)
  }
}

/** Smoothing also hides the pattern of the grid. */
export function soften({ columns, rows, heightM: h, isLand }: Grid, times: number): void {
  for (let time = 0; time < times; time++) {
    const b = h.slice()
    for (let y = 1; y < rows - 1; y++) {
      for (let i = y * columns + 1; i < (y + 1) * columns - 1; i++) {
        if (isLand[i] === 0) continue
        const beside = (b[i - 1] ?? 0) + (b[i + 1] ?? 0) + (b[i - columns] ?? 0) + (b[i + columns] ?? 0)
        const across = (b[i - columns - 1] ?? 0) + (b[i - columns + 1] ?? 0) + (b[i + columns - 1] ?? 0) + (b[i + columns + 1] ?? 0)
        h[i] = (b[i] ?? 0) * 0.5 + beside * 0.08 + across * 0.045
      }
    }
  }
}
