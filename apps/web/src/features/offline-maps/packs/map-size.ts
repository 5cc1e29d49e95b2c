/** Tiles are similar in size, so the number of tiles is enough for estimates. */
import type { SiteBundle } from '@trailwarden/site'
import type { MapPack } from './map-pack.ts'

/** The size is unknown until the site's data is loaded, and for tiles from another server. */
export const bytesOf = (pack: Pick<MapPack, 'sizeKey'>, bundle: Pick<SiteBundle, 'offlineBytes'> | null): number | null =>
  bundle?.offlineBytes[pack.sizeKey] ?? null

const UNITS = [
  [1e9, 'GB'],
  [1e6, 'MB'],
  [1e3, 'kB'],
] as const
const unitOf = (bytes: number) => UNITS.find(([size]) => bytes >= size) ?? UNITS[2]
/** Below 10 MB or GB, one decimal makes a difference. */
const inUnit = (bytes: number, [size, name]: (typeof UNITS)[number]) => {
  const value = bytes / size
  return name === 'kB' || value >= 10 || value === 0 ? String(Math.round(value)) : value.toFixed(1)
}

export const sizeText = (bytes: number): string => `${inUnit(bytes, unitOf(bytes))} ${unitOf(bytes)[1]}`

/** Returns, for example, `14 of 22 MB`, estimated from the number of tiles. */
export function shareText(bytes: number, stored: number, tileCount: number): string {
  const unit = unitOf(bytes)
  return `${inUnit((bytes * stored) / tileCount, unit)} of ${inUnit(bytes, unit)} ${unit[1]}`
}

export const missingBytes = (bytes: number, stored: number, tileCount: number): number => (bytes * (tileCount - stored)) / tileCount
export const missingText = (bytes: number, stored: number, tileCount: number): string => sizeText(missingBytes(bytes, stored, tileCount))

/** During the first seconds of a download, its speed is too unreliable for an estimate. */
const TOO_EARLY_MS = 3000

/** Null means that the time can't be estimated yet. */
export const timeLeft = (passedMs: number, loaded: number, missing: number): number | null =>
  passedMs < TOO_EARLY_MS || loaded <= 0 ? null : (passedMs / loaded) * missing

export function timeLeftText(leftMs: number): string {
  const seconds = Math.max(10, Math.round(leftMs / 10_000) * 10)
  return seconds < 60 ? `about ${seconds} s left` : `about ${Math.round(seconds / 60)} min left`
}
