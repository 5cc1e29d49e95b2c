/**
 * Someone is hurt: which post is near, and how sure is that? Everything here errs towards "not sure" (RULES.md, E): a rescue sent to the
 * wrong post is worse than a question asked twice.
 */
import {
  distanceText,
  type Near,
  type PlaceOnTrail,
  type ReferenceMarker,
  type ReferencePlace,
  type ReferenceTrail,
  type TrailIndex,
} from '../geo/trail-reference.ts'
import { bearingDeg, type CompassWord, compassWord, type LonLat } from '../geo/trail-reference-geometry.ts'

/** A position as the device gave it; `at` is its time in milliseconds. A device that does not tell its accuracy is not to be trusted. */
export type Fix = { position: LonLat; accuracyM: number | null; at: number }

/** Past this, "I am 210 m east of it" would claim more than the device knows. */
const TRUSTED_ACCURACY_M = 30
/** Past this age people may have moved on. */
const FRESH_MS = 60_000
/** A second post this much farther at most is as good a candidate as the first. */
const NEARLY_AS_NEAR = 1.2
/** Nearer than this one is at the post. */
const AT_MARKER_M = 15
/** Farther than this from every trail and post, a post is no longer the way to say where one is. */
const OFF_NETWORK_M = 2000
/** A poor fix can fit many posts; more than this is a list that nobody reads out. */
const MOST_CANDIDATES = 5
/** For this long a good fix is kept rather than a worse one that follows it. */
const HOLD_FIX_MS = 20_000
/** On a trail, give or take what the device does not know. */
const ON_TRAIL_M = 40

const SPELLING_ALPHABET =
  'Alpha Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliett Kilo Lima Mike November Oscar Papa Quebec Romeo Sierra Tango Uniform Victor Whiskey X-ray Yankee Zulu'.split(
    ' ',
  )
const DIGITS = ['Zero', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']

/** 'BF17' as it is read out: 'Bravo Foxtrot One Seven'. */
export const spokenCode = (code: string) =>
  Array.from(code.toUpperCase(), (sign) => {
    if (sign === '/') return 'Slash'
    return SPELLING_ALPHABET[sign.charCodeAt(0) - 65] ?? DIGITS[Number.parseInt(sign, 10)] ?? ''
  })
    .filter(Boolean)
    .join(' ')

/** What of a typed code carries meaning: letters, and numbers without leading zeros. */
const essenceOf = (code: string) =>
  code
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/[0-9]+/g, (digits) => digits.replace(/^0+(?=[0-9])/, ''))

/** The post with this code, however it was typed ('bf 17', 'BF-17', 'bf7' for BF07); never a similar one. */
export function findByCode<Marker extends { code: string }>(markers: readonly Marker[], typed: string): Marker | null {
  const wanted = essenceOf(typed)
  const found = markers.filter(({ code }) => essenceOf(code) === wanted)
  return found.length === 1 ? (found[0] ?? null) : null
}

/** Which of two fixes to go by: the later one, unless it is worse and the other still quite new. */
export function betterFix(current: Fix | null, next: Fix): Fix {
  if (current === null) return next
  const isWorse = (next.accuracyM ?? Number.POSITIVE_INFINITY) > (current.accuracyM ?? Number.POSITIVE_INFINITY)
  return isWorse && next.at - current.at < HOLD_FIX_MS ? current : next
}

/** 'up' leads back towards the start of the trail (the previous marker), 'down' on towards its end (the next). */
export type WayAlong = { direction: 'up' | 'down'; distanceM: number }

export type Whereabouts<Trail, Marker> = {
  fix: Fix
  /** Posts that may be the nearest, nearest first; several when the fix or the ground leaves it open. Empty without any post. */
  candidates: Near<Marker>[]
  /** True when distance and direction from the post may be said as they are. */
  isExact: boolean
  isPoor: boolean
  isOld: boolean
  ageS: number
  isOffNetwork: boolean
  /** From the post to the person, which is how it is told: "I am 210 m east of it". */
  fromMarker: CompassWord | null
  isAtMarker: boolean
  /** The trail one stands on, if any. */
  place: PlaceOnTrail<Trail> | null
  /** Which way along that trail the first post lies. */
  wayToMarker: WayAlong | null
}

/** How old a fix is, and whether that must be said: people may have moved on since. */
export function fixAge(fix: Fix, now: number): { ageS: number; isOld: boolean } {
  return { ageS: Math.max(0, Math.floor((now - fix.at) / 1000)), isOld: now - fix.at > FRESH_MS }
}

export function whereabouts<Trail extends ReferenceTrail, Marker extends ReferenceMarker, Position extends ReferencePlace>(
  index: TrailIndex<Trail, Marker, Position>,
  fix: Fix,
  now: number,
): Whereabouts<Trail, Marker> {
  const { position, accuracyM } = fix
  const isPoor = accuracyM === null || accuracyM > TRUSTED_ACCURACY_M
  const near = index.nearestMarkers(position, MOST_CANDIDATES)
  const nearestM = near[0]?.distanceM ?? Number.POSITIVE_INFINITY
  // The person is somewhere in a circle; another post may be the nearest from its far side.
  const reachM = Math.max(nearestM * NEARLY_AS_NEAR, isPoor ? nearestM + 2 * (accuracyM ?? 0) : 0)
  const trail = index.nearestTrail(position)
  const isOffNetwork = Math.min(nearestM, trail?.offTrailM ?? Number.POSITIVE_INFINITY) > OFF_NETWORK_M
  // Far from all of them, no post says where one is: the nearest is named as what it is.
  const candidates = isOffNetwork ? near.slice(0, 1) : near.filter(({ distanceM }) => distanceM <= reachM)
  const first = candidates[0]
  const place = trail && trail.offTrailM <= ON_TRAIL_M && !isPoor ? trail : null
  return {
    fix,
    candidates,
    isExact: !isPoor && !isOffNetwork && first !== undefined,
    isPoor,
    ...fixAge(fix, now),
    isOffNetwork,
    fromMarker: first ? compassWord(bearingDeg(first.item.position, position)) : null,
    isAtMarker: !isPoor && nearestM <= AT_MARKER_M,
    place,
    wayToMarker: place && first ? index.wayTo(place, first.item) : null,
  }
}

/** A sentence to read out; the part that matters most is `strong`. */
export type Sentence = { before: string; strong: string; after: string }
const sentence = (before: string, strong: string, after = ''): Sentence => ({ before, strong, after })

const listed = (codes: readonly string[]) => (codes.length < 2 ? codes.join('') : `${codes.slice(0, -1).join(', ')} or ${codes.at(-1)}`)

/** What is known of a post that was named by its code, or found near a fix. */
export type CallScriptMarker = ReferenceMarker & { area: string | null; access: CallScriptWay }
export type CallScriptWay = { name: string | null; vehicle: string | null; majorRoad: string | null }

/** 'Tin Creek Rd off Coast Road, Direct access'; what the survey left out is called unknown. */
export function wayInText({ name, majorRoad, vehicle }: CallScriptWay): { name: string; more: string } {
  if (name === null && majorRoad === null) return { name: 'unknown', more: '' }
  const off = name && majorRoad ? ` off ${majorRoad}` : ''
  return { name: name ?? majorRoad ?? '', more: `${off}, ${vehicle ?? 'vehicles unknown'}` }
}

function whereSentence(where: Whereabouts<ReferenceTrail, CallScriptMarker>): Sentence {
  const codes = where.candidates.map(({ item }) => item.code)
  const first = where.candidates[0]
  if (!first || where.isOffNetwork) return sentence('Not near a marker post. Position ', decimalDegreesSpoken(where.fix.position))
  if (where.isPoor) return sentence(codes.length > 1 ? 'Nearest marker may be ' : 'Near marker ', listed(codes))
  if (where.isAtMarker) return sentence('Marker ', first.item.code, ', I am at it')
  const own = `, I am ${distanceText(first.distanceM)} ${where.fromMarker} of it`
  return codes.length > 1
    ? sentence('Between markers ', codes.join(' and '), `; ${distanceText(first.distanceM)} ${where.fromMarker} of ${first.item.code}`)
    : sentence('Marker ', first.item.code, own)
}

/** 'latitude minus 41.17532, longitude 148.11210': read out, a hyphen is lost. */
export const decimalDegreesSpoken = ([lon, lat]: LonLat) => {
  const spoken = (degrees: number) => `${degrees < 0 ? 'minus ' : ''}${Math.abs(degrees).toFixed(5)}`
  return `latitude ${spoken(lat)}, longitude ${spoken(lon)}`
}

/** The numbered sentences for the call. Off the network the coordinates come right after the service; elsewhere the post leads. */
export function callScript(where: Whereabouts<ReferenceTrail, CallScriptMarker>): Sentence[] {
  const first = where.candidates[0]?.item
  const service = sentence('', 'Ambulance', ', police or fire?')
  const what = sentence('What happened, ', 'how many are hurt')
  const position = sentence('Position ', decimalDegreesSpoken(where.fix.position))
  if (!first || where.isOffNetwork) return [service, whereSentence(where), what]
  const trail = where.place?.trail.name ?? first.area
  const wayIn = wayInText(first.access)
  return [
    service,
    ...(trail === null ? [] : [sentence('Mountain bike trail: ', trail)]),
    whereSentence(where),
    what,
    ...(where.isPoor ? [position] : [sentence('Way in: ', wayIn.name, wayIn.more)]),
  ]
}

/** The sentences for someone at a post, or for a caller who read its code out. */
export function callScriptAtMarker(marker: CallScriptMarker): Sentence[] {
  const wayIn = wayInText(marker.access)
  return [
    sentence('', 'Ambulance', ', police or fire?'),
    ...(marker.area === null ? [] : [sentence('Mountain bike trail: ', marker.area)]),
    sentence('Marker ', marker.code),
    sentence('What happened, ', 'how many are hurt'),
    sentence('Way in: ', wayIn.name, wayIn.more),
  ]
}

export const sentenceText = ({ before, strong, after }: Sentence) => `${before}${strong}${after}`
