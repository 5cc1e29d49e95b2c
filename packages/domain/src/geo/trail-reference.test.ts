import fc from 'fast-check'
import { expect, test } from 'vitest'
import { alongText } from './distance-text.ts'
import { precisionOf } from './precision.ts'
import { signalBand, travelMinutes } from './signal-band.ts'
import { buildTrailIndex, type ReferenceMarker } from './trail-reference.ts'
import { bearingDeg, compassWord, distanceM, type LonLat, lineLengthM, nearestOnSegment, planeAt } from './trail-reference-geometry.ts'

const ORIGIN: LonLat = [148.2, -41.35]
const { toLonLat } = planeAt(ORIGIN)
const at = (eastM: number, northM: number): LonLat => toLonLat(eastM, northM)
const createMarker = (code: string, position: LonLat, telstra: number | null = null): ReferenceMarker => ({
  code,
  position,
  readings: { telstra },
})

const ridge = { id: 'ridge', name: 'Ridge', lines: [[at(0, 0), at(3000, 0)]] }
const square = [at(0, -5000), at(500, -5000), at(500, -4500), at(0, -4500), at(0, -5000)]
const loop = { id: 'loop', name: 'Loop', lines: [square] }
const parts = {
  id: 'parts',
  name: 'Parts',
  lines: [
    [at(0, 4000), at(1000, 4000)],
    [at(1000, 4000), at(1000, 5000)],
  ],
}
const data = {
  trails: [ridge, loop, parts],
  markers: [
    createMarker('SH06', at(1500, 10), 130),
    createMarker('SH05', at(500, -10), 120),
    createMarker('SH07', at(2500, 0), null),
    createMarker('SH08', at(2800, 35), 100),
    createMarker('LP01', at(250, -5000), 110),
    createMarker('LP02', at(250, -4500), 125),
  ],
  accessPoints: [
    { name: 'Gate', position: at(0, 300) },
    { name: 'Yard', position: at(2000, 300) },
  ],
  landingZones: [{ name: 'Paddock', position: at(1000, -300) }],
}
const index = buildTrailIndex(data)
const placeAt = (point: LonLat) => {
  const place = index.nearestTrail(point)
  if (!place) throw new Error('no trail')
  return place
}
const bands = { goodUpTo: 110, noneFrom: 125 }

test('TR1 finds the place a distance along a trail: a loop continues past its end, and other trails stop there', () => {
  const eastOf = (trail: typeof ridge, alongM: number) => {
    const place = index.placeAlong(trail, alongM)
    if (!place) throw new Error('no place')
    return [Math.round(planeAt(ORIGIN).toPlane(place.position)[0]), Math.round(place.alongM)]
  }
  expect(eastOf(ridge, 1250)).toEqual([1250, 1250])
  expect(eastOf(ridge, -50)).toEqual([0, 0])
  expect(eastOf(ridge, 9999)).toEqual([3000, 3000])
  const lengthM = index.lengthOf(loop)
  expect(eastOf(loop, lengthM + 50)[1]).toBe(50)
  expect(eastOf(loop, -50)[1]).toBe(Math.round(lengthM - 50))
  expect(eastOf(parts, 500)[0]).toBeGreaterThan(499)
})

test('TR1 finds the nearest trail and the distance along all parts of its line', () => {
  expect(placeAt(at(1234, 25))).toMatchObject({ trail: { id: 'ridge' } })
  expect(placeAt(at(1234, 25)).alongM).toBeCloseTo(1234, 0)
  expect(placeAt(at(1234, 25)).offTrailM).toBeCloseTo(25, 1)
  // The test's plane is centred on the origin, 4 km to the south, where a degree of longitude is slightly longer.
  expect(Math.abs(placeAt(at(1020, 4600)).alongM - 1600)).toBeLessThan(1)
  expect(buildTrailIndex({ ...data, trails: [] }).nearestTrail(ORIGIN)).toBeNull()
})

function distanceToLinesM(point: LonLat, lines: readonly (readonly LonLat[])[]): number {
  const { toPlane } = planeAt(point)
  let squared = Number.POSITIVE_INFINITY
  for (const line of lines) {
    let before: [number, number] | undefined
    for (const vertex of line) {
      const here = toPlane(vertex)
      if (before) squared = Math.min(squared, nearestOnSegment(...before, ...here).squared)
      before = here
    }
  }
  return Math.sqrt(squared)
}

const createLine = fc.array(fc.tuple(fc.integer({ min: -9000, max: 9000 }), fc.integer({ min: -9000, max: 9000 })), {
  minLength: 2,
  maxLength: 80,
})
const aPoint = fc.tuple(fc.integer({ min: -30_000, max: 30_000 }), fc.integer({ min: -30_000, max: 30_000 }))

test('TR1 finds the same trail as a check of every segment, on every network', () => {
  fc.assert(
    fc.property(fc.array(createLine, { minLength: 1, maxLength: 6 }), aPoint, (lines, point) => {
      const trails = lines.map((line, i) => ({ id: String(i), name: String(i), lines: [line.map(([x, y]) => at(x, y))] }))
      const from = at(...point)
      const place = buildTrailIndex({ trails, markers: [], accessPoints: [], landingZones: [] }).nearestTrail(from)
      const every = distanceToLinesM(
        from,
        trails.flatMap((trail) => trail.lines),
      )
      // On a plane 30 km wide, distances at the edge differ from those on the sphere by a few metres. Near a trail, the difference
      // disappears.
      expect(Math.abs((place?.offTrailM ?? Number.NaN) - every)).toBeLessThan(0.5 + every * 0.005)
      expect(place?.alongM).toBeGreaterThanOrEqual(0)
      expect(place?.alongM).toBeLessThanOrEqual(lineLengthM(place?.trail.lines[0] ?? []) + 1e-6)
    }),
    { numRuns: 200, seed: 1 },
  )
})

/** Returns 21 winding trails with about 10,000 vertices, as many as a real network. */
function createNetwork() {
  return Array.from({ length: 21 }, (_, t) => {
    let [x, y, heading] = [Math.cos(t) * 9000, Math.sin(t * 1.7) * 6000, t]
    const line = Array.from({ length: 480 }, (_, i): LonLat => {
      heading += Math.sin(i / 9 + t) * 0.25
      x += Math.cos(heading) * 14
      y += Math.sin(heading) * 14
      return at(x, y)
    })
    return { id: `t${t}`, name: `Trail ${t}`, lines: [line] }
  })
}

test('TR1 matches a line sampled every metre to within 10 m for 1,000 random points, each in well under 2 ms', () => {
  const trails = createNetwork()
  const big = buildTrailIndex({ trails, markers: [], accessPoints: [], landingZones: [] })
  const { toPlane } = planeAt(ORIGIN)
  // Uses a flat array for speed, because the test compares 141,000 places with 1,000 points.
  const dense = Float64Array.from(
    trails.flatMap(({ lines: [line = []] }) =>
      line.slice(1).flatMap((to, i) => {
        const [[ax, ay], [bx, by]] = [toPlane(line[i] ?? to), toPlane(to)]
        return Array.from({ length: 14 }, (_, k) => [ax + ((bx - ax) * k) / 14, ay + ((by - ay) * k) / 14]).flat()
      }),
    ),
  )
  const oracleM = ([x, y]: [number, number]) => {
    let best = Number.POSITIVE_INFINITY
    for (let i = 0; i < dense.length; i += 2) best = Math.min(best, ((dense[i] ?? 0) - x) ** 2 + ((dense[i + 1] ?? 0) - y) ** 2)
    return Math.sqrt(best)
  }
  const points = fc.sample(aPoint, { numRuns: 1000, seed: 7 }).map(([x, y]) => at(x / 3, y / 3))
  const timesMs = points.map((point) => {
    const startedAt = performance.now()
    const place = big.nearestTrail(point)
    const tookMs = performance.now() - startedAt
    expect(Math.abs((place?.offTrailM ?? Number.NaN) - oracleM(toPlane(point)))).toBeLessThan(10)
    return tookMs
  })
  const median = timesMs.sort((a, b) => a - b)[500] ?? Number.NaN
  expect(median).toBeLessThan(2)
}, 60_000)

test('TR2 lists the nearest markers first, each with bearing and compass direction', () => {
  const near = index.nearestMarkers(at(700, -10), 3)
  expect(near.map(({ item, compass }) => [item.code, compass])).toEqual([
    ['SH05', 'west'],
    ['SH06', 'east'],
    ['SH07', 'east'],
  ])
  expect(near[0]?.distanceM).toBeCloseTo(200, 0)
  expect(compassWord(359)).toBe('north')
  expect(compassWord(-91)).toBe('west')
})

test('TR2 gives the opposite direction for the way back between any two places', () => {
  fc.assert(
    fc.property(aPoint, aPoint, (a, b) => {
      const [from, to] = [at(...a), at(...b)]
      fc.pre(distanceM(from, to) > 1)
      expect(distanceM(from, to)).toBeCloseTo(distanceM(to, from), 6)
      const turn = (bearingDeg(from, to) - bearingDeg(to, from) + 720) % 360
      expect(Math.abs(turn - 180)).toBeLessThan(1)
    }),
    { seed: 1 },
  )
})

test('TR3 lists a trail’s markers in riding order, and skips those more than 40 m away', () => {
  expect(index.markersAlong(ridge).map(({ marker }) => marker.code)).toEqual(['SH05', 'SH06', 'SH07', 'SH08'])
  expect(index.markersAlong(parts)).toEqual([])
})

const wordsAt = (eastM: number, northM: number, accuracyM: number | null = 5) => index.describe({ position: at(eastM, northM), accuracyM })

test('TR16 TRAILS-2 places a position on each trail within 40 m, and measures a trail along its lines', () => {
  const crossing = { id: 'crossing', name: 'Crossing', lines: [[at(1000, -500), at(1000, 500)]] }
  const index = buildTrailIndex({ ...data, trails: [...data.trails, crossing] })
  const near = at(1020, 5)
  expect(Math.round(index.placeOn(ridge, near)?.alongM ?? 0)).toBe(1020)
  expect(Math.round(index.placeOn(crossing, near)?.alongM ?? 0)).toBe(505)
  expect(index.placeOn(ridge, at(1000, 41))).toBeNull()
  expect(index.placeOn(loop, near)).toBeNull()
  expect(Math.round(index.lengthOf(ridge))).toBe(3000)
})

test('TR4 UX-1.4 describes a place on a trail by the posts behind and ahead, or by one post if it’s within 30 m', () => {
  expect(wordsAt(810, 0)).toBe('310 m after SH05, towards SH06')
  expect(wordsAt(529, -10)).toBe('At SH05')
  expect(wordsAt(471, -10)).toBe('At SH05')
  expect(wordsAt(1480, 0)).toBe('At SH06')
  expect(wordsAt(580, 0)).toBe('80 m after SH05, towards SH06')
  expect(wordsAt(1460, 10)).toBe('960 m after SH05, towards SH06')
  expect(wordsAt(100, 0)).toBe('100 m after the start of Ridge, towards SH05')
  expect(wordsAt(2950, 0)).toBe('150 m after SH08, towards the end of Ridge')
  expect(wordsAt(1000, 4500)).toBe('1.5 km after the start of Parts')
  // This post is 35 m off the trail, so a rider next to it on the trail isn't at the post.
  expect(wordsAt(2800, 0)).toBe('10 m after SH08, towards the end of Ridge')
})

test('TR4 EMG-R2 rounds distances along a trail to 10 m', () => {
  expect([3, 44, 96, 120, 126, 974, 976, 1230].map(alongText)).toEqual([
    '10 m',
    '40 m',
    '100 m',
    '120 m',
    '130 m',
    '970 m',
    '980 m',
    '1.23 km',
  ])
})

test('TR4 gives distances to the markers behind and ahead that add up to the distance between the markers', () => {
  fc.assert(
    fc.property(fc.integer({ min: 501, max: 1499 }), (x) => {
      const { behind, ahead } = index.between(placeAt(at(x, 0)))
      expect([behind?.marker.code, ahead?.marker.code]).toEqual(['SH05', 'SH06'])
      expect((behind?.distanceM ?? 0) + (ahead?.distanceM ?? 0)).toBeCloseTo(1000, 0)
    }),
    { seed: 1 },
  )
})

test('TR5 returns to the first marker after the last one on a loop', () => {
  expect(wordsAt(0, -4700)).toBe('450 m after LP02, towards LP01')
  expect(wordsAt(100, -5000)).toBe('850 m after LP02, towards LP01')
  const single = buildTrailIndex({ ...data, trails: [loop], markers: [createMarker('LP01', at(250, -5000))] })
  expect(single.describe({ position: at(0, -4700), accuracyM: 5 })).toBe('1.45 km after LP01')
})

test('TR6 UX-1.4 beyond 30 m from a trail, gives the distance and compass direction from it, but no post', () => {
  expect(wordsAt(810, 29)).toBe('310 m after SH05, towards SH06')
  expect(wordsAt(810, 31)).toBe('30 m north of Ridge')
  expect(wordsAt(810, 940)).toBe('940 m north of Ridge')
  expect(wordsAt(1300, 4500)).toBe('300 m east of Parts')
  // Without any trails, the description refers to a post.
  const bare = buildTrailIndex({ ...data, trails: [] })
  expect(bare.describe({ position: at(500, 990), accuracyM: 5 })).toBe('1.0 km north of SH05')
})

test('TR11 UX-1.4 EMG-R2 describes a less exact position by posts and trail, by town or roughly, but not off the network', () => {
  expect(wordsAt(810, 0, 30)).toBe('310 m after SH05, towards SH06')
  expect(wordsAt(810, 0, 31)).toBe('Near SH05, Ridge')
  expect(wordsAt(1000, 0, 80)).toBe('Near SH05 or SH06, Ridge')
  expect(wordsAt(500, 300, 80)).toBe('Near SH05')
  expect(wordsAt(500, 0, 350)).toBe('Near SH05')
  expect(wordsAt(1300, 0, 1000)).toBe('Near SH06, SH05 or SH07')
  expect(wordsAt(2000, 0, 1000)).toBe('Roughly here')
  expect(wordsAt(810, 0, 5000)).toBe('Roughly here')
  const towns = [
    { name: 'St Helens', kind: 'town', at: at(3000, 3000), minZoom: 7 },
    { name: 'Hut', kind: 'town', at: at(800, 100), minZoom: 12 },
    { name: 'Ridge Hill', kind: 'land', at: at(800, 100), minZoom: 7 },
  ]
  expect(buildTrailIndex({ ...data, placeNames: towns }).describe({ position: at(810, 0), accuracyM: 5000 })).toBe('Near St Helens')
  // Without an accuracy, the place was chosen on the map, so it counts as exact.
  expect(wordsAt(810, 0, null)).toBe('310 m after SH05, towards SH06')
  expect(wordsAt(1500, 1990)).toBe('2.0 km north of Ridge')
  expect(wordsAt(-2020, 0)).toBeNull()
  expect(wordsAt(-2020, 0, 800)).toBe('Roughly here')
  expect(wordsAt(-2820, 0, 800)).toBeNull()
  expect(buildTrailIndex({ ...data, trails: [], markers: [] }).describe({ position: ORIGIN, accuracyM: 5 })).toBeNull()
})

test('TR19 EMG-R2 includes every post that is nearest to some point of the circle, and hardly any others', () => {
  fc.assert(
    fc.property(aPoint, fc.integer({ min: 5, max: 1000 }), ([x, y], radiusM) => {
      const [east, north] = [x / 5, y / 5]
      const from = (angle: number, share: number) => at(east + Math.cos(angle) * radiusM * share, north + Math.sin(angle) * radiusM * share)
      const found = new Set<string>()
      for (let step = 0; step < 400; step++) found.add(index.nearestMarkers(from(step * 2.4, Math.sqrt(step / 400)), 1)[0]?.item.code ?? '')
      const possible = index.possibleMarkers(at(east, north), radiusM).map(({ item }) => item.code)
      expect(possible).toEqual(expect.arrayContaining([...found]))
      expect(possible.length).toBeLessThanOrEqual(found.size + 2)
    }),
    { numRuns: 200, seed: 1 },
  )
  expect(index.postsToName(at(1000, 0), precisionOf(600)).map(({ item }) => item.code)).toEqual(['SH05', 'SH06'])
  expect(index.postsToName(at(1300, 0), precisionOf(1000)).map(({ item }) => item.code)).toEqual(['SH06', 'SH05', 'SH07'])
  expect(index.postsToName(at(2000, 0), precisionOf(1000))).toEqual([])
  expect(index.postsToName(at(500, 0), precisionOf(null))).toEqual([])
  expect(index.postsToName(at(500, 0), precisionOf(1001))).toEqual([])
})

test('TR7 MAP-15 rates a reading as good up to 110 and as no signal from 125', () => {
  expect([95, 110, 110.5, 124, 125, 141].map((reading) => signalBand(reading, bands))).toEqual([
    'good',
    'good',
    'poor',
    'poor',
    'none',
    'none',
  ])
  expect([null, Number.NaN].map((reading) => signalBand(reading, bands))).toEqual([null, null])
})

test('TR8 rounds times up to whole minutes, and returns none for an unknown distance', () => {
  expect([2, 4, 6].map((speed) => travelMinutes(1000, speed))).toEqual([30, 15, 10])
  expect(travelMinutes(1001, 6)).toBe(11)
  expect(travelMinutes(0, 6)).toBe(0)
  expect(travelMinutes(null, 6)).toBeNull()
})

test('TR9 EMG-04 finds usable signal in both directions for each carrier, and skips unknown readings', () => {
  expect(index.nearestSignal(placeAt(at(2000, 0)), 'telstra', bands)).toMatchObject({
    behind: { marker: { code: 'SH05' }, band: 'poor' },
    ahead: { marker: { code: 'SH08' }, band: 'good' },
  })
  expect(index.nearestSignal(placeAt(at(2000, 0)), 'optus', bands)).toEqual({ behind: null, ahead: null })
})

test('TR10 finds the nearest access point and landing zone, or none', () => {
  expect(index.nearestAccessPoint(at(1500, 10))).toMatchObject({ item: { name: 'Yard' }, compass: 'north-east' })
  expect(index.nearestAccessPoint(at(1500, 10), ({ name }) => name !== 'Yard')).toMatchObject({ item: { name: 'Gate' } })
  expect(index.nearestAccessPoint(at(1500, 10), () => false)).toBeNull()
  expect(index.nearestLandingZone(at(1500, 10))).toMatchObject({ item: { name: 'Paddock' }, compass: 'south-west' })
  expect(buildTrailIndex({ ...data, landingZones: [] }).nearestLandingZone(ORIGIN)).toBeNull()
})
