/**
 * `{z}`, `{x}` and `{y}` may be in any order, with `{-y}` if rows count from the south. `{s}` is one of the base map's `subdomains`, and
 * `{a-c}` a range of them. The server fills in `{token}`. A path on our own server begins with a single slash.
 */
import type { BaseMap } from '../site-json/schema.ts'
import type { Tile } from './tile-cover.ts'

type Template = Pick<BaseMap, 'url' | 'subdomains'>

const SUBDOMAIN = /\{(s|([a-z])-([a-z])|(\d)-(\d))\}/

function subdomainsOf({ url, subdomains = [] }: Template): readonly string[] {
  const [, name, from, to, first, last] = SUBDOMAIN.exec(url) ?? []
  if (name === 's') return subdomains
  const [start = '', end = ''] = [from ?? first, to ?? last]
  const names: string[] = []
  for (let code = start.charCodeAt(0); code <= end.charCodeAt(0); code++) names.push(String.fromCharCode(code))
  return names
}

/** A tile always gets one subdomain, because devices find a downloaded tile by its address. */
export function tilePath(base: Template, { z, x, y }: Tile): string {
  const names = subdomainsOf(base)
  const values: Record<string, number> = { z, x, y, '-y': 2 ** z - 1 - y }
  return base.url
    .replace(/\{(z|x|-?y)\}/g, (_, name: string) => String(values[name]))
    .replace(SUBDOMAIN, () => names[(x + y) % names.length] ?? '')
}

export const isOwnTiles = ({ url }: Pick<BaseMap, 'url'>): boolean => /^\/(?!\/)/.test(url)

/** Plain http is only allowed for this machine, for local tests. A star or a semicolon could extend a policy to other origins. */
const ORIGIN = /^(https:\/\/[a-z0-9.-]+|http:\/\/(localhost|127\.0\.0\.1))(:\d{1,5})?$/

export function originsOfTemplate(base: Template): (string | null)[] {
  if (isOwnTiles(base)) return []
  const names = SUBDOMAIN.test(base.url) ? subdomainsOf(base) : ['']
  return names.map((name) => {
    const address = base.url.replace(SUBDOMAIN, name)
    const origin = /^https?:\/\/[^/?#]*/.exec(address)?.[0] ?? ''
    return ORIGIN.test(origin) ? origin : null
  })
}

/** The policies of the page and the service worker must allow exactly these external origins. */
export function tileOrigins(baseMaps: readonly Pick<BaseMap, 'url' | 'darkUrl' | 'subdomains'>[]): string[] {
  const found = baseMaps.flatMap(({ url, darkUrl, subdomains }) =>
    [url, darkUrl ?? url].flatMap((one) => originsOfTemplate({ url: one, subdomains })),
  )
  return [...new Set(found.filter((origin) => origin !== null))].sort()
}
