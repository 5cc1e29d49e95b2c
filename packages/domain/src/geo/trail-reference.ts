import { bearingDeg, type CompassWord, compassWord, distanceM, type LonLat, nearestOnSegment, planeAt } from './trail-reference-geometry.ts'

/**
 * Where is this, in words a rider and a dispatcher both understand: which trail, how far along it, between which markers. The form, the map
 * and the emergency page ask the same index, so they never disagree. Built once from a site's data; every question is answered in well
 * under a millisecond, without network or storage.
 */

export type ReferenceTrail = { id: string; name: string; lines: readonly (readonly LonLat[])[] }
export type ReferenceMarker = { code: string; position: LonLat; readings: Readonly<Record<string, number | null>> }
export type ReferencePlace = { name: string; position: LonLat }

export type ReferenceData<Trail extends ReferenceTrail, Marker extends ReferenceMarker, Position extends ReferencePlace> = {
  trails: readonly Trail[]
  markers: readonly Marker[]
  accessPoints: readonly Position[]
  landingZones: readonly Position[]
}

export type Near<T> = { item: T; distanceM: number; bearingDeg: number; compass: CompassWord }
export type PlaceOnTrail<Trail> = { trail: Trail; alongM: number; offTrailM: number; position: LonLat }
export type MarkerOnTrail<Marker> = { marker: Marker; alongM: number }
export type Between<Marker> = {
  behind: { marker: Marker; distanceM: number } | null
  ahead: { marker: Marker; distanceM: number } | null
}

export type SignalBand = 'good' | 'poor' | 'none'
export type SignalBands = { goodUpTo: number; noneFrom: number }
export type SignalAlongTrail<Marker> = { marker: Marker; distanceM: number; band: SignalBand } | null

/** A marker stands at a trail when it is this near; posts are beside the track, and receivers under trees are some metres off. */
const AT_TRAIL_M = 40
/** Nearer than this one is at the post: a distance would say nothing that its code does not. */
export const AT_POST_M = 30
/** Farther from its line than this, something is no longer on a trail. */
export const ON_TRAIL_M = 30
/** Farther than this from every trail and post, neither says where something is. */
export const OFF_NETWORK_M = 2000
/** Past this a position does not tell one bend of a trail from the next. */
const ROUGH_M = 50
export const isRough = (accuracyM: number | null) => accuracyM !== null && accuracyM > ROUGH_M
export const ROUGHLY_HERE = 'Roughly here'
/** A trail whose ends are this near is a loop: after its last marker comes its first. */
const LOOP_GAP_M = 20
/** Segments per box: few enough that a visited box is cheap, many enough that there are few boxes to look at. */
const BOX_SEGMENTS = 16

/** What a reading is worth. Unknown stays unknown (null); it is never taken for good. */
export function signalBand(reading: number | null, { goodUpTo, noneFrom }: SignalBands): SignalBand | null {
  if (reading === null || !Number.isFinite(reading)) return null
  if (reading <= goodUpTo) return 'good'
  return reading < noneFrom ? 'poor' : 'none'
}

/** Whole minutes, rounded up: help that is promised too early is worse than help that comes early. */
export function travelMinutes(distance: number | null, speedKmh: number): number | null {
  return distance === null || !(speedKmh > 0) ? null : Math.ceil((distance / 1000 / speedKmh) * 60)
}

/** '310 m', '1.2 km': as fine as a position from a phone allows. */
export const distanceText = (metres: number) => (metres < 995 ? `${Math.round(metres / 10) * 10} m` : `${(metres / 1000).toFixed(1)} km`)

/** How long a trail is: '140 m', '20.56 km', as fine as the network publishes it. */
export const lengthText = (metres: number) => (metres < 995 ? distanceText(metres) : `${(metres / 1000).toFixed(2)} km`)

/** A distance along a trail: to 10 m below 100 m, to 50 m above. Never 0 m, which would be at the post. */
export function alongText(metres: number): string {
  const step = metres < 100 ? 10 : 50
  const rounded = Math.max(10, Math.round(metres / step) * step)
  return rounded < 1000 ? `${rounded} m` : `${rounded / 1000} km`
}

/** `accuracyM` is null for a place that was chosen on the map. */
export type PlaceToDescribe = { position: LonLat; accuracyM: number | null }

type MarkerAway<Marker> = { marker: Marker; distanceM: number }
type Box = { west: number; south: number; east: number; north: number; trail: number; line: readonly LonLat[]; first: number; last: number }
type MeasuredTrail<Trail, Marker> = {
  trail: Trail
  lengthM: number
  isLoop: boolean
  alongOf: Map<readonly LonLat[], number[]>
  markers: MarkerOnTrail<Marker>[]
}

function boxesOf(line: readonly LonLat[], trail: number): Box[] {
  const boxes: Box[] = []
  for (let first = 0; first < line.length - 1; first += BOX_SEGMENTS) {
    const last = Math.min(line.length - 1, first + BOX_SEGMENTS)
    const part = line.slice(first, last + 1)
    const [lons, lats] = [part.map(([lon]) => lon), part.map(([, lat]) => lat)]
    boxes.push({
      west: Math.min(...lons),
      south: Math.min(...lats),
      east: Math.max(...lons),
      north: Math.max(...lats),
      trail,
      line,
      first,
      last,
    })
  }
  return boxes
}

/** The nearest of some places, nearest first, with distance and direction. */
export function nearestOf<T extends { position: LonLat }>(items: readonly T[], from: LonLat, count: number): Near<T>[] {
  return items
    .map((item) => ({ item, distanceM: distanceM(from, item.position) }))
    .sort((a, b) => a.distanceM - b.distanceM)
    .slice(0, count)
    .map((near) => {
      const bearing = bearingDeg(from, near.item.position)
      return { ...near, bearingDeg: bearing, compass: compassWord(bearing) }
    })
}

class TrailIndex<Trail extends ReferenceTrail, Marker extends ReferenceMarker, Position extends ReferencePlace> {
  private readonly data: ReferenceData<Trail, Marker, Position>
  private readonly measured: MeasuredTrail<Trail, Marker>[]
  private readonly boxes: Box[]

  constructor(data: ReferenceData<Trail, Marker, Position>) {
    this.data = data
    this.boxes = data.trails.flatMap(({ lines }, trail) => lines.flatMap((line) => boxesOf(line, trail)))
    this.measured = data.trails.map((trail) => this.measure(trail))
    this.measured.forEach((measured, trail) => {
      const boxes = this.boxes.filter((box) => box.trail === trail)
      measured.markers = data.markers
        .flatMap((marker) => {
          const place = this.nearestPlace(marker.position, boxes, AT_TRAIL_M)
          return place && place.offTrailM <= AT_TRAIL_M ? [{ marker, alongM: place.alongM }] : []
        })
        .sort((a, b) => a.alongM - b.alongM)
    })
  }

  private measure(trail: Trail): MeasuredTrail<Trail, Marker> {
    const alongOf = new Map<readonly LonLat[], number[]>()
    let walked = 0
    for (const line of trail.lines) {
      const along = line.map((vertex, i) => {
        walked += distanceM(line[i - 1] ?? vertex, vertex)
        return walked
      })
      alongOf.set(line, along)
    }
    const [start, end] = [trail.lines[0]?.[0], trail.lines.at(-1)?.at(-1)]
    const isLoop = start !== undefined && end !== undefined && distanceM(start, end) <= LOOP_GAP_M
    return { trail, lengthM: walked, isLoop, alongOf, markers: [] }
  }

  private measuredOf(trail: Trail): MeasuredTrail<Trail, Marker> {
    const measured = this.measured.find((m) => m.trail.id === trail.id)
    if (!measured) throw new Error(`no such trail: ${trail.id}`)
    return measured
  }

  /** Boxes are visited nearest first, and none that lies farther than what is already found: the same answer as looking at every segment. */
  private nearestPlace(point: LonLat, boxes = this.boxes, withinM = Number.POSITIVE_INFINITY): PlaceOnTrail<Trail> | null {
    const { toPlane, toLonLat } = planeAt(point)
    const queue: { box: Box; squared: number }[] = []
    for (const box of boxes) {
      const [west, south] = toPlane([box.west, box.south])
      const [east, north] = toPlane([box.east, box.north])
      const [dx, dy] = [Math.max(west, -east, 0), Math.max(south, -north, 0)]
      const squared = dx * dx + dy * dy
      if (squared <= withinM * withinM) queue.push({ box, squared })
    }
    queue.sort((a, b) => a.squared - b.squared)
    let best: { squared: number; box: Box; segment: number; share: number; position: LonLat } | null = null
    for (const { box, squared: atLeast } of queue) {
      if (best && atLeast >= best.squared) break
      for (let segment = box.first; segment < box.last; segment++) {
        const [from, to] = [box.line[segment], box.line[segment + 1]]
        if (!from || !to) continue
        const [ax, ay] = toPlane(from)
        const [bx, by] = toPlane(to)
        const { share, squared } = nearestOnSegment(ax, ay, bx, by)
        if (!best || squared < best.squared)
          best = { squared, box, segment, share, position: toLonLat(ax + (bx - ax) * share, ay + (by - ay) * share) }
      }
    }
    const measured = best && this.measured[best.box.trail]
    if (!best || !measured) return null
    const along = measured.alongOf.get(best.box.line)
    const [before = 0, after = 0] = [along?.[best.segment], along?.[best.segment + 1]]
    return {
      trail: measured.trail,
      alongM: before + (after - before) * best.share,
      offTrailM: distanceM(point, best.position),
      position: best.position,
    }
  }

  nearestTrail(point: LonLat): PlaceOnTrail<Trail> | null {
    return this.nearestPlace(point)
  }

  /** Where a place lies along one trail; null when it is not at that trail. */
  placeOn(trail: Trail, point: LonLat): PlaceOnTrail<Trail> | null {
    const number = this.measured.indexOf(this.measuredOf(trail))
    const boxes = this.boxes.filter((box) => box.trail === number)
    const place = this.nearestPlace(point, boxes, AT_TRAIL_M)
    return place && place.offTrailM <= AT_TRAIL_M ? place : null
  }

  /** As its lines measure, which the survey's own figure may not. */
  lengthOf(trail: Trail): number {
    return this.measuredOf(trail).lengthM
  }

  nearestMarkers(point: LonLat, count: number): Near<Marker>[] {
    return nearestOf(this.data.markers, point, count)
  }

  nearestMarkerWhere(point: LonLat, isUsable: (marker: Marker) => boolean): Near<Marker> | null {
    return nearestOf(this.data.markers.filter(isUsable), point, 1)[0] ?? null
  }

  /** `isUsable` narrows the choice: a responder with a 2WD wants the nearest one it can reach. */
  nearestAccessPoint(point: LonLat, isUsable: (place: Position) => boolean = () => true): Near<Position> | null {
    return nearestOf(this.data.accessPoints.filter(isUsable), point, 1)[0] ?? null
  }

  nearestLandingZone(point: LonLat): Near<Position> | null {
    return nearestOf(this.data.landingZones, point, 1)[0] ?? null
  }

  /** The markers that stand at a trail, in riding order. */
  markersAlong(trail: Trail): readonly MarkerOnTrail<Marker>[] {
    return this.measuredOf(trail).markers
  }

  /** How far apart the posts stand along the trails, in the middle of all; null with fewer than two on any trail. */
  markerSpacingM(): number | null {
    const apart = this.measured.flatMap(({ markers }) => markers.slice(1).map(({ alongM }, i) => alongM - (markers[i]?.alongM ?? 0)))
    return apart.sort((a, b) => a - b)[Math.floor(apart.length / 2)] ?? null
  }

  /** Markers before and behind a place with the way to each along the trail, nearest first. Round a loop every marker lies both ways. */
  private bothWays({ trail, alongM }: PlaceOnTrail<Trail>): { behind: MarkerAway<Marker>[]; ahead: MarkerAway<Marker>[] } {
    const { markers, lengthM, isLoop } = this.measuredOf(trail)
    const away = (sign: 1 | -1) =>
      markers
        .map(({ marker, alongM: at }) => {
          const ahead = (at - alongM) * sign
          return { marker, distanceM: isLoop ? (ahead + lengthM) % lengthM : ahead }
        })
        .filter(({ distanceM: metres }) => metres >= 0)
        .sort((a, b) => a.distanceM - b.distanceM)
    return { behind: away(-1), ahead: away(1) }
  }

  /** The shorter way along the trail to one of its markers; 'up' is towards the trail's start. Null when it stands at another trail. */
  wayTo(place: PlaceOnTrail<Trail>, marker: Marker): { direction: 'up' | 'down'; distanceM: number } | null {
    const { behind, ahead } = this.bothWays(place)
    const up = behind.find((away) => away.marker === marker)
    const down = ahead.find((away) => away.marker === marker)
    if (up && (!down || up.distanceM <= down.distanceM)) return { direction: 'up', distanceM: up.distanceM }
    return down ? { direction: 'down', distanceM: down.distanceM } : null
  }

  between(place: PlaceOnTrail<Trail>): Between<Marker> {
    const { behind, ahead } = this.bothWays(place)
    return { behind: behind[0] ?? null, ahead: ahead.find(({ marker }) => marker !== behind[0]?.marker) ?? null }
  }

  /** The nearest markers both ways along the trail where a carrier was measured and a call can be made. Unknown is not usable. */
  nearestSignal(
    place: PlaceOnTrail<Trail>,
    carrierId: string,
    bands: SignalBands,
  ): { behind: SignalAlongTrail<Marker>; ahead: SignalAlongTrail<Marker> } {
    const { behind, ahead } = this.bothWays(place)
    const first = (markers: MarkerAway<Marker>[]): SignalAlongTrail<Marker> => {
      for (const { marker, distanceM: metres } of markers) {
        const band = signalBand(marker.readings[carrierId] ?? null, bands)
        if (band === 'good' || band === 'poor') return { marker, distanceM: metres, band }
      }
      return null
    }
    return { behind: first(behind), ahead: first(ahead) }
  }

  /**
   * The place in trail language: 'At BF17', '300 m after BF17, towards BF18', '120 m north of Icarus', 'Roughly here'. Null outside of the
   * network: there coordinates alone tell it. Every screen, email and file that names a place asks here, so that they never disagree.
   */
  describe({ position, accuracyM }: PlaceToDescribe): string | null {
    const [post] = this.nearestMarkers(position, 1)
    const place = this.nearestTrail(position)
    const isOnNetwork = [post?.distanceM, place?.offTrailM].some((metres) => metres !== undefined && metres <= OFF_NETWORK_M)
    if (!isOnNetwork) return null
    if (isRough(accuracyM)) return ROUGHLY_HERE
    if (post && post.distanceM <= AT_POST_M) return `At ${post.item.code}`
    if (place && place.offTrailM <= ON_TRAIL_M) return this.alongWords(place)
    const from = place
      ? { name: place.trail.name, position: place.position }
      : post && { name: post.item.code, position: post.item.position }
    if (!from) return null
    return `${distanceText(distanceM(from.position, position))} ${compassWord(bearingDeg(from.position, position))} of ${from.name}`
  }

  /** Where no post stands before or behind, the start and the end of the trail take its place. */
  private alongWords(place: PlaceOnTrail<Trail>): string {
    const { name } = place.trail
    const { behind, ahead } = this.between(place)
    const from = behind
      ? `${alongText(behind.distanceM)} after ${behind.marker.code}`
      : `${alongText(place.alongM)} after the start of ${name}`
    if (ahead) return `${from}, towards ${ahead.marker.code}`
    // A loop with one post has no end to go towards.
    return behind && !this.measuredOf(place.trail).isLoop ? `${from}, towards the end of ${name}` : from
  }
}

export type { TrailIndex }

export const buildTrailIndex = <Trail extends ReferenceTrail, Marker extends ReferenceMarker, Position extends ReferencePlace>(
  data: ReferenceData<Trail, Marker, Position>,
): TrailIndex<Trail, Marker, Position> => new TrailIndex(data)
