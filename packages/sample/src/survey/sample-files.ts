import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Site } from '@trailwarden/site'
import { boundsOf, readIfExists, roundDegrees } from '@trailwarden/site/files'
import { clipLand, Land } from './land.ts'
import { SamplePlan } from './plan.ts'
import { makeSample, TrailHeights } from './sample.ts'

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
  const land = await readIfExists(readFile(join(siteFolder, 'land.json'), 'utf8'), null)
  const heights = await readIfExists(readFile(join(siteFolder, HEIGHTS_FILE), 'utf8'), '{}')
  return makeSample(plan, site, land === null ? null : Land.parse(JSON.parse(land)), TrailHeights.parse(JSON.parse(heights)))
}
