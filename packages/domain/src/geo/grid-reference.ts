/**
 * Outside the area where the site's grid is used, no grid reference is shown, because a wrong label would mislead rescuers. All grids are
 * transverse Mercator projections, calculated with Krüger's series, which is exact to less than a millimetre within a zone. A phone's
 * position refers to WGS 84. The datums of Australia and New Zealand differ from WGS 84 by a metre or two, less than a phone's accuracy.
 * Great Britain's datum differs by about 100 m, so a Helmert transformation converts the position to within 5 m, and references have a
 * precision of 10 m.
 */
import type { GridName } from './grid-name.ts'
import type { LonLat } from './trail-reference-geometry.ts'

type Grid = Exclude<GridName, 'none'>

export type GridCoordinates = { zone: number; eastingM: number; northingM: number }

const RADIANS = Math.PI / 180

type Ellipsoid = { semiMajorM: number; flattening: number }
const GRS80: Ellipsoid = { semiMajorM: 6_378_137, flattening: 1 / 298.257222101 }
const WGS84: Ellipsoid = { semiMajorM: 6_378_137, flattening: 1 / 298.257223563 }
const AIRY_1830: Ellipsoid = { semiMajorM: 6_377_563.396, flattening: 1 / 299.3249646 }

type Projection = {
  ellipsoid: Ellipsoid
  scale: number
  originLat: number
  originLon: number
  falseEastingM: number
  falseNorthingM: number
}

/** Distances north of the equator and east of the central meridian, before scale and false origin are applied. */
function fromMeridian({ semiMajorM, flattening }: Ellipsoid, lat: number, fromMeridianDeg: number): [northM: number, eastM: number] {
  const n = flattening / (2 - flattening)
  const eccentricity = Math.sqrt(flattening * (2 - flattening))
  // Krüger's coefficients describe how the ellipsoid differs from a sphere, to the fourth order of n.
  const alphas = [
    n / 2 - (2 / 3) * n ** 2 + (5 / 16) * n ** 3 + (41 / 180) * n ** 4,
    (13 / 48) * n ** 2 - (3 / 5) * n ** 3 + (557 / 1440) * n ** 4,
    (61 / 240) * n ** 3 - (103 / 140) * n ** 4,
    (49561 / 161280) * n ** 4,
  ]
  const lon = fromMeridianDeg * RADIANS
  const sinLat = Math.sin(lat * RADIANS)
  const conformal = Math.sinh(Math.atanh(sinLat) - eccentricity * Math.atanh(eccentricity * sinLat))
  const xi = Math.atan2(conformal, Math.cos(lon))
  const eta = Math.asinh(Math.sin(lon) / Math.hypot(conformal, Math.cos(lon)))
  let [north, east] = [xi, eta]
  alphas.forEach((alpha, i) => {
    const k = 2 * (i + 1)
    north += alpha * Math.sin(k * xi) * Math.cosh(k * eta)
    east += alpha * Math.cos(k * xi) * Math.sinh(k * eta)
  })
  const radiusM = (semiMajorM / (1 + n)) * (1 + n ** 2 / 4 + n ** 4 / 64)
  return [radiusM * north, radiusM * east]
}

function project([lon, lat]: LonLat, { ellipsoid, scale, originLat, originLon, falseEastingM, falseNorthingM }: Projection) {
  const [northM, eastM] = fromMeridian(ellipsoid, lat, lon - originLon)
  const [originM] = fromMeridian(ellipsoid, originLat, 0)
  return { eastingM: falseEastingM + scale * eastM, northingM: falseNorthingM + scale * (northM - originM) }
}

/** Southern zones have a false northing of ten million metres. */
const zoned = (ellipsoid: Ellipsoid, zone: number, isSouth: boolean): Projection => ({
  ellipsoid,
  scale: 0.9996,
  originLat: 0,
  originLon: zone * 6 - 183,
  falseEastingM: 500_000,
  falseNorthingM: isSouth ? 10_000_000 : 0,
})

const NEW_ZEALAND: Projection = {
  ellipsoid: GRS80,
  scale: 0.9996,
  originLat: 0,
  originLon: 173,
  falseEastingM: 1_600_000,
  falseNorthingM: 10_000_000,
}
const GREAT_BRITAIN: Projection = {
  ellipsoid: AIRY_1830,
  scale: 0.9996012717,
  originLat: 49,
  originLon: -2,
  falseEastingM: 400_000,
  falseNorthingM: -100_000,
}

/** Zones are six degrees wide, except in south-west Norway and Svalbard. */
function utmZone([lon, lat]: LonLat): number {
  if (lat >= 56 && lat < 64 && lon >= 3 && lon < 12) return 32
  if (lat >= 72 && lon >= 0 && lon < 42) return 31 + 2 * Math.floor((lon + 3) / 12)
  return Math.min(60, Math.floor(lon / 6) + 31)
}

/** Uses Ordnance Survey's seven parameters, accurate to 5 m. */
function toOsgb36([lon, lat]: LonLat): LonLat {
  const [sin, cos] = [Math.sin(lat * RADIANS), Math.cos(lat * RADIANS)]
  const squared = ({ flattening: f }: Ellipsoid) => f * (2 - f)
  const v = WGS84.semiMajorM / Math.sqrt(1 - squared(WGS84) * sin ** 2)
  const [x, y, z] = [v * cos * Math.cos(lon * RADIANS), v * cos * Math.sin(lon * RADIANS), v * (1 - squared(WGS84)) * sin]
  const [scale, rx, ry, rz] = [1 + 20.4894e-6, ...[-0.1502, -0.247, -0.8421].map((seconds) => (seconds / 3600) * RADIANS)]
  const moved = [
    -446.448 + scale * x - (rz ?? 0) * y + (ry ?? 0) * z,
    125.157 + (rz ?? 0) * x + scale * y - (rx ?? 0) * z,
    -542.06 - (ry ?? 0) * x + (rx ?? 0) * y + scale * z,
  ]
  const [mx = 0, my = 0, mz = 0] = moved
  const p = Math.hypot(mx, my)
  const e2 = squared(AIRY_1830)
  let phi = Math.atan2(mz, p * (1 - e2))
  // The error shrinks by a factor of e² in each round, so after four rounds it is far below a millimetre.
  for (let i = 0; i < 4; i++) {
    const nu = AIRY_1830.semiMajorM / Math.sqrt(1 - e2 * Math.sin(phi) ** 2)
    phi = Math.atan2(mz + e2 * nu * Math.sin(phi), p)
  }
  return [Math.atan2(my, mx) / RADIANS, phi / RADIANS]
}

export function gridCoordinates(position: LonLat, grid: Grid, zone = utmZone(position)): GridCoordinates {
  if (grid === 'NZTM2000') return { zone: 0, ...project(position, NEW_ZEALAND) }
  if (grid === 'OSGB') return { zone: 0, ...project(toOsgb36(position), GREAT_BRITAIN) }
  return { zone, ...project(position, zoned(grid === 'MGA2020' ? GRS80 : WGS84, zone, position[1] < 0)) }
}

const box = (west: number, south: number, east: number, north: number): LonLat[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
]

/**
 * The areas where the grids are used, from the EPSG register. Great Britain has an outline, because its bounds would include Ireland and
 * part of France.
 */
const AREAS: Record<Grid, readonly LonLat[]> = {
  MGA2020: box(112.85, -43.7, 153.69, -9.86),
  NZTM2000: box(166.37, -47.33, 178.63, -34.1),
  UTM: box(-180, -80, 180, 84),
  MGRS: box(-180, -80, 180, 84),
  OSGB: [
    [-6.6, 49.8],
    [-5.2, 49.85],
    [-3.7, 50.1],
    [-1.3, 50.4],
    [0.3, 50.6],
    [1, 50.8],
    [1.5, 51.05],
    [1.9, 51.3],
    [1.9, 53],
    [0, 61],
    [-2.5, 61],
    [-9, 58.5],
    [-9, 56.5],
    [-8, 55.6],
    [-6.1, 55.45],
    [-6, 55.25],
    [-5.5, 55.1],
    [-5.25, 54.7],
    [-5.2, 54.2],
    [-5.5, 53.5],
    [-5.5, 52.5],
    [-5.7, 51.5],
    [-6.6, 50.3],
  ],
}

export function isInGridArea([lon, lat]: LonLat, grid: GridName): boolean {
  if (grid === 'none') return false
  const area = AREAS[grid]
  let isInside = false
  area.forEach(([lonA, latA], i) => {
    const [lonB, latB] = area[(i + 1) % area.length] ?? [lonA, latA]
    if (latA > lat !== latB > lat && lon < lonA + ((lat - latA) / (latB - latA)) * (lonB - lonA)) isInside = !isInside
  })
  return isInside
}

/** The names of 100 km squares have no I and O. */
const ROWS = 'ABCDEFGHJKLMNPQRSTUV'
const COLUMNS = ['ABCDEFGH', 'JKLMNPQR', 'STUVWXYZ']
const BANDS = 'CDEFGHJKLMNPQRSTUVWX'
const BRITISH = 'ABCDEFGHJKLMNOPQRSTUVWXYZ'.replace('I', '')

/** The standards require truncation, because a reference names a square rather than a point. */
const inSquare = (metres: number, digits: number) =>
  String(Math.floor(metres) % 100_000)
    .padStart(5, '0')
    .slice(0, digits)

function mgrs(position: LonLat, digits: number): string {
  const { zone, eastingM, northingM } = gridCoordinates(position, 'MGRS')
  const band = BANDS[Math.min(19, Math.floor(position[1] / 8 + 10))]
  const column = COLUMNS[(zone - 1) % 3]?.[Math.floor(eastingM / 100_000) - 1]
  const row = ROWS[(Math.floor(northingM / 100_000) + (zone % 2 === 0 ? 5 : 0)) % 20]
  return `MGRS ${zone}${band} ${column}${row} ${inSquare(eastingM, digits)} ${inSquare(northingM, digits)}`
}

function osGrid(position: LonLat, digits: number): string {
  const { eastingM, northingM } = gridCoordinates(position, 'OSGB')
  const [e, n] = [Math.floor(eastingM / 100_000), Math.floor(northingM / 100_000)]
  // Squares of 500 km, counted from the north-west. The grid's origin at (0, 0) is in square SV. Each square contains 25 squares of 100 km.
  const large = BRITISH[(3 - Math.floor(n / 5)) * 5 + Math.floor(e / 5) + 2]
  const small = BRITISH[(4 - (n % 5)) * 5 + (e % 5)]
  return `OS grid ${large}${small} ${inSquare(eastingM, digits)} ${inSquare(northingM, digits)}`
}

const grouped = (metres: number) => String(metres).replace(/\B(?=(\d{3})+$)/g, ' ')

function gridText(position: LonLat, grid: GridName, decimals: number): string | null {
  if (grid === 'none' || !isInGridArea(position, grid)) return null
  if (grid === 'MGRS') return mgrs(position, decimals)
  if (grid === 'OSGB') return osGrid(position, Math.min(4, decimals))
  const { zone, eastingM, northingM } = gridCoordinates(position, grid)
  const stepM = 10 ** (ALL_DECIMALS - decimals)
  const rounded = (metres: number) => grouped(Math.round(metres / stepM) * stepM)
  const metres = `${stepM > 1 ? 'about ' : ''}E ${rounded(eastingM)}, N ${rounded(northingM)}`
  if (grid === 'NZTM2000') return `NZTM2000 ${metres}`
  return grid === 'UTM' ? `UTM zone ${zone} ${position[1] < 0 ? 'south' : 'north'}, ${metres}` : `MGA2020 zone ${zone}, ${metres}`
}

/** Five decimals are accurate to about a metre. More would suggest false precision. */
const ALL_DECIMALS = 5
export const decimalDegrees = ([lon, lat]: LonLat, decimals = ALL_DECIMALS) => `${lat.toFixed(decimals)}, ${lon.toFixed(decimals)}`

/** Rounded before the split, so that 60 minutes never occur. Three decimals of a minute are about two metres. */
function degreesAndMinutes(degrees: number, [positive, negative]: readonly [string, string], decimals: number): string {
  const perMinute = 10 ** decimals
  const parts = Math.round(Math.abs(degrees) * 60 * perMinute)
  const [whole, minutes] = [Math.floor(parts / perMinute / 60), (parts / perMinute) % 60]
  return `${whole}° ${minutes.toFixed(decimals).padStart(decimals > 0 ? decimals + 3 : 2, '0')}′ ${degrees < 0 ? negative : positive}`
}

/** `grid` is null if the site chose no grid or the position is outside the grid's area. */
export type Notations = { decimal: string; minutes: string; grid: string | null }

/** With fewer decimals in degrees, the other notations also have fewer digits. */
export const notationsOf = (position: LonLat, grid: GridName, decimals = ALL_DECIMALS): Notations => ({
  decimal: decimalDegrees(position, decimals),
  minutes: `${degreesAndMinutes(position[1], ['N', 'S'], decimals - 2)}, ${degreesAndMinutes(position[0], ['E', 'W'], decimals - 2)}`,
  grid: gridText(position, grid, decimals),
})

export const notationLines = (position: LonLat, grid: GridName, decimals?: number): string[] =>
  Object.values(notationsOf(position, grid, decimals)).filter((text) => text !== null)
