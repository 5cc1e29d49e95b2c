/** How large a map is, how much of it is here, and how long the rest takes, in the words of the screen. */
import type { SiteBundle } from '@trailwarden/site'
import type { MapPack } from './map-pack.ts'

/** Null while the site's data is not here, and for tiles of another server: nobody knows. */
export const bytesOf = (pack: Pick<MapPack, 'sizeKey'>, bundle: Pick<SiteBundle, 'offlineBytes'> | null): number | null =>
  bundle?.offlineBytes[pack.sizeKey] ?? null

const UNITS = [
  [1e9, 'GB'],
  [1e6, 'MB'],
  [1e3, 'kB'],
] as const
const unitOf = (bytes: number) => UNITS.find(([size]) => bytes >= size) ?? UNITS[2]
/** Two figures at least: of three megabytes it matters which. */
const inUnit = (bytes: number, [size, name]: (typeof UNITS)[number]) => {
  const value = bytes / size
  return name === 'kB' || value >= 10 || value === 0 ? String(Math.round(value)) : value.toFixed(1)
}

/** `34 MB` */
export const sizeText = (bytes: number): string => `${inUnit(bytes, unitOf(bytes))} ${unitOf(bytes)[1]}`

/** `14 of 22 MB`: reckoned by the share of the tiles, which are all about the same size. */
export function shareText(bytes: number, stored: number, tileCount: number): string {
  const unit = unitOf(bytes)
  return `${inUnit((bytes * stored) / tileCount, unit)} of ${inUnit(bytes, unit)} ${unit[1]}`
}

/** What is still to be fetched, reckoned the same way. */
export const missingBytes = (bytes: number, stored: number, tileCount: number): number => (bytes * (tileCount - stored)) / tileCount
export const missingText = (bytes: number, stored: number, tileCount: number): string => sizeText(missingBytes(bytes, stored, tileCount))

/** The first seconds tell nothing yet. */
const TOO_EARLY_MS = 3000

/** What is left at the pace so far; null while that cannot be told. */
export const timeLeft = (passedMs: number, loaded: number, missing: number): number | null =>
  passedMs < TOO_EARLY_MS || loaded <= 0 ? null : (passedMs / loaded) * missing

/** `about 20 s left` */
export function timeLeftText(leftMs: number): string {
  const seconds = Math.max(10, Math.round(leftMs / 10_000) * 10)
  return seconds < 60 ? `about ${seconds} s left` : `about ${Math.round(seconds / 60)} min left`
}
