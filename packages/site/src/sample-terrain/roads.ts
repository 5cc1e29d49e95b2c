/** Roads that take the least toil between two places. Slopes are dear, water is dearer, and a bed that is there already is cheap to use. */
import { cellAt, type Grid, pointOf } from './grid.ts'
import { Heap } from './heap.ts'
import { type GroundLine, lineOf, softened, type Winding } from './lines.ts'
import type { TerrainPlan } from './plan.ts'
import { type LonLat, type Point, worldPixel } from './tile-grid.ts'

export type RoadKind = 'main' | 'minor' | 'track'
export type Road = GroundLine & { kind: RoadKind }

/** A slope at which a road is twice as long for a driver as it is on the ground. */
const DEAR_SLOPE = 0.05
const WATER_TOIL = 40
const OLD_BED_TOIL = 0.25
/** A track that finds no road within this many steps is left out. */
const LONGEST_TRACK = 260
const MOST_CELLS = 900_000

/** Sixteen directions: with eight, roads would turn at right angles. */
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
  /** Where each named place is. */
  places: ReadonlyMap<string, LonLat>
  /** Where tracks begin: each leads to the next road. */
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

/** The parts of a path that were no road before: two kinds on one bed would be drawn one over the other. */
function newParts(path: readonly number[], isRoad: Uint8Array): number[][] {
  const isOld = (cell: number | undefined) => cell === undefined || isRoad[cell] === 1
  const parts: number[][] = [[]]
  for (const [i, cell] of path.entries()) {
    parts.at(-1)?.push(cell)
    // An old cell among old cells ends a part; the first and the last old one belong to it, so that the new road meets the old.
    if (isOld(cell) && isOld(path[i - 1]) && isOld(path[i + 1])) parts.push([])
  }
  return parts.filter(({ length }) => length > 2)
}

/** A* towards `target`; without one, in all directions until a goal is met. */
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
