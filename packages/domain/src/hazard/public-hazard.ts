/**
 * Public hazards contain no text that people wrote, because the text may name people, and no ratings, because ratings only set the order of
 * the team's work (RULES.md, A).
 */
import * as z from 'zod/mini'
import type { Action } from '../action/action-kind.ts'
import { Position } from '../geo/position.ts'
import { distanceM } from '../geo/trail-reference-geometry.ts'
import { ActionCategory } from './action-category.ts'

/** A22: the fields of an Action that everyone can see. */
export const PublicHazard = z.object({
  /** The ID of the Action, which riders send to report that they have seen the hazard too. */
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

/** A22: a hazard stops being public when the Action is Resolved. */
export const isPublicHazard = ({ isShownToRiders, status }: Pick<Action, 'isShownToRiders' | 'status'>): boolean =>
  isShownToRiders && status === 'Unresolved'

const SAME_PLACE_M = 50

/**
 * RP13: hazards that may be the problem someone is about to report, nearest first. `category` is null until the reporter has chosen one.
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
