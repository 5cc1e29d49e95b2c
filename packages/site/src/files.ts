import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readBaseMapFiles } from './base-map-files.ts'
import { buildSite, type SiteBuild } from './build.ts'
import type { SiteFiles } from './check.ts'
import { boundsOf, roundDegrees } from './geometry.ts'
import { tilesKey } from './records.ts'
import { clipLand, Land } from './sample/land.ts'
import { SamplePlan } from './sample/plan.ts'
import { makeSample, TrailHeights } from './sample/sample.ts'
import { type BaseMap, type OfflineMap, Site } from './schema.ts'
import { SoundSite } from './sound-site.ts'
import { tilePath } from './tile-address.ts'
import { coverOf, overviewOf, tilesOf } from './tile-cover.ts'

/** The only part of this package that touches a disk; browsers import the package's root, which does not. */

export { baseMapIssues } from './base-map-check.ts'
export { type FileBaseMap, isFromFile, openBaseMapFile } from './base-map-files.ts'
export { describeBaseMap, keepFile, tryProvider, type Wishes as BaseMapWishes, withBaseMap } from './base-map-source.ts'
export { buildSite, type Changes, layChanges, type SiteBuild } from './build.ts'
export { checkSite, type SiteCheck, type SiteFiles } from './check.ts'
export { boundsOf } from './geometry.ts'
export type { Issue } from './issue.ts'
export { openIssues, textReport } from './report.ts'
export { SoundSite } from './sound-site.ts'
export { pictureType } from './tile-file.ts'
export { readWarningFeeds, type WarningFeed } from './warning-feeds.ts'

/** What reading gives, or the other value when there is no such file or folder. Any other trouble is thrown. */
async function ifThere<T, U>(reading: Promise<T>, otherwise: U): Promise<T | U> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return otherwise
    throw error
  }
}

/** What was made and corrected in the app, written by `npm run site -- export`. Apart from `raw`, which every delivery replaces. */
export const POINTS_FILE = 'points.json'
export const TRAIL_LINES_FILE = 'trail-lines.json'

/** The GeoJSON and GPX files of a folder, by name. */
export async function readRawFiles(folder: string): Promise<Record<string, string>> {
  const raw: Record<string, string> = {}
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isFile() && /\.((geo)?json|gpx)$/.test(entry.name)) raw[entry.name] = await readFile(join(folder, entry.name), 'utf8')
  return raw
}

/** A delivery replaces the one before it: a file left over from that would put its records on the map a second time. */
export async function replaceRawFiles(siteFolder: string, raw: Record<string, string>): Promise<void> {
  await rm(join(siteFolder, 'raw'), { recursive: true, force: true })
  await mkdir(join(siteFolder, 'raw'), { recursive: true })
  for (const [name, content] of Object.entries(raw)) await writeFile(join(siteFolder, 'raw', name), content)
}

/** Null when a tile of it is not in the folder: then nobody knows. */
async function bytesOf(siteFolder: string, base: BaseMap, map: OfflineMap): Promise<number | null> {
  let bytes = 0
  for (const cover of [overviewOf(map, base), coverOf(map, base)])
    for (const tile of tilesOf(cover)) {
      const file = await ifThere(stat(join(siteFolder, tilePath(base, tile))), null)
      if (!file) return null
      bytes += file.size
    }
  return bytes
}

/** What people are told before they download a map: of the base maps whose tiles lie in the site's own folder. */
async function readOfflineBytes(siteFolder: string, { baseMaps, offlineMaps }: Site): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const base of baseMaps.filter(({ url, file, offlineAllowed }) => offlineAllowed && !file && url.startsWith('/tiles/')))
    for (const map of offlineMaps) {
      const bytes = await bytesOf(siteFolder, base, map)
      if (bytes !== null) found[tilesKey(base.id, map.slug)] = bytes
    }
  return found
}

export async function readSiteFiles(siteFolder: string): Promise<SiteFiles> {
  const site = await readFile(join(siteFolder, 'site.json'), 'utf8')
  const read = SoundSite.safeParse(JSON.parse(site))
  // What is wrong in site.json is said by the check.
  const ofFiles = read.success ? await readBaseMapFiles(siteFolder, read.data) : { bytes: {}, issues: [] }
  return {
    site,
    offlineBytes: { ...(read.success && (await readOfflineBytes(siteFolder, read.data))), ...ofFiles.bytes },
    baseMapIssues: ofFiles.issues,
    corrections: await ifThere(readFile(join(siteFolder, 'corrections.json'), 'utf8'), null),
    placeNames: await ifThere(readFile(join(siteFolder, 'place-names.json'), 'utf8'), null),
    points: await ifThere(readFile(join(siteFolder, POINTS_FILE), 'utf8'), null),
    trailLines: await ifThere(readFile(join(siteFolder, TRAIL_LINES_FILE), 'utf8'), null),
    // A new site has no survey yet.
    raw: await ifThere(readRawFiles(join(siteFolder, 'raw')), {}),
    sampleTiles: await readSampleTiles(siteFolder),
  }
}

/** In a look's folder under `tiles`: its land is invented. The check finds it there, whatever `site.json` says of the tiles. */
export const SAMPLE_TILES_NOTE = 'SAMPLE-TERRAIN.txt'

/** The folders under `tiles` that hold sample terrain. */
async function readSampleTiles(siteFolder: string): Promise<string[]> {
  const entries = await ifThere(readdir(join(siteFolder, 'tiles'), { withFileTypes: true }), [])
  const looks = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const inEach = await Promise.all(looks.map((look) => readdir(join(siteFolder, 'tiles', look))))
  return looks.filter((_, i) => inEach[i]?.includes(SAMPLE_TILES_NOTE)).sort()
}

/** What the server does at start: the site's bundle from its folder. */
export const readSiteBundle = async (siteFolder: string): Promise<SiteBuild> => buildSite(await readSiteFiles(siteFolder))

/** Sample trails keep clear of the map's edge by about this, so that the coast just outside still counts. */
const LAND_MARGIN_DEGREES = 0.15

/** Writes `land.json`: the land around the site, from a file with the land of the whole world. */
export async function writeLand(siteFolder: string, worldMapFile: string): Promise<void> {
  const { west, south, east, north } = boundsOf(Site.parse(JSON.parse(await readFile(join(siteFolder, 'site.json'), 'utf8'))), null)
  const bounds = {
    west: roundDegrees(west - LAND_MARGIN_DEGREES),
    south: roundDegrees(south - LAND_MARGIN_DEGREES),
    east: roundDegrees(east + LAND_MARGIN_DEGREES),
    north: roundDegrees(north + LAND_MARGIN_DEGREES),
  }
  const land = clipLand(JSON.parse(await readFile(worldMapFile, 'utf8')), bounds)
  await writeFile(join(siteFolder, 'land.json'), `${JSON.stringify(land)}\n`)
}

/** Metres above the sea at each vertex of the sample trails, by name; written by `npm run sample-terrain`. */
export const HEIGHTS_FILE = 'heights.json'

/** The raw files that the site's sample plan makes. */
export async function sampleOf(siteFolder: string): Promise<Record<string, string>> {
  const site = Site.parse(JSON.parse(await readFile(join(siteFolder, 'site.json'), 'utf8')))
  const plan = SamplePlan.parse(JSON.parse(await readFile(join(siteFolder, 'sample.json'), 'utf8')))
  const land = await ifThere(readFile(join(siteFolder, 'land.json'), 'utf8'), null)
  const heights = await ifThere(readFile(join(siteFolder, HEIGHTS_FILE), 'utf8'), '{}')
  return makeSample(plan, site, land === null ? null : Land.parse(JSON.parse(land)), TrailHeights.parse(JSON.parse(heights)))
}
