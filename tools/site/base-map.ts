/** `npm run site -- base-map add` inspects a base map, tests it and adds it to the site. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Site } from '@trailwarden/site'
import {
  type BaseMapOptions,
  baseMapIssues,
  checkSite,
  describeBaseMap,
  keepFile,
  openIssues,
  readSiteFiles,
  SoundSite,
  tryProvider,
  withBaseMap,
} from '@trailwarden/site/files'

export const BASE_MAP_USAGE = `  npm run site -- base-map add <template, WMTS address or file> <site> --id <id> --title <title> --attribution <who made it>
      [--offline] [--layer <of the WMTS>] [--fallback <id>] [--min-zoom n] [--max-zoom n] [--bounds west,south,east,north]
      [--subdomains a,b] [--tile-size 512] [--photo] [--no-names] [--partly]`

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const
const OPTIONS = {
  id: text,
  title: text,
  attribution: text,
  layer: text,
  fallback: text,
  'min-zoom': text,
  'max-zoom': text,
  bounds: text,
  subdomains: text,
  'tile-size': text,
  offline: flag,
  photo: flag,
  'no-names': flag,
  partly: flag,
} as const

function readOptions(values: ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values']): BaseMapOptions {
  const { id, title, attribution, layer, fallback, subdomains } = values
  if (!id || !title) throw new Error(`a base map needs --id and --title\n${BASE_MAP_USAGE}`)
  const [west = 0, south = 0, east = 0, north = 0] = (values.bounds ?? '').split(',').map(Number)
  return {
    id,
    title,
    offlineAllowed: values.offline ?? false,
    ...(attribution && { attribution }),
    ...(layer && { layer }),
    ...(fallback && { fallback }),
    ...(values['min-zoom'] && { minZoom: Number(values['min-zoom']) }),
    ...(values['max-zoom'] && { maxZoom: Number(values['max-zoom']) }),
    ...(values.bounds && { bounds: { west, south, east, north } }),
    ...(subdomains && { subdomains: subdomains.split(',') }),
    ...(values['tile-size'] && { tileSize: Number(values['tile-size']) }),
    ...(values.photo && { isPhoto: true }),
    ...(values['no-names'] && { hasNames: false }),
  }
}

/** An error leaves `site.json` unchanged and has a readable message. */
export async function addBaseMap(source: string, folder: string, args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
  const chosen = readOptions(values)
  const path = join(folder, 'site.json')
  const before = await readFile(path, 'utf8')
  const site = Site.parse(JSON.parse(before))
  const base = await describeBaseMap(source, chosen)
  const after = withBaseMap(before, base)
  const wanted = SoundSite.safeParse(JSON.parse(after))
  if (!wanted.success) throw new Error(`not added: ${wanted.error.issues.map(({ message }) => message).join('; ')}`)
  const wrong = baseMapIssues(wanted.data).filter(({ id }) => id === base.id)
  if (wrong.length > 0) throw new Error(`not added: ${wrong.map(({ detail }) => detail).join('; ')}`)
  const { bounds } = base
  const bare = bounds
    ? site.networks.filter(
        ({ bounds: b }) => bounds.west > b.west || bounds.south > b.south || bounds.east < b.east || bounds.north < b.north,
      )
    : []
  if (bare.length > 0 && !values.partly)
    throw new Error(`not added: it leaves out part of ${bare.map(({ name }) => name).join(', ')}. Use --partly to add it anyway`)
  await tryProvider(base, site, process.env[`BASE_MAP_TOKEN_${base.id.toUpperCase().replaceAll('-', '_')}`])
  if (base.file) await keepFile(folder, source)
  await writeFile(path, after)
  const open = openIssues(checkSite(await readSiteFiles(folder)).issues).filter(
    ({ record, file }) => file === 'site.json' && record === base.id,
  )
  if (open.length > 0) {
    await writeFile(path, before)
    throw new Error(`not added: ${open.map(({ detail }) => detail).join('; ')}`)
  }
  console.log(
    `${base.title} is added: zooms ${base.minZoom} to ${base.maxZoom}, ${base.offlineAllowed ? 'can be downloaded' : 'needs signal'}.`,
  )
  console.log('Restart the server. Phones get the map at their next visit.')
}
