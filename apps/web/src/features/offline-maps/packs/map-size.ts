/** Texts for a map's size, how much of it is downloaded, and the time left. */
import type { SiteBundle } from '@trailwarden/site'
import type { MapPack } from './map-pack.ts'

/** Returns the download size. Null until the site's data is loaded, and for tiles from another server, whose size is unknown. */
export const bytesOf = (pack: Pick<MapPack, 'sizeKey'>, bundle: Pick<SiteBundle, 'offlineBytes'> | null): number | null =>
  bundle?.offlineBytes[pack.sizeKey] ?? null

const UNITS = [
  [1e9, 'GB'],
  [1e6, 'MB'],
  [1e3, 'kB'],
] as const
const unitOf = (bytes: number) => UNITS.find(([size]) => bytes >= size) ?? UNITS[2]
/** Shows one decimal for less than 10 MB or GB, because it makes a difference there. */
const inUnit = (bytes: number, [size, name]: (typeof UNITS)[number]) => {
  const value = bytes / size
  return name === 'kB' || value >= 10 || value === 0 ? String(Math.round(value)) : value.toFixed(1)
}

/** Returns, for example, `34 MB`. */
export const sizeText = (bytes: number): string => `${inUnit(bytes, unitOf(bytes))} ${unitOf(bytes)[1]}`

/** Returns, for example, `14 of 22 MB`. This is an estimate from the number of tiles, which are similar in size. */
export function shareText(bytes: number, stored: number, tileCount: number): string {
  const unit = unitOf(bytes)
  return `${inUnit((bytes * stored) / tileCount, unit)} of ${inUnit(bytes, unit)} ${unit[1]}`
}

/** Estimates the bytes still to download from the number of missing tiles. */
export const missingBytes = (bytes: number, stored: number, tileCount: number): number => (bytes * (tileCount - stored)) / tileCount
export const missingText = (bytes: number, stored: number, tileCount: number): string => sizeText(missingBytes(bytes, stored, tileCount))

/** During the first seconds of a download, its speed is too unreliable for an estimate. */
const TOO_EARLY_MS = 3000

/** The remaining time at the current speed. Null until it can be estimated. */
export const timeLeft = (passedMs: number, loaded: number, missing: number): number | null =>
  passedMs < TOO_EARLY_MS || loaded <= 0 ? null : (passedMs / loaded) * missing

/** Returns, for example, `about 20 s left`. */
export function timeLeftText(leftMs: number): string {
  const seconds = Math.max(10, Math.round(leftMs / 10_000) * 10)
  return seconds < 60 ? `about ${seconds} s left` : `about ${Math.round(seconds / 60)} min left`
}
