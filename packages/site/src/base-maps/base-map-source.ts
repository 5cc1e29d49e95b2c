import { copyFile, mkdir, readFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { BaseMap, Bounds, Site } from '../site-json/schema.ts'
import { fileUrl } from './base-map-check.ts'
import { BASE_MAPS_FOLDER } from './base-map-files.ts'
import { isOwnTiles, tilePath } from './tile-address.ts'
import { type Tile, tilesOf } from './tile-cover.ts'
import { isTileFile, openTileFile, pictureType } from './tile-file.ts'
import { readWmts } from './wmts.ts'

/** `attribution` is null if the source doesn't include one. */
type Described = Pick<BaseMap, 'url'> &
  Partial<Pick<BaseMap, 'file' | 'tileSize'>> & { minZoom: number; maxZoom: number; bounds: Bounds | null; attribution: string | null }

export type Options = Partial<BaseMap> & Pick<BaseMap, 'id' | 'title' | 'offlineAllowed'> & { layer?: string | undefined }

const WHOLE_ADDRESS = /^https?:\/\//

async function readText(source: string): Promise<string> {
  if (!WHOLE_ADDRESS.test(source)) return readFile(source, 'utf8')
  const reply = await fetch(source, { signal: AbortSignal.timeout(20_000) })
  if (!reply.ok) throw new Error(`${source} answered ${reply.status}`)
  return reply.text()
}

async function describe(source: string, { id, layer }: Options): Promise<Described> {
  if (isTileFile(source) && !WHOLE_ADDRESS.test(source)) {
    const file = await openTileFile(source)
    const { minZoom, maxZoom, bounds, attribution } = file
    await file.close()
    return { url: fileUrl(id), file: basename(source), minZoom, maxZoom, bounds, attribution }
  }
  if (/\{(z|-?y)\}/.test(source)) return { url: source, minZoom: 0, maxZoom: 18, bounds: null, attribution: null }
  const { title: _, tileSize, ...found } = readWmts(await readText(source), layer)
  return { ...found, attribution: null, ...(tileSize === 512 && { tileSize }) }
}

export async function describeBaseMap(source: string, options: Options): Promise<BaseMap> {
  const { bounds, attribution, ...described } = await describe(source, options)
  const { layer: _, ...wanted } = options
  const named = wanted.attribution ?? attribution
  if (!named) throw new Error('name its author with --attribution, which people see on the map')
  return { ...described, ...(bounds && { bounds }), ...wanted, attribution: named }
}

function sampleTile({ minZoom, maxZoom }: BaseMap, { networks: [network] }: Site): Tile {
  const { west = 0, south = 0, east = 0, north = 0 } = network?.bounds ?? {}
  const [lng, lat, z] = [(west + east) / 2, (south + north) / 2, Math.min(Math.max(12, minZoom), maxZoom)]
  const [tile] = tilesOf({ bounds: { west: lng, east: lng, south: lat, north: lat }, minZoom: z, maxZoom: z })
  return tile ?? { z: 0, x: 0, y: 0 }
}

export async function tryProvider(base: BaseMap, site: Site, token: string | undefined): Promise<void> {
  if (isOwnTiles(base)) return
  if (base.url.includes('{token}') && !token)
    throw new Error('its address contains {token}: set the token in the environment as the docs describe')
  const address = tilePath({ ...base, url: base.url.replaceAll('{token}', token ?? '') }, sampleTile(base, site))
  const reply = await fetch(address, { headers: { origin: 'https://trails.example' }, signal: AbortSignal.timeout(20_000) })
  const shown = token ? address.replaceAll(token, '…') : address
  if (!reply.ok) throw new Error(`${shown} answered ${reply.status}`)
  if (pictureType(new Uint8Array(await reply.arrayBuffer())) === null)
    throw new Error(`${shown} isn't an image (${reply.headers.get('content-type')}): the map only draws raster tiles, no vectors`)
  // Devices can display tiles without this permission of the provider's server, but can't download them.
  if (base.offlineAllowed && !reply.headers.get('access-control-allow-origin'))
    throw new Error(
      "its server doesn't allow pages to fetch tiles (no Access-Control-Allow-Origin), so it can't be downloaded: leave out --offline",
    )
}

export async function keepFile(siteFolder: string, source: string): Promise<void> {
  const folder = join(siteFolder, BASE_MAPS_FOLDER)
  const target = join(folder, basename(source))
  if (resolve(source) === resolve(target)) return
  await mkdir(folder, { recursive: true })
  await copyFile(source, target)
}

export function withBaseMap(siteJson: string, base: BaseMap): string {
  const start = siteJson.indexOf('[', siteJson.indexOf('"baseMaps"'))
  let [end, depth, isText] = [start, 0, false]
  for (; end < siteJson.length; end++) {
    const character = siteJson[end]
    if (character === '"' && siteJson[end - 1] !== '\\') isText = !isText
    if (isText) continue
    if (character === '[') depth++
    if (character === ']' && --depth === 0) break
  }
  const before = siteJson.slice(0, end).trimEnd()
  const entry = JSON.stringify(base, null, 2).replaceAll('\n', '\n    ')
  return `${before}${before.endsWith('[') ? '' : ','}\n    ${entry}\n  ${siteJson.slice(end)}`
}
