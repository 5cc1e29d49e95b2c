import {
  type AccessPoint,
  type AccessRoute,
  type AnyPlace,
  type BaseMap,
  isOwnTiles,
  type LayerSource,
  type Site,
  type SiteBundle,
  type Trail,
} from '@trailwarden/site'
import type { Colour, Condition } from '#map/layers/palette.ts'
import type { BaseTiles, LonLat, MapBadge, MapFeature, MapLayer, MapLine } from '#map/map-data.ts'
import { CATEGORY_SYMBOLS, type SymbolName } from '#map/symbols.ts'
import { codeSides, plateSides } from './code-sides.ts'
import { drawnCondition, type TrailCondition } from './drawn-condition.ts'
import { themed } from './map-palette.ts'

export function firstBase({ baseMaps: [base] }: Pick<Site, 'baseMaps'>): BaseMap {
  if (!base) throw new Error('a site needs at least one base map')
  return base
}

/**
 * The map's settings may name the base map underneath. Otherwise, a base map from another server gets the first one with tiles from our own
 * server.
 */
export function belowOf({ baseMaps }: Pick<Site, 'baseMaps'>, base: BaseMap): BaseMap | undefined {
  return baseMaps.find(({ id }) => id === base.fallback) ?? (isOwnTiles(base) ? undefined : baseMaps.find(isOwnTiles))
}

export const groundOf = (site: Pick<Site, 'baseMaps'>, base: BaseMap): BaseTiles => ({ ...base, below: belowOf(site, base) })

const PINS_FROM_ZOOM = 11.5

export const MAP_LAYERS: readonly MapLayer[] = [
  { id: 'access-routes', order: 5, clusters: false },
  { id: 'trails', order: 10, clusters: false, marks: 20 },
  { id: 'actions-resolved', order: 32, clusters: true },
  { id: 'access-points', order: 33, clusters: true, minZoom: PINS_FROM_ZOOM },
  { id: 'landing-zones', order: 34, clusters: true, minZoom: PINS_FROM_ZOOM },
  { id: 'places', order: 35, clusters: true, minZoom: PINS_FROM_ZOOM },
  { id: 'hazards', order: 40, clusters: true, minZoom: PINS_FROM_ZOOM },
  { id: 'actions', order: 41, clusters: true },
  // Posts are never clustered, because the number on a cluster is useless to a dispatcher.
  { id: 'emergency-markers', order: 50, clusters: false, dots: 51 },
  { id: 'networks', order: 60, clusters: false },
]

export const SITE_SOURCES = [
  'access-routes',
  'trails',
  'access-points',
  'landing-zones',
  'places',
  'hazards',
  'emergency-markers',
] as const satisfies readonly LayerSource[]
export type SiteSource = (typeof SITE_SOURCES)[number]

const GRADES = { green: themed('trailGreen'), blue: themed('trailBlue'), black: themed('trailBlack'), link: themed('trailLink') }
const ROUTES = { '4wd': themed('route4wd'), '2wd': themed('route2wd'), foot: themed('routeFoot') }
const CASING = themed('trailCasing')
// The white edge makes a black trail visible on a dark background.
const BLACK_EDGE: Colour = { light: CASING.light, dark: themed('trailBlackEdge').dark }

/**
 * The light theme uses the network's colour. The dark theme uses the lighter colour of the trail's grade, because the network's colour
 * would be hard to see.
 */
const lineOfTrail = (
  { id, name, rating, type, stroke, lines, distanceM }: Trail,
  { condition, parts, posts }: Pick<MapLine, 'condition' | 'parts' | 'posts'>,
): MapFeature => ({
  kind: 'line',
  id,
  lines,
  lengthM: distanceM ?? 0,
  isOneWay: type === 'descent',
  condition,
  parts,
  posts,
  colour: { light: stroke, dark: GRADES[rating ?? 'link'].dark },
  edge: rating === 'black' ? BLACK_EDGE : CASING,
  dash: rating === 'link' ? 'link' : 'solid',
  label: name,
})

const lineOfRoute = ({ id, name, type, lines }: AccessRoute): MapFeature => ({
  kind: 'line',
  id,
  lines,
  lengthM: 0,
  isOneWay: false,
  condition: 'open',
  parts: [],
  posts: [],
  colour: type ? ROUTES[type] : GRADES.link,
  edge: CASING,
  dash: 'route',
  label: name,
})

const pinOf =
  (symbol: SymbolName) =>
  ({ id, position }: AccessPoint | AnyPlace): MapFeature => ({
    kind: 'pin',
    id,
    at: position,
    symbol,
    order: 0,
  })

export function symbolOfPlace({ category }: Pick<AnyPlace, 'category'>): SymbolName {
  return category in CATEGORY_SYMBOLS ? CATEGORY_SYMBOLS[category as keyof typeof CATEGORY_SYMBOLS] : 'poi'
}

type ConditionOf = (trail: Trail) => TrailCondition
const ALL_OPEN: ConditionOf = () => ({ condition: 'open', sections: [] })

export function featuresOf(bundle: SiteBundle, source: SiteSource, conditionOf = ALL_OPEN): MapFeature[] {
  switch (source) {
    case 'access-routes':
      return bundle.accessRoutes.filter(({ lines }) => lines.length > 0).map(lineOfRoute)
    case 'trails':
      return bundle.trails.map((trail) => lineOfTrail(trail, lineCondition(trail, conditionOf(trail), bundle.markers)))
    case 'access-points':
      return bundle.accessPoints.map(pinOf('access-point'))
    case 'landing-zones':
      return bundle.landingZones.map(pinOf('helicopter-lz'))
    case 'places':
      return [...bundle.places, ...bundle.laterPlaces].map((place) => pinOf(symbolOfPlace(place))(place))
    case 'hazards':
      return bundle.hazards.map((place) => pinOf(symbolOfPlace(place))(place))
    case 'emergency-markers':
      return [...postsOf(bundle), ...waitingPostsOf(bundle)]
  }
}

/** A post closer than this to a line, in degrees, counts as being on the line. */
const BESIDE = 0.0006

function postShares({ lines: [line = []] }: Trail, markers: SiteBundle['markers']): Map<string, number> {
  const walked = [0]
  for (const [i, [lng, lat]] of line.entries()) {
    const next = line[i + 1]
    if (next) walked.push((walked[i] ?? 0) + Math.hypot((next[0] - lng) * Math.cos((lat * Math.PI) / 180), next[1] - lat))
  }
  const whole = walked.at(-1) || 1
  const shares = new Map<string, number>()
  for (const {
    code,
    position: [lng, lat],
  } of markers) {
    let [nearest, least] = [-1, BESIDE]
    for (const [i, [x, y]] of line.entries()) {
      const far = Math.max(Math.abs(x - lng), Math.abs(y - lat))
      if (far < least) [nearest, least] = [i, far]
    }
    if (nearest >= 0) shares.set(code, (walked[nearest] ?? 0) / whole)
  }
  return shares
}

/** What the condition of a trail changes in the drawing of its line. */
export function lineCondition(
  trail: Trail,
  known: TrailCondition,
  markers: SiteBundle['markers'],
): Pick<MapLine, 'condition' | 'parts' | 'posts'> {
  if (known.condition === 'open' && known.sections.length === 0) return { condition: 'open', parts: [], posts: [] }
  const shares = postShares(trail, markers)
  return { ...drawnCondition(known, shares, trail.lines.length), posts: [...shares.values()].sort((a, b) => a - b) }
}

const waitingPostsOf = ({ waitingPosts = [] }: SiteBundle): MapFeature[] =>
  waitingPosts.map(({ id, code, position, before }) => ({
    kind: 'post',
    id,
    at: position,
    code,
    signal: null,
    codeSide: 'right',
    // The plate is on the side away from the approved location, so that neither plate covers the other.
    plateSide: before && position[1] > before[1] ? 'above' : 'below',
    waits: { from: before },
  }))

function postsOf({ markers, trails }: SiteBundle): MapFeature[] {
  const positions = markers.map(({ position }) => position)
  const sides = codeSides(
    positions,
    trails.flatMap(({ lines }) => lines),
  )
  const plates = plateSides(positions)
  return markers.map(({ code, position, signal }, i) => {
    const [codeSide, plateSide] = [sides[i] ?? null, plates[i] ?? 'above']
    return { kind: 'post', id: code, at: position, code, signal, codeSide, plateSide }
  })
}

/** Every twelfth point of a trail is enough for badges to avoid the trail. */
const BADGE_POINTS_EVERY = 12

export type NetworkBadge = { id: string; name: string; word: string; condition: Condition; areas: readonly string[] }

export function badgesOf(bundle: SiteBundle, networks: readonly NetworkBadge[]): MapBadge[] {
  return networks.flatMap(({ id, name, word, condition, areas }) => {
    const lines = bundle.trails.filter(({ area }) => area !== null && areas.includes(area)).flatMap((trail) => trail.lines)
    const points: LonLat[] = lines.flatMap((line) => line.filter((_, i) => i % BADGE_POINTS_EVERY === 0))
    const [at] = points
    return at ? [{ kind: 'badge', id, at, name, word, condition, points }] : []
  })
}
