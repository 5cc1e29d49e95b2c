import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { GridName } from './grid-name.ts'
import { gridCoordinates, isInGridArea, notationsOf } from './grid-reference.ts'
import type { LonLat } from './trail-reference-geometry.ts'

const degrees = (d: number, m: number, s: number) => d + m / 60 + s / 3600
const gridOf = (position: LonLat, grid: GridName) => notationsOf(position, grid).grid

const ST_HELENS: LonLat = [148.1121, -41.17532]
const WELLINGTON: LonLat = [174.77557, -41.28889]
const BEN_NEVIS: LonLat = [-5.00353, 56.79685]
const DUBLIN: LonLat = [-6.26, 53.35]

test('E3 shows the site’s grid reference and three notations, and never shows 60 minutes', () => {
  expect(notationsOf(ST_HELENS, 'MGA2020')).toEqual({
    decimal: '-41.17532, 148.11210',
    minutes: '41° 10.519′ S, 148° 06.726′ E',
    grid: 'MGA2020 zone 55, E 593 282, N 5 441 184',
  })
  expect(gridOf(ST_HELENS, 'UTM')).toBe('UTM zone 55 south, E 593 282, N 5 441 184')
  expect(gridOf(ST_HELENS, 'MGRS')).toBe('MGRS 55G EQ 93281 41184')
  expect(gridOf(ST_HELENS, 'none')).toBeNull()
  expect(notationsOf([148.99999999, -41.99999999], 'none').minutes).toBe('42° 00.000′ S, 149° 00.000′ E')
  fc.assert(
    fc.property(fc.double({ min: 140, max: 150, noNaN: true }), fc.double({ min: -44, max: -40, noNaN: true }), (lon, lat) => {
      const [, deg = '', min = ''] = /^(\d+)° (\d\d\.\d{3})′ S/.exec(notationsOf([lon, lat], 'none').minutes) ?? []
      expect(Number(deg) + Number(min) / 60).toBeCloseTo(-lat, 4)
      expect(Number(min)).toBeLessThan(60)
    }),
    { seed: 1 },
  )
})

test('E16 UX-1.3 shows no grid reference outside the grid’s area, whatever site.json contains', () => {
  expect(gridOf(WELLINGTON, 'MGA2020')).toBeNull()
  expect(gridOf(WELLINGTON, 'OSGB')).toBeNull()
  expect(gridOf(WELLINGTON, 'NZTM2000')).toMatch(/^NZTM2000 E 1 748 \d{3}, N 5 427 \d{3}$/)
  expect(gridOf(ST_HELENS, 'NZTM2000')).toBeNull()
  // Ireland and France are within the rectangle around Great Britain but have their own grids.
  for (const at of [DUBLIN, [-5.93, 54.6], [-7.37, 55.37], [-8.47, 51.9], [1.85, 50.95], [1.61, 50.73], [1.08, 49.92]] as const)
    expect(gridOf(at, 'OSGB'), `${at}`).toBeNull()
  for (const at of [
    [-6.31, 49.92],
    [-5.71, 50.07],
    [-5.31, 51.88],
    [-4.63, 53.31],
    [-4.48, 54.15],
    [-5.12, 54.84],
    [-5.76, 55.3],
    [-6.46, 55.71],
    [-8.58, 57.81],
    [-0.87, 60.8],
    [1.75, 52.48],
    [1.37, 51.14],
    [0.97, 50.91],
    [0.24, 50.74],
    [-2.46, 50.52],
    [-5.2, 49.96],
  ] as const)
    expect(isInGridArea(at, 'OSGB'), `${at}`).toBe(true)
  expect(gridOf([10, 85], 'UTM')).toBeNull()
  expect(gridOf([10, -80.5], 'MGRS')).toBeNull()
})

test('UX-1.3 matches the points in the GDA2020 Technical Manual for MGA2020 to 5 mm', () => {
  // Source: ICSM, Geocentric Datum of Australia 2020 Technical Manual, worked examples Flinders Peak and Buninyong (in two zones).
  const known = [
    { name: 'Flinders Peak', at: [degrees(144, 25, 29.5244), -degrees(37, 57, 3.7203)], zone: 55, e: 273741.297, n: 5796489.777 },
    { name: 'Buninyong', at: [degrees(143, 55, 35.3839), -degrees(37, 39, 10.1561)], zone: 54, e: 758173.797, n: 5828674.34 },
    { name: 'Buninyong', at: [degrees(143, 55, 35.3839), -degrees(37, 39, 10.1561)], zone: 55, e: 228854.052, n: 5828259.038 },
  ] as const
  for (const { name, at, zone, e, n } of known) {
    const { eastingM, northingM } = gridCoordinates(at, 'MGA2020', zone)
    expect(eastingM, name).toBeCloseTo(e, 2)
    expect(northingM, name).toBeCloseTo(n, 2)
  }
  expect(gridCoordinates([147, -41], 'MGA2020')).toMatchObject({ zone: 55, eastingM: 500_000 })
})

test('UX-1.3 matches the points from LINZ’s own program for NZTM2000 to 5 mm', () => {
  // Source: Land Information New Zealand, nztm.zip (geodetic software), self-test of nztm.c.
  for (const [lat, lon, e, n] of [
    [-34.444065991, 172.739193967, 1576041.15, 6188574.24],
    [-40.51240898, 172.723105968, 1576542.01, 5515331.05],
    [-46.651295012, 169.172062008, 1307103.22, 4826464.86],
  ] as const) {
    const { eastingM, northingM } = gridCoordinates([lon, lat], 'NZTM2000')
    expect(eastingM).toBeCloseTo(e, 2)
    expect(northingM).toBeCloseTo(n, 2)
  }
  expect(gridOf([172.739193967, -34.444065991], 'NZTM2000')).toBe('NZTM2000 E 1 576 041, N 6 188 574')
})

test('UX-1.3 matches Ordnance Survey’s worked example within 5 m, the accuracy of its Helmert transformation', () => {
  // Source: Ordnance Survey, Transformations and OSGM15 User Guide, annexe A: Caister water tower, ETRS89 to OSGB36 by OSTN15.
  const caister: LonLat = [1.716073973, 52.658007833]
  const { eastingM, northingM } = gridCoordinates(caister, 'OSGB')
  expect(Math.hypot(eastingM - 651409.804, northingM - 313177.45)).toBeLessThan(5)
  // Eight figures give a precision of 10 m, truncated rather than rounded. More figures would exceed the accuracy of the transformation.
  expect(gridOf(caister, 'OSGB')).toMatch(/^OS grid TG 514[01] 131[78]$/)
  expect(gridOf(BEN_NEVIS, 'OSGB')).toMatch(/^OS grid NN 16\d\d 71\d\d$/)
})

test('UX-1.3 matches published UTM and MGRS examples in both hemispheres and in irregular zones', () => {
  // Source: FGDC-STD-011-2001, United States National Grid, table 1: the Washington Monument, E 323,483.168 m, N 4,306,479.498 m.
  const monument: LonLat = [-77.0352402156242, 38.889467309501576]
  expect(gridCoordinates(monument, 'UTM').eastingM).toBeCloseTo(323483.168, 2)
  expect(gridCoordinates(monument, 'UTM').northingM).toBeCloseTo(4306479.498, 2)
  expect(gridOf(monument, 'MGRS')).toBe('MGRS 18S UJ 23483 06479')
  expect(gridOf(monument, 'UTM')).toBe('UTM zone 18 north, E 323 483, N 4 306 479')
  // Source: GeoConvert of GeographicLib, Baghdad: 38N 444140.54 3684706.36 and 38SMB4484.
  const baghdad = gridCoordinates([44.4, 33.3], 'UTM')
  expect([baghdad.eastingM.toFixed(2), baghdad.northingM.toFixed(2)]).toEqual(['444140.54', '3684706.36'])
  expect(gridOf([44.4, 33.3], 'MGRS')).toBe('MGRS 38S MB 44140 84706')
  // Source: NGA.STND.0037, 4QFJ1234567890, the centre of that one-metre square.
  expect(gridOf([-157.9160763175, 21.4098011578], 'MGRS')).toBe('MGRS 4Q FJ 12345 67890')
  expect(gridOf([0, 0], 'MGRS')).toBe('MGRS 31N AA 66021 00000')
  // South-west Norway and Svalbard have zones of unusual width.
  expect(gridCoordinates([5.32, 60.39], 'UTM').zone).toBe(32)
  expect(gridCoordinates([15.6, 78.2], 'UTM').zone).toBe(33)
  expect(gridCoordinates([180, -40], 'UTM').zone).toBe(60)
})
