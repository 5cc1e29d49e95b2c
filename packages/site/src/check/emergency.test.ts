/** Compares the data on the emergency screens with a brute-force search in the network's own data. */
import { buildTrailIndex, compassWord, type LonLat, landingAt, planeAt, signalSpots, whereabouts } from '@trailwarden/domain'
import { expect, test } from 'vitest'
import { randomOf } from '../../../sample/src/random.ts'
import { buildSite } from '../build/build.ts'
import { readSiteFiles } from '../files.ts'

const files = await readSiteFiles(`${import.meta.dirname}/../../../../sites/st-helens`)
const MARKERS = 'emergency-markers.geojson'

type RawMarker = { properties: Record<string, unknown> & { description: string }; geometry: { coordinates: [number, number] } }
const rawMarkers = (text: string | undefined): RawMarker[] => JSON.parse(text ?? '').features

/** Adds errors to the survey: SH05 without its minus sign, BF30 with a landing zone at zero, DP03 with a reading of 11. */
const faulty = rawMarkers(files.raw[MARKERS]).map((marker): RawMarker => {
  const { properties, geometry } = marker
  const [lon, lat] = geometry.coordinates
  if (properties.description === 'SH05')
    return { ...marker, properties: { ...properties, lat: -lat }, geometry: { ...geometry, coordinates: [lon, -lat] } }
  if (properties.description === 'BF30')
    return {
      ...marker,
      properties: {
        ...properties,
        helo_access_id: 'Bay of Fires LZ 3',
        lz_type: 'Unsealed road setdown',
        helo_access_lat: 0,
        helo_access_lon: 0,
      },
    }
  if (properties.description === 'DP03') return { ...marker, properties: { ...properties, telstra: '11', optus: '' } }
  return marker
})
const { bundle } = await buildSite({
  ...files,
  raw: { ...files.raw, [MARKERS]: JSON.stringify({ type: 'FeatureCollection', features: faulty }) },
})
const index = buildTrailIndex(bundle)

/** On an ellipsoid, independently of the app's code, which uses a sphere. */
function inSpace([lon, lat]: LonLat): [number, number, number] {
  const [l, p] = [(lon * Math.PI) / 180, (lat * Math.PI) / 180]
  const e2 = 0.00669438
  const n = 6_378_137 / Math.sqrt(1 - e2 * Math.sin(p) ** 2)
  return [n * Math.cos(p) * Math.cos(l), n * Math.cos(p) * Math.sin(l), n * (1 - e2) * Math.sin(p)]
}

function oracleDistanceM(a: LonLat, b: LonLat): number {
  const [p, q] = [inSpace(a), inSpace(b)]
  return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2])
}

function oracleBearing(from: LonLat, to: LonLat): number {
  const [l, p] = [(from[0] * Math.PI) / 180, (from[1] * Math.PI) / 180]
  const [a, b] = [inSpace(from), inSpace(to)]
  const [x, y, z] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]]
  const east = -Math.sin(l) * x + Math.cos(l) * y
  const north = -Math.sin(p) * Math.cos(l) * x - Math.sin(p) * Math.sin(l) * y + Math.cos(p) * z
  return ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360
}

const posts = faulty
  .map(({ properties, geometry }) => ({ code: properties.description, position: geometry.coordinates }))
  .filter(({ position: [lon, lat] }) => lon > 147.8 && lon < 148.4 && lat > -41.5 && lat < -41)

type NamedPlace = { kind: string; at: LonLat }

function places(): NamedPlace[] {
  const random = randomOf('emergency places')
  const lines = bundle.trails.flatMap(({ lines: all }) => all.filter((line) => line.length > 1))
  const some = <T>(list: readonly T[]): T => {
    const one = list[Math.floor(random.next() * list.length)]
    if (one === undefined) throw new Error('nothing to choose from')
    return one
  }
  const times = (count: number, kind: string, make: () => LonLat) => Array.from({ length: count }, (): NamedPlace => ({ kind, at: make() }))
  const flipped = faulty.find(({ properties }) => properties.description === 'SH05')?.geometry.coordinates ?? [0, 0]
  const atIssues: LonLat[] = [
    flipped,
    [flipped[0], -flipped[1]],
    [0, 0],
    [148.079556, 41.178222],
    ...faulty
      .filter(({ properties }) => ['BF30', 'BF20', 'BF12', 'DP03', 'DP09', 'BT17', 'SH13', 'DP05'].includes(properties.description))
      .map(({ geometry }) => geometry.coordinates),
  ]
  return [
    ...times(90, 'on a trail', () => planeAt(some(some(lines))).toLonLat(random.between(-12, 12), random.between(-12, 12))),
    ...times(50, 'between trails', () => {
      const { west, east, south, north } = some(bundle.site.networks).bounds
      return [random.between(west, east), random.between(south, north)]
    }),
    ...times(200 - 90 - 50 - atIssues.length, 'off the network', () => [random.between(146.5, 147.7), random.between(-42.8, -41.6)]),
    ...atIssues.map((at) => ({ kind: 'at a fault', at })),
  ]
}

test('EMG-02 at 200 places, the right post, its distance to 10 m and its direction match a brute-force search', () => {
  const all = places()
  expect(all).toHaveLength(200)
  const offNetwork = { yes: 0, no: 0 }
  for (const { kind, at } of all) {
    const where = whereabouts(index, { position: at, accuracyM: 6, at: 0 }, 0)
    const sorted = posts
      .map((post) => ({ ...post, distanceM: oracleDistanceM(at, post.position) }))
      .sort((a, b) => a.distanceM - b.distanceM)
    const [nearest, second] = sorted
    const [first, ...others] = where.candidates
    const about = `${kind} at ${at}`
    // Beyond 100 km, a straight line through the earth and a path on its surface differ too much. Nobody rides there.
    const isNear = (nearest?.distanceM ?? 0) < 100_000
    const isTie = nearest && second && second.distanceM - nearest.distanceM < nearest.distanceM * 0.004
    if (!isTie) expect(first?.item.code, about).toBe(nearest?.code)
    if (isNear && nearest && first) {
      // The app's code uses a sphere, which differs from the ellipsoid by up to 0.4 %. That is 10 m at 2.5 km, where a post no longer helps
      // to describe a location.
      expect(Math.abs(first.distanceM - nearest.distanceM), about).toBeLessThan(Math.max(10, nearest.distanceM * 0.004))
      const bearing = oracleBearing(at, sorted.find(({ code }) => code === first.item.code)?.position ?? at)
      // Within one degree of the border between two compass directions, either is right. At the post itself, there is no direction.
      if (nearest.distanceM > 5) expect([bearing - 1, bearing, bearing + 1].map(compassWord), about).toContain(first.compass)
    }
    const toTrailM = Math.min(
      ...bundle.trails.flatMap(({ lines }) => lines.flatMap((line) => line.map((vertex) => oracleDistanceM(at, vertex)))),
    )
    const oracleOffM = Math.min(toTrailM, nearest?.distanceM ?? 0)
    if (Math.abs(oracleOffM - 2000) > 60) expect(where.isOffNetwork, about).toBe(oracleOffM > 2000)
    if (where.isOffNetwork) expect(others, about).toEqual([])
    else {
      const limit = (nearest?.distanceM ?? 0) * 1.2
      const clear = sorted.slice(0, 5).filter(({ distanceM }) => Math.abs(distanceM - limit) > limit * 0.005)
      for (const post of clear.slice(1))
        expect(
          others.some(({ item }) => item.code === post.code),
          `${about} ${post.code}`,
        ).toBe(post.distanceM < limit)
    }
    offNetwork[where.isOffNetwork ? 'yes' : 'no']++
    expect(
      where.candidates.map(({ item }) => item.code),
      about,
    ).not.toContain('SH05')
  }
  expect(offNetwork.yes).toBeGreaterThan(40)
  expect(offNetwork.no).toBeGreaterThan(100)
})

test('EMG-04 ignores a post whose coordinate has the wrong sign, and never offers a landing zone at zero, which counts as unknown', () => {
  expect(bundle.markers.some(({ code }) => code === 'SH05')).toBe(false)
  for (const code of ['BF30', 'BF20']) {
    const marker = bundle.markers.find((one) => one.code === code)
    if (!marker) throw new Error(`no ${code}`)
    const landing = landingAt(index, marker.position, marker.helicopter)
    expect(landing.kind, code).toBe('unknown')
    expect(landing.kind === 'unknown' && landing.nearest?.item.position[1], code).toBeLessThan(-41)
  }
  for (const { position } of [...bundle.markers, ...bundle.landingZones, ...bundle.accessPoints]) {
    expect(position[0]).toBeGreaterThan(147.8)
    expect(position[1]).toBeLessThan(-41)
  }
})

test('EMG-04 a reading of 11 is unknown, and nobody is sent to that place for signal', () => {
  for (const code of ['DP03', 'DP09']) {
    const marker = bundle.markers.find((one) => one.code === code)
    if (!marker) throw new Error(`no ${code}`)
    expect(marker.readings.telstra, code).toBeNull()
    const { byCarrier } = signalSpots(index, marker.position, bundle.site)
    expect(byCarrier.telstra?.length, code).toBeGreaterThan(0)
    expect(
      byCarrier.telstra?.map((spot) => spot.marker.code),
      code,
    ).not.toContain(code)
  }
})
