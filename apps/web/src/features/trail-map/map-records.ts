/** From what was tapped to what it is: the records behind the map's features, as text. */
import { distanceText } from '@trailwarden/domain'
import type { AccessPoint, AccessRoute, EmergencyMarker, PlaceOfInterest, SiteBundle, Trail } from '@trailwarden/site'
import type { FeatureRef, LonLat } from '#map/map-data.ts'
import { SITE_SOURCES, type SiteSource, symbolOfPlace } from '#parts/site-layers.ts'
import { gradeText, kindText } from '#parts/trail-words.ts'
import type { Named } from './live-layers.ts'

export type SiteRecord =
  | { source: 'trails'; record: Trail }
  | { source: 'access-routes'; record: AccessRoute }
  | { source: 'emergency-markers'; record: EmergencyMarker }
  | { source: 'access-points' | 'landing-zones'; record: AccessPoint }
  | { source: 'places' | 'hazards'; record: PlaceOfInterest }

export function recordsOf(bundle: SiteBundle, source: SiteSource): SiteRecord[] {
  switch (source) {
    case 'trails':
      return bundle.trails.map((record) => ({ source, record }))
    case 'access-routes':
      return bundle.accessRoutes.map((record) => ({ source, record }))
    case 'emergency-markers':
      return bundle.markers.map((record) => ({ source, record }))
    case 'access-points':
      return bundle.accessPoints.map((record) => ({ source, record }))
    case 'landing-zones':
      return bundle.landingZones.map((record) => ({ source, record }))
    case 'places':
      return bundle.places.map((record) => ({ source, record }))
    case 'hazards':
      return bundle.hazards.map((record) => ({ source, record }))
  }
}

export const idOf = ({ record }: SiteRecord): string => ('code' in record ? record.code : record.id)

const isSiteSource = (source: string): source is SiteSource => SITE_SOURCES.some((one) => one === source)

export function findRecord(bundle: SiteBundle, { layer, id }: FeatureRef): SiteRecord | null {
  if (!isSiteSource(layer)) return null
  return recordsOf(bundle, layer).find((one) => idOf(one) === id) ?? null
}

const middleOf = (lines: readonly (readonly LonLat[])[]): LonLat => {
  const longest = lines.toSorted((a, b) => b.length - a.length)[0] ?? []
  return longest[Math.floor(longest.length / 2)] ?? [0, 0]
}

export const ROUTE_TEXT = { '4wd': '4WD access route', '2wd': '2WD access route', foot: 'Access route on foot' }
const SIGNAL_SYMBOLS = {
  green: 'emergency-marker-signal-good',
  orange: 'emergency-marker-signal-poor',
  red: 'emergency-marker-signal-none',
} as const
const SIGNAL_TEXT = { green: 'good signal', orange: 'poor or unreliable signal', red: 'no connection' }

/** A record's name, what it is, and where. */
export function nameOfRecord(one: SiteRecord): Named {
  switch (one.source) {
    case 'trails': {
      const { name, rating, type, distanceM, lines } = one.record
      const kind = rating === 'link' ? null : kindText({ type })
      const length = distanceM === null ? null : distanceText(distanceM)
      const detail = [kind, gradeText({ rating }), length].filter(Boolean).join(' · ')
      return { title: name, detail, symbol: 'line', at: middleOf(lines) }
    }
    case 'access-routes': {
      const { name, type, lines } = one.record
      const detail = type ? ROUTE_TEXT[type] : 'Access route'
      // Known by name only, it is still what a responder hears on the radio.
      if (lines.length === 0) return { title: name, detail: `${detail}, not on the map`, symbol: 'line', at: null }
      return { title: name, detail, symbol: 'line', at: middleOf(lines) }
    }
    case 'emergency-markers': {
      const { code, signal, position } = one.record
      const detail = `Emergency post, ${signal ? SIGNAL_TEXT[signal] : 'signal unknown'}`
      return { title: code, detail, symbol: signal ? SIGNAL_SYMBOLS[signal] : 'emergency-marker', at: position }
    }
    case 'access-points':
      return { title: one.record.name, detail: 'Access Point', symbol: 'access-point', at: one.record.position }
    case 'landing-zones':
      return { title: one.record.name, detail: 'Helicopter LZ', symbol: 'helicopter-lz', at: one.record.position }
    default:
      return { title: one.record.name, detail: one.record.category, symbol: symbolOfPlace(one.record), at: one.record.position }
  }
}
