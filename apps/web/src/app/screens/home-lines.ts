import { HOME_PICTURE, type HomeBadge, type HomeTrail } from '@trailwarden/site'
import { lengthOf, pieceOf, type XY } from '#lib/line-pieces.ts'
import { drawnCondition, type TrailCondition } from '#parts/map/drawn-condition.ts'

export type HomeLine = { key: string; d: string; grade: HomeTrail['grade']; condition: TrailCondition['condition'] }

/** `at` is in percent of the picture's width and height. */
export type HomeMark = { key: string; at: [number, number]; condition: 'closed' | 'partial' }

const { width: WIDTH, height: HEIGHT } = HOME_PICTURE

const pointsOf = (flat: readonly number[]): XY[] =>
  Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i] ?? 0, flat[2 * i + 1] ?? 0])

const pathOf = (line: readonly XY[]) => `M${line.map((point) => point.map((value) => Math.round(value * 10) / 10).join(' ')).join('L')}`

/** The narrowest phone determines the distance: its picture is 292 pixels wide, so marks are largest in relation to the picture. */
const APART = (24 / 292) * WIDTH
/** Half of a network's badge on the narrowest phone. */
const BADGE = { width: (60 / 292) * WIDTH, height: (21 / 292) * WIDTH }
/** Positions along the line, best first. */
const PLACES = [0.5, 0.3, 0.7, 0.15, 0.85]

type Wanted = { key: string; line: readonly XY[]; condition: HomeMark['condition'] }

/** The shortest lines come first, because they have the fewest places for a mark. */
function marksOf(wanted: readonly Wanted[], badges: readonly Pick<HomeBadge, 'at'>[]): HomeMark[] {
  const spots = badges.map(({ at: [x, y] }) => [(x / 100) * WIDTH, (y / 100) * HEIGHT] as const)
  const taken: XY[] = []
  const isFree = ([x = 0, y = 0]: XY) =>
    taken.every(([tx = 0, ty = 0]) => Math.hypot(tx - x, ty - y) >= APART) &&
    spots.every(([bx, by]) => Math.abs(bx - x) >= BADGE.width || Math.abs(by - y) >= BADGE.height)
  return wanted
    .toSorted((a, b) => lengthOf(a.line) - lengthOf(b.line))
    .flatMap(({ key, line, condition }) => {
      const place = PLACES.flatMap((share) => pieceOf(line, share, 1).slice(0, 1)).find(isFree)
      if (!place) return []
      taken.push(place)
      const [x = 0, y = 0] = place
      return { key, condition, at: [(x / WIDTH) * 100, (y / HEIGHT) * 100] as [number, number] }
    })
}

export function homeLines(
  trails: readonly HomeTrail[],
  conditionOf: (trail: HomeTrail) => TrailCondition,
  badges: readonly Pick<HomeBadge, 'at'>[],
): { lines: HomeLine[]; pieces: HomeLine[]; marks: HomeMark[] } {
  const lines: HomeLine[] = []
  const pieces: HomeLine[] = []
  const wanted: Wanted[] = []
  for (const trail of trails) {
    const { id, grade } = trail
    const { condition, parts } = drawnCondition(conditionOf(trail), new Map(Object.entries(trail.posts)), trail.lines.length)
    const all = trail.lines.map(pointsOf)
    lines.push({ key: id, d: all.map(pathOf).join(''), grade, condition })
    const [first = []] = all
    if (condition === 'closed' && grade !== 'link') wanted.push({ key: id, line: first, condition })
    for (const { from, to, condition: of } of parts) {
      const key = `${id} ${from}`
      const piece = pieceOf(first, from, to)
      pieces.push({ key, d: pathOf(piece), grade, condition: of })
      wanted.push({ key, line: piece, condition: of })
    }
  }
  return { lines, pieces, marks: marksOf(wanted, badges) }
}
