import { type Fix, notationsOf, orList, type Whereabouts } from '@trailwarden/domain'
import type { EmergencyMarker, Site, Trail } from '@trailwarden/site'
import { formatDateTime } from '#lib/dates.ts'
import type { SiteData } from '#parts/site-data.ts'

/** Coordinates that any phone can open, and the grid that rescuers read, where there is one. */
const sentences = (...texts: (string | null)[]) => texts.filter((text) => text !== null).join('. ')

/** The place in one line, for a message and the card: post first, then coordinates. */
export function placeOfPost(marker: EmergencyMarker, site: Site): string {
  const { decimal, grid } = notationsOf(marker.position, site.grid)
  return sentences(`Emergency post ${marker.code}${marker.area ? `, ${marker.area}` : ''}`, decimal, grid)
}

type Known = { index: SiteData['index']; where: Whereabouts<Trail, EmergencyMarker> }

export function placeOfFix(fix: Fix, known: Known | null, site: Site): string {
  const { decimal, grid } = notationsOf(fix.position, site.grid)
  const accuracy = fix.accuracyM === null ? 'accuracy unknown' : `accurate to ${Math.round(fix.accuracyM)} m`
  const measured = sentences(`${decimal} (${accuracy}, ${formatDateTime(new Date(fix.at), site.timeZone)})`, grid)
  return sentences(known && wordsOf(fix, known), measured)
}

/** Poor fixes name the posts that may be near; the others are told in trail language. */
function wordsOf(fix: Fix, { index, where }: Known): string | null {
  if (where.isPoor && where.candidates.length > 0 && !where.isOffNetwork)
    return `Near emergency post ${orList(where.candidates.map(({ item }) => item.code))}`
  const words = where.isPoor ? null : index.describe(fix)
  return words && where.place ? `${words}, on ${where.place.trail.name}` : words
}
