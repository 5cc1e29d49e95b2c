/** Slopes cost more, water costs even more, and existing roads are cheap. */

import { type GroundLine, lineOf, softened, type Winding } from '../paint/lines.ts'
import type { TerrainPlan } from '../plan.ts'
import { type LonLat, type Point, worldPixel } from '../tile-grid.ts'
import { cellAt, type Grid, pointOf } from './grid.ts'
import { Heap } from './heap.ts'

export type RoadKind = 'main' | 'minor' | 'track'
export type Road = GroundLine & { kind: RoadKind }

/** The slope at which a road costs twice its length. */
const DEAR_SLOPE = 0.05
const WATER_TOIL = 40
const OLD_BED_TOIL = 0.25
/** A track that doesn't reach a road within this many steps is omitted. */
const LONGEST_TRACK = 260
const MOST_CELLS = 900_000

/** With only eight directions, roads would make sharp turns. */
const DIRECTIONS: readonly Point[] = [
  [1, 0],
  [1, 1],
  [2, 1],
  [1, 2],
].flatMap(([x = 0, y = 0]): Point[] => [
  [x, y],
  [-y, x],
  [-x, -y],
  [y, -x],
])

export type RoadInput = {
  roads: TerrainPlan['roads']
  places: ReadonlyMap<string, LonLat>
  /** Each track leads to the nearest road. */
  trackHeads: readonly LonLat[]
  winding: Winding
}

export function roadsOn(grid: Grid, { roads, places, trackHeads, winding }: RoadInput): Road[] {
  const isRoad = new Uint8Array(grid.heightM.length)
  const cellOf = (place: string | LonLat) => {
    const at = typeof place === 'string' ? places.get(place) : place
    if (!at) throw new Error(`terrain.json: a road names an unknown place: ${place}`)
    return cellAt(grid, worldPixel(at, grid.z))
  }
  const built: Road[] = []
  const build = (kind: RoadKind, path: readonly number[]) => {
    for (const cells of newParts(path, isRoad))
      built.push({
        kind,
        ...lineOf(
          softened(
            cells.map((cell) => winding(pointOf(grid, cell), 0)),
            6,
          ),
        ),
      })
    for (const cell of path) isRoad[cell] = 1
  }
  for (const { kind, from, to } of roads) {
    const goal = cellOf(to)
    build(kind, leastToil(grid, isRoad, cellOf(from), (cell) => cell === goal, goal) ?? [])
  }
  for (const head of trackHeads) {
    const path = leastToil(grid, isRoad, cellOf(head), (cell) => isRoad[cell] === 1, null)
    if (path && path.length < LONGEST_TRACK) build('track', path)
  }
  return built
}

/** Parts shared with an existing road would be drawn twice. */
function newParts(path: readonly number[], isRoad: Uint8Array): number[][] {
  const isOld = (cell: number | undefined) => cell === undefined || isRoad[cell] === 1
  const parts: number[][] = [[]]
  for (const [i, cell] of path.entries()) {
    parts.at(-1)?.push(cell)
    // The first and the last existing cell belong to the part, so that the new road connects to the existing one.
    if (isOld(cell) && isOld(path[i - 1]) && isOld(path[i + 1])) parts.push([])
  }
  return parts.filter(({ length }) => length > 2)
}

/** A* towards `target`. Without a target, searches in all directions for the nearest goal. */
function leastToil(
  grid: Grid,
  isRoad: Uint8Array,
  start: number,
  isGoal: (cell: number) => boolean,
  target: number | null,
): number[] | null {
  const { columns, rows, heightM, isLand, cellM } = grid
  const steps = DIRECTIONS.map(([dx, dy]) => ({ dx, dy, step: dy * columns + dx, lengthM: Math.hypot(dx, dy) * cellM }))
  const toil = new Map([[start, 0]])
  const before = new Map<number, number>()
  const isDone = new Set<number>()
  const open = new Heap<number>()
  open.push(0, start)
  for (let cell = open.pop(); cell !== undefined && isDone.size < MOST_CELLS; cell = open.pop()) {
    if (isDone.has(cell)) continue
    isDone.add(cell)
    if (isGoal(cell)) return wayTo(cell, before)
    const [x, y] = [cell % columns, Math.floor(cell / columns)]
    for (const { dx, dy, step, lengthM } of steps) {
      const next = cell + step
      const [nx, ny] = [x + dx, y + dy]
      if (nx < 1 || nx >= columns - 1 || ny < 1 || ny >= rows - 1 || isDone.has(next)) continue
      const slope = Math.abs((heightM[next] ?? 0) - (heightM[cell] ?? 0)) / lengthM
      const ground = isLand[next] === 1 ? 1 : WATER_TOIL
      const bed = isRoad[next] === 1 && isRoad[cell] === 1 ? OLD_BED_TOIL : 1
      const sum = (toil.get(cell) ?? 0) + lengthM * (1 + (slope / DEAR_SLOPE) ** 2) * ground * bed
      if (sum >= (toil.get(next) ?? Infinity)) continue
      toil.set(next, sum)
      before.set(next, cell)
      const restM = target === null ? 0 : Math.hypot((target % columns) - nx, Math.floor(target / columns) - ny) * cellM
      open.push(sum + restM * OLD_BED_TOIL, next)
    }
  }
  return null
}

function wayTo(goal: number, before: ReadonlyMap<number, number>): number[] {
  const way: number[] = []
  for (let cell: number | undefined = goal; cell !== undefined; cell = before.get(cell)) way.push(cell)
  return way.reverse()
}
