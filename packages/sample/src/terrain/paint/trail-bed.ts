/**
 * A descent must go down, and no trail may be as steep as stairs. The ground moves towards each trail's target profile, first over a wide
 * area to turn whole slopes, and then over a narrow one to fit the trail.
 */
import type { TrailType } from '@trailwarden/site/files'
import { type Grid, heightBetween } from '../land/grid.ts'
import { type LonLat, worldPixel } from '../tile-grid.ts'

export type TrailLine = { name: string; type: NonNullable<ReturnType<typeof TrailType.find>>; at: readonly LonLat[] }

/** The radius of each adjustment, in cells. */
const SPREADS = [11, 8, 5, 4, 3, 3, 2.5, 2.5, 2, 2, 2, 2]
/**
 * An adjustment ends at this multiple of its radius, where its weight reaches zero. An abrupt edge would look like a fold in the ground.
 */
const REACH = 2.6
const LEAST_WEIGHT = Math.exp(-(REACH ** 2) / 2)
/** The approximate distance between two vertices of a sample trail. */
const VERTEX_M = 16
/** A descent falls by at least this fraction of its length. */
const LEAST_FALL = 0.045
const LEAST_STEP_M = 0.05
const LOWEST_M = 0.5

export function carveTrails(grid: Grid, trails: readonly TrailLine[]): void {
  const lines = trails.map(({ type, at }) => ({ type, points: at.map((place) => worldPixel(place, grid.z)) }))
  for (const spread of SPREADS) {
    const change = new Float32Array(grid.heightM.length)
    const weight = new Float32Array(grid.heightM.length)
    for (const { type, points } of lines) {
      const heights = points.map((point) => heightBetween(grid, point))
      const wanted = wantedProfile(type, heights)
      // Where trails are close together, descents take priority.
      const strength = type === 'descent' ? 2 : 1
      for (const [index, point] of points.entries())
        spreadOut(grid, point, spread, strength, (wanted[index] ?? 0) - (heights[index] ?? 0), change, weight)
    }
    for (let i = 0; i < change.length; i++) {
      const total = weight[i] ?? 0
      if (total === 0 || grid.isLand[i] === 0) continue
      grid.heightM[i] = Math.max(LOWEST_M, (grid.heightM[i] ?? 0) + (change[i] ?? 0) / (total + 0.3))
    }
  }
}

function spreadOut(
  { x0, y0, columns, rows }: Grid,
  [x, y]: readonly [number, number],
  spread: number,
  strength: number,
  byM: number,
  change: Float32Array,
  weight: Float32Array,
): void {
  const reach = Math.ceil(spread * REACH)
  const [ci, cj] = [Math.round(x - x0 - 0.5), Math.round(y - y0 - 0.5)]
  for (let j = Math.max(0, cj - reach); j <= Math.min(rows - 1, cj + reach); j++) {
    for (let i = Math.max(0, ci - reach); i <= Math.min(columns - 1, ci + reach); i++) {
      const shape = Math.exp(-((i + 0.5 + x0 - x) ** 2 + (j + 0.5 + y0 - y) ** 2) / (2 * spread * spread)) - LEAST_WEIGHT
      if (shape <= 0) continue
      const w = shape * strength
      const cell = j * columns + i
      change[cell] = (change[cell] ?? 0) + w * byM
      weight[cell] = (weight[cell] ?? 0) + w
    }
  }
}

function wantedProfile(type: TrailLine['type'], heights: readonly number[]): number[] {
  if (type !== 'descent') {
    const reach = type === 'adventure' ? 22 : 9
    return means(means(heights, reach), reach).map((height) => Math.max(2, height))
  }
  const foot = heights.at(-1) ?? 0
  const top = Math.max(heights[0] ?? 0, foot + heights.length * VERTEX_M * LEAST_FALL)
  const towardsALine = heights.map((height, i) => 0.5 * height + 0.5 * (top + ((foot - top) * i) / heights.length))
  return means(falling(towardsALine), 6).map((height, i) => height - i * LEAST_STEP_M)
}

export function means(values: readonly number[], reach: number): number[] {
  return values.map((_, i) => {
    const around = values.slice(Math.max(0, i - reach), i + reach + 1)
    return around.reduce((sum, value) => sum + value, 0) / around.length
  })
}

/** Averages neighbours that rise until there are none (isotonic regression). */
export function falling(values: readonly number[]): number[] {
  const pools: { mean: number; count: number }[] = []
  for (const value of values) {
    let pool = { mean: value, count: 1 }
    for (let before = pools.at(-1); before && before.mean < pool.mean; before = pools.at(-1)) {
      pools.pop()
      const count = before.count + pool.count
      pool = { mean: (before.mean * before.count + pool.mean * pool.count) / count, count }
    }
    pools.push(pool)
  }
  return pools.flatMap(({ mean, count }) => Array<number>(count).fill(mean))
}
