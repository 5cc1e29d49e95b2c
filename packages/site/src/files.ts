import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readBaseMapFiles } from './base-maps/base-map-files.ts'
import { openSiteTiles, readIfExists, type SiteTiles } from './base-maps/site-tiles.ts'
import { tilePath } from './base-maps/tile-address.ts'
import { coverOf, overviewOf, tilesOf } from './base-maps/tile-cover.ts'
import { buildSite, type SiteBuild } from './build/build.ts'
import type { SiteFiles } from './check/check.ts'
import type { BaseMap, OfflineMap, Site } from './site-json/schema.ts'
import { SoundSite } from './site-json/sound-site.ts'
import { tilesKey } from './survey/records.ts'

/** Separate from the package's root, because browsers import the root. */

export { baseMapIssues } from './base-maps/base-map-check.ts'
export { type FileBaseMap, isFromFile, openBaseMapFile } from './base-maps/base-map-files.ts'
export { describeBaseMap, keepFile, type Options as BaseMapOptions, tryProvider, withBaseMap } from './base-maps/base-map-source.ts'
export { openSiteTiles, readIfExists, type SiteTiles } from './base-maps/site-tiles.ts'
export { pictureType, type TileFile } from './base-maps/tile-file.ts'
export { applyPointChanges, buildSite, type Changes, type SiteBuild } from './build/build.ts'
export { checkSite, type SiteCheck, type SiteFiles } from './check/check.ts'
export type { Issue } from './check/issue.ts'
export { openIssues, textReport } from './check/report.ts'
export { SoundSite } from './site-json/sound-site.ts'
export * from './site-json/vocabulary.ts'
export { readWarningFeeds, type WarningFeed } from './site-json/warning-feeds.ts'
export { boundsOf, contains, roundDegrees } from './survey/geometry.ts'
export { WINCH_ONLY } from './survey/read-record.ts'

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
    corrections: await readIfExists(readFile(join(siteFolder, 'corrections.json'), 'utf8'), null),
    placeNames: await readIfExists(readFile(join(siteFolder, 'place-names.json'), 'utf8'), null),
    points: await readIfExists(readFile(join(siteFolder, POINTS_FILE), 'utf8'), null),
    trailLines: await readIfExists(readFile(join(siteFolder, TRAIL_LINES_FILE), 'utf8'), null),
    // A new site has no survey yet.
    raw: await readIfExists(readRawFiles(join(siteFolder, 'raw')), {}),
    sampleTiles: tiles.sample,
  }
}

export const readSiteBundle = async (siteFolder: string): Promise<SiteBuild> => buildSite(await readSiteFiles(siteFolder))
