/** Where to walk for signal, where a vehicle and a helicopter can come (RULES.md, E). Unknown stays unknown: never zero, never good. */
import {
  type Near,
  nearestOf,
  type ReferenceMarker,
  type ReferencePlace,
  type ReferenceTrail,
  type SignalBand,
  type SignalBands,
  signalBand,
  type TrailIndex,
  travelMinutes,
} from '../geo/trail-reference.ts'
import { distanceM, type LonLat, nearestOnSegment, planeAt } from '../geo/trail-reference-geometry.ts'

/** The survey's speeds in the middle of its three: what the minutes are reckoned with, and said beside them. */
export type Speeds = { walkKmh: readonly number[]; rideKmh: readonly number[] }
const middle = (speeds: readonly number[]) => speeds[Math.floor(speeds.length / 2)] ?? Number.NaN

export type SignalSpot<Marker> = {
  marker: Marker
  carrierId: string
  band: SignalBand
  distanceM: number
  /** Along the trail, or null when only the straight line is known. */
  direction: 'up' | 'down' | null
  walkMinutes: number | null
  rideMinutes: number | null
}
/** Nearest first: at most one each way along the trail; away from trails, or where the trail has none, the nearest in a straight line. */
export type SignalSpots<Marker> = { byCarrier: Record<string, SignalSpot<Marker>[]>; emergencyCall: SignalSpot<Marker>[] }

/** Farther off the trail than this, ways along it say nothing. */
const NEAR_TRAIL_M = 500

export function signalSpots<Trail extends ReferenceTrail, Marker extends ReferenceMarker, Position extends ReferencePlace>(
  index: TrailIndex<Trail, Marker, Position>,
  from: LonLat,
  { carriers, signalBands, speeds }: { carriers: readonly { id: string }[]; signalBands: SignalBands; speeds: Speeds },
): SignalSpots<Marker> {
  const place = index.nearestTrail(from)
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
    if (isNearTrail) {
      const { behind, ahead } = index.nearestSignal(place, id, signalBands)
      if (behind) found.push(spot(behind.marker, id, behind.band, behind.distanceM + place.offTrailM, 'up'))
      // Standing at the marker itself, it lies both ways.
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

/** A call to the emergency number goes over whatever network answers: of all carriers, the nearest spot each way. */
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

/** How a helicopter helps at a post: its own zone, the winch, or unknown; then the nearest surveyed zone is named as what it is. */
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

/** The survey's own words alone: "2wd in summer" is not for us to judge. */
const REACHED_BY_2WD = /^2wd vehicle access (via sealed road to junction( or unsealed parallel road)?|on an unsealed parallel road)$/i

/** True for what an ordinary car reaches. Nothing recorded is not reachable. */
export const reaches2wd = ({ vehicle }: { vehicle: string | null }) => vehicle !== null && REACHED_BY_2WD.test(vehicle)

export type BriefRoute = { id: string; name: string; type: string | null; notes: string | null; lines: readonly (readonly LonLat[])[] }
/** `point` is the place of the route nearest to the post. */
export type RouteIn<Route> = { route: Route; distanceM: number; point: LonLat }

/** Farther than this from post and crossing, a road is no way in. */
const WAY_IN_M = 3000
/** A fallen tree this near to the way in concerns who drives it. */
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

/** The nearest route of each kind that comes near the post: 2wd, 4wd, foot. A route whose course is unknown leads nowhere. */
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

/** The last place an ordinary car reaches: on a 2WD route or at an access point, whichever is nearer. */
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

/** The way in as lines on the ground: the routes that lead near the post, and from the road crossing to the post. */
export function wayInLines(post: LonLat, crossing: LonLat | null, routes: readonly BriefRoute[]): (readonly LonLat[])[] {
  const led = Object.values(routesIn(post, routes)).flatMap((way) => way?.route.lines ?? [])
  return [...led, crossing ? [crossing, post] : [post, post]]
}

export type Bounds = { west: number; south: number; east: number; north: number }

const SEGMENTS_PER_STRETCH = 16
type Stretch = { line: readonly LonLat[]; bounds: Bounds }

/** Holds everything within `HAZARD_NEAR_M` of the line, and a little more. */
function boundsAround(line: readonly LonLat[]): Bounds {
  const [lons, lats] = [line.map(([lon]) => lon), line.map(([, lat]) => lat)]
  const [south, north] = [Math.min(...lats), Math.max(...lats)]
  const lat = (HAZARD_NEAR_M / 110_000) * 1.02
  const lon = lat / Math.cos((Math.min(89, Math.max(Math.abs(south), Math.abs(north)) + lat) * Math.PI) / 180)
  return { west: Math.min(...lons) - lon, south: south - lat, east: Math.max(...lons) + lon, north: north + lat }
}

/** In short pieces: whether a hazard can be near one is four comparisons. */
const stretchesOf = (lines: readonly (readonly LonLat[])[]): Stretch[] =>
  lines.flatMap((line) => {
    const stretches: Stretch[] = []
    for (let first = 0; first < line.length - 1; first += SEGMENTS_PER_STRETCH) {
      const piece = line.slice(first, first + SEGMENTS_PER_STRETCH + 1)
      stretches.push({ line: piece, bounds: boundsAround(piece) })
    }
    return stretches
  })

/** No hazard on the way in lies outside. */
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

/** Hazards on or near the way in, nearest to the post first. */
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
