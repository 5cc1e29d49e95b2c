/** The highest point within 1.5 km. The map shows the height. */

import type { Point } from '../tile-grid.ts'
import { type Grid, pointOf } from './grid.ts'

/** `at` is in pixels of zoom 0. */
export type Summit = { at: Point; heightM: number }

const REACH_M = 1500
const LOWEST_M = 130
const SQUARE = 8

export function summitsOf(grid: Grid): Summit[] {
  const { columns, rows, heightM: h } = grid
  const reach = Math.round(REACH_M / grid.cellM)
  const found: number[] = []
  for (let y = reach; y < rows - reach - SQUARE; y += SQUARE) {
    for (let x = reach; x < columns - reach - SQUARE; x += SQUARE) {
      const top = highestIn(grid, x, y)
      if ((h[top] ?? 0) < LOWEST_M || !isHighest(grid, top, reach)) continue
      // Two adjacent search squares may find one summit.
      const isNew = found.every(
        (one) => Math.hypot((one % columns) - (top % columns), Math.floor(one / columns) - Math.floor(top / columns)) > reach / 2,
      )
      if (isNew) found.push(top)
    }
  }
  return found.map((cell) => ({ at: pointOf(grid, cell), heightM: h[cell] ?? 0 }))
}

function highestIn({ columns, heightM: h }: Grid, x: number, y: number): number {
  let best = y * columns + x
  for (let j = y; j < y + SQUARE; j++)
    for (let i = j * columns + x; i < j * columns + x + SQUARE; i++) if ((h[i] ?? 0) > (h[best] ?? 0)) best = i
  return best
}

function isHighest({ columns, heightM: h }: Grid, cell: number, reach: number): boolean {
  const [x, y] = [cell % columns, Math.floor(cell / columns)]
  for (let j = y - reach; j <= y + reach; j += 2)
    for (let i = j * columns + x - reach; i <= j * columns + x + reach; i += 2) if ((h[i] ?? 0) > (h[cell] ?? 0)) return false
  return true
}
