import { type GroundLine, lineOf, softened, type Winding } from '../paint/lines.ts'
import type { Point } from '../tile-grid.ts'
import { drainedM2, type Flow, flowOf, withoutHollows } from './flow.ts'
import { cellAt, type Grid, pointOf } from './grid.ts'
import { clamp, type Noise, rise } from './noise.ts'

export type Stream = GroundLine & { areaM2: number }
export type Drainage = { streams: readonly Stream[]; areaM2: Float32Array }

const GROWTH = 3
const SHORTEST = 3

export function drainageOf(grid: Grid, fromM2: number, noise: Noise, winding: Winding): Drainage {
  const flow = flowOf(grid, withoutHollows(grid, noise))
  const areaM2 = drainedM2(grid, flow)
  const isStream = (cell: number) => (areaM2[cell] ?? 0) >= fromM2 && grid.isLand[cell] === 1
  const isFed = new Uint8Array(areaM2.length)
  for (let i = 0; i < areaM2.length; i++) {
    const receiver = flow.to[i] ?? i
    if (receiver !== i && isStream(i)) isFed[receiver] = 1
  }
  const streams: Stream[] = []
  const drawn = new Map<number, Point>()
  // Follows the water from each spring down to the sea or to a stream that is already drawn.
  for (let spring = 0; spring < areaM2.length; spring++) {
    if (!isStream(spring) || isFed[spring] === 1) continue
    const cells = wayDown(grid, flow, spring, drawn)
    if (cells.length <= SHORTEST) continue
    // A tributary ends on the drawn line of the other stream, not at its cell, because the bends would leave a gap.
    const points = softened(
      cells.map((cell) => drawn.get(cell) ?? winding(pointOf(grid, cell), flatnessAt(grid, cell))),
      4,
    )
    for (const [i, cell] of cells.entries()) if (!drawn.has(cell)) drawn.set(cell, points[i] ?? pointOf(grid, cell))
    streams.push(...partsOf(cells, points, areaM2))
  }
  return { streams, areaM2 }
}

function wayDown({ isLand }: Grid, { to }: Flow, spring: number, drawn: ReadonlyMap<number, Point>): number[] {
  const cells = [spring]
  for (let cell = spring; isLand[cell] === 1 && !drawn.has(cell); ) {
    const next = to[cell] ?? cell
    if (next === cell) break
    cells.push(next)
    cell = next
  }
  return cells
}

/** Split wherever the drained area has tripled, so that each part has one width. */
function partsOf(cells: readonly number[], points: readonly Point[], areaM2: Float32Array): Stream[] {
  const areaOf = (i: number) => areaM2[cells[i] ?? 0] ?? 0
  const parts: Stream[] = []
  for (let from = 0; from < cells.length - 1; ) {
    let to = from + 1
    while (to < cells.length - 1 && areaOf(to) <= areaOf(from) * GROWTH) to++
    // The area in the middle, because the last cell may belong to a larger river or the sea.
    parts.push({ ...lineOf(points.slice(from, to + 1)), areaM2: areaOf((from + to) >> 1) })
    from = to
  }
  return parts
}

function flatnessAt({ heightM, columns, cellM }: Grid, cell: number): number {
  const reach = 3
  const around = [-reach, reach, -reach * columns, reach * columns].map((step) => heightM[cell + step] ?? 0)
  return rise(0.12, 0.03, (Math.max(...around) - Math.min(...around)) / (2 * reach * cellM))
}

/** From 0 to 1. Drawn streams are wettest, and their banks are somewhat wet. */
export function wetnessOf(grid: Grid, { streams, areaM2 }: Drainage, fromM2: number): Float32Array {
  const { columns } = grid
  // Larger areas are capped, because they are added along the drawn stream.
  const area = areaM2.map((one) => Math.min(one, fromM2))
  const scale = 2 ** grid.z
  for (const { points, areaM2: drained } of streams)
    for (const [x, y] of points) {
      const cell = cellAt(grid, [x * scale, y * scale])
      area[cell] = Math.max(area[cell] ?? 0, drained)
    }
  const wet = area.map((one) => clamp((Math.log10(one) - 4.5) / 3.5, 0, 1))
  for (let time = 0; time < 6; time++) {
    const w = wet.slice()
    for (let i = columns; i < w.length - columns; i++) {
      const around = (w[i - 1] ?? 0) + (w[i + 1] ?? 0) + (w[i - columns] ?? 0) + (w[i + columns] ?? 0)
      wet[i] = Math.max((w[i] ?? 0) * 0.96, around / 4)
    }
  }
  return wet
}
