/** An unknown value stays unknown, and never counts as zero or as good (RULES.md, E). */
import { type SignalBand, type SignalBands, signalBand, travelMinutes } from '../geo/signal-band.ts'
import {
  type Near,
  nearestOf,
  type PlaceOnTrail,
  type ReferenceMarker,
  type ReferencePlace,
  type ReferenceTrail,
  type TrailIndex,
} from '../geo/trail-reference.ts'
import { distanceM, type LonLat, nearestOnSegment, planeAt } from '../geo/trail-reference-geometry.ts'

/** Travel times use the middle one of the survey's speeds. */
export type Speeds = { walkKmh: readonly number[]; rideKmh: readonly number[] }
const middle = (speeds: readonly number[]) => speeds[Math.floor(speeds.length / 2)] ?? Number.NaN

export type SignalSpot<Marker> = {
  marker: Marker
  carrierId: string
  band: SignalBand
  distanceM: number
  /** Null if only the straight-line distance is known. */
  direction: 'up' | 'down' | null
  walkMinutes: number | null
  rideMinutes: number | null
}
/**
 * Contains at most one place in each direction along the trail. Away from trails, or on a trail without signal, contains the nearest place
 * in a straight line.
 */
export type SignalSpots<Marker> = { byCarrier: Record<string, SignalSpot<Marker>[]>; emergencyCall: SignalSpot<Marker>[] }

/** Beyond this distance from the trail, distances along it are meaningless. */
const NEAR_TRAIL_M = 500

export function signalSpots<Trail extends ReferenceTrail, Marker extends ReferenceMarker, Position extends ReferencePlace>(
  index: TrailIndex<Trail, Marker, Position>,
  from: LonLat,
  { carriers, signalBands, speeds }: { carriers: readonly { id: string }[]; signalBands: SignalBands; speeds: Speeds },
  place: PlaceOnTrail<Trail> | null = index.nearestTrail(from),
  /** Returns false if the position isn't accurate enough to tell which side of the post it is on. */
  isWaySure: (marker: Marker) => boolean = () => true,
): SignalSpots<Marker> {
  const isNearTrail = place !== null && place.offTrailM <= NEAR_TRAIL_M
  const spot = (marker: Marker, carrierId: string, band: SignalBand, metres: number, direction: 'up' | 'down' | null) => ({
    marker,
    carrierId,
    band,
    distanceM: metres,
    direction,
    walkMinutes: direction && travelMinutes(metres, middle(speeds.walkKmh)),
    rideMinutes: direction && travelMinutes(metres, middle(speeds.rideKmh)),
  })
  const byCarrier: SignalSpots<Marker>['byCarrier'] = {}
  for (const { id } of carriers) {
    const found: SignalSpot<Marker>[] = []
    const isSure = (found: { marker: Marker } | null) => found === null || isWaySure(found.marker)
    const along = isNearTrail ? index.nearestSignal(place, id, signalBands) : null
    if (place && along && isSure(along.behind) && isSure(along.ahead)) {
      const { behind, ahead } = along
      if (behind) found.push(spot(behind.marker, id, behind.band, behind.distanceM + place.offTrailM, 'up'))
      // When someone is at a marker, both directions find the same marker.
      if (ahead && ahead.marker !== behind?.marker)
        found.push(spot(ahead.marker, id, ahead.band, ahead.distanceM + place.offTrailM, 'down'))
    }
    if (found.length === 0) {
      const bandOf = (marker: Marker) => signalBand(marker.readings[id] ?? null, signalBands)
      const near = index.nearestMarkerWhere(from, (marker) => ['good', 'poor'].includes(bandOf(marker) ?? ''))
      const band = near && bandOf(near.item)
      if (near && band) found.push(spot(near.item, id, band, near.distanceM, null))
    }
    byCarrier[id] = found.sort((a, b) => a.distanceM - b.distanceM)
  }
  return { byCarrier, emergencyCall: nearestEachWay(Object.values(byCarrier).flat()) }
}

/** Emergency calls can use any network, so the carrier doesn't matter. */
function nearestEachWay<Marker>(spots: SignalSpot<Marker>[]): SignalSpot<Marker>[] {
  const sorted = spots.sort((a, b) => a.distanceM - b.distanceM)
  return sorted.filter((spot, i) => sorted.findIndex(({ direction }) => direction === spot.direction) === i)
}

export type HelicopterFacts = { name: string | null; type: string | null; position: LonLat | null }
export type Landing<Position> =
  | { kind: 'zone'; name: string | null; type: string | null; position: LonLat }
  | { kind: 'winch'; nearest: Near<Position> | null }
  | { kind: 'unknown'; name: string | null; nearest: Near<Position> | null }

const isWinch = ({ name, type }: HelicopterFacts) => /^winch only$/i.test(name ?? '') || type === 'Identified suitable winch zone'

/** If the post has no landing zone, the result also names the nearest surveyed zone. */
export function landingAt<Trail extends ReferenceTrail, Marker extends ReferenceMarker, Position extends ReferencePlace>(
  index: TrailIndex<Trail, Marker, Position>,
  from: LonLat,
  helicopter: HelicopterFacts,
): Landing<Position> {
  const { name, type, position } = helicopter
  if (isWinch(helicopter)) return { kind: 'winch', nearest: index.nearestLandingZone(from) }
  if (position === null) return { kind: 'unknown', name, nearest: index.nearestLandingZone(from) }
  return { kind: 'zone', name, type, position }
}

/** Matches only the survey's exact phrases, because the meaning of others, such as "2wd in summer", isn't certain. */
const REACHED_BY_2WD = /^2wd vehicle access (via sealed road to junction( or unsealed parallel road)?|on an unsealed parallel road)$/i

/** Unknown access counts as no. */
export const reaches2wd = ({ vehicle }: { vehicle: string | null }) => vehicle !== null && REACHED_BY_2WD.test(vehicle)

const LANDINGS = new Map([
  ['Unsealed road setdown', 'Can land on an unsealed road'],
  ['Sealed road setdown', 'Can land on a sealed road'],
  ['Cleared area: flat (min 30 x 30)', 'Flat cleared area, at least 30 m by 30 m'],
  ['Cleared area: sloping (min 30 x 30)', 'Sloping cleared area, at least 30 m by 30 m'],
])
/** Describes a landing in plain English: 'Can land on an unsealed road'. Unknown text is returned unchanged. */
export const landingText = (type: string | null) => (type === null ? 'Ground unknown' : (LANDINGS.get(type) ?? type))

export type BriefRoute = { id: string; name: string; type: string | null; notes: string | null; lines: readonly (readonly LonLat[])[] }
/** `point` is the point on the route nearest to the post. */
export type RouteIn<Route> = { route: Route; distanceM: number; point: LonLat }

/** A route farther from the post isn't a way in. */
const WAY_IN_M = 3000
/** Hazards within this distance of the way in matter to drivers. */
const HAZARD_NEAR_M = 250

function nearestOnLines(from: LonLat, lines: readonly (readonly LonLat[])[]): { point: LonLat; distanceM: number } | null {
  const { toPlane, toLonLat } = planeAt(from)
  let best: { x: number; y: number; squared: number } | null = null
  for (const line of lines) {
    for (let i = 1; i < line.length; i++) {
      const [a, b] = [line[i - 1], line[i]]
      if (!a || !b) continue
      const [[ax, ay], [bx, by]] = [toPlane(a), toPlane(b)]
      const { share, squared } = nearestOnSegment(ax, ay, bx, by)
      if (!best || squared < best.squared) best = { x: ax + (bx - ax) * share, y: ay + (by - ay) * share, squared }
    }
  }
  if (!best) return null
  const point = toLonLat(best.x, best.y)
  return { point, distanceM: distanceM(from, point) }
}

export function routesIn<Route extends BriefRoute>(
  post: LonLat,
  routes: readonly Route[],
): Record<'2wd' | '4wd' | 'foot', RouteIn<Route> | null> {
  const nearest = (type: string): RouteIn<Route> | null => {
    let best: RouteIn<Route> | null = null
    for (const route of routes.filter((one) => one.type === type)) {
      const near = nearestOnLines(post, route.lines)
      if (near && near.distanceM <= WAY_IN_M && (!best || near.distanceM < best.distanceM)) best = { route, ...near }
    }
    return best
  }
  return { '2wd': nearest('2wd'), '4wd': nearest('4wd'), foot: nearest('foot') }
}

export function last2wdPoint<Position extends ReferencePlace & { vehicle: string | null }>(
  from: LonLat,
  routes: readonly BriefRoute[],
  accessPoints: readonly Position[],
): Near<ReferencePlace> | null {
  const spots = [
    ...accessPoints.filter(reaches2wd).map(({ name, position }) => ({ name, position })),
    ...routes.flatMap(({ name, type, lines }) => {
      const near = type === '2wd' ? nearestOnLines(from, lines) : null
      return near ? [{ name, position: near.point }] : []
    }),
  ]
  return nearestOf(spots, from, 1)[0] ?? null
}

/** The part from the road crossing to the post is a straight line. */
export function wayInLines(post: LonLat, crossing: LonLat | null, routes: readonly BriefRoute[]): (readonly LonLat[])[] {
  const led = Object.values(routesIn(post, routes)).flatMap((way) => way?.route.lines ?? [])
  return [...led, crossing ? [crossing, post] : [post, post]]
}

export type Bounds = { west: number; south: number; east: number; north: number }

const SEGMENTS_PER_STRETCH = 16
type Stretch = { line: readonly LonLat[]; bounds: Bounds }

function boundsAround(line: readonly LonLat[]): Bounds {
  const [lons, lats] = [line.map(([lon]) => lon), line.map(([, lat]) => lat)]
  const [south, north] = [Math.min(...lats), Math.max(...lats)]
  const lat = (HAZARD_NEAR_M / 110_000) * 1.02
  const lon = lat / Math.cos((Math.min(89, Math.max(Math.abs(south), Math.abs(north)) + lat) * Math.PI) / 180)
  return { west: Math.min(...lons) - lon, south: south - lat, east: Math.max(...lons) + lon, north: north + lat }
}

/** With the bounds of a short piece, four comparisons exclude most hazards. */
const stretchesOf = (lines: readonly (readonly LonLat[])[]): Stretch[] =>
  lines.flatMap((line) => {
    const stretches: Stretch[] = []
    for (let first = 0; first < line.length - 1; first += SEGMENTS_PER_STRETCH) {
      const piece = line.slice(first, first + SEGMENTS_PER_STRETCH + 1)
      stretches.push({ line: piece, bounds: boundsAround(piece) })
    }
    return stretches
  })

export function wayInBounds(post: LonLat, crossing: LonLat | null, routes: readonly BriefRoute[]): Bounds {
  const all = stretchesOf(wayInLines(post, crossing, routes)).map(({ bounds }) => bounds)
  return {
    west: Math.min(...all.map(({ west }) => west)),
    south: Math.min(...all.map(({ south }) => south)),
    east: Math.max(...all.map(({ east }) => east)),
    north: Math.max(...all.map(({ north }) => north)),
  }
}

const isNear = ([lon, lat]: LonLat, { line, bounds: { west, south, east, north } }: Stretch) =>
  lon >= west &&
  lon <= east &&
  lat >= south &&
  lat <= north &&
  (nearestOnLines([lon, lat], [line])?.distanceM ?? Number.POSITIVE_INFINITY) <= HAZARD_NEAR_M

export function hazardsOnWayIn<Hazard extends { position: LonLat }>(
  post: LonLat,
  crossing: LonLat | null,
  routes: readonly BriefRoute[],
  hazards: readonly Hazard[],
): { hazard: Hazard; distanceM: number }[] {
  const stretches = stretchesOf(wayInLines(post, crossing, routes))
  return hazards
    .filter(({ position }) => stretches.some((stretch) => isNear(position, stretch)))
    .map((hazard) => ({ hazard, distanceM: distanceM(post, hazard.position) }))
    .sort((a, b) => a.distanceM - b.distanceM)
}
