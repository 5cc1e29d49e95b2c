/** P1: the JavaScript that the public home page needs on a first visit, compared with a page that has only React and its router. */
import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { type Metric, rounded } from '../metric.ts'
import { type FirstLoad, firstLoadOf, WEB } from '../visits/first-load.ts'

const TARGET = 1.8
const LIMIT = 2.2

/** Only other screens need these packages, which are too large for home: map engine, device database, forms, tables. */
const NOT_ON_HOME = /^(ol|ol-.*|dexie|dexie-.*|react-hook-form|@hookform\/.*|@tanstack\/.*table.*)$/

/** The built page's own files show that the result describes what visitors download, and not another build. */
async function filesNamedByThePage(): Promise<string[]> {
  const page = await readFile(resolve(WEB, 'dist/client/index.html'), 'utf8')
  return [...page.matchAll(/<(?:script|link rel="modulepreload")[^>]*(?:src|href)="([^"]+\.js)"/g)].map((match) => basename(match[1] ?? ''))
}

async function refuseAnotherBuild(ours: FirstLoad): Promise<void> {
  const named = (await filesNamedByThePage()).sort().join(' ')
  const built = ours.files.map((file) => basename(file)).sort()
  // File names contain a hash of the content, so equal names mean identical files.
  if (named !== built.join(' '))
    throw new Error(`apps/web/dist is not built from the current sources: it has ${named}, a build gives ${built.join(' ')}`)
}

export const homeBytes: Metric = {
  name: 'P1',
  async measure() {
    const ours = await firstLoadOf(WEB)
    await refuseAnotherBuild(ours)
    const bare = await firstLoadOf(resolve(import.meta.dirname, '../bare/home'))
    const ratio = ours.bytes / bare.bytes
    const strangers = [...ours.packages].filter((name) => NOT_ON_HOME.test(name))
    const broken = strangers.map((name) => `${name} is in the first load of home`)
    if (ratio > LIMIT) broken.push(`ratio ${rounded(ratio)} is over ${LIMIT}`)
    return {
      ratio,
      target: TARGET,
      limit: LIMIT,
      ok: ratio <= TARGET && broken.length === 0,
      broken,
      row: { sides: { ours: ours.bytes, bare: bare.bytes, unit: 'bytes' } },
      figures: {
        homeBytes: ours.bytes,
        bareBytes: bare.bytes,
        homeFiles: ours.files.length,
        notOnHome: strangers,
        packages: [...ours.packages].sort(),
      },
    }
  },
}
