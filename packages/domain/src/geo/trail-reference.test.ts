import fc from 'fast-check'
import { expect, test } from 'vitest'
import { alongText, buildTrailIndex, type ReferenceMarker, signalBand, travelMinutes } from './trail-reference.ts'
import { bearingDeg, compassWord, distanceM, type LonLat, lineLengthM, nearestOnSegment, planeAt } from './trail-reference-geometry.ts'

const ORIGIN: LonLat = [148.2, -41.35]
const { toLonLat } = planeAt(ORIGIN)
/** A place by metres east and north of the origin. */
const at = (eastM: number, northM: number): LonLat => toLonLat(eastM, northM)
const aMarker = (code: string, position: LonLat, telstra: number | null = null): ReferenceMarker => ({
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
    aMarker('SH06', at(1500, 10), 130),
    aMarker('SH05', at(500, -10), 120),
    aMarker('SH07', at(2500, 0), null),
    aMarker('SH08', at(2800, 35), 100),
    aMarker('LP01', at(250, -5000), 110),
    aMarker('LP02', at(250, -4500), 125),
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

test('TR1 nearest trail and the distance along it, counted over all parts of its line', () => {
  expect(placeAt(at(1234, 25))).toMatchObject({ trail: { id: 'ridge' } })
  expect(placeAt(at(1234, 25)).alongM).toBeCloseTo(1234, 0)
  expect(placeAt(at(1234, 25)).offTrailM).toBeCloseTo(25, 1)
  // The test's own plane is laid at the origin, 4 km to the south, where a degree of longitude is a little longer.
  expect(Math.abs(placeAt(at(1020, 4600)).alongM - 1600)).toBeLessThan(1)
  expect(buildTrailIndex({ ...data, trails: [] }).nearestTrail(ORIGIN)).toBeNull()
})

/** Distance to the nearest of some lines, by looking at every segment. */
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

const aLine = fc.array(fc.tuple(fc.integer({ min: -9000, max: 9000 }), fc.integer({ min: -9000, max: 9000 })), {
  minLength: 2,
  maxLength: 80,
})
const aPoint = fc.tuple(fc.integer({ min: -30_000, max: 30_000 }), fc.integer({ min: -30_000, max: 30_000 }))

test('TR1 the answer is the same as from looking at every segment, on any network', () => {
  fc.assert(
    fc.property(fc.array(aLine, { minLength: 1, maxLength: 6 }), aPoint, (lines, point) => {
      const trails = lines.map((line, i) => ({ id: String(i), name: String(i), lines: [line.map(([x, y]) => at(x, y))] }))
      const from = at(...point)
      const place = buildTrailIndex({ trails, markers: [], accessPoints: [], landingZones: [] }).nearestTrail(from)
      const every = distanceToLinesM(
        from,
        trails.flatMap((trail) => trail.lines),
      )
      // A plane 30 km wide differs from the sphere by a few metres at its rim; near a trail they agree.
      expect(Math.abs((place?.offTrailM ?? Number.NaN) - every)).toBeLessThan(0.5 + every * 0.005)
      expect(place?.alongM).toBeGreaterThanOrEqual(0)
      expect(place?.alongM).toBeLessThanOrEqual(lineLengthM(place?.trail.lines[0] ?? []) + 1e-6)
    }),
    { numRuns: 200, seed: 1 },
  )
})

/** 21 winding trails with some 10,000 vertices, as large as a real network. */
function aNetwork() {
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

test('TR1 1,000 random points agree with a line densified to 1 m, within 10 m, and each takes well under 2 ms', () => {
  const trails = aNetwork()
  const big = buildTrailIndex({ trails, markers: [], accessPoints: [], landingZones: [] })
  const { toPlane } = planeAt(ORIGIN)
  // Flat numbers: 141,000 places times 1,000 points must not make the run long.
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

test('TR2 nearest markers come nearest first, with bearing and compass word', () => {
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

test('TR2 the way back is the opposite direction, whatever the two places', () => {
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

test('TR3 markers come in riding order, and a marker farther than 40 m is not the trail’s', () => {
  expect(index.markersAlong(ridge).map(({ marker }) => marker.code)).toEqual(['SH05', 'SH06', 'SH07', 'SH08'])
  expect(index.markersAlong(parts)).toEqual([])
})

const wordsAt = (eastM: number, northM: number, accuracyM: number | null = 5) => index.describe({ position: at(eastM, northM), accuracyM })

test('TR16 TRAILS-2 a place within 40 m of a trail is on it, however near others are; its length is that of its lines', () => {
  const crossing = { id: 'crossing', name: 'Crossing', lines: [[at(1000, -500), at(1000, 500)]] }
  const index = buildTrailIndex({ ...data, trails: [...data.trails, crossing] })
  const near = at(1020, 5)
  expect(Math.round(index.placeOn(ridge, near)?.alongM ?? 0)).toBe(1020)
  expect(Math.round(index.placeOn(crossing, near)?.alongM ?? 0)).toBe(505)
  expect(index.placeOn(ridge, at(1000, 41))).toBeNull()
  expect(index.placeOn(loop, near)).toBeNull()
  expect(Math.round(index.lengthOf(ridge))).toBe(3000)
})

test('TR4 UX-1.4 a place on a trail is told by the posts behind and ahead, and within 30 m of a post by that post', () => {
  expect(wordsAt(810, 0)).toBe('300 m after SH05, towards SH06')
  expect(wordsAt(529, -10)).toBe('At SH05')
  // Before the post as well as after it.
  expect(wordsAt(471, -10)).toBe('At SH05')
  expect(wordsAt(1480, 0)).toBe('At SH06')
  expect(wordsAt(580, 0)).toBe('80 m after SH05, towards SH06')
  expect(wordsAt(1460, 10)).toBe('950 m after SH05, towards SH06')
  expect(wordsAt(100, 0)).toBe('100 m after the start of Ridge, towards SH05')
  expect(wordsAt(2950, 0)).toBe('150 m after SH08, towards the end of Ridge')
  expect(wordsAt(1000, 4500)).toBe('1.5 km after the start of Parts')
  // A post that stands 35 m beside the trail is not where the rider is.
  expect(wordsAt(2800, 0)).toBe('10 m after SH08, towards the end of Ridge')
})

test('TR4 distances along a trail are told to 10 m below 100 m and to 50 m above', () => {
  expect([3, 44, 96, 120, 126, 974, 976, 1230].map(alongText)).toEqual([
    '10 m',
    '40 m',
    '100 m',
    '100 m',
    '150 m',
    '950 m',
    '1 km',
    '1.25 km',
  ])
})

test('TR4 the distances to the markers behind and ahead add up to the way between them', () => {
  fc.assert(
    fc.property(fc.integer({ min: 501, max: 1499 }), (x) => {
      const { behind, ahead } = index.between(placeAt(at(x, 0)))
      expect([behind?.marker.code, ahead?.marker.code]).toEqual(['SH05', 'SH06'])
      expect((behind?.distanceM ?? 0) + (ahead?.distanceM ?? 0)).toBeCloseTo(1000, 0)
    }),
    { seed: 1 },
  )
})

test('TR5 round a loop the first marker comes after the last', () => {
  expect(wordsAt(0, -4700)).toBe('450 m after LP02, towards LP01')
  expect(wordsAt(100, -5000)).toBe('850 m after LP02, towards LP01')
  const single = buildTrailIndex({ ...data, trails: [loop], markers: [aMarker('LP01', at(250, -5000))] })
  expect(single.describe({ position: at(0, -4700), accuracyM: 5 })).toBe('1.45 km after LP01')
})

test('TR6 UX-1.4 beyond 30 m from a trail its distance and side are told, and no post', () => {
  expect(wordsAt(810, 29)).toBe('300 m after SH05, towards SH06')
  expect(wordsAt(810, 31)).toBe('30 m north of Ridge')
  expect(wordsAt(810, 940)).toBe('940 m north of Ridge')
  expect(wordsAt(1300, 4500)).toBe('300 m east of Parts')
  // Without any trail a post must do.
  const bare = buildTrailIndex({ ...data, trails: [] })
  expect(bare.describe({ position: at(500, 990), accuracyM: 5 })).toBe('1.0 km north of SH05')
})

test('TR11 UX-1.4 a rough position is told as such; outside of the network there are no words, only coordinates', () => {
  expect(wordsAt(810, 0, 50)).toBe('300 m after SH05, towards SH06')
  expect(wordsAt(810, 0, 51)).toBe('Roughly here')
  expect(wordsAt(500, 0, 800)).toBe('Roughly here')
  // Chosen on the map: nothing about it is rough.
  expect(wordsAt(810, 0, null)).toBe('300 m after SH05, towards SH06')
  expect(wordsAt(1500, 1990)).toBe('2.0 km north of Ridge')
  expect(wordsAt(-2020, 0)).toBeNull()
  expect(wordsAt(-2020, 0, 800)).toBeNull()
  expect(buildTrailIndex({ ...data, trails: [], markers: [] }).describe({ position: ORIGIN, accuracyM: 5 })).toBeNull()
})

test('TR7 bands of a reading', () => {
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

test('TR8 times are whole minutes, rounded up; unknown has none', () => {
  expect([2, 4, 6].map((speed) => travelMinutes(1000, speed))).toEqual([30, 15, 10])
  expect(travelMinutes(1001, 6)).toBe(11)
  expect(travelMinutes(0, 6)).toBe(0)
  expect(travelMinutes(null, 6)).toBeNull()
})

test('TR9 usable signal both ways along the trail, by carrier; unknown is not usable', () => {
  expect(index.nearestSignal(placeAt(at(2000, 0)), 'telstra', bands)).toMatchObject({
    behind: { marker: { code: 'SH05' }, band: 'poor' },
    ahead: { marker: { code: 'SH08' }, band: 'good' },
  })
  expect(index.nearestSignal(placeAt(at(2000, 0)), 'optus', bands)).toEqual({ behind: null, ahead: null })
})

test('TR10 nearest access point and landing zone, or none', () => {
  expect(index.nearestAccessPoint(at(1500, 10))).toMatchObject({ item: { name: 'Yard' }, compass: 'north-east' })
  expect(index.nearestAccessPoint(at(1500, 10), ({ name }) => name !== 'Yard')).toMatchObject({ item: { name: 'Gate' } })
  expect(index.nearestAccessPoint(at(1500, 10), () => false)).toBeNull()
  expect(index.nearestLandingZone(at(1500, 10))).toMatchObject({ item: { name: 'Paddock' }, compass: 'south-west' })
  expect(buildTrailIndex({ ...data, landingZones: [] }).nearestLandingZone(ORIGIN)).toBeNull()
})
