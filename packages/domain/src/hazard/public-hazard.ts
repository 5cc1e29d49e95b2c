/**
 * Hazards that everyone can see: open Actions that a manager shows to riders (RULES.md, A). They contain no user-written text, because it
 * may name people, and no ratings, because these only set the order of the team's work.
 */
import * as z from 'zod/mini'
import type { Action } from '../action/action-kind.ts'
import { Position } from '../geo/position.ts'
import { distanceM } from '../geo/trail-reference-geometry.ts'
import { ActionCategory } from './action-category.ts'

/** A22: the fields of an Action that everyone can see. */
export const PublicHazard = z.object({
  /** The ID of the Action. Riders send it to report that they have seen the hazard too. */
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

/** A22: checks whether an Action is public. It stops being public when it is Resolved. */
export const isPublicHazard = ({ isShownToRiders, status }: Pick<Action, 'isShownToRiders' | 'status'>): boolean =>
  isShownToRiders && status === 'Unresolved'

const SAME_PLACE_M = 50

/**
 * RP13: returns hazards that may be the same problem that someone is about to report, nearest first. `category` is null until the reporter
 * has chosen one.
 */
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
