import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  checkSite,
  openFaults,
  readRawFiles,
  readSiteFiles,
  type SiteFiles,
  sampleOf,
  textReport,
  writeRawFiles,
} from '@trailwarden/site/files'

const USAGE = `usage:
  npm run site -- check <site> [--json]            what is wrong with the site's files, and what was done about it
  npm run site -- import <folder> <site> [--json]  take the GeoJSON files of a folder into sites/<site>/raw, then check
  npm run site -- sample <site>                    make sites/<site>/raw anew from sample.json`

function siteFolder(id: string | undefined): string {
  const folder = join(import.meta.dirname, '..', 'sites', id ?? '')
  if (!id || !existsSync(join(folder, 'site.json'))) throw new Error(`no site "${id ?? ''}": sites/<site>/site.json is missing\n${USAGE}`)
  return folder
}

/** Prints the report; answers whether the site is fit to publish. */
function report(files: SiteFiles, asJson: boolean): boolean {
  const check = checkSite(files)
  const open = openFaults(check.faults)
  console.log(asJson ? JSON.stringify({ site: check.site.id, open: open.length, faults: check.faults }, null, 2) : textReport(check))
  return open.length === 0
}

async function run(args: string[]): Promise<boolean> {
  const asJson = args.includes('--json')
  const [command, first, second] = args.filter((arg) => !arg.startsWith('--'))
  if (command === 'check') return report(await readSiteFiles(siteFolder(first)), asJson)
  if (command === 'sample') {
    const folder = siteFolder(first)
    await writeRawFiles(folder, await sampleOf(folder))
    return true
  }
  if (command === 'import' && first) {
    const folder = siteFolder(second)
    const raw = await readRawFiles(first)
    // A file that is not GeoJSON at all is a wrong folder, not a survey with faults: nothing is taken over.
    const files = { ...(await readSiteFiles(folder)), raw }
    const unreadable = checkSite(files).faults.filter(({ record, kind }) => record === '' && kind !== 'stale-correction')
    if (Object.keys(raw).length > 0 && unreadable.length === 0) await writeRawFiles(folder, raw)
    else
      console.error(
        `nothing imported: ${unreadable.map(({ file, detail }) => `${file}: ${detail}`).join('; ') || `no GeoJSON files in ${first}`}`,
      )
    return report(files, asJson)
  }
  throw new Error(USAGE)
}

try {
  process.exitCode = (await run(process.argv.slice(2))) ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
