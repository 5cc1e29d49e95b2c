import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildSite, type SiteBuild } from './build.ts'
import type { SiteFiles } from './check.ts'
import { roundDegrees } from './geometry.ts'
import { boundsOf } from './read-record.ts'
import { clipLand, Land } from './sample/land.ts'
import { SamplePlan } from './sample/plan.ts'
import { makeSample } from './sample/sample.ts'
import { Site } from './schema.ts'

/** The only part of this package that touches a disk; browsers import the package's root, which does not. */

export { buildSite, type SiteBuild } from './build.ts'
export { checkSite, type SiteCheck, type SiteFiles } from './check.ts'
export type { Issue } from './issue.ts'
export { openIssues, textReport } from './report.ts'

/** What reading gives, or the other value when there is no such file or folder. Any other trouble is thrown. */
async function ifThere<T, U>(reading: Promise<T>, otherwise: U): Promise<T | U> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return otherwise
    throw error
  }
}

/** The GeoJSON files of a folder, by name. */
export async function readRawFiles(folder: string): Promise<Record<string, string>> {
  const raw: Record<string, string> = {}
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isFile() && /\.(geo)?json$/.test(entry.name)) raw[entry.name] = await readFile(join(folder, entry.name), 'utf8')
  return raw
}

/** A delivery replaces the one before it: a file left over from that would put its records on the map a second time. */
export async function replaceRawFiles(siteFolder: string, raw: Record<string, string>): Promise<void> {
  await rm(join(siteFolder, 'raw'), { recursive: true, force: true })
  await mkdir(join(siteFolder, 'raw'), { recursive: true })
  for (const [name, content] of Object.entries(raw)) await writeFile(join(siteFolder, 'raw', name), content)
}

export async function readSiteFiles(siteFolder: string): Promise<SiteFiles> {
  return {
    site: await readFile(join(siteFolder, 'site.json'), 'utf8'),
    corrections: await ifThere(readFile(join(siteFolder, 'corrections.json'), 'utf8'), null),
    // A new site has no survey yet.
    raw: await ifThere(readRawFiles(join(siteFolder, 'raw')), {}),
  }
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

/** The raw files that the site's sample plan makes. */
export async function sampleOf(siteFolder: string): Promise<Record<string, string>> {
  const site = Site.parse(JSON.parse(await readFile(join(siteFolder, 'site.json'), 'utf8')))
  const plan = SamplePlan.parse(JSON.parse(await readFile(join(siteFolder, 'sample.json'), 'utf8')))
  const land = await ifThere(readFile(join(siteFolder, 'land.json'), 'utf8'), null)
  return makeSample(plan, site, land === null ? null : Land.parse(JSON.parse(land)))
}
