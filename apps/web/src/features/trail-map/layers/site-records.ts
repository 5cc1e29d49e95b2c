import type { AccessPoint, AccessRoute, AnyPlace, EmergencyMarker, SiteBundle, Trail, WaitingPost } from '@trailwarden/site'
import type { FeatureRef } from '#map/map-data.ts'
import { SITE_SOURCES, type SiteSource } from '#parts/map/site-layers.ts'

export type SiteRecord =
  | { source: 'trails'; record: Trail }
  | { source: 'access-routes'; record: AccessRoute }
  | { source: 'emergency-markers'; record: EmergencyMarker }
  | { source: 'waiting-posts'; record: WaitingPost }
  | { source: 'access-points' | 'landing-zones'; record: AccessPoint }
  | { source: 'places' | 'hazards'; record: AnyPlace }

export function recordsOf(bundle: SiteBundle, source: SiteSource): SiteRecord[] {
  switch (source) {
    case 'trails':
      return bundle.trails.map((record) => ({ source, record }))
    case 'access-routes':
      return bundle.accessRoutes.map((record) => ({ source, record }))
    case 'emergency-markers':
      return [
        ...bundle.markers.map((record) => ({ source, record })),
        // Managers see posts with a pending change in the layer of posts.
        ...(bundle.waitingPosts ?? []).map((record) => ({ source: 'waiting-posts' as const, record })),
      ]
    case 'access-points':
      return bundle.accessPoints.map((record) => ({ source, record }))
    case 'landing-zones':
      return bundle.landingZones.map((record) => ({ source, record }))
    case 'places':
      return [...bundle.places, ...bundle.laterPlaces].map((record) => ({ source, record }))
    case 'hazards':
      return bundle.hazards.map((record) => ({ source, record }))
  }
}

export const idOf = ({ record }: SiteRecord): string => ('id' in record ? record.id : record.code)

const isSiteSource = (source: string): source is SiteSource => SITE_SOURCES.some((one) => one === source)

export function findRecord(bundle: SiteBundle, { layer, id }: FeatureRef): SiteRecord | null {
  if (!isSiteSource(layer)) return null
  return recordsOf(bundle, layer).find((one) => idOf(one) === id) ?? null
}
