/**
 * Someone is hurt: which post is near, and how sure is that? Everything here errs towards "not sure" (RULES.md, E): a rescue sent to the
 * wrong post is worse than a question asked twice.
 */
import {
  AT_POST_M,
  alongText,
  distanceText,
  type Near,
  OFF_NETWORK_M,
  ON_TRAIL_M,
  type PlaceOnTrail,
  type ReferenceMarker,
  type ReferencePlace,
  type ReferenceTrail,
  type TrailIndex,
} from '../geo/trail-reference.ts'
import { bearingDeg, type CompassWord, compassWord, type LonLat } from '../geo/trail-reference-geometry.ts'
import { orList } from './post-code.ts'

/** A position as the device gave it; `at` is its time in milliseconds. A device that does not tell its accuracy is not to be trusted. */
export type Fix = { position: LonLat; accuracyM: number | null; at: number }

/** Past this, "I am 210 m east of it" would claim more than the device knows. */
const TRUSTED_ACCURACY_M = 30
/** Past this age people may have moved on. */
const FRESH_MS = 60_000
/** A second post this much farther at most is as good a candidate as the first. */
const NEARLY_AS_NEAR = 1.2
/** A poor fix can fit many posts; more than this is a list that nobody reads out. */
const MOST_CANDIDATES = 5
/** For this long a good fix is kept rather than a worse one that follows it. */
const HOLD_FIX_MS = 20_000

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
  /** Codes of the posts before and behind one on that trail. */
  between: { behind: string | null; ahead: string | null }
}

/** How old a fix is, and whether that must be said: people may have moved on since. */
export function fixAge(fix: Fix, now: number): { ageS: number; isOld: boolean } {
  return { ageS: Math.max(0, Math.floor((now - fix.at) / 1000)), isOld: now - fix.at > FRESH_MS }
}

/** Past the limit, or without any, what the device tells is not to be built upon. */
const isPoorFix = ({ accuracyM }: Fix) => accuracyM === null || accuracyM > TRUSTED_ACCURACY_M

/** True for a fix that a needle may be turned by. */
export const isExactFix = (fix: Fix, now: number) => !isPoorFix(fix) && !fixAge(fix, now).isOld

export function whereabouts<Trail extends ReferenceTrail, Marker extends ReferenceMarker, Position extends ReferencePlace>(
  index: TrailIndex<Trail, Marker, Position>,
  fix: Fix,
  now: number,
): Whereabouts<Trail, Marker> {
  const { position, accuracyM } = fix
  const isPoor = isPoorFix(fix)
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
  const { behind, ahead } = place ? index.between(place) : { behind: null, ahead: null }
  return {
    fix,
    candidates,
    isExact: !isPoor && !isOffNetwork && first !== undefined,
    isPoor,
    ...fixAge(fix, now),
    isOffNetwork,
    fromMarker: first ? compassWord(bearingDeg(first.item.position, position)) : null,
    isAtMarker: !isPoor && nearestM <= AT_POST_M,
    place,
    wayToMarker: place && first ? index.wayTo(place, first.item) : null,
    between: { behind: behind?.marker.code ?? null, ahead: ahead?.marker.code ?? null },
  }
}

/** A sentence to read out; the part that matters most is `strong`. */
export type Sentence = { before: string; strong: string; after: string }
const sentence = (before: string, strong: string, after = ''): Sentence => ({ before, strong, after })

/** What is known of a post that was named by its code, or found near a fix. */
export type CallScriptMarker = ReferenceMarker & { area: string | null; access: CallScriptWay }
export type CallScriptWay = { name: string | null; vehicle: string | null; majorRoad: string | null }

/** How near a vehicle gets, in words that need no legend ('EM' is the survey's for the post). Words we do not know stand as delivered. */
export function reachText(reach: string): string {
  if (/^direct/i.test(reach)) return 'vehicles reach the post'
  if (/^no access past/i.test(reach)) return 'no vehicles past the road crossing'
  const [, metres] = /\bwithin (\d+) ?m\b/i.exec(reach) ?? []
  if (metres === undefined) return reach
  const [vehicle = 'vehicles'] = /\b[24]wd\b/i.exec(reach) ?? []
  return `${vehicle.replace('wd', 'WD')} to within ${metres} m`
}

/** 'Tin Creek Rd off Coast Road, 2WD to within 500 m'; what the survey left out is called unknown. */
export function wayInText({ name, majorRoad, vehicle }: CallScriptWay): { name: string; more: string } {
  if (name === null && majorRoad === null) return { name: 'unknown', more: '' }
  const off = name && majorRoad ? ` off ${majorRoad}` : ''
  return { name: name ?? majorRoad ?? '', more: `${off}, ${vehicle === null ? 'vehicles unknown' : reachText(vehicle)}` }
}

/** 'I am 200 m past it, towards BF18' on a trail; else 'I am 210 m north of it'. The next post says which way, whoever reads the map. */
function fromPost({ wayToMarker, between, fromMarker }: Whereabouts<unknown, unknown>, straightM: number): string {
  const towards = wayToMarker?.direction === 'up' ? between.ahead : between.behind
  if (!wayToMarker || !towards) return `${distanceText(straightM)} ${fromMarker} of it`
  return `${alongText(wayToMarker.distanceM)} ${wayToMarker.direction === 'up' ? 'past' : 'from'} it, towards ${towards}`
}

function whereSentence(where: Whereabouts<ReferenceTrail, CallScriptMarker>): Sentence {
  const codes = where.candidates.map(({ item }) => item.code)
  const [first, second] = where.candidates
  if (!first || where.isOffNetwork) return sentence('Not near an emergency post. Position ', decimalDegreesSpoken(where.fix.position))
  if (where.isPoor) return sentence(second ? 'Nearest emergency post may be ' : 'Near emergency post ', orList(codes))
  if (where.isAtMarker) return sentence('Emergency post ', first.item.code, ', I am at it')
  if (!second) return sentence('Emergency post ', first.item.code, `, I am ${fromPost(where, first.distanceM)}`)
  const { behind, ahead } = where.between
  const along = `${alongText(where.wayToMarker?.distanceM ?? 0)} ${first.item.code === behind ? 'after' : 'before'} ${first.item.code}`
  return codes.length === 2 && behind && ahead && codes.includes(behind) && codes.includes(ahead)
    ? sentence('Between emergency posts ', `${behind} and ${ahead}`, `, ${along}`)
    : sentence('Near emergency posts ', codes.join(' and '), `, ${distanceText(first.distanceM)} ${where.fromMarker} of ${first.item.code}`)
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
    sentence('Emergency post ', marker.code),
    sentence('What happened, ', 'how many are hurt'),
    sentence('Way in: ', wayIn.name, wayIn.more),
  ]
}

export const sentenceText = ({ before, strong, after }: Sentence) => `${before}${strong}${after}`
