import { accuracyText, type Fix, notationsOf, orList, precisionOf, type Whereabouts } from '@trailwarden/domain'
import type { EmergencyMarker, Site, Trail } from '@trailwarden/site'
import { formatDateTime } from '#lib/dates.ts'
import type { SiteData } from '#parts/trail/site-data.ts'

const sentences = (...texts: (string | null)[]) => texts.filter((text) => text !== null).join('. ')

/** Any phone can open the coordinates. The grid reference is for rescuers, if the site has one. */
export function placeOfPost(marker: EmergencyMarker, site: Site): string {
  const { decimal, grid } = notationsOf(marker.position, site.grid)
  return sentences(`Emergency post ${marker.code}${marker.area ? `, ${marker.area}` : ''}`, decimal, grid)
}

export function placeOfFix(fix: Fix, known: Known | null, site: Site): string {
  const { decimal, grid } = notationsOf(fix.position, site.grid)
  const precision = known?.where.precision ?? precisionOf(fix.accuracyM)
  const measured = sentences(`${decimal} (${accuracyText(precision)}, ${formatDateTime(new Date(fix.at), site.timeZone)})`, grid)
  return sentences(known && wordsOf(known), measured)
}

type Known = { index: SiteData['index']; where: Whereabouts<Trail, EmergencyMarker> }

/** Only a certain trail and post are named. Otherwise the text lists the posts that may be near. */
function wordsOf({ index, where: { fix, place, candidates, precision, isOffNetwork, isAtMarker } }: Known): string | null {
  const words = isAtMarker || (place && candidates[0]?.way) ? index.describe(fix, precision) : null
  if (words) return place ? `${words}, on ${place.trail.name}` : words
  return candidates.length > 0 && !isOffNetwork ? `Near emergency post ${orList(candidates.map(({ item }) => item.code))}` : null
}
