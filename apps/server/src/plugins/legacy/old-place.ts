import { type Position, trailsOfArea } from '@trailwarden/domain'
import type { Site, SiteBundle } from '@trailwarden/site'
import type { OldRecord } from './old-export.ts'
import { type Correct, isEmpty, readLine } from './old-values.ts'

export type SiteWords = { site: Pick<Site, 'areas' | 'networks'>; trails: Pick<SiteBundle, 'trails'>['trails'] }

/** A network's roads, shuttles and huts are up to 25 km away from its trails. */
const MARGIN_DEGREES = 0.25
const NONE = /^(n\/?a|none|-|null)?$/i

type Bounds = Site['networks'][number]['bounds']
const isInside = ({ west, south, east, north }: Bounds, [longitude, latitude]: readonly [number, number], margin = 0) =>
  longitude >= west - margin && longitude <= east + margin && latitude >= south - margin && latitude <= north + margin

/** Empty text returns NaN, whereas `Number` would return 0. */
const numberOf = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value ?? Number.NaN))

/** If the location is invalid, `words` contains it as text for a person to interpret. */
export function readPosition(record: OldRecord, { site }: SiteWords, correct: Correct): { place: Position | null; words: string | null } {
  if (isEmpty(record.latitude) && isEmpty(record.longitude)) return { place: null, words: null }
  const [latitude, longitude, accuracy] = [record.latitude, record.longitude, record.accuracy].map(numberOf) as [number, number, number]
  const accuracyM = accuracy >= 0 && Number.isFinite(accuracy) ? Math.round(accuracy) : null
  // The previous app stored 0, 0 if a form had no location.
  if (latitude === 0 && longitude === 0) return { place: null, words: null }
  const isOurs = (position: [number, number]) => site.networks.some(({ bounds }) => isInside(bounds, position, MARGIN_DEGREES))
  if (isOurs([longitude, latitude])) return { place: { latitude, longitude, accuracyM }, words: null }
  if (isOurs([longitude, -latitude])) {
    correct('latitude', `latitude ${latitude} is missing its minus sign; ${-latitude} was used`)
    return { place: { latitude: -latitude, longitude, accuracyM }, words: null }
  }
  if (isOurs([latitude, longitude])) {
    correct('latitude', 'latitude and longitude were swapped and have been corrected')
    return { place: { latitude: longitude, longitude: latitude, accuracyM }, words: null }
  }
  const words = `${String(record.latitude ?? '')}, ${String(record.longitude ?? '')}`.slice(0, 80)
  correct('latitude', `the location ${words} is outside the network, so it was added to the detail`)
  return { place: null, words: `Location in the old app: ${words}` }
}

const named = <T extends { name: string }>(all: readonly T[], name: string) =>
  all.find((one) => one.name.toLowerCase() === name.toLowerCase()) ?? null

export type Whereabouts = { area: string; trail: string | null; words: string[] }

/** Unknown names are added to `words`, so that no text is lost. */
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
      : `hazard_activity ${JSON.stringify(wantedArea)} is not an area in the site`
    const byTrail = named(trails, wantedTrail)?.area ?? null
    const around = place ? networks.filter(({ bounds }) => isInside(bounds, [place.longitude, place.latitude])) : []
    const byPlace = around.length === 1 ? (areas.find(({ networkId }) => networkId === around[0]?.id)?.name ?? null) : null
    area = byTrail ?? byPlace
    if (area === null) return `${issue}, and neither the trail nor the location shows which area it is in`
    correct('hazard_activity', `${issue}; ${area} was used, based on its ${byTrail ? 'trail' : 'location'}`)
    if (!NONE.test(wantedArea)) words.push(`Area in the old app: ${wantedArea}`)
  }
  if (NONE.test(wantedTrail)) return { area, trail: null, words }
  const trail = named(trailsOfArea(areas, trails, area), wantedTrail)
  if (trail) return { area, trail: trail.name, words }
  correct('hazard_trail', `hazard_trail ${JSON.stringify(wantedTrail)} is not a trail in ${area}, so it was added to the detail`)
  return { area, trail: null, words: [...words, `Trail in the old app: ${wantedTrail}`] }
}
