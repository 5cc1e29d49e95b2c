/** What is reported on a trail: the survey's hazards for everyone, and open Actions for people who are signed in. */
import type { Action } from '@trailwarden/domain'
import type { PlaceOfInterest, Trail } from '@trailwarden/site'
import type { LonLat } from '#map/map-data.ts'
import type { SymbolName } from '#map/symbols.ts'
import { symbolOfAction } from '#parts/action-symbol.ts'
import type { SiteData } from '#parts/site-data.ts'
import { symbolOfPlace } from '#parts/site-layers.ts'

export type Problem = {
  id: string
  title: string
  symbol: SymbolName
  /** Where along the trail; null when nobody said. */
  alongM: number | null
  place: string | null
  reportedAt: string | null
  /** Of an Action its page, of a hazard its place on the map. */
  of: { action: string } | { hazard: string; at: LonLat }
}

const byPlace = (a: Problem, b: Problem) => (a.alongM ?? Number.POSITIVE_INFINITY) - (b.alongM ?? Number.POSITIVE_INFINITY)

const wordsFor = ({ index }: SiteData, position: LonLat, accuracyM: number | null) => index.describe({ position, accuracyM })

function ofHazard(data: SiteData, trail: Trail, hazard: PlaceOfInterest): Problem | null {
  const place = data.index.placeOn(trail, hazard.position)
  if (!place) return null
  const { id, name, position, accuracyM, createdAt } = hazard
  const words = wordsFor(data, position, accuracyM)
  const symbol = symbolOfPlace(hazard)
  return { id, title: name, symbol, alongM: place.alongM, place: words, reportedAt: createdAt, of: { hazard: id, at: position } }
}

function ofAction(data: SiteData, trail: Trail, action: Action): Problem | null {
  const position: LonLat | null = action.place && [action.place.longitude, action.place.latitude]
  const place = position && data.index.placeOn(trail, position)
  // Named after another trail, it is not this one's, however near it lies.
  const isHere = action.trail === null ? place !== null : action.trail === trail.name
  if (!isHere) return null
  return {
    id: action.id,
    title: action.description,
    symbol: symbolOfAction(action),
    alongM: place?.alongM ?? null,
    place: position && wordsFor(data, position, action.place?.accuracyM ?? null),
    reportedAt: action.createdAt,
    of: { action: action.id },
  }
}

/** In riding order; those without a place last. */
export const hazardsOn = (data: SiteData, trail: Trail): Problem[] =>
  data.bundle.hazards.flatMap((hazard) => ofHazard(data, trail, hazard) ?? []).sort(byPlace)

export const problemsOn = (data: SiteData, trail: Trail, actions: readonly Action[]): Problem[] =>
  [...hazardsOn(data, trail), ...actions.flatMap((action) => ofAction(data, trail, action) ?? [])].sort(byPlace)
