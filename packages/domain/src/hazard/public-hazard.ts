/**
 * Hazards as anyone reads them: open actions that a manager shows to riders (RULES.md, A). Nothing that a person wrote is among it: words
 * of members and reporters may name people, and ratings are the order of the team's work.
 */
import * as z from 'zod/mini'
import { type Action, ActionCategory, Position } from '../action/action-kind.ts'
import { distanceM } from '../geo/trail-reference-geometry.ts'

/** A22: what of it is public, and nothing else. */
export const PublicHazard = z.object({
  /** The action's, by which someone says that they see it too. */
  id: z.uuid(),
  category: z.nullable(ActionCategory),
  area: z.string(),
  trail: z.nullable(z.string()),
  place: z.nullable(Position),
  since: z.iso.datetime(),
})
export type PublicHazard = z.infer<typeof PublicHazard>

export const PublicHazards = z.object({ asOf: z.iso.datetime(), hazards: z.array(PublicHazard) })
export type PublicHazards = z.infer<typeof PublicHazards>

/** A22: while it is open. */
export const isPublicHazard = ({ isShownToRiders, status }: Pick<Action, 'isShownToRiders' | 'status'>): boolean =>
  isShownToRiders && status === 'Unresolved'

const SAME_PLACE_M = 50

/** RP13: those that may be what someone is about to report, the nearest first. `category`: null until they have chosen one. */
export function hazardsHere(
  hazards: readonly PublicHazard[],
  place: Position | null,
  category: ActionCategory | null,
): { hazard: PublicHazard; metres: number }[] {
  if (!place) return []
  return hazards
    .flatMap((hazard) => {
      const isOther = category !== null && hazard.category !== null && hazard.category !== category
      if (!hazard.place || isOther) return []
      const metres = distanceM([place.longitude, place.latitude], [hazard.place.longitude, hazard.place.latitude])
      return metres <= SAME_PLACE_M ? [{ hazard, metres }] : []
    })
    .sort((a, b) => a.metres - b.metres)
}
