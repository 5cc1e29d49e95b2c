/** What is wrong with a site's base maps, in sentences for the person who wrote the entry. */
import type { BaseMap, Bounds, Site } from './schema.ts'
import { isOwnTiles, originsOfTemplate } from './tile-address.ts'

type BaseMapIssue = { id: string; detail: string }

/** Placeholders that a template may have, and no others: a provider would be sent the rest as it stands. */
const PLACEHOLDER = /\{(z|x|-?y|s|token|[a-z]-[a-z]|\d-\d)\}/g

function urlIssues(base: BaseMap, url: string): string[] {
  const issues: string[] = []
  const missing = [/\{z\}/, /\{x\}/, /\{-?y\}/].filter((one) => !one.test(url))
  if (missing.length > 0) issues.push('its address must have {z}, {x} and {y} (or {-y}, where rows count from the south)')
  const unknown = /\{[^}]*\}/.exec(url.replace(PLACEHOLDER, ''))?.[0]
  if (unknown) issues.push(`nobody knows what ${unknown} in its address stands for`)
  const origins = originsOfTemplate({ url, subdomains: base.subdomains })
  if (!isOwnTiles({ url }) && origins.length === 0) issues.push('{s} in its address needs a list "subdomains"')
  if (origins.includes(null)) issues.push('its address must begin with https:// and a host, or be a path of this server, such as /tiles/…')
  // Stored tiles are found by their address without what follows the question mark: tokens change.
  if (base.offlineAllowed && /\?.*\{(z|x|-?y)\}/.test(url))
    issues.push('tiles that are named after a question mark cannot be kept on phones: set "offlineAllowed": false')
  return issues
}

/** Where the server answers with the tiles of a base map's file. */
export const fileUrl = (id: string): string => `/tiles/${id}/{z}/{x}/{y}`

const overlap = (one: Bounds, other: Bounds): boolean =>
  one.west < other.east && one.east > other.west && one.south < other.north && one.north > other.south

/** What is wrong with one entry, given the others. */
function issuesOf(base: BaseMap, { baseMaps, networks }: Pick<Site, 'baseMaps' | 'networks'>): string[] {
  const { url, darkUrl, tileSize = 256, minZoom, maxZoom, fallback, bounds, file } = base
  const issues = [url, ...(darkUrl === undefined ? [] : [darkUrl])].flatMap((one) => urlIssues(base, one))
  if (file !== undefined && (!/^[\w.-]+\.(pm|mb)tiles$/i.test(file) || url !== fileUrl(base.id)))
    issues.push(`with a "file", which is a name ending in .pmtiles or .mbtiles, its address is ${fileUrl(base.id)}`)
  if (tileSize !== 256 && tileSize !== 512) issues.push(`its tiles are 256 or 512 pixels wide, not ${tileSize}`)
  if (minZoom > maxZoom) issues.push('its minZoom is above its maxZoom')
  if (fallback === base.id || (fallback !== undefined && !baseMaps.some(({ id }) => id === fallback)))
    issues.push(`its fallback "${fallback}" is no other base map of the site`)
  // Part of a network is something: the rest has the base map below. Far from all of them is a mistake in the numbers.
  if (bounds && !networks.some((network) => overlap(bounds, network.bounds))) issues.push('its bounds lie beside every network of the site')
  return issues
}

export const baseMapIssues = (site: Pick<Site, 'baseMaps' | 'networks'>): BaseMapIssue[] =>
  site.baseMaps.flatMap((base) => issuesOf(base, site).map((detail) => ({ id: base.id, detail })))
