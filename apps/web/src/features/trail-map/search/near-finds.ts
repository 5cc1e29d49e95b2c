import { distanceFrom, distanceM, ON_TRAIL_M, type Position, precisionOf } from '@trailwarden/domain'
import type { FeatureRef } from '#map/map-data.ts'
import type { SiteData } from '#parts/trail/site-data.ts'
import { nameOfRecord } from '../layers/map-records.ts'
import { findRecord } from '../layers/site-records.ts'

const POSTS = 2
const MOST = 5
/** Someone this far from every trail doesn't look for what is near. */
const FAR_M = 50_000

/** Empty if the position is too rough to name anything, or far from the network. */
export function findNear({ index }: SiteData, { longitude, latitude, accuracyM }: Position): FeatureRef[] {
  const from = [longitude, latitude] as const
  const nearest = index.nearestTrail(from)
  if (precisionOf(accuracyM).band === 'lost' || !nearest || nearest.offTrailM > FAR_M) return []
  const posts = index.nearestMarkers(from, POSTS).map(({ item }) => ({ layer: 'emergency-markers', id: item.code }))
  const trails = index.trailsWithin(from, FAR_M).map(({ trail }) => ({ layer: 'trails', id: trail.id }))
  return [...posts, ...trails].slice(0, MOST)
}

/** As exact as the position allows, 'here' on a trail, and null if the distance isn't known. */
export function farFrom(data: SiteData, feature: FeatureRef, own: Position | null): string | null {
  const one = own && findRecord(data.bundle, feature)
  if (!own || !one) return null
  const from = [own.longitude, own.latitude] as const
  const precision = precisionOf(own.accuracyM)
  if (one.source === 'trails') {
    const metres = data.index.trailsWithin(from, Number.POSITIVE_INFINITY).find(({ trail }) => trail.id === feature.id)?.offTrailM
    if (metres === undefined) return null
    return metres <= ON_TRAIL_M && precision.band === 'exact' ? 'here' : distanceFrom(precision, metres)
  }
  const { at } = nameOfRecord(one)
  return at && distanceFrom(precision, distanceM(from, at))
}
