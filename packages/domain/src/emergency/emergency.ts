/**
 * In doubt, every function returns "not sure" (RULES.md, E), because sending rescuers to the wrong post is worse than asking the caller
 * twice.
 */
import { alongText, distanceText } from '../geo/distance-text.ts'
import { decimalDegrees } from '../geo/grid-reference.ts'
import { accuracyText, distanceFrom, type Fix, fixAge, hasDirection, type Precision, precisionOfFix } from '../geo/precision.ts'
import {
  AT_POST_M,
  type Near,
  nearestOf,
  type PlaceOnTrail,
  type ReferenceMarker,
  type ReferencePlace,
  type ReferenceTrail,
  type TrailIndex,
} from '../geo/trail-reference.ts'
import { bearingDeg, type CompassWord, compassWord, type LonLat } from '../geo/trail-reference-geometry.ts'
import { orList } from '../or-list.ts'

/** A post at most this many times as far away as the nearest one may be the nearest. */
const NEARLY_AS_NEAR = 1.2
/** Nobody reads out a longer list. */
const MOST_CANDIDATES = 5
/** For this time, a good fix takes precedence over later, less accurate fixes. */
const HOLD_FIX_MS = 20_000
/** If only one trail is within this distance of a rough position's centre, the position is probably on that trail. */
const PROBABLY_M = 100
/** The upper limit of the `rough` band, used if the accuracy isn't known. */
const UNKNOWN_RADIUS_M = 1000

/** Keeps a recent fix if the next one is less accurate. */
export function betterFix(current: Fix | null, next: Fix): Fix {
  if (current === null) return next
  const isWorse = (next.accuracyM ?? Number.POSITIVE_INFINITY) > (current.accuracyM ?? Number.POSITIVE_INFINITY)
  return isWorse && next.at - current.at < HOLD_FIX_MS ? current : next
}

/** 'up' is towards the start of the trail, past the previous marker. 'down' is towards the end, past the next one. */
export type WayAlong = { direction: 'up' | 'down'; distanceM: number }

/** `way` is null if the way along the trail isn't certain. */
export type Candidate<Marker> = Near<Marker> & {
  way: WayAlong | null
  /** The direction from the post to the person. Null if the direction isn't certain. */
  side: CompassWord | null
}

export type Whereabouts<Trail, Marker> = {
  fix: Fix
  precision: Precision
  /** Sorted by distance. Several if the fix or the terrain is ambiguous, none if the fix is too rough. */
  candidates: Candidate<Marker>[]
  isOld: boolean
  ageS: number
  isOffNetwork: boolean
  isAtMarker: boolean
  /** Null unless only one trail is possible. */
  place: PlaceOnTrail<Trail> | null
  /** All trails that the person may be on. */
  trails: Trail[]
  /** Trails that may be the nearest one. They determine which network is named. */
  nearTrails: Trail[]
  /** The only trail that a rough fix is probably on. */
  probably: Trail | null
  between: { behind: string | null; ahead: string | null }
  /** The nearest town. Set only if neither a post nor a trail can be named. */
  town: string | null
}

export function whereabouts<Trail extends ReferenceTrail, Marker extends ReferenceMarker, Position extends ReferencePlace>(
  index: TrailIndex<Trail, Marker, Position>,
  fix: Fix,
  now: number,
): Whereabouts<Trail, Marker> {
  const { position } = fix
  const precision = precisionOfFix(fix, now)
  const { band } = precision
  const radiusM = precision.radiusM ?? UNKNOWN_RADIUS_M
  const isOffNetwork = index.isOffNetwork(position, radiusM)
  const trails = index.trailsToName(position, precision)
  const [trail, other] = trails
  const place = band === 'exact' && trail && !other ? trail : null
  const probable = band === 'rough' && precision.radiusM !== null ? index.trailsWithin(position, PROBABLY_M) : []
  const { behind, ahead } = place ? index.between(place) : { behind: null, ahead: null }
  const near = postsNear(index, position, precision, isOffNetwork)
  return {
    fix,
    precision,
    candidates: near.map((one) => candidateOf(index, { fix, precision, place }, one)),
    ...fixAge(fix, now),
    isOffNetwork,
    isAtMarker: band === 'exact' && (near[0]?.distanceM ?? Number.POSITIVE_INFINITY) <= AT_POST_M,
    place,
    trails: trails.map((one) => one.trail),
    nearTrails: index.possibleTrails(position, radiusM).map((one) => one.trail),
    probably: probable.length === 1 ? (probable[0]?.trail ?? null) : null,
    between: { behind: behind?.marker.code ?? null, ahead: ahead?.marker.code ?? null },
    town: band === 'lost' ? index.townNear(position, radiusM) : null,
  }
}

function candidateOf<Trail extends ReferenceTrail, Marker extends ReferenceMarker, Position extends ReferencePlace>(
  index: TrailIndex<Trail, Marker, Position>,
  { fix: { position }, precision, place }: Pick<Whereabouts<Trail, Marker>, 'fix' | 'precision' | 'place'>,
  near: Near<Marker>,
): Candidate<Marker> {
  const radiusM = (precision.radiusM ?? UNKNOWN_RADIUS_M) + (place?.offTrailM ?? 0)
  return {
    ...near,
    way: place && index.sureWayTo(place, position, radiusM, near.item),
    side: hasDirection(precision, near.distanceM) ? compassWord(bearingDeg(near.item.position, position)) : null,
  }
}

export function candidateFor<Trail extends ReferenceTrail, Marker extends ReferenceMarker, Position extends ReferencePlace>(
  index: TrailIndex<Trail, Marker, Position>,
  where: Whereabouts<Trail, Marker>,
  marker: Marker,
): Candidate<Marker> | null {
  const [near] = nearestOf([marker], where.fix.position, 1)
  return near ? candidateOf(index, where, near) : null
}

function postsNear<Trail extends ReferenceTrail, Marker extends ReferenceMarker, Position extends ReferencePlace>(
  index: TrailIndex<Trail, Marker, Position>,
  position: LonLat,
  precision: Precision,
  isOffNetwork: boolean,
): Near<Marker>[] {
  // Far from all posts, no post describes the location, so the text only names the nearest one.
  if (isOffNetwork) return precision.band === 'exact' ? index.nearestMarkers(position, 1) : []
  const possible = index.postsToName(position, precision)
  const [first] = possible
  if (precision.band !== 'exact' || !first) return possible
  return index
    .nearestMarkers(position, MOST_CANDIDATES)
    .filter(({ item, distanceM }) => distanceM <= first.distanceM * NEARLY_AS_NEAR || possible.some((one) => one.item === item))
}

/** `strong` marks the most important part, and `warn` a caveat. */
export type SentencePart = string | { strong: string } | { warn: string }
export type Sentence = readonly SentencePart[]
const strong = (text: string): SentencePart => ({ strong: text })

export const sentenceText = (sentence: Sentence) =>
  sentence.map((part) => (typeof part === 'string' ? part : 'strong' in part ? part.strong : part.warn)).join('')

export type CallScriptMarker = ReferenceMarker & { area: string | null; access: CallScriptWay }
export type CallScriptTrail = ReferenceTrail & { area: string | null }
export type CallScriptWay = { name: string | null; vehicle: string | null; majorRoad: string | null }
export type CallScriptSite = {
  label: string
  region?: string | undefined
  networks: readonly { id: string; name: string }[]
  areas: readonly { name: string; networkId: string }[]
}
type CallWhere = Whereabouts<CallScriptTrail, CallScriptMarker>

/** Returns the area's own name if the area has no network. */
export function networkName({ networks, areas }: CallScriptSite, area: string | null): string | null {
  const id = areas.find(({ name }) => name === area)?.networkId
  return networks.find((network) => network.id === id)?.name ?? area
}

const unique = (names: readonly (string | null)[]) => [...new Set(names.filter((name) => name !== null))]

/** 'EM' is the survey's term for a post. Unknown text is returned unchanged. */
export function reachText(reach: string): string {
  if (/^direct/i.test(reach)) return 'vehicles reach the post'
  if (/^no access past/i.test(reach)) return 'no vehicles past the road crossing'
  const [, metres] = /\bwithin (\d+) ?m\b/i.exec(reach) ?? []
  if (metres === undefined) return reach
  const [vehicle = 'vehicles'] = /\b[24]wd\b/i.exec(reach) ?? []
  return `${vehicle.replace('wd', 'WD')} to within ${metres} m`
}

/** Parts that weren't surveyed are called unknown. */
export function wayInText({ name, majorRoad, vehicle }: CallScriptWay): { name: string; more: string } {
  if (name === null && majorRoad === null) return { name: 'unknown', more: '' }
  const off = name && majorRoad ? ` off ${majorRoad}` : ''
  return { name: name ?? majorRoad ?? '', more: `${off}, ${vehicle === null ? 'vehicles unknown' : reachText(vehicle)}` }
}

export const SERVICE: Sentence = [strong('Ambulance'), ', police or fire?']
export const WHAT: Sentence = ['What happened, ', strong('how many are hurt')]

/** A network with the same name as its trail is left out. */
function trailParts(names: readonly string[], networks: readonly string[], joined: 'or' | 'and'): SentencePart[] {
  const [network, other] = networks
  const isRedundant = network === undefined || other !== undefined || names.includes(network)
  return [strong(orList(names, joined)), ...(isRedundant ? [] : [`, ${network} network`])]
}

function trailSentence(where: CallWhere, site: CallScriptSite): Sentence[] {
  const { precision, trails, nearTrails, candidates, probably, isOffNetwork, town } = where
  if (precision.band === 'lost') {
    const near = town && `${town}${site.region && !isOffNetwork ? `, ${site.region}` : ''}`
    if (isOffNetwork) return near ? [['Near ', strong(near)]] : []
    return [['Mountain bike trails ', near ? 'near ' : 'of ', strong(near ?? site.label)]]
  }
  if (isOffNetwork) return []
  const networksOf = (all: readonly { area: string | null }[]) => unique(all.map(({ area }) => networkName(site, area)))
  if (trails.length > 0) return [['Mountain bike trail ', ...trailParts(unique(trails.map(({ name }) => name)), networksOf(trails), 'or')]]
  const networks = networksOf(nearTrails.length > 0 ? nearTrails : candidates.map(({ item }) => item))
  if (networks.length === 0) return []
  const on: SentencePart[] = probably ? ['. Probably on ', strong(probably.name)] : []
  return [['Mountain bike trails, ', strong(orList(networks)), ' network', ...on]]
}

/** '60 m past it, towards SH10' on a trail, otherwise '210 m north of it' or only the distance. */
function fromPost({ between, precision }: CallWhere, { way, side, distanceM }: Candidate<unknown>): Sentence {
  const towards = way?.direction === 'up' ? between.ahead : between.behind
  if (way && towards) return [strong(`${alongText(way.distanceM)} ${way.direction === 'up' ? 'past' : 'from'} it`), `, towards ${towards}`]
  return [strong(`${distanceFrom(precision, distanceM)} ${side ? `${side} of it` : 'from it'}`)]
}

const noPost = ({ fix: { position }, precision }: CallWhere, before: string): Sentence => [
  `${before} Position ${precision.band === 'lost' ? 'about ' : ''}`,
  strong(decimalDegrees(position, precision.decimals)),
  ', ',
  { warn: accuracyText(precision) },
]

function formatWhere(where: CallWhere): Sentence {
  const { candidates, precision, fix, isOffNetwork, isAtMarker, between } = where
  const codes = candidates.map(({ item }) => item.code)
  const [first, second] = candidates
  if (precision.band === 'exact' && (isOffNetwork || !first))
    return ['Not near an emergency post. Position ', strong(decimalDegreesSpoken(fix.position))]
  if (!first || isOffNetwork || precision.band === 'rough')
    return noPost(where, isOffNetwork ? 'Not near an emergency post.' : 'No post found yet.')
  const look = second ? ', look at the post' : ''
  if (precision.band === 'near') {
    const away = second ? '' : `, ${distanceFrom(precision, first.distanceM)} away`
    return ['Near emergency post ', strong(orList(codes)), `${look}${away}, `, { warn: accuracyText(precision) }]
  }
  const post: Sentence = ['Nearest emergency post ', strong(orList(codes))]
  const iAm = `${look}. I am `
  if (!second) return [...post, iAm, ...(isAtMarker ? [strong('at it')] : fromPost(where, first))]
  const { behind, ahead } = between
  const towards = first.item.code === behind ? ahead : first.item.code === ahead ? behind : null
  if (first.way && towards)
    return [...post, iAm, strong(`${alongText(first.way.distanceM)} from ${first.item.code}`), `, towards ${towards}`]
  if (isAtMarker || !first.side) return [...post, look]
  return [...post, iAm, strong(`${distanceText(first.distanceM)} ${first.side} of ${first.item.code}`)]
}

/** People skip a minus sign when they read a number aloud, so the text has the word 'minus'. */
const decimalDegreesSpoken = ([lon, lat]: LonLat) => {
  const spoken = (degrees: number) => `${degrees < 0 ? 'minus ' : ''}${Math.abs(degrees).toFixed(5)}`
  return `latitude ${spoken(lat)}, longitude ${spoken(lon)}`
}

function wayInSentence({ access, code }: CallScriptMarker, isOneOfSeveral: boolean): Sentence {
  const { name, more } = wayInText(access)
  return [`Way in${isOneOfSeveral ? ` to ${code}` : ''}: `, strong(name), more]
}

/** From a rough position, the way in isn't certain and is left out. */
export function callScript(where: CallWhere, site: CallScriptSite): Sentence[] {
  const { candidates, precision, isOffNetwork } = where
  const [first, second] = candidates
  const isRough = precision.band !== 'exact' && precision.band !== 'near'
  const wayIn = first && !isOffNetwork && !isRough ? [wayInSentence(first.item, second !== undefined)] : []
  return [SERVICE, ...trailSentence(where, site), formatWhere(where), WHAT, ...wayIn]
}

/** The question before the call shows this text. */
export function callOpening(where: CallWhere): string {
  const { candidates, trails, precision, isOffNetwork } = where
  const codes = orList(candidates.map(({ item }) => item.code))
  if (codes === '' || isOffNetwork || precision.band === 'rough')
    return `Ambulance. Position ${decimalDegrees(where.fix.position, precision.decimals)}, ${accuracyText(precision)}.`
  const trail = orList(unique(trails.map(({ name }) => name)))
  return `Ambulance. ${trail && `${trail} trail, `}near emergency post ${codes}.`
}

/** The same for a post that the caller is at, or whose code they entered. */
export function callOpeningAtMarker({ code }: { code: string }, trails: readonly { name: string }[]): string {
  const names = unique(trails.map(({ name }) => name))
  if (names.length === 0) return `Ambulance. Emergency post ${code}.`
  return `Ambulance. ${orList(names, 'and')} ${names.length === 1 ? 'trail' : 'trails'}, emergency post ${code}.`
}

/** For example 'It should be SH09, somewhere within 450 m of you.' Null if no post can be named. */
export function postToLookFor({ candidates, precision }: CallWhere): { codes: string; within: string } | null {
  const within = distanceFrom(precision, Math.max(...candidates.map(({ distanceM }) => distanceM)))
  return precision.band === 'rough' && candidates.length > 0 && within
    ? { codes: orList(candidates.map(({ item }) => item.code)), within }
    : null
}

export function wayToPost(
  { precision, isOffNetwork }: CallWhere,
  { item, way, side, compass, distanceM }: Candidate<CallScriptMarker>,
): { text: string; more: string | null } | null {
  const { band } = precision
  if (band !== 'exact' && band !== 'near') return null
  if (band === 'exact' && distanceM <= AT_POST_M) return { text: `You are at ${item.code}`, more: null }
  if (!way || isOffNetwork)
    return { text: `${item.code} is ${distanceFrom(precision, distanceM)} ${side ? `to the ${compass}` : 'away'}`, more: null }
  return {
    text: `${item.code} is ${alongText(way.distanceM)} ${way.direction === 'up' ? 'back up' : 'on down'} the trail`,
    more: side && `Towards the ${compass}`,
  }
}

export function callScriptAtMarker(marker: CallScriptMarker, trails: readonly CallScriptTrail[], site: CallScriptSite): Sentence[] {
  return [SERVICE, ...placeOfMarker(marker, trails, site), ['Emergency post ', strong(marker.code)], WHAT, wayInSentence(marker, false)]
}

function placeOfMarker({ area }: CallScriptMarker, trails: readonly CallScriptTrail[], site: CallScriptSite): Sentence[] {
  const networks = unique([networkName(site, area)])
  const names = unique(trails.map(({ name }) => name))
  if (names.length === 0) return networks.map((network) => ['Mountain bike trails, ', strong(network), ' network'])
  return [[`Mountain bike trail${names.length > 1 ? 's' : ''} `, ...trailParts(names, networks, 'and')]]
}
