import { expect, test } from 'vitest'
import { buildTrailIndex } from '../geo/trail-reference.ts'
import { distanceM, type LonLat, planeAt } from '../geo/trail-reference-geometry.ts'
import { hazardsOnWayIn, landingAt, landingText, last2wdPoint, reaches2wd, routesIn, signalSpots, wayInBounds } from './emergency-ways.ts'

const ORIGIN: LonLat = [148.2, -41.35]
const at = (eastM: number, northM: number): LonLat => planeAt(ORIGIN).toLonLat(eastM, northM)
const ridge = { id: 'ridge', name: 'Ridge', lines: [[at(0, 0), at(4000, 0)]] }
const site = {
  carriers: [{ id: 'telstra' }, { id: 'optus' }],
  signalBands: { goodUpTo: 110, noneFrom: 125 },
  speeds: { walkKmh: [2, 4, 6], rideKmh: [10, 15, 20] },
}
const createMarker = (code: string, position: LonLat, telstra: number | null, optus: number | null) => ({
  code,
  position,
  readings: { telstra, optus },
})
const zone = { name: 'Paddock', position: at(1000, -300) }
const threeMarkers = [
  createMarker('SH01', at(500, 0), 128, 95),
  createMarker('SH02', at(1500, 0), null, null),
  createMarker('SH03', at(2700, 0), 108, null),
]
const build = (markers: typeof threeMarkers) => buildTrailIndex({ trails: [ridge], markers, accessPoints: [], landingZones: [zone] })

test('E9 finds each carrier’s nearest signal, and the nearest signal of any carrier for emergency calls', () => {
  const { byCarrier, emergencyCall } = signalSpots(build(threeMarkers), at(1500, 10), site)
  expect(byCarrier.telstra).toMatchObject([{ marker: { code: 'SH03' }, band: 'good', direction: 'down', walkMinutes: 19, rideMinutes: 5 }])
  expect(byCarrier.optus).toMatchObject([{ marker: { code: 'SH01' }, band: 'good', direction: 'up', walkMinutes: 16, rideMinutes: 5 }])
  expect(emergencyCall).toMatchObject([
    { marker: { code: 'SH01' }, carrierId: 'optus', direction: 'up' },
    { marker: { code: 'SH03' }, carrierId: 'telstra', direction: 'down' },
  ])
  expect(emergencyCall[0]?.distanceM).toBeCloseTo(1010, 0)
})

test('E9 lists each post with signal once, and off the trails gives only the straight-line distance, without times', () => {
  expect(signalSpots(build(threeMarkers), at(2700, 0), site).byCarrier.telstra).toMatchObject([{ marker: { code: 'SH03' } }])
  const far = signalSpots(build(threeMarkers), at(1500, 900), site)
  expect(far.byCarrier.optus).toMatchObject([{ marker: { code: 'SH01' }, direction: null, walkMinutes: null, rideMinutes: null }])
  const none = signalSpots(build(threeMarkers.map((m) => ({ ...m, readings: { telstra: null, optus: 130 } }))), at(1500, 0), site)
  expect(none).toEqual({ byCarrier: { telstra: [], optus: [] }, emergencyCall: [] })
})

test('E10 describes a landing zone with its position, as winch only, or as unknown', () => {
  const index = build(threeMarkers)
  const paddock = { name: 'Paddock', type: 'Unsealed road setdown', position: at(1000, -300) }
  expect(landingAt(index, ORIGIN, paddock)).toMatchObject({ kind: 'zone', position: paddock.position })
  expect(landingAt(index, ORIGIN, { ...paddock, position: null })).toMatchObject({
    kind: 'unknown',
    name: 'Paddock',
    nearest: { item: { name: 'Paddock' } },
  })
  expect(landingAt(index, ORIGIN, { name: 'Winch only', type: null, position: null })).toMatchObject({ kind: 'winch' })
  // A winch point isn't a landing zone, even if its location is known.
  expect(landingAt(index, ORIGIN, { name: 'Rock', type: 'Identified suitable winch zone', position: ORIGIN }).kind).toBe('winch')
})

test('E10 describes the kind of landing in plain English, and returns unknown text unchanged', () => {
  expect(landingText('Unsealed road setdown')).toBe('Can land on an unsealed road')
  expect(landingText('Sealed road setdown')).toBe('Can land on a sealed road')
  expect(landingText('Cleared area: flat (min 30 x 30)')).toBe('Flat cleared area, at least 30 m by 30 m')
  expect(landingText('Cleared area: sloping (min 30 x 30)')).toBe('Sloping cleared area, at least 30 m by 30 m')
  expect(landingText('Beach at low tide')).toBe('Beach at low tide')
  expect(landingText(null)).toBe('Ground unknown')
})

const createRoute = (name: string, type: string | null, line: LonLat[]) => ({
  id: name,
  name,
  type,
  notes: null,
  lines: line.length > 0 ? [line] : [],
})
const routes = [
  createRoute('Far Road', '2wd', [at(-9000, 5000), at(9000, 5000)]),
  createRoute('Road', '2wd', [at(-3000, 900), at(3000, 900)]),
  createRoute('Track', '4wd', [at(0, 400), at(2000, 400)]),
  createRoute('Walk', 'foot', []),
]

test('E11 finds the nearest route of each kind, and skips a route without a course', () => {
  const ways = routesIn(at(1000, 0), routes)
  expect(ways['2wd']).toMatchObject({ route: { name: 'Road' } })
  expect(ways['2wd']?.distanceM).toBeCloseTo(900, 0)
  expect(ways['4wd']).toMatchObject({ route: { name: 'Track' } })
  expect(ways.foot).toBeNull()
  expect(routesIn(at(1000, -2200), routes)['2wd']).toBeNull()
})

test('E11 finds the last 2WD point, and skips access points with unknown vehicle access', () => {
  const gate = { name: 'Gate', position: at(1000, 200), vehicle: '2wd vehicle access via sealed road to junction' }
  const unknown = { name: 'Stile', position: at(1000, 50), vehicle: null }
  const rough = { name: 'Ford', position: at(1000, 60), vehicle: '4wd vehicle access on trail' }
  expect(last2wdPoint(at(1000, 0), routes, [unknown, rough])?.item.name).toBe('Road')
  expect(last2wdPoint(at(1000, 0), routes, [unknown, rough, gate])).toMatchObject({ item: { name: 'Gate' }, compass: 'north' })
  expect(last2wdPoint(at(1000, 0), [], [unknown, rough])).toBeNull()
  expect([gate, unknown, rough, { vehicle: 'No vehicle access' }].map(reaches2wd)).toEqual([true, false, false, false])
})

test('E12 finds hazards near the access routes, the road crossing and the post', () => {
  const hazard = (name: string, position: LonLat) => ({ name, position })
  const found = hazardsOnWayIn(at(1000, 0), at(1000, -600), routes, [
    hazard('on the road', at(-2000, 1100)),
    hazard('beside the track', at(1900, 300)),
    hazard('between crossing and post', at(1200, -300)),
    hazard('elsewhere', at(-2000, -500)),
  ])
  expect(found.map((one) => one.hazard.name)).toEqual(['between crossing and post', 'beside the track', 'on the road'])
  expect(hazardsOnWayIn(at(1000, 0), null, [], [hazard('here', at(1010, 0))])).toHaveLength(1)
})

test('E12 SEC-M4 lists every hazard within the limits near the way in, however long and winding the way is', () => {
  const winding = Array.from({ length: 200 }, (_, i): LonLat => at(i * 40 - 3000, Math.sin(i / 5) * 900))
  const long = [{ id: 'w', name: 'Winding', type: '2wd', notes: null, lines: [winding] }]
  const post = at(1000, 0)
  const hazards = Array.from({ length: 1600 }, (_, i) => ({ position: at((i % 40) * 260 - 5000, Math.floor(i / 40) * 75 - 1500) }))
  const { west, south, east, north } = wayInBounds(post, null, long)
  const found = hazardsOnWayIn(post, null, long, hazards)
  // Calculates the expected result from points a few metres apart, without bounds.
  const points = [post, ...winding].flatMap(([lon, lat], i) => {
    const [toLon, toLat] = (i > 0 && winding[i]) || [lon, lat]
    return Array.from({ length: 20 }, (_, k): LonLat => [lon + ((toLon - lon) * k) / 20, lat + ((toLat - lat) * k) / 20])
  })
  const within = (metres: number) => hazards.filter(({ position }) => points.some((point) => distanceM(point, position) <= metres)).length
  expect(found.length).toBeGreaterThan(200)
  expect(found.length).toBeGreaterThanOrEqual(within(249.5))
  expect(found.length).toBeLessThanOrEqual(within(250.5))
  for (const { hazard } of found) {
    const [lon, lat] = hazard.position
    expect([lon >= west, lon <= east, lat >= south, lat <= north]).toEqual([true, true, true, true])
  }
})
