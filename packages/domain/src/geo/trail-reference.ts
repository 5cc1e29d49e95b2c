import { orList } from '../or-list.ts'
import { alongText, distanceText } from './distance-text.ts'
import { alongWithin, possibleNearest } from './possible-places.ts'
import { type Precision, precisionOfPlace } from './precision.ts'
import { type SignalBand, type SignalBands, signalBand } from './signal-band.ts'
import { bearingDeg, type CompassWord, compassWord, distanceM, type LonLat, nearestOnSegment, planeAt } from './trail-reference-geometry.ts'

/**
 * Describes a position in terms that both riders and dispatchers understand. The form, the map and the Emergency page all use this index,
 * so they never disagree. Every query takes well under a millisecond, without network or storage.
 */

export type ReferenceTrail = { id: string; name: string; lines: readonly (readonly LonLat[])[] }
export type ReferenceMarker = { code: string; position: LonLat; readings: Readonly<Record<string, number | null>> }
export type ReferencePlace = { name: string; position: LonLat }
export type ReferenceName = { name: string; kind: string; at: LonLat; minZoom: number }

export type ReferenceData<Trail extends ReferenceTrail, Marker extends ReferenceMarker, Position extends ReferencePlace> = {
  trails: readonly Trail[]
  markers: readonly Marker[]
  accessPoints: readonly Position[]
  landingZones: readonly Position[]
  placeNames?: readonly ReferenceName[]
}

export type Near<T> = { item: T; distanceM: number; bearingDeg: number; compass: CompassWord }
export type PlaceOnTrail<Trail> = { trail: Trail; alongM: number; offTrailM: number; position: LonLat }
export type MarkerOnTrail<Marker> = { marker: Marker; alongM: number }
export type Between<Marker> = {
  behind: { marker: Marker; distanceM: number } | null
  ahead: { marker: Marker; distanceM: number } | null
}

export type SignalAlongTrail<Marker> = { marker: Marker; distanceM: number; band: SignalBand } | null

/** Posts are beside the track, and GPS under trees is a few metres off. */
const AT_TRAIL_M = 40
/** Within this distance, mentioning the distance to the post would add nothing. */
export const AT_POST_M = 30
export const ON_TRAIL_M = 30
/** If all trails and posts are farther away than this, none of them describes the position. */
export const OFF_NETWORK_M = 2000
/** Nobody reads out a longer list. */
const MOST_NAMED = 3
export const ROUGHLY_HERE = 'Roughly here'
/** A town farther away doesn't help to describe a position. */
const NEAR_TOWN_M = 30_000
/** People from elsewhere don't know towns that appear only at higher zoom levels. */
const TOWN_ZOOM = 9
/** A trail with ends this close together is a loop, so its first marker follows its last. */
const LOOP_GAP_M = 20
/** Smaller boxes are faster to search, but there are more of them. */
const BOX_SEGMENTS = 16

/** `accuracyM` is null for a place chosen on the map. */
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

  /** Boxes farther away than the best result can't contain a nearer segment, so the result equals a check of every segment. */
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

  private boxesOf(trail: Trail): Box[] {
    const number = this.measured.indexOf(this.measuredOf(trail))
    return this.boxes.filter((box) => box.trail === number)
  }

  /** In a straight line to the nearest point of the trail. Null for a trail without a line. */
  distanceTo(trail: Trail, point: LonLat): number | null {
    return this.nearestPlace(point, this.boxesOf(trail))?.offTrailM ?? null
  }

  placeOn(trail: Trail, point: LonLat): PlaceOnTrail<Trail> | null {
    const place = this.nearestPlace(point, this.boxesOf(trail), AT_TRAIL_M)
    return place && place.offTrailM <= AT_TRAIL_M ? place : null
  }

  /** A loop continues past its end, and any other trail stops there. */
  placeAlong(trail: Trail, wantedM: number): PlaceOnTrail<Trail> | null {
    const { lengthM, isLoop, alongOf } = this.measuredOf(trail)
    const alongM = isLoop ? (wantedM + lengthM) % lengthM : Math.min(lengthM, Math.max(0, wantedM))
    for (const [line, along] of alongOf) {
      const next = along.findIndex((metres, i) => i > 0 && metres >= alongM)
      const [from, to, before = 0, after = 0] = [line[next - 1], line[next], along[next - 1], along[next]]
      if (!from || !to || alongM < before) continue
      const share = after === before ? 0 : (alongM - before) / (after - before)
      const position: LonLat = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
      return { trail, alongM, offTrailM: 0, position }
    }
    return null
  }

  lengthOf(trail: Trail): number {
    return this.measuredOf(trail).lengthM
  }

  nearestMarkers(point: LonLat, count: number): Near<Marker>[] {
    return nearestOf(this.data.markers, point, count)
  }

  /** May include extra posts, but never misses one. */
  possibleMarkers(point: LonLat, radiusM: number): Near<Marker>[] {
    return possibleNearest(this.nearestMarkers(point, this.data.markers.length), radiusM)
  }

  /** May include extra trails, but never misses one. */
  possibleTrails(point: LonLat, radiusM: number): PlaceOnTrail<Trail>[] {
    const first = this.nearestTrail(point)
    return first ? this.trailsWithin(point, first.offTrailM + 2 * radiusM) : []
  }

  trailsWithin(point: LonLat, withinM: number): PlaceOnTrail<Trail>[] {
    return this.measured
      .flatMap((_, number) => {
        const place = this.nearestPlace(
          point,
          this.boxes.filter(({ trail }) => trail === number),
          withinM,
        )
        return place && place.offTrailM <= withinM ? [place] : []
      })
      .sort((a, b) => a.offTrailM - b.offTrailM)
  }

  trailsOf(marker: Marker): Trail[] {
    return this.trailsWithin(marker.position, AT_TRAIL_M).map(({ trail }) => trail)
  }

  /** Null unless the post is in the same direction from everywhere on the trail within the circle. */
  sureWayTo(
    place: PlaceOnTrail<Trail>,
    point: LonLat,
    radiusM: number,
    marker: Marker,
  ): { direction: 'up' | 'down'; distanceM: number } | null {
    const way = this.wayTo(place, marker)
    const isSure = alongWithin(this.measuredOf(place.trail).alongOf, point, radiusM).every(
      (alongM) => this.wayTo({ ...place, alongM }, marker)?.direction === way?.direction,
    )
    return isSure ? way : null
  }

  /** Null unless every point of the circle is near the town. */
  townNear(point: LonLat, radiusM: number): string | null {
    const towns = (this.data.placeNames ?? []).flatMap(({ name, kind, at, minZoom }) =>
      kind === 'town' && minZoom <= TOWN_ZOOM ? [{ name, position: at }] : [],
    )
    const [town] = nearestOf(towns, point, 1)
    return town && town.distanceM + radiusM <= NEAR_TOWN_M ? town.item.name : null
  }

  nearestMarkerWhere(point: LonLat, isUsable: (marker: Marker) => boolean): Near<Marker> | null {
    return nearestOf(this.data.markers.filter(isUsable), point, 1)[0] ?? null
  }

  /** `isUsable` limits the search, for example to access points that a 2WD can reach. */
  nearestAccessPoint(point: LonLat, isUsable: (place: Position) => boolean = () => true): Near<Position> | null {
    return nearestOf(this.data.accessPoints.filter(isUsable), point, 1)[0] ?? null
  }

  nearestLandingZone(point: LonLat): Near<Position> | null {
    return nearestOf(this.data.landingZones, point, 1)[0] ?? null
  }

  markersAlong(trail: Trail): readonly MarkerOnTrail<Marker>[] {
    return this.measuredOf(trail).markers
  }

  markerSpacingM(): number | null {
    const apart = this.measured.flatMap(({ markers }) => markers.slice(1).map(({ alongM }, i) => alongM - (markers[i]?.alongM ?? 0)))
    return apart.sort((a, b) => a - b)[Math.floor(apart.length / 2)] ?? null
  }

  /** On a loop, every marker is both behind and ahead. */
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

  /** 'up' is towards the trail's start. Null if the marker isn't on this trail. */
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

  /** True only if the whole circle is far from all trails and posts. */
  isOffNetwork(point: LonLat, radiusM: number): boolean {
    const nearestM = [this.nearestMarkers(point, 1)[0]?.distanceM, this.nearestTrail(point)?.offTrailM]
    return nearestM.every((metres) => metres === undefined || metres - radiusM > OFF_NETWORK_M)
  }

  /** Empty if too many posts may be the nearest, or if the position is too rough. */
  postsToName(point: LonLat, { band, radiusM }: Precision): Near<Marker>[] {
    if (band === 'lost' || radiusM === null) return []
    const possible = this.possibleMarkers(point, radiusM)
    // A post that may be this far away doesn't help to describe an imprecise position.
    const isFar = band !== 'exact' && (possible[0]?.distanceM ?? 0) + radiusM > OFF_NETWORK_M
    return possible.length <= MOST_NAMED && !isFar ? possible : []
  }

  trailsToName(point: LonLat, { band, radiusM }: Precision): PlaceOnTrail<Trail>[] {
    if (radiusM === null || (band !== 'exact' && band !== 'near')) return []
    const possible = this.possibleTrails(point, radiusM)
    // Farther from the trail, an exact position isn't on the trail, and an imprecise one can't be.
    if ((possible[0]?.offTrailM ?? 0) > ON_TRAIL_M + (band === 'exact' ? 0 : radiusM)) return []
    return possible.length <= MOST_NAMED ? possible : []
  }

  /**
   * For example 'At BF17', '300 m after BF17, towards BF18' or '120 m north of Icarus', and 'Near BF17, Bay of Fires' for a less precise
   * position. Null outside the network. Every screen, email and file uses this function, so that they never disagree.
   */
  describe({ position, accuracyM }: PlaceToDescribe, precision = precisionOfPlace(accuracyM)): string | null {
    if (this.isOffNetwork(position, precision.radiusM ?? 0)) return null
    return precision.band === 'exact' ? this.exactWords(position) : this.nearWords(position, precision)
  }

  private nearWords(position: LonLat, precision: Precision): string {
    const posts = this.postsToName(position, precision).map(({ item }) => item.code)
    const [trail, other] = this.trailsToName(position, precision).map((place) => place.trail.name)
    const town = precision.band === 'lost' && this.townNear(position, precision.radiusM ?? 0)
    const near = town ? [town] : [orList(posts), other === undefined ? trail : undefined].filter(Boolean)
    return near.length > 0 ? `Near ${near.join(', ')}` : ROUGHLY_HERE
  }

  private exactWords(position: LonLat): string | null {
    const [post] = this.nearestMarkers(position, 1)
    const place = this.nearestTrail(position)
    if (post && post.distanceM <= AT_POST_M) return `At ${post.item.code}`
    if (place && place.offTrailM <= ON_TRAIL_M) return this.alongWords(place)
    const from = place
      ? { name: place.trail.name, position: place.position }
      : post && { name: post.item.code, position: post.item.position }
    if (!from) return null
    return `${distanceText(distanceM(from.position, position))} ${compassWord(bearingDeg(from.position, position))} of ${from.name}`
  }

  /** Without a post behind or ahead, uses the start or end of the trail. */
  private alongWords(place: PlaceOnTrail<Trail>): string {
    const { name } = place.trail
    const { behind, ahead } = this.between(place)
    const from = behind
      ? `${alongText(behind.distanceM)} after ${behind.marker.code}`
      : `${alongText(place.alongM)} after the start of ${name}`
    if (ahead) return `${from}, towards ${ahead.marker.code}`
    // A loop has no end, so a loop with only one post has no direction to name.
    return behind && !this.measuredOf(place.trail).isLoop ? `${from}, towards the end of ${name}` : from
  }
}

export type { TrailIndex }

export const buildTrailIndex = <Trail extends ReferenceTrail, Marker extends ReferenceMarker, Position extends ReferencePlace>(
  data: ReferenceData<Trail, Marker, Position>,
): TrailIndex<Trail, Marker, Position> => new TrailIndex(data)
