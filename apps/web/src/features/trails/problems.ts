import type { Action } from '@trailwarden/domain'
import type { PublicHazard } from '@trailwarden/domain/hazard/public-hazard'
import type { PlaceOfInterest, Trail } from '@trailwarden/site'
import type { LonLat } from '#map/map-data.ts'
import type { SymbolName } from '#map/symbols.ts'
import { symbolOfAction } from '#parts/map/action-symbol.ts'
import { hazardTitle } from '#parts/map/public-hazards.ts'
import { symbolOfPlace } from '#parts/map/site-layers.ts'
import type { SiteData } from '#parts/trail/site-data.ts'

export type Problem = {
  id: string
  title: string
  symbol: SymbolName
  alongM: number | null
  place: string | null
  reportedAt: string | null
  of: { action: string } | { hazard: string; at: LonLat | null; isSurveyed: boolean }
}

const byPlace = (a: Problem, b: Problem) => (a.alongM ?? Number.POSITIVE_INFINITY) - (b.alongM ?? Number.POSITIVE_INFINITY)

const wordsFor = ({ index }: SiteData, position: LonLat, accuracyM: number | null) => index.describe({ position, accuracyM })

function ofHazard(data: SiteData, trail: Trail, hazard: PlaceOfInterest): Problem | null {
  const place = data.index.placeOn(trail, hazard.position)
  if (!place) return null
  const { id, name, position, accuracyM, createdAt } = hazard
  const words = wordsFor(data, position, accuracyM)
  const symbol = symbolOfPlace(hazard)
  return {
    id,
    title: name,
    symbol,
    alongM: place.alongM,
    place: words,
    reportedAt: createdAt,
    of: { hazard: id, at: position, isSurveyed: true },
  }
}

type Reported = Pick<Action, 'trail' | 'place'>

/** Null means that the problem isn't on this trail. */
function placeOn(
  data: SiteData,
  trail: Trail,
  reported: Reported,
): { alongM: number | null; place: string | null; at: LonLat | null } | null {
  const at: LonLat | null = reported.place && [reported.place.longitude, reported.place.latitude]
  const place = at && data.index.placeOn(trail, at)
  // If the report names another trail, the problem isn't on this one, even if it is near.
  const isHere = reported.trail === null ? place !== null : reported.trail === trail.name
  return isHere ? { alongM: place?.alongM ?? null, place: at && wordsFor(data, at, reported.place?.accuracyM ?? null), at } : null
}

function ofAction(data: SiteData, trail: Trail, action: Action): Problem | null {
  const where = placeOn(data, trail, action)
  if (!where) return null
  const { id, description: title, createdAt: reportedAt } = action
  return { id, title, symbol: symbolOfAction(action), alongM: where.alongM, place: where.place, reportedAt, of: { action: id } }
}

function ofPublic(data: SiteData, trail: Trail, hazard: PublicHazard): Problem | null {
  const where = placeOn(data, trail, hazard)
  if (!where) return null
  const { id, since: reportedAt } = hazard
  const of = { hazard: id, at: where.at, isSurveyed: false }
  return {
    id,
    title: hazardTitle(hazard),
    symbol: symbolOfPlace({ category: 'Hazard' }),
    alongM: where.alongM,
    place: where.place,
    reportedAt,
    of,
  }
}

/** Hazards without a location come last. */
const hazardsOn = (data: SiteData, trail: Trail): Problem[] =>
  data.bundle.hazards.flatMap((hazard) => ofHazard(data, trail, hazard) ?? []).sort(byPlace)

export const problemsOn = (data: SiteData, trail: Trail, actions: readonly Action[]): Problem[] =>
  [...hazardsOn(data, trail), ...actions.flatMap((action) => ofAction(data, trail, action) ?? [])].sort(byPlace)

export const publicProblemsOn = (data: SiteData, trail: Trail, hazards: readonly PublicHazard[]): Problem[] =>
  [...hazardsOn(data, trail), ...hazards.flatMap((hazard) => ofPublic(data, trail, hazard) ?? [])].sort(byPlace)

const YEAR_MS = 365 * 86_400_000

/** The newest come first. Nobody has checked problems older than a year, and those of the survey without a date. `oldSince` is a year. */
export function byAge(problems: readonly Problem[], now: Date): { open: Problem[]; old: Problem[]; oldSince: number | null } {
  const timeOf = ({ reportedAt }: Problem) => (reportedAt === null ? Number.NEGATIVE_INFINITY : Date.parse(reportedAt))
  const isOld = (problem: Problem) => now.getTime() - timeOf(problem) > YEAR_MS
  const newestFirst = problems.toSorted((a, b) => timeOf(b) - timeOf(a))
  const old = newestFirst.filter(isOld)
  const first = old.findLast(({ reportedAt }) => reportedAt !== null)
  return { open: newestFirst.filter((problem) => !isOld(problem)), old, oldSince: first ? new Date(timeOf(first)).getUTCFullYear() : null }
}
