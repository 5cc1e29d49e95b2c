import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readBaseMapFiles } from './base-maps/base-map-files.ts'
import { ifThere, openSiteTiles, type SiteTiles } from './base-maps/site-tiles.ts'
import { tilePath } from './base-maps/tile-address.ts'
import { coverOf, overviewOf, tilesOf } from './base-maps/tile-cover.ts'
import { buildSite, type SiteBuild } from './build/build.ts'
import type { SiteFiles } from './check/check.ts'
import { clipLand, Land } from './sample/land.ts'
import { SamplePlan } from './sample/plan.ts'
import { makeSample, TrailHeights } from './sample/sample.ts'
import { type BaseMap, type OfflineMap, Site } from './site-json/schema.ts'
import { SoundSite } from './site-json/sound-site.ts'
import { boundsOf, roundDegrees } from './survey/geometry.ts'
import { tilesKey } from './survey/records.ts'

/** Separate from the package's root, because browsers import the root. */

export { baseMapIssues } from './base-maps/base-map-check.ts'
export { type FileBaseMap, isFromFile, openBaseMapFile } from './base-maps/base-map-files.ts'
export { describeBaseMap, keepFile, tryProvider, type Wishes as BaseMapWishes, withBaseMap } from './base-maps/base-map-source.ts'
export { openSiteTiles, type SiteTiles } from './base-maps/site-tiles.ts'
export { pictureType, type TileFile } from './base-maps/tile-file.ts'
export { buildSite, type Changes, layChanges, type SiteBuild } from './build/build.ts'
export { checkSite, type SiteCheck, type SiteFiles } from './check/check.ts'
export type { Issue } from './check/issue.ts'
export { openIssues, textReport } from './check/report.ts'
export { SoundSite } from './site-json/sound-site.ts'
export { readWarningFeeds, type WarningFeed } from './site-json/warning-feeds.ts'
export { boundsOf } from './survey/geometry.ts'

/** Written by `npm run site -- export`. The file is outside `raw`, because every delivery replaces that folder. */
export const POINTS_FILE = 'points.json'
export const TRAIL_LINES_FILE = 'trail-lines.json'

export async function readRawFiles(folder: string): Promise<Record<string, string>> {
  const raw: Record<string, string> = {}
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isFile() && /\.((geo)?json|gpx)$/.test(entry.name)) raw[entry.name] = await readFile(join(folder, entry.name), 'utf8')
  return raw
}

/** Any file left from the previous delivery would duplicate its records on the map. */
export async function replaceRawFiles(siteFolder: string, raw: Record<string, string>): Promise<void> {
  await rm(join(siteFolder, 'raw'), { recursive: true, force: true })
  await mkdir(join(siteFolder, 'raw'), { recursive: true })
  for (const [name, content] of Object.entries(raw)) await writeFile(join(siteFolder, 'raw', name), content)
}

async function bytesOf(tiles: SiteTiles, base: BaseMap, map: OfflineMap): Promise<number | null> {
  let bytes = 0
  for (const cover of [overviewOf(map, base), coverOf(map, base)])
    for (const tile of tilesOf(cover)) {
      const size = await tiles.sizeOf(tilePath(base, tile))
      if (size === null) return null
      bytes += size
    }
  return bytes
}

async function readOfflineBytes(tiles: SiteTiles, { baseMaps, offlineMaps }: Site): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const base of baseMaps.filter(({ url, file, offlineAllowed }) => offlineAllowed && !file && url.startsWith('/tiles/')))
    for (const map of offlineMaps) {
      const bytes = await bytesOf(tiles, base, map)
      if (bytes !== null) found[tilesKey(base.id, map.slug)] = bytes
    }
  return found
}

export async function readSiteFiles(siteFolder: string): Promise<SiteFiles> {
  const site = await readFile(join(siteFolder, 'site.json'), 'utf8')
  const read = SoundSite.safeParse(JSON.parse(site))
  // The check reports invalid settings in site.json, so this code ignores them.
  const tiles = await openSiteTiles(siteFolder)
  const ofFiles = read.success ? await readBaseMapFiles(siteFolder, read.data) : { bytes: {}, issues: [] }
  const offlineBytes = read.success ? await readOfflineBytes(tiles, read.data).finally(() => tiles.close()) : await tiles.close()
  return {
    site,
    offlineBytes: { ...offlineBytes, ...ofFiles.bytes },
    baseMapIssues: ofFiles.issues,
    corrections: await ifThere(readFile(join(siteFolder, 'corrections.json'), 'utf8'), null),
    placeNames: await ifThere(readFile(join(siteFolder, 'place-names.json'), 'utf8'), null),
    points: await ifThere(readFile(join(siteFolder, POINTS_FILE), 'utf8'), null),
    trailLines: await ifThere(readFile(join(siteFolder, TRAIL_LINES_FILE), 'utf8'), null),
    // A new site has no survey yet.
    raw: await ifThere(readRawFiles(join(siteFolder, 'raw')), {}),
    sampleTiles: tiles.sample,
  }
}

export const readSiteBundle = async (siteFolder: string): Promise<SiteBuild> => buildSite(await readSiteFiles(siteFolder))

/** A margin around the site's bounds includes the coast just outside. */
const LAND_MARGIN_DEGREES = 0.15

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

/** Heights at each vertex of the sample trails, by trail name. Written by `npm run sample-terrain`. */
export const HEIGHTS_FILE = 'heights.json'

export async function sampleOf(siteFolder: string): Promise<Record<string, string>> {
  const site = Site.parse(JSON.parse(await readFile(join(siteFolder, 'site.json'), 'utf8')))
  const plan = SamplePlan.parse(JSON.parse(await readFile(join(siteFolder, 'sample.json'), 'utf8')))
  const land = await ifThere(readFile(join(siteFolder, 'land.json'), 'utf8'), null)
  const heights = await ifThere(readFile(join(siteFolder, HEIGHTS_FILE), 'utf8'), '{}')
  return makeSample(plan, site, land === null ? null : Land.parse(JSON.parse(land)), TrailHeights.parse(JSON.parse(heights)))
}
