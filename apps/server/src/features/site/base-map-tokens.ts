/**
 * Tokens are set in the environment, so that they aren't in the site's files. They aren't secret, because browsers send them with every
 * tile. The provider's own limits (addresses, requests) protect them.
 */
import type { BaseMap } from '@trailwarden/site'
import type { SiteContent } from './site.ts'

const TOKEN = '{token}'

/** For example `BASE_MAP_TOKEN_AERIAL_2024` for `aerial-2024`. */
const settingOf = (id: string) => `BASE_MAP_TOKEN_${id.toUpperCase().replaceAll('-', '_')}`

function filled(base: BaseMap, tokens: Readonly<Record<string, string>>): BaseMap {
  const { url, darkUrl } = base
  if (!`${url} ${darkUrl ?? ''}`.includes(TOKEN)) return base
  const setting = settingOf(base.id)
  const token = tokens[setting]
  if (!token) throw new Error(`The server cannot start: ${setting} is not set, and the base map "${base.id}" of the site needs it.`)
  const fill = (template: string) => template.replaceAll(TOKEN, encodeURIComponent(token))
  return { ...base, url: fill(url), ...(darkUrl !== undefined && { darkUrl: fill(darkUrl) }) }
}

export function withTokens(content: SiteContent, tokens: Readonly<Record<string, string>>): SiteContent {
  const baseMaps = content.site.baseMaps.map((base) => filled(base, tokens))
  return {
    ...content,
    site: { ...content.site, baseMaps },
    bundle: { ...content.bundle, site: { ...content.bundle.site, baseMaps } },
  }
}
