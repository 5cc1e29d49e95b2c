import { type LonLat, lineLengthM, planeAt } from '@trailwarden/domain'
import type { Position } from '@trailwarden/site'
import { roundDegrees } from '@trailwarden/site/files'
import { type Random, randomOf } from '../random.ts'

/** Lines look like real trails: smooth, winding, without loops, and of exactly the given length. */

type Point = [number, number]

const STEP_M = 14
const ATTEMPTS = 80

const apart = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1])
const flatLength = (line: readonly Point[]) => line.reduce((sum, p, i) => sum + apart(p, line[i - 1] ?? p), 0)

/** A Catmull-Rom curve through all points. */
function smooth(points: readonly Point[], closed: boolean): Point[] {
  const n = points.length
  const at = (i: number): Point => points[closed ? (i + n) % n : Math.min(n - 1, Math.max(0, i))] ?? [0, 0]
  const line: Point[] = []
  for (let i = 0; i < (closed ? n : n - 1); i++) {
    const [p0, p1, p2, p3] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
    const steps = Math.max(4, Math.ceil(apart(p1, p2) / STEP_M))
    for (let k = 0; k < steps; k++) {
      const t = k / steps
      const blend = (a: number, b: number, c: number, d: number) =>
        0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t ** 3)
      line.push([blend(p0[0], p1[0], p2[0], p3[0]), blend(p0[1], p1[1], p2[1], p3[1])])
    }
  }
  return [...line, closed ? at(0) : at(n - 1)]
}

function spread(line: readonly Point[], step: number): Point[] {
  const total = flatLength(line)
  const count = Math.max(8, Math.round(total / step))
  const out: Point[] = []
  let [walked, i] = [0, 1]
  for (let k = 0; k <= count; k++) {
    const wanted = (total * k) / count
    let a: Point = line[i - 1] ?? [0, 0]
    let b: Point = line[i] ?? a
    while (i < line.length - 1 && walked + apart(a, b) < wanted) {
      walked += apart(a, b)
      i += 1
      a = b
      b = line[i] ?? b
    }
    const share = Math.min(1, (wanted - walked) / (apart(a, b) || 1))
    out.push([a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share])
  }
  return out
}

/** Two waves with drifting phases fade out at both ends, so that trails still meet. */
function bendsOf(random: Random, wave: number, total: number): (walked: number) => number {
  const [phaseA, phaseB] = [random.between(0, 6.28), random.between(0, 6.28)]
  const drift = Array.from({ length: 65 }, () => random.between(-0.5, 0.5))
  return (walked) => {
    const place = (walked / total) * 63
    const [a, b] = [drift[Math.floor(place)] ?? 0, drift[Math.floor(place) + 1] ?? 0]
    const wander = a + (b - a) * (place % 1)
    const fade = Math.min(1, (walked / wave) * 1.2, ((total - walked) / wave) * 1.2)
    const turn = (walked / wave) * 2 * Math.PI
    return fade * (0.6 * Math.sin(turn + phaseA + 4 * wander) + 1.05 * Math.sin(turn / 2.7 + phaseB + 3 * wander))
  }
}

function bend(base: readonly Point[], bends: (walked: number) => number, amplitude: number): Point[] {
  let walked = 0
  return base.map((point, i): Point => {
    walked += apart(point, base[i - 1] ?? point)
    const [a, b] = [base[i - 1] ?? point, base[i + 1] ?? point]
    const length = apart(a, b) || 1
    const offset = bends(walked) * amplitude
    return [point[0] - ((b[1] - a[1]) / length) * offset, point[1] + ((b[0] - a[0]) / length) * offset]
  })
}

/** Only checks nearby segments, because a bend can't cross distant ones. */
function countKnots(line: readonly Point[]): number {
  const side = (p: Point, q: Point, r: Point) => (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
  let knots = 0
  for (let i = 1; i < line.length; i++)
    for (let j = Math.max(1, i - 120); j < i - 1; j++) {
      const [a, b, c, d] = [line[i - 1], line[i], line[j - 1], line[j]]
      if (!a || !b || !c || !d || (j === 1 && i === line.length - 1)) continue
      if (side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0) knots += 1
    }
  return knots
}

function loopShape(random: Random, bearing: number, aspect: number): Point[] {
  const turn = ((90 - bearing) * Math.PI) / 180
  const corners = Array.from({ length: 9 }, (_, i): Point => {
    const angle = (i / 9) * 2 * Math.PI + Math.PI
    const radius = 1 + random.between(-0.12, 0.12)
    const [x, y] = [Math.cos(angle) * radius + 1, Math.sin(angle) * radius * aspect]
    return [x * Math.cos(turn) - y * Math.sin(turn), x * Math.sin(turn) + y * Math.cos(turn)]
  })
  const start = corners[0] ?? [0, 0]
  return corners.map((corner) => [corner[0] - start[0], corner[1] - start[1]])
}

const scaled = (line: readonly Point[], factor: number) => line.map(([x, y]): Point => [x * factor, y * factor])

export type CurveRequest = {
  seed: string
  path: readonly LonLat[]
  bearing: number
  lengthM: number
  isAllowed: (position: Position) => boolean
}

export function drawCurve({ seed, path, bearing, lengthM, isAllowed }: CurveRequest): Position[] {
  const origin = path[0]
  if (!origin) throw new Error(`${seed}: no start position`)
  const plane = planeAt(origin)
  const closed = path.length === 1
  const toPositions = (line: readonly Point[]) =>
    line.map(([x, y]): Position => {
      const [lon, lat] = plane.toLonLat(x, y)
      return [roundDegrees(lon), roundDegrees(lat)]
    })
  let best: { knots: number; line: Position[] } | null = null
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const random = randomOf(`${seed}/${attempt}`)
    const wave = Math.min(lengthM / 5, random.between(0.7, 1.3) * (lengthM > 15_000 ? 380 : 170))
    const jitter = () => random.between(-0.7, 0.7) * wave
    let corners = closed
      ? loopShape(random, bearing, random.between(0.5, 0.8))
      : path.map((place, i): Point => {
          const [x, y] = plane.toPlane(place)
          return i === 0 || i === path.length - 1 ? [x, y] : [x + jitter(), y + jitter()]
        })
    const plain = flatLength(smooth(corners, closed))
    // Bends need room. If the base were nearly as long as the trail, the trail would be as straight as a road.
    if (closed || plain > lengthM * 0.95) corners = scaled(corners, (lengthM * 0.84) / plain)
    const base = spread(smooth(corners, closed), Math.min(STEP_M, lengthM / 30))
    const bends = bendsOf(random, wave, flatLength(base))
    const draw = (amplitude: number) => toPositions(bend(base, bends, amplitude))
    let [low, high] = [0, wave * 1.5]
    if (lineLengthM(draw(high)) < lengthM) continue
    for (let i = 0; i < 30; i++) {
      const middle = (low + high) / 2
      if (lineLengthM(draw(middle)) < lengthM) low = middle
      else high = middle
    }
    const line = draw(high)
    if (!line.every(isAllowed)) continue
    const knots = countKnots(bend(base, bends, high))
    if (best === null || knots < best.knots) best = { knots, line }
    if (knots === 0) break
  }
  if (!best) throw new Error(`${seed}: no line of ${lengthM} m fits there; move the positions in the plan`)
  return best.line
}
