/** Places along a line. All in the map's own plane: shares of a length are the same there and on the ground, near enough for drawing. */
import LineString from 'ol/geom/LineString.js'

export type XY = readonly number[]

export function lengthOf(line: readonly XY[]): number {
  let sum = 0
  for (let i = 1; i < line.length; i++) sum += Math.hypot(at(line, i, 0) - at(line, i - 1, 0), at(line, i, 1) - at(line, i - 1, 1))
  return sum
}

const at = (line: readonly XY[], index: number, axis: 0 | 1) => line[index]?.[axis] ?? 0

/** The piece of a line between two shares of its length. */
export function pieceOf(line: readonly XY[], from: number, to: number): number[][] {
  const whole = lengthOf(line)
  const [start, end] = [from * whole, to * whole]
  const piece: number[][] = []
  let walked = 0
  for (let i = 1; i < line.length; i++) {
    const [ax, ay, bx, by] = [at(line, i - 1, 0), at(line, i - 1, 1), at(line, i, 0), at(line, i, 1)]
    const length = Math.hypot(bx - ax, by - ay)
    const point = (metres: number) => {
      const share = length === 0 ? 0 : (metres - walked) / length
      return [ax + (bx - ax) * share, ay + (by - ay) * share]
    }
    if (walked + length >= start && walked <= end) {
      if (piece.length === 0) piece.push(point(Math.max(start, walked)))
      piece.push(point(Math.min(end, walked + length)))
    }
    walked += length
  }
  return piece
}

/** A label hangs on a smoothed copy: along a line that winds at every metre it would find no room. A short loop would shrink to a knot, so it is smoothed less. */
export function smoothed(line: readonly XY[], most: number): LineString {
  const reach = Math.min(most, Math.floor(line.length / 5))
  const points: number[][] = []
  for (let i = 0; i < line.length; i += 6) {
    const around = line.slice(Math.max(0, i - reach), i + reach + 1)
    const mean = (axis: 0 | 1) => around.reduce((sum, point) => sum + (point[axis] ?? 0), 0) / around.length
    points.push([mean(0), mean(1)])
  }
  return new LineString(points)
}
