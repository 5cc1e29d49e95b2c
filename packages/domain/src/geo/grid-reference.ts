/**
 * One position in the three notations that rescuers in Australia use. The grid is MGA2020: transverse Mercator on the GRS80 ellipsoid in
 * zones of six degrees, computed with Krüger's series, which is exact to less than a millimetre within a zone. A phone's position refers
 * to WGS 84; the two differ by less than a metre, which is less than a phone knows.
 */
import type { LonLat } from './trail-reference-geometry.ts'

export type GridReference = { zone: number; eastingM: number; northingM: number }

const RADIANS = Math.PI / 180
const SEMI_MAJOR_M = 6_378_137
const FLATTENING = 1 / 298.257222101
const SCALE = 0.9996
const FALSE_EASTING_M = 500_000
const FALSE_NORTHING_M = 10_000_000

const N = FLATTENING / (2 - FLATTENING)
const ECCENTRICITY = Math.sqrt(FLATTENING * (2 - FLATTENING))
const MERIDIAN_RADIUS_M = (SEMI_MAJOR_M / (1 + N)) * (1 + N ** 2 / 4 + N ** 4 / 64)
/** Krüger's coefficients: how the ellipsoid departs from a sphere, to the fourth order of N. */
const ALPHA = [
  N / 2 - (2 / 3) * N ** 2 + (5 / 16) * N ** 3 + (41 / 180) * N ** 4,
  (13 / 48) * N ** 2 - (3 / 5) * N ** 3 + (557 / 1440) * N ** 4,
  (61 / 240) * N ** 3 - (103 / 140) * N ** 4,
  (49561 / 161280) * N ** 4,
]

export function toGridReference([lon, lat]: LonLat, zone = Math.floor(lon / 6) + 31): GridReference {
  const fromCentralMeridian = (lon - (zone * 6 - 183)) * RADIANS
  const sinLat = Math.sin(lat * RADIANS)
  const conformal = Math.sinh(Math.atanh(sinLat) - ECCENTRICITY * Math.atanh(ECCENTRICITY * sinLat))
  const xi = Math.atan2(conformal, Math.cos(fromCentralMeridian))
  const eta = Math.asinh(Math.sin(fromCentralMeridian) / Math.hypot(conformal, Math.cos(fromCentralMeridian)))
  let [north, east] = [xi, eta]
  ALPHA.forEach((alpha, i) => {
    const k = 2 * (i + 1)
    north += alpha * Math.sin(k * xi) * Math.cosh(k * eta)
    east += alpha * Math.cos(k * xi) * Math.sinh(k * eta)
  })
  return {
    zone,
    eastingM: FALSE_EASTING_M + SCALE * MERIDIAN_RADIUS_M * east,
    northingM: FALSE_NORTHING_M + SCALE * MERIDIAN_RADIUS_M * north,
  }
}

/** Five decimals are a metre: more would pretend. */
export const decimalDegrees = ([lon, lat]: LonLat) => `${lat.toFixed(5)}, ${lon.toFixed(5)}`

/** '41° 10.519′ S': three decimals of a minute are two metres. Rounded before it is split, so that 60 minutes are never written. */
function degreesAndMinutes(degrees: number, positive: string, negative: string): string {
  const thousandths = Math.round(Math.abs(degrees) * 60_000)
  const minutes = ((thousandths % 60_000) / 1000).toFixed(3).padStart(6, '0')
  return `${Math.floor(thousandths / 60_000)}° ${minutes}′ ${degrees < 0 ? negative : positive}`
}

const grouped = (metres: number) => String(Math.round(metres)).replace(/\B(?=(\d{3})+$)/g, ' ')

export type Notations = { decimal: string; minutes: string; grid: string }

/** The three ways to say where something is. */
export function notationsOf(position: LonLat): Notations {
  const { zone, eastingM, northingM } = toGridReference(position)
  return {
    decimal: decimalDegrees(position),
    minutes: `${degreesAndMinutes(position[1], 'N', 'S')}, ${degreesAndMinutes(position[0], 'E', 'W')}`,
    grid: `MGA zone ${zone}, E ${grouped(eastingM)}, N ${grouped(northingM)}`,
  }
}
