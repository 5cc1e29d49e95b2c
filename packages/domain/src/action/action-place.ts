/** Where an action is, in words (RULES.md, TR). */
import type { PlaceToDescribe } from '../geo/trail-reference.ts'
import type { Action, Position } from './action-kind.ts'

/** What knows the trails; null while they are not at hand. */
export type Describer = { describe(place: PlaceToDescribe): string | null }

/** Trail and area by name. */
export const placeName = ({ trail, area }: Pick<Action, 'trail' | 'area'>) => (trail && trail !== area ? `${trail}, ${area}` : area)

/** The place in trail language; null without one, and outside of the network. */
export const placeWords = (trails: Describer | null, place: Position | null): string | null =>
  place && trails ? trails.describe({ position: [place.longitude, place.latitude], accuracyM: place.accuracyM }) : null

/** In one line: '300 m after BF17, towards BF18, Bay of Fires'. The names alone where there are no words. */
export function placeLine(trails: Describer | null, action: Pick<Action, 'trail' | 'area' | 'place'>): string {
  const words = placeWords(trails, action.place)
  if (words === null) return placeName(action)
  const name = action.trail ?? action.area
  return words.includes(name) ? words : `${words}, ${name}`
}
