/** A position somewhere in a circle may have several nearest places (RULES.md, TR18). */
import { distanceM, type LonLat, nearestOnSegment, planeAt } from './trail-reference-geometry.ts'

type Away = { item: { position: LonLat }; distanceM: number }

/** May return a few places too many, but never misses one. `all` must be sorted by the distance from the centre. */
export function possibleNearest<Place extends Away>(all: readonly Place[], radiusM: number): Place[] {
  const [first] = all
  if (!first) return []
  const near = all.filter((one) => one.distanceM <= first.distanceM + 2 * radiusM)
  // Distance from the centre to the line where both places are equally near.
  const toBorderM = (one: Place, nearer: Place) =>
    (one.distanceM ** 2 - nearer.distanceM ** 2) / (2 * (distanceM(one.item.position, nearer.item.position) || 1))
  return near.filter((one) => near.every((other) => other.distanceM >= one.distanceM || toBorderM(one, other) <= radiusM))
}

/**
 * Returns pairs of distances along the lines. The circle contains the part between the distances of a pair. `alongOf` has the distance of
 * every vertex.
 */
export function alongWithin(alongOf: ReadonlyMap<readonly LonLat[], readonly number[]>, point: LonLat, radiusM: number): number[] {
  const { toPlane } = planeAt(point)
  const found: number[] = []
  for (const [line, along] of alongOf)
    for (let i = 1; i < line.length; i++) {
      const [[ax, ay], [bx, by]] = [toPlane(line[i - 1] ?? point), toPlane(line[i] ?? point)]
      const lengthSquared = (bx - ax) ** 2 + (by - ay) ** 2
      const { squared } = nearestOnSegment(ax, ay, bx, by)
      if (squared > radiusM * radiusM || lengthSquared === 0) continue
      // The circle cuts the line through the segment at two points, equally far from the foot of the perpendicular from the centre.
      const foot = -(ax * (bx - ax) + ay * (by - ay)) / lengthSquared
      const offSquared = (ax + foot * (bx - ax)) ** 2 + (ay + foot * (by - ay)) ** 2
      const half = Math.sqrt(Math.max(0, radiusM * radiusM - offSquared) / lengthSquared)
      const [before = 0, after = 0] = [along[i - 1], along[i]]
      for (const share of [Math.max(0, foot - half), Math.min(1, foot + half)]) found.push(before + (after - before) * share)
    }
  return found
}
