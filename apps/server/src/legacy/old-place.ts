/** Where an old Action is: area, trail and position, by the words and bounds of the site. */
import { type Position, trailsOfArea } from '@trailwarden/domain'
import type { Site, SiteBundle } from '@trailwarden/site'
import type { OldRecord } from './old-export.ts'
import { type Correct, isEmpty, readLine } from './old-values.ts'

/** What of a site places depend on. */
export type SiteWords = { site: Pick<Site, 'areas' | 'networks'>; trails: Pick<SiteBundle, 'trails'>['trails'] }

/** Roads, shuttles and huts of a network lie up to some 25 km beside its trails. */
const MARGIN_DEGREES = 0.25
/** How the old app wrote that there is none. */
const NONE = /^(n\/?a|none|-|null)?$/i

type Bounds = Site['networks'][number]['bounds']
const isInside = ({ west, south, east, north }: Bounds, [longitude, latitude]: readonly [number, number], margin = 0) =>
  longitude >= west - margin && longitude <= east + margin && latitude >= south - margin && latitude <= north + margin

/** A number, also as text; an empty text is none, where Number would say 0. */
const numberOf = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value ?? Number.NaN))

/** The position; `words` of one that cannot be right, so that a person can still make something of it. */
export function readPosition(record: OldRecord, { site }: SiteWords, correct: Correct): { place: Position | null; words: string | null } {
  if (isEmpty(record.latitude) && isEmpty(record.longitude)) return { place: null, words: null }
  const [latitude, longitude, accuracy] = [record.latitude, record.longitude, record.accuracy].map(numberOf) as [number, number, number]
  const accuracyM = accuracy >= 0 && Number.isFinite(accuracy) ? Math.round(accuracy) : null
  // How a form without a position was stored.
  if (latitude === 0 && longitude === 0) return { place: null, words: null }
  const isOurs = (position: [number, number]) => site.networks.some(({ bounds }) => isInside(bounds, position, MARGIN_DEGREES))
  if (isOurs([longitude, latitude])) return { place: { latitude, longitude, accuracyM }, words: null }
  if (isOurs([longitude, -latitude])) {
    correct('latitude', `latitude ${latitude} lacks its minus sign: ${-latitude} was taken`)
    return { place: { latitude: -latitude, longitude, accuracyM }, words: null }
  }
  if (isOurs([latitude, longitude])) {
    correct('latitude', 'latitude and longitude were exchanged, and were put right')
    return { place: { latitude: longitude, longitude: latitude, accuracyM }, words: null }
  }
  const words = `${String(record.latitude ?? '')}, ${String(record.longitude ?? '')}`.slice(0, 80)
  correct('latitude', `the position ${words} lies outside of the network: it was left out, and stands in the detail`)
  return { place: null, words: `Position in the old app: ${words}` }
}

const named = <T extends { name: string }>(all: readonly T[], name: string) =>
  all.find((one) => one.name.toLowerCase() === name.toLowerCase()) ?? null

export type Whereabouts = { area: string; trail: string | null; words: string[] }

/** Area and trail, or the reason why there is no telling. A word that the site does not have is never lost: it goes to `words`. */
export function readWhereabouts(
  record: OldRecord,
  place: Position | null,
  { site: { areas, networks }, trails }: SiteWords,
  correct: Correct,
): Whereabouts | string {
  const wantedArea = readLine(record.hazard_activity, 'hazard_activity', correct)
  const wantedTrail = readLine(record.hazard_trail, 'hazard_trail', correct)
  const words: string[] = []
  let area = named(areas, wantedArea)?.name ?? null
  if (area === null) {
    const issue = NONE.test(wantedArea)
      ? 'hazard_activity is missing'
      : `hazard_activity ${JSON.stringify(wantedArea)} is no area of the site`
    const byTrail = named(trails, wantedTrail)?.area ?? null
    const around = place ? networks.filter(({ bounds }) => isInside(bounds, [place.longitude, place.latitude])) : []
    const byPlace = around.length === 1 ? (areas.find(({ networkId }) => networkId === around[0]?.id)?.name ?? null) : null
    area = byTrail ?? byPlace
    if (area === null) return `${issue}, and neither trail nor position says where it is`
    correct('hazard_activity', `${issue}: ${area} was taken, where its ${byTrail ? 'trail' : 'position'} lies`)
    if (!NONE.test(wantedArea)) words.push(`Area in the old app: ${wantedArea}`)
  }
  if (NONE.test(wantedTrail)) return { area, trail: null, words }
  const trail = named(trailsOfArea(areas, trails, area), wantedTrail)
  if (trail) return { area, trail: trail.name, words }
  correct('hazard_trail', `hazard_trail ${JSON.stringify(wantedTrail)} is no trail of ${area}: it stands in the detail`)
  return { area, trail: null, words: [...words, `Trail in the old app: ${wantedTrail}`] }
}
