/**
 * Points that managers edit in the app change the network's data (RULES.md, PO10). Emergency posts show only confirmed data. Applying the
 * points twice makes no difference.
 */
import { distanceM } from '@trailwarden/domain'
import {
  LANDING_ZONE,
  needsConfirmation,
  POST,
  type Point,
  PointCategory,
  PointSource,
  type PostEntry,
} from '@trailwarden/domain/point/point-kind'
import * as z from 'zod/mini'
import { LATER_CATEGORIES } from '../site-json/vocabulary.ts'
import type {
  AccessPoint,
  AnyPlace,
  EmergencyMarker,
  LaterPlace,
  PlaceOfInterest,
  Position,
  SiteBundle,
  WaitingPost,
} from '../survey/records.ts'

/** The published part of a point contains no person's name. */
export const SitePoint = z.object({
  id: z.uuid(),
  category: PointCategory,
  description: z.string(),
  notes: z.string(),
  /** Longitude first. For a post or landing zone, the confirmed position. */
  position: z.tuple([z.number(), z.number()]),
  accuracyM: z.nullable(z.number()),
  code: z.string(),
  replaces: z.nullable(z.object({ source: PointSource, id: z.string() })),
  isGone: z.boolean(),
  recordedOn: z.string(),
})
export type SitePoint = z.infer<typeof SitePoint>
export const SitePoints = z.array(SitePoint)

type Recorded = Pick<
  Point,
  'id' | 'category' | 'code' | 'description' | 'notes' | 'place' | 'replaces' | 'isGone' | 'confirmed' | 'recordedAt'
>

/** Null if the point changes nothing. A post or landing zone changes nothing until someone confirms it. */
export function sitePointOf(point: Recorded): SitePoint | null {
  const { id, category, replaces, recordedAt } = point
  const entry: PostEntry | null = needsConfirmation(category) ? point.confirmed : point.place && { ...point, place: point.place }
  if (!entry) return null
  const { latitude, longitude } = entry.place
  return {
    id,
    category,
    description: entry.description ?? point.description,
    notes: entry.notes ?? point.notes,
    position: [longitude, latitude],
    accuracyM: needsConfirmation(category) && !isSamePlace(point.place, entry.place) ? null : (point.place?.accuracyM ?? null),
    code: entry.code,
    replaces: replaces && { source: replaces.source, id: replaces.id },
    isGone: entry.isGone,
    recordedOn: recordedAt.slice(0, 10),
  }
}

export function waitingPostOf({ id, category, code, place, isGone, confirmed }: Recorded): WaitingPost | null {
  const isThere = category === POST && place && !isGone
  if (!isThere || (confirmed && !confirmed.isGone && isSamePlace(place, confirmed.place))) return null
  const before: Position | null = confirmed && !confirmed.isGone ? [confirmed.place.longitude, confirmed.place.latitude] : null
  return { id: `waiting ${id}`, pointId: id, code, position: [place.longitude, place.latitude], before }
}

const isSamePlace = (a: PostEntry['place'] | null, b: PostEntry['place']) => a?.latitude === b.latitude && a.longitude === b.longitude

export const sourceOf = (category: PointCategory): PointSource => {
  if (category === POST) return 'emergency-markers'
  if (category === 'Access Point') return 'access-points'
  if (category === LANDING_ZONE) return 'landing-zones'
  return category === 'Hazard' ? 'hazards' : 'places'
}

type Listed = EmergencyMarker | AccessPoint | AnyPlace
const idOf = (one: Listed) => ('code' in one ? one.code : one.id)

export const listsOf = (bundle: SiteBundle): Record<PointSource, readonly Listed[]> => ({
  'emergency-markers': bundle.markers,
  'access-points': bundle.accessPoints,
  'landing-zones': bundle.landingZones,
  hazards: bundle.hazards,
  places: [...bundle.places, ...bundle.laterPlaces],
})

export const findListed = (bundle: SiteBundle, source: PointSource, id: string): Listed | null =>
  listsOf(bundle)[source].find((one) => idOf(one) === id) ?? null

const NO_TERRAIN = { gradient: null, condition: null, width: null, vehicle: null, distance2wdM: null, vegetation: null }
const NO_HELICOPTER = { name: null, type: null, position: null }
const NO_WAY = { name: null, descriptor: null, roadCrossing: null, vehicle: null, majorRoad: null, complete: false }
const UNSURVEYED = {
  ...NO_TERRAIN,
  readings: {},
  signal: null,
  access: NO_WAY,
  egress: NO_WAY,
  helicopter: NO_HELICOPTER,
  confirmation: null,
}

/** If a point has moved farther, its survey data no longer applies. */
const SURVEY_REACH_M = 50

const shared = ({ id, position, accuracyM, notes, recordedOn }: SitePoint) => ({
  position,
  accuracyM,
  notes: notes || null,
  createdAt: recordedOn,
  createdBy: null,
  pointId: id,
})

const isNear = (before: Listed | null, position: Position) => before !== null && distanceM(before.position, position) <= SURVEY_REACH_M

function markerOf(point: SitePoint, before: Listed | null, markers: readonly EmergencyMarker[]): EmergencyMarker {
  const survey = before && 'code' in before && isNear(before, point.position) ? before : UNSURVEYED
  const nearest = markers.reduce<EmergencyMarker | null>(
    (a, b) => (a && distanceM(a.position, point.position) <= distanceM(b.position, point.position) ? a : b),
    null,
  )
  const area = before && 'area' in before ? before.area : (nearest?.area ?? null)
  return { ...survey, code: point.code, area, ...shared(point) }
}

function accessPointOf(point: SitePoint, before: Listed | null, id: string): AccessPoint {
  const survey = before && 'helicopter' in before && !('code' in before) && isNear(before, point.position) ? before : UNSURVEYED
  const { gradient, condition, width, vehicle, distance2wdM, vegetation, helicopter } = survey
  const surveyed = { gradient, condition, width, vehicle, distance2wdM, vegetation, helicopter }
  return { id, name: point.description, ...surveyed, ...shared(point) }
}

const isLater = (category: PointCategory): category is LaterPlace['category'] => LATER_CATEGORIES.some((one) => one === category)

/** The caller must update the bundle's hash. */
export function withPoints(bundle: SiteBundle, all: readonly SitePoint[]): SiteBundle {
  if (all.length === 0) return bundle
  // Sorted by id, so that a list of points always gives identical data.
  const points = all.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const before = new Map(points.map((point) => [point.id, recordBefore(bundle, point)]))
  const replaced = new Set(before.values())
  const left = <T extends Listed>(list: readonly T[]) => list.filter((one) => !replaced.has(one))
  const shown = points.filter(({ isGone }) => !isGone)
  const of = (source: PointSource) => shown.filter(({ category }) => sourceOf(category) === source)
  const beforeOf = ({ id }: SitePoint) => before.get(id) ?? null
  // Keeps the old id, so that existing links still work.
  const named = (point: SitePoint) => {
    const known = beforeOf(point)
    return known && !('code' in known) && point.replaces?.source === sourceOf(point.category) ? known.id : point.id
  }
  const placeOf = (point: SitePoint) => {
    const known = beforeOf(point)
    const activity = known && 'activity' in known ? known.activity : null
    return { id: named(point), category: point.category, name: point.description, activity, ...shared(point) }
  }
  const places = of('places').map(placeOf)
  const markers = left(bundle.markers)
  return {
    ...bundle,
    markers: [...markers, ...of('emergency-markers').map((point) => markerOf(point, beforeOf(point), markers))],
    accessPoints: [
      ...left(bundle.accessPoints),
      ...of('access-points').map((point) => accessPointOf(point, beforeOf(point), named(point))),
    ],
    landingZones: [
      ...left(bundle.landingZones),
      ...of('landing-zones').map((point) => accessPointOf(point, beforeOf(point), named(point))),
    ],
    // The casts are safe, because `sourceOf` decides which category goes into which list.
    hazards: [...left(bundle.hazards), ...(of('hazards').map(placeOf) as PlaceOfInterest[])],
    places: [...left(bundle.places), ...(places.filter(({ category }) => !isLater(category)) as PlaceOfInterest[])],
    laterPlaces: [...left(bundle.laterPlaces), ...(places.filter(({ category }) => isLater(category)) as LaterPlace[])],
  }
}

/** The point itself if it was applied earlier, or the record that it replaces. */
function recordBefore(bundle: SiteBundle, { id, replaces }: SitePoint): Listed | null {
  const own = Object.values(listsOf(bundle))
    .flat()
    .find(({ pointId }) => pointId === id)
  return own ?? (replaces ? findListed(bundle, replaces.source, replaces.id) : null)
}
