import type { Position } from '../geo/position.ts'
import type { PlaceToDescribe } from '../geo/trail-reference.ts'
import type { Action } from './action-kind.ts'

export type Describer = { describe(place: PlaceToDescribe): string | null }

export const placeName = ({ trail, area }: Pick<Action, 'trail' | 'area'>) => (trail && trail !== area ? `${trail}, ${area}` : area)

/** Null without a location, and outside the network. */
export const placeWords = (trails: Describer | null, place: Position | null): string | null =>
  place && trails ? trails.describe({ position: [place.longitude, place.latitude], accuracyM: place.accuracyM }) : null

/** For example '300 m after BF17, towards BF18, Bay of Fires'. Only the names if the location can't be described. */
export function placeLine(trails: Describer | null, action: Pick<Action, 'trail' | 'area' | 'place'>): string {
  const words = placeWords(trails, action.place)
  if (words === null) return placeName(action)
  const name = action.trail ?? action.area
  return words.includes(name) ? words : `${words}, ${name}`
}
