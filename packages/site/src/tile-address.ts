/**
 * Templates of tile addresses: `{z}`, `{x}`, `{y}` in any order, or `{-y}` where rows count from the south; `{s}` for one of the base map's
 * `subdomains`, or a range of them such as `{a-c}`; `{token}`, which the server fills in. A path of our own begins with a single slash.
 */
import type { BaseMap } from './schema.ts'
import type { Tile } from './tile-cover.ts'

type Template = Pick<BaseMap, 'url' | 'subdomains'>

const SUBDOMAIN = /\{(s|([a-z])-([a-z])|(\d)-(\d))\}/

/** The names that the first placeholder for a subdomain stands for; none where there is no such placeholder. */
function subdomainsOf({ url, subdomains = [] }: Template): readonly string[] {
  const [, name, from, to, first, last] = SUBDOMAIN.exec(url) ?? []
  if (name === 's') return subdomains
  const [start = '', end = ''] = [from ?? first, to ?? last]
  const names: string[] = []
  for (let code = start.charCodeAt(0); code <= end.charCodeAt(0); code++) names.push(String.fromCharCode(code))
  return names
}

/** Where a tile is found. Always at the same subdomain: a downloaded tile is looked for under the address it was fetched from. */
export function tilePath(base: Template, { z, x, y }: Tile): string {
  const names = subdomainsOf(base)
  const values: Record<string, number> = { z, x, y, '-y': 2 ** z - 1 - y }
  return base.url
    .replace(/\{(z|x|-?y)\}/g, (_, name: string) => String(values[name]))
    .replace(SUBDOMAIN, () => names[(x + y) % names.length] ?? '')
}

export const isOwnTiles = ({ url }: Pick<BaseMap, 'url'>): boolean => /^\/(?!\/)/.test(url)

/** Of a whole address; on this machine also without TLS, to try things out. A star or a semicolon would be read as more than one origin. */
const ORIGIN = /^(https:\/\/[a-z0-9.-]+|http:\/\/(localhost|127\.0\.0\.1))(:\d{1,5})?$/

/** The origin of each of the template's subdomains; null for one that is no origin to trust. */
export function originsOfTemplate(base: Template): (string | null)[] {
  if (isOwnTiles(base)) return []
  const names = SUBDOMAIN.test(base.url) ? subdomainsOf(base) : ['']
  return names.map((name) => {
    const address = base.url.replace(SUBDOMAIN, name)
    const origin = /^https?:\/\/[^/?#]*/.exec(address)?.[0] ?? ''
    return ORIGIN.test(origin) ? origin : null
  })
}

/** Where the tiles of these base maps come from besides our own server: what the policies of page and worker must allow, and no more. */
export function tileOrigins(baseMaps: readonly Pick<BaseMap, 'url' | 'darkUrl' | 'subdomains'>[]): string[] {
  const found = baseMaps.flatMap(({ url, darkUrl, subdomains }) =>
    [url, darkUrl ?? url].flatMap((one) => originsOfTemplate({ url: one, subdomains })),
  )
  return [...new Set(found.filter((origin) => origin !== null))].sort()
}
