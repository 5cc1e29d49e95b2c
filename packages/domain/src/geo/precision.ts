/** A description must never be more precise than the device's accuracy (RULES.md, TR17 to TR19). */
import { distanceText } from './distance-text.ts'
import type { LonLat } from './trail-reference-geometry.ts'

/** `at` is in milliseconds. `accuracyM` is null if the device reported no accuracy. */
export type Fix = { position: LonLat; accuracyM: number | null; at: number }

/** The band of an accuracy: `exact` up to 30 m, `near` up to 100 m, `rough` up to 1 km or if unknown, and `lost` beyond that. */
export type PrecisionBand = 'exact' | 'near' | 'rough' | 'lost'
/** `radiusM` is null if the accuracy isn't known. `decimals` applies to degrees. */
export type Precision = { band: PrecisionBand; radiusM: number | null; decimals: number }

const BANDS: readonly { upToM: number; band: PrecisionBand; decimals: number }[] = [
  { upToM: 30, band: 'exact', decimals: 5 },
  { upToM: 100, band: 'near', decimals: 4 },
  { upToM: 1000, band: 'rough', decimals: 3 },
]
const LOST = { band: 'lost', decimals: 2 } as const

/** After this time, the person may have moved on. */
const FRESH_MS = 60_000
/** After this time, the reported accuracy of a position is no longer meaningful. */
export const STALE_MS = 300_000

/** The accuracy is rounded up, so 30.4 m counts as 31 m. */
export function precisionOf(accuracyM: number | null, ageMs = 0): Precision {
  const radiusM = accuracyM === null || Number.isNaN(accuracyM) ? null : Math.ceil(accuracyM)
  if (radiusM !== null && radiusM > 1000) return { ...LOST, radiusM: ageMs > STALE_MS ? null : radiusM }
  const known = radiusM === null || ageMs > STALE_MS ? null : radiusM
  const { band, decimals } = BANDS.find(({ upToM }) => known !== null && known <= upToM) ?? { band: 'rough', decimals: 3 }
  return { band, decimals, radiusM: known }
}

/** Returns the precision of a stored place. A place chosen on the map has no accuracy and counts as exact, whatever its age. */
export const precisionOfPlace = (accuracyM: number | null, ageMs = 0) =>
  accuracyM === null ? precisionOf(0) : precisionOf(accuracyM, ageMs)

export const precisionOfFix = ({ accuracyM, at }: Fix, now: number) => precisionOf(accuracyM, now - at)

export function fixAge(fix: Fix, now: number): { ageS: number; isOld: boolean } {
  return { ageS: Math.max(0, Math.floor((now - fix.at) / 1000)), isOld: now - fix.at > FRESH_MS }
}

export const isRough = (accuracyM: number | null) => precisionOfPlace(accuracyM).band !== 'exact'

const inKm = (metres: number) => (metres < 1000 ? `${metres} m` : `${metres / 1000} km`)

const radiusText = (radiusM: number) => inKm(radiusM < 1000 ? radiusM : Math.ceil(radiusM / 100) * 100)

export function accuracyText({ band, radiusM }: Precision): string {
  if (radiusM === null) return 'accuracy not known'
  return `${band === 'exact' ? '' : 'only '}accurate to ${radiusText(radiusM)}`
}

/** For example '60 m', 'about 50 m' or 'within 450 m'. Null if the distance isn't known. */
export function distanceFrom({ band, radiusM }: Precision, metres: number): string | null {
  if (band === 'exact') return distanceText(metres)
  if (band === 'near') return `about ${inKm(Math.max(50, Math.round(metres / 50) * 50))}`
  return band === 'lost' || radiusM === null ? null : `within ${inKm(Math.ceil((metres + radiusM) / 50) * 50)}`
}

export function awayText(precision: Precision, metres: number): string | null {
  if (precision.band === 'exact' && metres < 10) return 'Right here'
  const text = distanceFrom(precision, metres)
  return text === null || precision.band === 'rough' ? text : `${text} away`
}

/** Below three times the accuracy radius, the direction may be wrong. */
export const hasDirection = ({ band, radiusM }: Precision, metres: number) =>
  (band === 'exact' || band === 'near') && radiusM !== null && metres >= 3 * radiusM
