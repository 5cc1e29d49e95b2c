import LineString from 'ol/geom/LineString.js'
import type { XY } from '#lib/line-pieces.ts'

/** A label wouldn't fit along many small bends. Short loops are smoothed less, because they would shrink to a knot. */
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
