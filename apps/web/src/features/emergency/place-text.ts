import { distanceText, type Fix, notationsOf, type Whereabouts } from '@trailwarden/domain'
import type { EmergencyMarker, Site, Trail } from '@trailwarden/site'
import { formatDateTime } from '#lib/dates.ts'

/** The place in one line, for a message and the card: post first, then coordinates that any phone can open. */
export function placeOfPost(marker: EmergencyMarker): string {
  const { decimal, grid } = notationsOf(marker.position)
  return `Marker ${marker.code}${marker.area ? `, ${marker.area}` : ''}. ${decimal}. ${grid}`
}

export function placeOfFix(fix: Fix, where: Whereabouts<Trail, EmergencyMarker> | null, site: Site): string {
  const { decimal, grid } = notationsOf(fix.position)
  const accuracy = fix.accuracyM === null ? 'accuracy unknown' : `accurate to ${Math.round(fix.accuracyM)} m`
  const measured = `${decimal} (${accuracy}, ${formatDateTime(new Date(fix.at), site.timeZone)}). ${grid}`
  const first = where?.candidates[0]
  if (!where || !first || where.isOffNetwork) return measured
  const codes = where.candidates.map(({ item }) => item.code)
  if (where.isPoor) return `Near marker ${codes.join(' or ')}. ${measured}`
  const from = where.isAtMarker
    ? `At marker ${first.item.code}`
    : `${distanceText(first.distanceM)} ${where.fromMarker} of marker ${first.item.code}`
  return `${from}${where.place ? `, ${where.place.trail.name}` : ''}. ${measured}`
}
