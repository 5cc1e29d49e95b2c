import type { BaseMap, Bounds, Site } from '../site-json/schema.ts'
import { isOwnTiles, originsOfTemplate } from './tile-address.ts'

type BaseMapIssue = { id: string; detail: string }

/** The app would send any other placeholder to the provider unchanged. */
const PLACEHOLDER = /\{(z|x|-?y|s|token|[a-z]-[a-z]|\d-\d)\}/g

function urlIssues(base: BaseMap, url: string): string[] {
  const issues: string[] = []
  const missing = [/\{z\}/, /\{x\}/, /\{-?y\}/].filter((one) => !one.test(url))
  if (missing.length > 0) issues.push('its address must have {z}, {x} and {y} (or {-y} if rows count from the south)')
  const unknown = /\{[^}]*\}/.exec(url.replace(PLACEHOLDER, ''))?.[0]
  if (unknown) issues.push(`the placeholder ${unknown} in its address is unknown`)
  const origins = originsOfTemplate({ url, subdomains: base.subdomains })
  if (!isOwnTiles({ url }) && origins.length === 0) issues.push('{s} in its address needs a list "subdomains"')
  if (origins.includes(null)) issues.push('its address must begin with https:// and a host, or be a path of this server, such as /tiles/…')
  // Devices look up stored tiles without the query string, because tokens in the query string change.
  if (base.offlineAllowed && /\?.*\{(z|x|-?y)\}/.test(url))
    issues.push('tiles with {z}, {x} or {y} in the query string cannot be stored on devices: set "offlineAllowed": false')
  return issues
}

export const fileUrl = (id: string): string => `/tiles/${id}/{z}/{x}/{y}`

const overlap = (one: Bounds, other: Bounds): boolean =>
  one.west < other.east && one.east > other.west && one.south < other.north && one.north > other.south

function issuesOf(base: BaseMap, { baseMaps, networks }: Pick<Site, 'baseMaps' | 'networks'>): string[] {
  const { url, darkUrl, tileSize = 256, minZoom, maxZoom, fallback, bounds, file } = base
  const issues = [url, ...(darkUrl === undefined ? [] : [darkUrl])].flatMap((one) => urlIssues(base, one))
  if (file !== undefined && (!/^[\w.-]+\.(pm|mb)tiles$/i.test(file) || url !== fileUrl(base.id)))
    issues.push(`"file" must end in .pmtiles or .mbtiles, and the address must be ${fileUrl(base.id)}`)
  if (tileSize !== 256 && tileSize !== 512) issues.push(`its tiles must be 256 or 512 pixels wide, not ${tileSize}`)
  if (minZoom > maxZoom) issues.push('its minZoom is above its maxZoom')
  if (fallback === base.id || (fallback !== undefined && !baseMaps.some(({ id }) => id === fallback)))
    issues.push(`its fallback "${fallback}" must be another base map of the site`)
  // A base map may cover only part of a network, because the fallback fills the rest. Bounds outside every network are a mistake.
  if (bounds && !networks.some((network) => overlap(bounds, network.bounds)))
    issues.push('its bounds are outside every network of the site')
  return issues
}

export const baseMapIssues = (site: Pick<Site, 'baseMaps' | 'networks'>): BaseMapIssue[] =>
  site.baseMaps.flatMap((base) => issuesOf(base, site).map((detail) => ({ id: base.id, detail })))
