/** For a trail without heights along the route of a recorded track. */
import { type LonLat, nearestOnSegment, planeAt } from '@trailwarden/domain'
import type { Trail } from './records.ts'

/** A track under trees may be off by several metres, but heights change little within that distance. */
const REACH_M = 40

type Lines = Pick<Trail, 'lines' | 'heights'>

export function heightsFromTrack(lines: Trail['lines'], track: Lines): number[][] | null {
  if (track.heights === null) return null
  const steps = track.lines.flatMap((line, i) =>
    line.slice(1).map((to, k) => ({ from: line[k] ?? to, to, heights: [track.heights?.[i]?.[k] ?? 0, track.heights?.[i]?.[k + 1] ?? 0] })),
  )
  const heightNear = (vertex: LonLat): number | null => {
    const { toPlane } = planeAt(vertex)
    let [best, height] = [REACH_M ** 2, Number.NaN]
    for (const { from, to, heights } of steps) {
      const { share, squared } = nearestOnSegment(...toPlane(from), ...toPlane(to))
      if (squared > best) continue
      best = squared
      const [a = 0, b = 0] = heights
      height = a + (b - a) * share
    }
    return Number.isNaN(height) ? null : Math.round(height)
  }
  const all = lines.map((line) => line.map(heightNear))
  const known = all.map((line) => line.filter((height) => height !== null))
  return known.every(({ length }, i) => length === all[i]?.length) ? known : null
}
