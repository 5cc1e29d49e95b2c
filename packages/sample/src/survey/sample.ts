import { distanceM, lineLengthM, planeAt } from '@trailwarden/domain'
import type { Position, Site } from '@trailwarden/site'
import { boundsOf, contains, roundDegrees, WINCH_ONLY } from '@trailwarden/site/files'
import * as z from 'zod/mini'
import { type Random, randomOf } from '../random.ts'
import { drawCurve } from './curve.ts'
import { isOnLand, type Land } from './land.ts'
import type { SamplePlan, TrailPlan } from './plan.ts'
import * as survey from './survey-text.ts'

/** Files as a council would deliver them, with odd spellings, errors and invented geometry. A plan always gives the same bytes. */

/** Metres above sea level at each vertex, by the trail's name. */
export const TrailHeights = z.record(z.string(), z.array(z.number()))
export type TrailHeights = z.infer<typeof TrailHeights>

type Feature = { type: 'Feature'; properties: Record<string, unknown>; geometry: { type: string; coordinates: unknown } | null }
type PointFeature = { position: Position; name: string; properties: Record<string, unknown> }

const nearestOf = <T extends { position: Position }>(all: readonly T[], place: Position): T | undefined =>
  all.reduce<T | undefined>(
    (best, one) => (best && distanceM(best.position, place) <= distanceM(one.position, place) ? best : one),
    undefined,
  )

function placeAlong(line: readonly Position[], metres: number): Position {
  let walked = 0
  let before = line[0] ?? [0, 0]
  for (const vertex of line) {
    const step = distanceM(before, vertex)
    if (step > 0 && walked + step >= metres) {
      const share = (metres - walked) / step
      return [roundDegrees(before[0] + (vertex[0] - before[0]) * share), roundDegrees(before[1] + (vertex[1] - before[1]) * share)]
    }
    walked += step
    before = vertex
  }
  return before
}

const feature = (properties: Record<string, unknown>, type: string, coordinates: unknown): Feature => ({
  type: 'Feature',
  properties: { ...properties, sample: true },
  geometry: { type, coordinates },
})
const pointFeature = ({ properties, position }: PointFeature) => feature(properties, 'Point', position)

class Sampler {
  private readonly plan: SamplePlan
  private readonly site: Site
  private readonly land: Land | null
  private readonly heights: TrailHeights
  private readonly lines = new Map<string, Position[]>()

  constructor(plan: SamplePlan, site: Site, land: Land | null, heights: TrailHeights) {
    this.plan = plan
    this.site = site
    this.land = land
    this.heights = heights
  }

  private random(what: string): Random {
    return randomOf(`${this.plan.seed}/${what}`)
  }

  private isAllowed(area: string | null) {
    const bounds = boundsOf(this.site, area)
    return (position: Position) => contains(bounds, position) && (this.land === null || isOnLand(this.land, position))
  }

  private lineOf(trail: string): Position[] {
    const line = this.lines.get(trail)
    if (!line) throw new Error(`the plan refers to a trail before it is drawn: ${trail}`)
    return line
  }

  private areaOf(trail: string): string | null {
    return this.plan.trails.find(({ name }) => name === trail)?.area ?? null
  }

  drawTrail({ name, path, bearing, distance, area, follows }: TrailPlan): Position[] {
    const stem: Position[] = []
    if (follows) for (const vertex of this.lineOf(follows.trail)) if (lineLengthM([...stem, vertex]) <= follows.metres) stem.push(vertex)
    const start = stem.at(-1)
    const rest = drawCurve({
      seed: `${this.plan.seed}/${name}`,
      path: start ? [start, ...path.slice(1)] : path,
      bearing,
      lengthM: distance - lineLengthM(stem),
      isAllowed: this.isAllowed(area),
    })
    const line = [...stem.slice(0, -1), ...rest]
    this.lines.set(name, line)
    return line
  }

  /** As in real surveys, the third coordinate is the height. Ignores heights calculated for a different line. */
  private withHeights(name: string, line: readonly Position[]): number[][] {
    const heights = this.heights[name]
    return line.map((position, i) => (heights?.length === line.length ? [...position, heights[i] ?? 0] : [...position]))
  }

  trails(): Feature[] {
    return this.plan.trails.map((trail) => {
      const line = this.withHeights(trail.name, this.drawTrail(trail))
      const { name, rating, type, distance, area, notes, parts } = trail
      const properties = { name, rating, distance, stroke: this.plan.strokes[rating], notes, type, area }
      if (parts === 1) return feature(properties, 'LineString', line)
      const size = Math.ceil(line.length / parts)
      // Adjacent parts share a vertex, so that the lengths of all parts add up to that of the line.
      const lines = Array.from({ length: parts }, (_, i) => line.slice(i * size, (i + 1) * size + 1))
      return feature(properties, 'MultiLineString', lines)
    })
  }

  private beside(random: Random, area: string | null, centre: Position, nearM: number, farM: number): Position {
    const isAllowed = this.isAllowed(area)
    for (let attempt = 0; attempt < 500; attempt++) {
      const [angle, radius] = [random.between(0, 2 * Math.PI), random.between(nearM, farM)]
      const [lon, lat] = planeAt(centre).toLonLat(Math.cos(angle) * radius, Math.sin(angle) * radius)
      const position: Position = [roundDegrees(lon), roundDegrees(lat)]
      if (isAllowed(position)) return position
    }
    throw new Error(`no land near ${centre.join(', ')}`)
  }

  landingZones(): PointFeature[] {
    return this.plan.landingZones.flatMap(({ trail, count }) =>
      Array.from({ length: count }, (_, i) => {
        const name = `${trail} LZ ${i + 1}`
        const random = this.random(name)
        const line = this.lineOf(trail)
        const centre = placeAlong(line, (lineLengthM(line) * (i + 0.5)) / count)
        const position = this.beside(random, this.areaOf(trail), centre, 80, 350)
        const helicopter = {
          helo_access_id: name,
          lz_type: random.pick(survey.LANDING_ZONES),
          helo_access_lat: position[1],
          helo_access_lon: position[0],
        }
        return { name, position, properties: { category: 'Helicopter LZ', ...survey.pointProperties(random, name), ...helicopter } }
      }),
    )
  }

  accessPoints(zones: readonly PointFeature[]): PointFeature[] {
    return this.plan.accessPoints.flatMap(({ trail, count }) =>
      Array.from({ length: count }, (_, i) => {
        const name = `${trail} access ${i + 1}`
        const line = this.lineOf(trail)
        const position = placeAlong(line, (lineLengthM(line) * (i + 0.5)) / count)
        const properties = {
          category: 'Access Point',
          ...survey.pointProperties(this.random(name), name),
          ...helicopterOf(zones, position),
        }
        return { name, position, properties }
      }),
    )
  }

  accessRoutes(points: readonly PointFeature[]): Feature[] {
    const { accessRoutes } = this.plan
    return accessRoutes.map((description, i) => {
      const random = this.random(description)
      const to = points[Math.floor((i * points.length) / accessRoutes.length)]
      if (!to) throw new Error('access routes need access points')
      const type = survey.ROUTE_TYPES[i % survey.ROUTE_TYPES.length] ?? '4wd'
      const properties = {
        description,
        type,
        notes: random.pick(survey.ROUTE_NOTES[type]),
        stroke: survey.ROUTE_STROKES[type],
        dash: '5,10',
        category: 'Access Route',
      }
      const line = this.drawRoute(random, description, to.position)
      return feature(properties, 'LineString', line)
    })
  }

  /** Near the coast, the first random start may have no route over land. */
  private drawRoute(random: Random, description: string, to: Position): Position[] {
    for (let attempt = 0; ; attempt++) {
      const from = this.beside(random, null, to, 700, 2400)
      const seed = `${this.plan.seed}/${description}/${attempt}`
      try {
        return drawCurve({ seed, path: [from, to], bearing: 0, lengthM: distanceM(from, to) * 1.15, isAllowed: this.isAllowed(null) })
      } catch (error) {
        if (attempt > 20) throw error
      }
    }
  }

  markers(zones: readonly PointFeature[], points: readonly PointFeature[]): Feature[] {
    const { carriers, signalBands } = this.site
    return this.plan.markers.flatMap(({ trail, area, prefix, from, to, startM, everyM }) =>
      Array.from({ length: to - from + 1 }, (_, i) => {
        const code = `${prefix}${String(from + i).padStart(2, '0')}`
        const random = this.random(code)
        const position = placeAlong(this.lineOf(trail), startM + i * everyM)
        const readings = Object.fromEntries(carriers.map(({ id }, k) => [id, survey.readingText(random, from + i, k)]))
        const known = Object.values(readings).filter(Boolean).map(Number)
        const best = Math.min(...known)
        const signal = known.length === 0 ? 'red' : best <= signalBands.goodUpTo ? 'green' : best < signalBands.noneFrom ? 'orange' : 'red'
        const byDistance = points.toSorted((a, b) => distanceM(a.position, position) - distanceM(b.position, position))
        const ways = { road: this.plan.majorRoads[area] ?? '', marker: position }
        const properties = {
          activity: area,
          category: 'Emergency Marker',
          description: code,
          accuracy: String(Math.round(random.between(3, 9))),
          ...readings,
          signal,
          ...survey.terrain(random, survey.MARKER_SPELLINGS),
          ...survey.way('access_', random, byDistance[0], ways),
          ...survey.way('egress_access_', random, byDistance[1], ways),
          ...helicopterOf(zones, position),
          confirmation_lat: '',
          confirmation_lon: '',
          confirmation_accuracy: '',
          notes: random.next() < 0.2 ? random.pick(survey.MARKER_NOTES) : '',
          ...survey.signed(random),
          lon: position[0],
          lat: position[1],
        }
        return feature(properties, 'Point', position)
      }),
    )
  }

  places(): Feature[] {
    return this.plan.places.map(({ category, name, trail, share, activity, notes }) => {
      const random = this.random(`${category}/${name}`)
      const line = this.lineOf(trail)
      const position = this.beside(random, this.areaOf(trail), placeAlong(line, lineLengthM(line) * share), 2, 25)
      return feature(
        { activity, category, description: name, accuracy: String(Math.round(random.between(3, 9))), notes, ...survey.signed(random) },
        'Point',
        position,
      )
    })
  }
}

/** Beyond this distance, a helicopter winches people up instead of landing. */
const LANDING_REACH_M = 3000

function helicopterOf(zones: readonly PointFeature[], position: Position) {
  const zone = nearestOf(zones, position)
  return zone && distanceM(zone.position, position) <= LANDING_REACH_M
    ? { helo_access_id: zone.name, lz_type: zone.properties.lz_type, helo_access_lat: zone.position[1], helo_access_lon: zone.position[0] }
    : { helo_access_id: WINCH_ONLY, lz_type: 'Identified suitable winch zone', helo_access_lat: '', helo_access_lon: '' }
}

function plant(files: Record<string, Feature[]>, { file, record, fields, value, negate }: SamplePlan['issues'][number]) {
  const found = files[file]?.find(({ properties }) => (properties.description ?? properties.name) === record)
  if (!found) throw new Error(`an issue in the plan refers to an unknown record: ${file} ${record}`)
  for (const field of fields)
    if (field === 'geometry') found.geometry = null
    else found.properties[field] = negate ? -Number(found.properties[field]) : value
}

/** One line per feature, so that changing one record changes one line of the file. */
const fileOf = (features: readonly Feature[]) =>
  `{"type":"FeatureCollection","note":"Sample data, not surveyed. Not for navigation.","features":[\n${features.map((f) => JSON.stringify(f)).join(',\n')}\n]}\n`

export function makeSample(plan: SamplePlan, site: Site, land: Land | null, heights: TrailHeights): Record<string, string> {
  const sampler = new Sampler(plan, site, land, heights)
  const trails = sampler.trails()
  const zones = sampler.landingZones()
  const points = sampler.accessPoints(zones)
  const files: Record<string, Feature[]> = {
    'trails.geojson': trails,
    'points.geojson': [...points, ...zones].map(pointFeature),
    'access-routes.geojson': sampler.accessRoutes(points),
    'emergency-markers.geojson': sampler.markers(zones, points),
    'features.geojson': sampler.places(),
  }
  for (const issue of plan.issues) plant(files, issue)
  return Object.fromEntries(Object.entries(files).map(([name, features]) => [name, fileOf(features)]))
}
