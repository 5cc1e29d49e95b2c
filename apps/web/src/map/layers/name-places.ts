/**
 * Finds a straight place beside each trail for its name. The name never covers a post, a mark, a button or another name, and covers another
 * trail only if there is no other place.
 */
import { type Box, NameGrid, overlaps, type Slot } from './name-grid.ts'

type XY = readonly number[]

export type NameRequest = {
  id: string
  widthPx: number
  heightPx: number
  /** In pixels of the view, with points at most a few pixels apart. */
  paths: readonly (readonly XY[])[]
  /** Half of the drawn line's width. */
  halfPx: number
  times: 1 | 2
  /** Names with a lower rank are placed first. */
  rank: number
  /** The name may be left out if it would cover a line. */
  isOptional?: boolean
}
export type NamePlace = { id: string; x: number; y: number; angle: number }
type Request = { size: readonly [width: number, height: number]; names: readonly NameRequest[]; taken: readonly Box[] }

const GAP_PX = 3.5
/** The raster rounds up by at most two pixels, and names beside their own line must not count as covering it. */
const LINE_MARGIN_PX = 0.5
/** Names stay this far away from the edges of the view. */
const EDGE_PX = 4
const STEP_PX = 4
const BETWEEN_NAMES_PX = 3
/** A second name closer than this to the first would look like a mistake. */
const APART_PX = 220
/** How many other arrangements are tried for a name without a place, at least this far apart. */
const [MOST_MOVES, MOVE_PX] = [40, 12]
/** A level name may be this much further away from its line. */
const FURTHER_PX = [0, 9, 20, 32, 48, 64]

/** Points of the path in equal steps. Parts far outside the view are left out. */
function walk(path: readonly XY[], [width, height]: Request['size']): [number, number][][] {
  const runs: [number, number][][] = []
  let run: [number, number][] = []
  const beyond = 24
  let left = 0
  const end = () => {
    if (run.length > 1) runs.push(run)
    run = []
  }
  for (let i = 1; i < path.length; i++) {
    const [[ax = 0, ay = 0] = [], [bx = 0, by = 0] = []] = [path[i - 1], path[i]]
    const length = Math.hypot(bx - ax, by - ay)
    let at = left
    for (; at <= length; at += STEP_PX) {
      const share = length === 0 ? 0 : at / length
      const [x, y] = [ax + (bx - ax) * share, ay + (by - ay) * share]
      if (x < -beyond || y < -beyond || x > width + beyond || y > height + beyond) end()
      else run.push([x, y])
    }
    left = at - length
  }
  end()
  return runs
}

type Candidate = Slot & { cost: number }

const upright = (angle: number) => (angle > Math.PI / 2 ? angle - Math.PI : angle <= -Math.PI / 2 ? angle + Math.PI : angle)

function* candidatesAlong(run: readonly [number, number][], { widthPx, heightPx, halfPx }: NameRequest): Generator<Candidate> {
  const away = halfPx + GAP_PX + heightPx / 2
  const reach = Math.ceil(widthPx / 2 / STEP_PX)
  for (let middle = 0; middle < run.length; middle += 2) {
    const [from, to] = [Math.max(0, middle - reach), Math.min(run.length - 1, middle + reach)]
    const [[ax = 0, ay = 0] = [], [bx = 0, by = 0] = []] = [run[from], run[to]]
    const isCurled = Math.hypot(bx - ax, by - ay) < (to - from) * STEP_PX * 0.35
    const angle = isCurled ? 0 : upright(Math.atan2(by - ay, bx - ax))
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    const [x, y] = [(ax + bx) / 2, (ay + by) / 2]
    let [least, most, sum, count] = [0, 0, 0, 0]
    for (let i = Math.max(0, from - 4); i <= Math.min(run.length - 1, to + 4); i++) {
      const [px = 0, py = 0] = run[i] ?? []
      if (Math.abs((px - x) * cos + (py - y) * sin) > widthPx / 2 + 4) continue
      const off = (py - y) * cos - (px - x) * sin
      if (off < least) least = off
      if (off > most) most = off
      sum += off
      count++
    }
    const mean = count > 0 ? sum / count : 0
    const tilt = Math.abs(angle) * 7
    for (const [off, gap] of [
      [least - away, mean - least],
      [most + away, most - mean + 1],
    ] as const)
      yield { x: x - off * sin, y: y + off * cos, angle, width: widthPx, height: heightPx, cost: gap * 1.5 + tilt }
  }
}

/** A level name next to a point of the line is the last resort. Near the edge of the view, the name is moved into the view. */
function* candidatesBeside(
  run: readonly [number, number][],
  { widthPx, heightPx, halfPx }: NameRequest,
  [viewWidth, viewHeight]: Request['size'],
): Generator<Candidate> {
  const [gap, tall, wide] = [halfPx + GAP_PX, heightPx / 2, widthPx / 2]
  const into = (at: number, half: number, whole: number) => Math.min(Math.max(at, half + EDGE_PX), whole - half - EDGE_PX)
  const at = (x: number, y: number, cost: number): Candidate => ({ x, y, angle: 0, width: widthPx, height: heightPx, cost })
  for (let middle = 0; middle < run.length; middle += 4) {
    const [x, y] = run[middle] ?? [0, 0]
    if (x < 0 || y < 0 || x > viewWidth || y > viewHeight) continue
    let [left, right] = [x, x]
    for (let i = Math.max(0, middle - 10); i <= Math.min(run.length - 1, middle + 10); i++) {
      const [px = 0, py = 0] = run[i] ?? []
      if (Math.abs(py - y) > tall + gap) continue
      left = Math.min(left, px)
      right = Math.max(right, px)
    }
    const [beside, inside] = [into(y, tall, viewHeight), into(x, wide, viewWidth)]
    for (const far of FURTHER_PX) {
      yield at(right + gap + wide + far, beside, 22 + far)
      yield at(left - gap - wide - far, beside, 22 + far)
      for (const side of [-1, 1]) {
        const cy = y + side * (gap + tall + far)
        yield at(inside, cy, 26 + far)
        yield at(into(x + wide * 0.8, wide, viewWidth), cy, 28 + far)
        yield at(into(x - wide * 0.8, wide, viewWidth), cy, 28 + far)
      }
    }
  }
}

const isInside = ({ x, y, angle, width, height }: Slot, [viewWidth, viewHeight]: Request['size']) => {
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))]
  const [halfX, halfY] = [(width * cos + height * sin) / 2 + EDGE_PX, (width * sin + height * cos) / 2 + EDGE_PX]
  return x >= halfX && y >= halfY && x <= viewWidth - halfX && y <= viewHeight - halfY
}

type Walked = { name: NameRequest; runs: readonly [number, number][][] }
type Placed = Map<NameRequest, Candidate>

/** `before` are the places in the previous view, in pixels of this one. Names stay there if they can. */
export function placeNames({ size, names, taken }: Request, before: readonly NamePlace[] = []): NamePlace[] {
  const seen: Walked[] = names
    .map((name) => ({ name, runs: name.paths.flatMap((path) => walk(path, size)) }))
    .filter(({ runs }) => runs.length > 0)
  const ground = new NameGrid(size)
  for (const { name, runs } of seen) for (const run of runs) ground.drawLine(run, name.halfPx + LINE_MARGIN_PX)
  for (const box of taken) ground.take(box)
  const known = new Map<NameRequest, Candidate[]>()
  const candidatesFor = ({ name, runs }: Walked) => {
    const stayed = before
      .filter(({ id }) => id === name.id)
      .map((place): Candidate => ({ ...place, width: name.widthPx, height: name.heightPx, cost: -40 }))
    const all = [...stayed, ...runs.flatMap((run) => [...candidatesAlong(run, name), ...candidatesBeside(run, name, size)])]
    const found = all.filter((slot) => isInside(slot, size)).sort((a, b) => a.cost - b.cost)
    known.set(name, found)
    return found
  }
  const lengthIn = ({ runs }: Walked) => runs.reduce((sum, run) => sum + run.length, 0)
  // A short line has the fewest places for its name.
  const order = seen.toSorted((a, b) => a.name.rank - b.name.rank || lengthIn(a) - lengthIn(b))
  let placed: Placed = new Map()
  const missing: NameRequest[] = []
  const grid = ground.copy()
  for (const one of order) {
    const slot = bestOf(one.name, candidatesFor(one), grid)
    if (slot) {
      placed.set(one.name, slot)
      grid.takeSlot(withMargin(slot))
    } else if (!one.name.isOptional) missing.push(one.name)
  }
  for (const name of missing) placed = placeInstead(name, known, placed, ground) ?? placed
  return [...placesOf(placed), ...secondPlaces(placed, known, gridOf(ground, placed))]
}

const withMargin = (slot: Slot): Slot => ({
  ...slot,
  width: slot.width + 2 * BETWEEN_NAMES_PX,
  height: slot.height + BETWEEN_NAMES_PX,
})

const placesOf = (placed: Placed): NamePlace[] => [...placed].map(([{ id }, { x, y, angle }]) => ({ id, x, y, angle }))

function gridOf(ground: NameGrid, placed: Placed): NameGrid {
  const grid = ground.copy()
  for (const slot of placed.values()) grid.takeSlot(withMargin(slot))
  return grid
}

/** Moves other names away if all of them then still have a place. They may move further names, but those stay. */
function placeInstead(
  name: NameRequest,
  known: ReadonlyMap<NameRequest, Candidate[]>,
  placed: Placed,
  ground: NameGrid,
  isMoved = false,
): Placed | null {
  const tried: Candidate[] = []
  for (const candidate of known.get(name) ?? []) {
    if (tried.length >= (isMoved ? MOST_MOVES / 2 : MOST_MOVES)) return null
    if (tried.some(({ x, y }) => Math.hypot(x - candidate.x, y - candidate.y) < MOVE_PX)) continue
    if (ground.measure(candidate) === null) continue
    tried.push(candidate)
    const room = withMargin(candidate)
    let stay: Placed = new Map([[name, candidate]])
    const leave: NameRequest[] = []
    for (const [other, slot] of placed) {
      if (overlaps(room, slot)) leave.push(other)
      else stay.set(other, slot)
    }
    const isPlaced = leave.every((other) => {
      const slot = bestOf(other, known.get(other) ?? [], gridOf(ground, stay))
      if (slot) stay.set(other, slot)
      else if (!isMoved) {
        const moved = placeInstead(other, known, stay, ground, true)
        if (moved?.get(name) === candidate) stay = moved
      }
      return stay.has(other)
    })
    if (isPlaced) return stay
  }
  return null
}

function secondPlaces(placed: Placed, known: ReadonlyMap<NameRequest, Candidate[]>, grid: NameGrid): NamePlace[] {
  return [...placed].flatMap(([name, first]) => {
    if (name.times < 2) return []
    const isApart = ({ x, y, cost }: Candidate) => cost < 20 && Math.hypot(x - first.x, y - first.y) > APART_PX
    const slot = known.get(name)?.find((candidate) => isApart(candidate) && grid.measure(candidate) === 0)
    if (!slot) return []
    grid.takeSlot(withMargin(slot))
    return [{ id: name.id, x: slot.x, y: slot.y, angle: slot.angle }]
  })
}

/** The candidates are in ascending order of cost. Covering a line costs more than any other place beside its line. */
function bestOf({ isOptional }: NameRequest, candidates: readonly Candidate[], grid: NameGrid): Candidate | null {
  let best: { candidate: Candidate; cost: number } | null = null
  for (const candidate of candidates) {
    if (best && candidate.cost >= best.cost) break
    const onLines = grid.measure(candidate)
    if (onLines === null || (isOptional && onLines > 0)) continue
    const cost = candidate.cost + (onLines === 0 ? 0 : 60 + onLines * 2)
    if (!best || cost < best.cost) best = { candidate, cost }
  }
  return best?.candidate ?? null
}
