/** What may be the same problem as one that was reported (RULES.md, RP). */
import type { Position } from '../action/action-kind.ts'
import { distanceM } from '../geo/trail-reference-geometry.ts'

const NEAR_M = 500
const LATELY_MS = 60 * 86_400_000

type Placed = { id: string; place: Position | null; createdAt: string }

/** Of `others`, which are open: those within 500 m and 60 days of it, either way, the nearest first. Without a place nothing is near. */
export function similarTo<T extends Placed>({ id, place, createdAt }: Placed, others: readonly T[]): { one: T; metres: number }[] {
  if (!place) return []
  const here = [place.longitude, place.latitude] as const
  return others
    .flatMap((one) => {
      if (!one.place || one.id === id || Math.abs(Date.parse(one.createdAt) - Date.parse(createdAt)) > LATELY_MS) return []
      const metres = distanceM(here, [one.place.longitude, one.place.latitude])
      return metres <= NEAR_M ? [{ one, metres }] : []
    })
    .sort((a, b) => a.metres - b.metres)
}
