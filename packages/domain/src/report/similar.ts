import type { Position } from '../geo/position.ts'
import { distanceM } from '../geo/trail-reference-geometry.ts'

const NEAR_M = 500
const LATELY_MS = 60 * 86_400_000

type Placed = { id: string; place: Position | null; createdAt: string }

/** Limits: within 500 m, and within 60 days before or after the report. Nearest first. Empty if the report has no location. */
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
