import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { checkSite, openIssues, readRawFiles, readSiteFiles, replaceRawFiles, type SiteCheck, textReport } from '@trailwarden/site/files'
import { sampleOf, writeLand } from '../../packages/sample/src/survey/sample-files.ts'
import { addBaseMap, BASE_MAP_USAGE } from './base-map.ts'
import { exportPoints } from './export-points.ts'

const USAGE = `usage:
  npm run site -- check <site> [--json]            show issues in the site's files, and corrections
  npm run site -- import <folder> <site> [--json]  replace sites/<site>/raw with the GeoJSON and GPX files of a folder, then check
  npm run site -- sample <site>                    regenerate sites/<site>/raw from sample.json
  npm run site -- land <map.geo.json> <site>       extract sites/<site>/land.json from the map of npm @geo-maps/earth-lands-10m
  npm run site -- export <site>                    write points and lines that were changed in the app (DATABASE_URL) to sites/<site>/points.json and trail-lines.json, then check
${BASE_MAP_USAGE}`

function siteFolder(id: string | undefined): string {
  const folder = id?.includes('/') ? id : join(import.meta.dirname, '../..', 'sites', id ?? '')
  if (!id || !existsSync(join(folder, 'site.json'))) throw new Error(`no site "${id ?? ''}": sites/<site>/site.json is missing\n${USAGE}`)
  return folder
}

function report(check: SiteCheck, asJson: boolean): boolean {
  const open = openIssues(check.issues)
  console.log(asJson ? JSON.stringify({ site: check.site.id, open: open.length, issues: check.issues }, null, 2) : textReport(check))
  return open.length === 0
}

async function importFolder(from: string, folder: string, asJson: boolean): Promise<boolean> {
  const raw = await readRawFiles(from)
  if (Object.keys(raw).length === 0) throw new Error(`nothing imported: no GeoJSON or GPX files in ${from}`)
  // A file that isn't GeoJSON suggests the wrong folder instead of a survey with issues, so the previous delivery stays in place.
  const check = checkSite({ ...(await readSiteFiles(folder)), raw })
  const unreadable = check.issues.filter(({ kind }) => kind === 'broken-json' || kind === 'not-a-feature-collection')
  if (unreadable.length > 0) throw new Error(`nothing imported: ${unreadable.map(({ file, detail }) => `${file}: ${detail}`).join('; ')}`)
  await replaceRawFiles(folder, raw)
  const isFit = report(check, asJson)
  if (check.site.sample) console.error('site.json still has "sample": true. Set it to false if these files are surveyed.')
  return isFit
}

async function run(args: string[]): Promise<boolean> {
  if (args[0] === 'base-map' && args[1] === 'add' && args[2]) {
    await addBaseMap(args[2], siteFolder(args[3]), args.slice(4))
    return true
  }
  const asJson = args.includes('--json')
  const [command, first, second] = args.filter((arg) => !arg.startsWith('--'))
  if (command === 'check') return report(checkSite(await readSiteFiles(siteFolder(first))), asJson)
  if (command === 'import' && first) return importFolder(first, siteFolder(second), asJson)
  if (command === 'land' && first) {
    await writeLand(siteFolder(second), first)
    return true
  }
  if (command === 'export') {
    const folder = siteFolder(first)
    await exportPoints(folder)
    return report(checkSite(await readSiteFiles(folder)), asJson)
  }
  if (command !== 'sample') throw new Error(USAGE)
  const folder = siteFolder(first)
  await replaceRawFiles(folder, await sampleOf(folder))
  return true
}

try {
  process.exitCode = (await run(process.argv.slice(2))) ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
