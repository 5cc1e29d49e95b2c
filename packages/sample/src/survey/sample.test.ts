import { readFile } from 'node:fs/promises'
import { buildTrailIndex, lineLengthM } from '@trailwarden/domain'
import type { Position } from '@trailwarden/site'
import {
  AccessDescriptor,
  boundsOf,
  Condition,
  contains,
  Gradient,
  LandingZoneType,
  readRawFiles,
  readSiteBundle,
  SignalColour,
  Vegetation,
  Vehicle,
  VehicleReach,
  type Vocabulary,
  Width,
} from '@trailwarden/site/files'
import { expect, test } from 'vitest'
import { isOnLand, Land } from './land.ts'
import { sampleOf } from './sample-files.ts'

const SITES = `${import.meta.dirname}/../../../../sites`
const { bundle } = await readSiteBundle(`${SITES}/st-helens`)
const raw = await readRawFiles(`${SITES}/st-helens/raw`)
const land = Land.parse(JSON.parse(await readFile(`${SITES}/st-helens/land.json`, 'utf8')))

type RawFeature = { properties: Record<string, unknown>; geometry: { coordinates: unknown } | null }
// Safe: makeSample creates the files, and the assertions below fail if their shape differs.
const featuresOf = (file: string) => (JSON.parse(raw[file] ?? '') as { features: RawFeature[] }).features

const TRAILS = `
Town Link | green | link | 3755 | St Helens
Humpback | green | loop | 1019 | St Helens
Rock Lobster | blue | loop | 4144 | St Helens
Swell Done | green | loop | 725 | St Helens
Trail Head | green | loop | 219 | St Helens
Eagle Eye | green | loop | 1061 | St Helens
Old Salty Dog | blue | descent | 6021 | St Helens
Seeya Later | blue | descent | 3887 | St Helens
Wedged In | blue | loop | 4530 | St Helens
Over There | green | loop | 142 | St Helens
Pearla | green | loop | 1660 | St Helens
Icarus | black | descent | 1753 | St Helens
Send Helens | black | descent | 3970 | St Helens
Shucka | black | descent | 409 | St Helens
Bay of Fires | green | adventure | 42244 | Bay of Fires
Dreaming Pools | blue | adventure | 25591 | Dreaming Pools
Blue Tier | blue | adventure | 20559 | Bay of Fires
Garnup | blue | descent | 6480 | St Helens
Icarus Link Trail | link | link | 1583 | St Helens
Garnup X See Ya Later to Icurus Link | link | link | 421 | St Helens
Mack 10 | black | descent | 1814 | St Helens`

test('DATA-01 the 21 trails match the specification’s table', () => {
  const rows = bundle.trails.map(({ name, rating, type, distanceM, area }) => [name, rating, type, distanceM, area].join(' | '))
  expect(rows).toEqual(TRAILS.trim().split('\n'))
})

test('DATA-01 link trails are drawn in black, and every line’s length matches its stated distance within 0.5 %', () => {
  for (const { rating, stroke } of bundle.trails) if (rating === 'link') expect(stroke).toBe('#000000')
  for (const { name, lines, distanceM } of bundle.trails) {
    const length = lines.reduce((sum, line) => sum + lineLengthM(line), 0)
    expect(Math.abs(length / (distanceM ?? Number.NaN) - 1), name).toBeLessThan(0.005)
  }
  expect(featuresOf('trails.geojson').every(({ properties }) => properties.sample === true)).toBe(true)
})

const codes = (prefix: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => `${prefix}${String(from + i).padStart(2, '0')}`)

test('DATA-02 emergency markers have the codes from the survey and are on their trails', () => {
  const expected = [...codes('BF', 1, 42), ...codes('BT/BF', 1, 2), ...codes('BT', 3, 21), ...codes('DP', 1, 23), ...codes('SH', 1, 24)]
  expect(bundle.markers.map(({ code }) => code)).toEqual(expected)
  const index = buildTrailIndex(bundle)
  for (const { code, position } of bundle.markers) expect(index.nearestTrail(position)?.offTrailM, code).toBeLessThan(2)
})

test('DATA-02 there are 38 access points, 10 landing zones, 25 access routes (one without a line), and places of each kind', () => {
  expect([bundle.accessPoints.length, bundle.landingZones.length, bundle.accessRoutes.length]).toEqual([38, 10, 25])
  expect(bundle.accessRoutes.filter(({ lines }) => lines.length === 0)).toHaveLength(1)
  const strokes = new Set(bundle.accessRoutes.map(({ type, stroke, dash }) => `${type} ${stroke} ${dash}`))
  expect([...strokes].sort()).toEqual(['2wd purple 5,10', '4wd red 5,10', 'foot pink 5,10'])
  expect(bundle.hazards.length).toBeGreaterThan(0)
  expect(new Set(bundle.places.map(({ category }) => category))).toEqual(new Set(['Feature', 'POI', 'Start Point']))
})

const MARKER_FIELDS = `activity category description accuracy telstra optus signal gradient condition width vehicle distance_2wd vegetation
access_descriptor_name access_descriptor access_road_crossing_lat access_road_crossing_lon access_vehicle_access access_major_rd_ref
egress_access_descriptor_name egress_access_descriptor egress_access_road_crossing_lat egress_access_road_crossing_lon
egress_access_vehicle_access egress_access_major_rd_ref helo_access_id lz_type helo_access_lat helo_access_lon
confirmation_lat confirmation_lon confirmation_accuracy notes created_at created_by lon lat`.split(/\s+/)
const POINT_FIELDS = `category description accuracy gradient condition width vehicle distance_2wd vegetation helo_access_id lz_type
helo_access_lat helo_access_lon confirmation_lat notes created_by created_at type`.split(/\s+/)

test('DATA-02 raw records have the full set of properties, with a variety of values', () => {
  for (const { properties } of featuresOf('emergency-markers.geojson'))
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(MARKER_FIELDS))
  for (const { properties } of featuresOf('points.geojson')) expect(Object.keys(properties)).toEqual(expect.arrayContaining(POINT_FIELDS))
  for (const field of ['gradient', 'condition', 'width', 'vehicle', 'vegetation', 'signal'] as const)
    expect(new Set(bundle.markers.map((marker) => marker[field])).size, field).toBeGreaterThan(2)
})

test('DATA-02 each phrase gets a single spelling, numeric text becomes a number, and missing measurements become null', () => {
  expect(raw['emergency-markers.geojson']).toContain('"Low Canopy- Sparse"')
  expect(new Set(bundle.markers.map(({ vegetation }) => vegetation))).toEqual(
    new Set(['Clear', 'Low Canopy - Sparse', 'Low Canopy - Dense', 'High Canopy - Sparse', 'High Canopy - Dense']),
  )
  expect(raw['emergency-markers.geojson']).toContain('"4wd vehicle access- parallel rd"')
  expect(bundle.markers.some(({ vehicle }) => vehicle === '4wd vehicle access on a parallel road')).toBe(true)
  const readings = bundle.markers.flatMap((marker) => Object.values(marker.readings))
  expect(readings).toContain(null)
  for (const reading of readings) if (reading !== null) expect([reading >= 95, reading <= 141]).toEqual([true, true])
})

/** The specification's phrases. Reading a survey corrects some of its spellings. */
const WORDS = {
  gradient: [
    ...['Flat', 'Easy down', 'Easy up', 'Easy undulating', 'Moderate down', 'Moderate up', 'Moderate undulating'],
    ...['Steep down', 'Steep up'],
  ],
  condition: ['Hard pack', 'Rocky', 'Muddy', 'Sandy', 'Sealed Rd', 'Unsealed Rd'],
  width: [
    ...['Medium formed flow trail', 'Narrow formed flow trail', 'Wide 4wd track'],
    ...['Wide unsealed Rd (shared 4WD)', 'Wide unsealed path (dual use)'],
  ],
  vehicle: [
    ...['No vehicle access', '4wd vehicle access on trail', '4wd vehicle access on a parallel road'],
    '2wd vehicle access via sealed road to junction or unsealed parallel road',
    ...['4wd vehicle access- on trail', '4wd vehicle access- parallel rd'],
    ...['2wd vehicle access- unsealed parallel rd', '2wd vehicle access- sealed road to junction'],
  ],
  vegetation: [
    ...['Clear', 'Low Canopy- Sparse', 'Low Canopy - Dense', 'High Canopy - Sparse', 'High Canopy - Dense'],
    ...['Low Canopy - Sparse', 'High Canopy- Sparse', 'High Canopy- Dense', 'Low Canopy- Dense'],
  ],
  lz_type: [
    ...['Cleared area: flat (min 30 x 30)', 'Cleared area: sloping (min 30 x 30)'],
    ...['Unsealed road setdown', 'Sealed road setdown', 'Identified suitable winch zone'],
  ],
  access_descriptor: [
    'Direct Access at EM',
    'Foot/Bike Access from the previous marker direction (up the trail)',
    'Foot/Bike Access from the next marker direction (down the trail)',
    'Vehicle Access from the previous marker direction',
    'Vehicle Access from the next marker direction',
  ],
  access_vehicle_access: [
    ...['Direct access', 'No access past Rd x Trail', 'Limited (within 100m of EM) 4WD only', 'Limited (within 100m of EM) 2WD'],
    ...['Limited (within 500m of EM) 4WD only', 'Limited (within 500m of EM) 2WD'],
  ],
  signal: ['green', 'orange', 'red'],
}
const VOCABULARIES: Record<keyof typeof WORDS, Vocabulary<string>> = {
  gradient: Gradient,
  condition: Condition,
  width: Width,
  vehicle: Vehicle,
  vegetation: Vegetation,
  lz_type: LandingZoneType,
  access_descriptor: AccessDescriptor,
  access_vehicle_access: VehicleReach,
  signal: SignalColour,
}

test('DATA-02 reads every phrase that the specification lists for a property, and the files use no other phrases', () => {
  const properties = ['emergency-markers.geojson', 'points.geojson'].flatMap((file) => featuresOf(file).map((one) => one.properties))
  for (const [field, words] of Object.entries(WORDS)) {
    const { find } = VOCABULARIES[field as keyof typeof WORDS]
    expect(
      words.filter((word) => find(word) === undefined),
      field,
    ).toEqual([])
    const known = new Set(words.map(find))
    const used = properties.map((one) => one[field]).filter((word) => typeof word === 'string' && word !== '')
    expect(used.length, field).toBeGreaterThan(0)
    expect(
      used.filter((word) => !known.has(find(String(word)))),
      field,
    ).toEqual([])
  }
})

test('MAP-03 the site’s default view is -41.28, 148.14 at zoom 12, and its zoom levels are 3 to 20', () => {
  expect(bundle.site.defaultView).toEqual({ lat: -41.28, lng: 148.14, zoom: 12, minZoom: 3, maxZoom: 20 })
})

function positionsIn(value: unknown): Position[] {
  if (!Array.isArray(value)) return typeof value === 'object' && value !== null ? Object.values(value).flatMap(positionsIn) : []
  const [lon, lat] = value
  return value.length === 2 && typeof lon === 'number' && typeof lat === 'number' ? [[lon, lat]] : value.flatMap(positionsIn)
}

test('DATA-02 no coordinate of any record, including access routes, is on water or outside its network', () => {
  const { trails, markers, accessPoints, landingZones, accessRoutes, hazards, places } = bundle
  let count = 0
  for (const record of [...trails, ...markers, ...accessPoints, ...landingZones, ...accessRoutes, ...hazards, ...places]) {
    const bounds = boundsOf(bundle.site, 'area' in record ? record.area : 'activity' in record ? record.activity : null)
    for (const position of positionsIn(record)) {
      count += 1
      if (!isOnLand(land, position) || !contains(bounds, position))
        expect.fail(`${'name' in record ? record.name : record.code}: ${position}`)
    }
  }
  expect(count).toBeGreaterThan(10_000)
  // If Georges Bay and the open sea were land, this test would prove nothing.
  expect([isOnLand(land, [148.29, -41.32]), isOnLand(land, [148.36, -41.2]), isOnLand(land, [148.2, -41.35])]).toEqual([false, false, true])
})

test('DATA-02 the generator reproduces the repository’s files byte for byte', async () => {
  for (const id of ['st-helens', 'demo-park', 'field-team'])
    expect(await sampleOf(`${SITES}/${id}`)).toEqual(await readRawFiles(`${SITES}/${id}/raw`))
})
