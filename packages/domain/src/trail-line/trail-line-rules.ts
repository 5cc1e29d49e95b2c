import type { Decision } from '../decision.ts'
import { type LonLat, lineLengthM, nearestOnSegment, planeAt } from '../geo/trail-reference-geometry.ts'
import { type Actor, isManager } from '../person/person.ts'
import { decide, type Input, type RecordChange } from '../record-kind.ts'
import { type ChangedLine, LINE_MAX_POSITIONS, type TrailLine, trailLineId, trailLineKind } from './trail-line-kind.ts'

type Bounds = { west: number; south: number; east: number; north: number }

const SHORTEST_M = 20
const LONGEST_M = 200_000

export const lengthOfLines = (lines: readonly (readonly LonLat[])[]): number => lines.reduce((sum, line) => sum + lineLengthM(line), 0)

const count = (lines: ChangedLine['lines']) => lines.reduce((sum, { length }) => sum + length, 0)

/** TL2: null if the line is valid. The person who imports the line sees the text. */
export function whyNotLine({ lines, heights }: ChangedLine, { west, south, east, north }: Bounds): string | null {
  const isWithin = ([lon, lat]: LonLat) => lon >= west && lon <= east && lat >= south && lat <= north
  if (!lines.flat().every(isWithin)) return 'This line is outside the network'
  if (count(lines) > LINE_MAX_POSITIONS) return `A line can have at most ${LINE_MAX_POSITIONS} positions`
  const lengthM = lengthOfLines(lines)
  if (lengthM < SHORTEST_M) return 'This line is shorter than 20 m'
  if (lengthM > LONGEST_M) return 'This line is longer than 200 km'
  return heights && (heights.length !== lines.length || lines.some((line, i) => heights[i]?.length !== line.length))
    ? 'The line must have a height for every position or for none'
    : null
}

export type TrailLineContext = { hasTrail: (trail: string) => boolean; bounds: Bounds }

export const decideTrailLine = (
  current: TrailLine | null,
  input: Input,
  actor: Actor,
  { hasTrail, bounds }: TrailLineContext,
  now: Date,
): Decision<RecordChange<TrailLine>> =>
  decide(trailLineKind, current, input, actor, {}, now, ({ trail, line }) => {
    if (!isManager(actor)) return { code: 'not-allowed', detail: 'only managers can edit trail lines' }
    if ((current && current.trail !== trail) || input.recordId !== trailLineId(trail))
      return { code: 'not-valid', detail: 'each trail has its own record' }
    if (!hasTrail(trail)) return { code: 'not-valid', detail: 'there is no such trail' }
    const wrong = line && whyNotLine(line, bounds)
    return wrong ? { code: 'not-valid', detail: wrong } : null
  })

/** Five decimals are about a metre, the accuracy of a GPS receiver. */
const rounded = ([lon, lat]: LonLat): [number, number] => [Math.round(lon * 1e5) / 1e5, Math.round(lat * 1e5) / 1e5]

const STRETCH = 500

/** Douglas–Peucker: the shortened line is within the tolerance of every omitted vertex. */
function remaining(line: readonly LonLat[], toleranceM: number): number[] {
  const [origin = [0, 0] as const] = line
  const { toPlane } = planeAt(origin)
  const plane = line.map(toPlane)
  // Without stretches, a phone would need minutes for a whole day's track.
  const ends = [...Array.from({ length: Math.ceil((line.length - 1) / STRETCH) }, (_, i) => i * STRETCH), line.length - 1]
  const remains = new Set(ends)
  const open = ends.slice(1).map((to, i): [number, number] => [ends[i] ?? 0, to])
  for (let next = open.pop(); next; next = open.pop()) {
    const [from, to] = next
    const [[ax, ay], [bx, by]] = [plane[from] ?? [0, 0], plane[to] ?? [0, 0]]
    let [farthest, most] = [-1, toleranceM ** 2]
    for (let i = from + 1; i < to; i++) {
      const [x, y] = plane[i] ?? [0, 0]
      const { squared } = nearestOnSegment(ax - x, ay - y, bx - x, by - y)
      if (squared > most) [farthest, most] = [i, squared]
    }
    if (farthest < 0) continue
    remains.add(farthest)
    open.push([from, farthest], [farthest, to])
  }
  return [...remains].sort((a, b) => a - b)
}

const FIRST_TOLERANCE_M = 1

/** TL3: starts with a tolerance of one metre. If the line doesn't fit into one change, the tolerance doubles. */
export function simplified({ lines, heights }: ChangedLine): ChangedLine {
  for (let tolerance = FIRST_TOLERANCE_M; ; tolerance *= 2) {
    const indices = lines.map((line) => remaining(line, tolerance))
    if (indices.reduce((sum, { length }) => sum + length, 0) > LINE_MAX_POSITIONS && tolerance < LONGEST_M) continue
    const pick = <T>(all: readonly (readonly T[])[]) =>
      indices.map((list, part) => list.flatMap((i) => (all[part]?.[i] === undefined ? [] : [all[part][i]])))
    return { lines: pick(lines).map((line) => line.map(rounded)), heights: heights && pick(heights).map((list) => list.map(Math.round)) }
  }
}
