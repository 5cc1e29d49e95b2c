/** P1: the JavaScript that the public home needs on a first visit, against a page of React and its router alone. */
import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { type FirstLoad, firstLoadOf, WEB } from './first-load.ts'
import { type Metric, rounded } from './metric.ts'

const TARGET = 1.8
const LIMIT = 2.2

/** Wanted on other screens, and so heavy that home would be slow with any of them: map engine, phone database, forms, tables. */
const NOT_ON_HOME = /^(ol|ol-.*|dexie|dexie-.*|react-hook-form|@hookform\/.*|@tanstack\/.*table.*)$/

/** The files that the served page asks for at once, so that the figure is of what visitors get and not of another build. */
async function filesNamedByThePage(): Promise<string[]> {
  const page = await readFile(resolve(WEB, 'dist/client/index.html'), 'utf8')
  return [...page.matchAll(/<(?:script|link rel="modulepreload")[^>]*(?:src|href)="([^"]+\.js)"/g)].map((match) => basename(match[1] ?? ''))
}

async function refuseAnotherBuild(ours: FirstLoad): Promise<void> {
  const named = (await filesNamedByThePage()).sort().join(' ')
  const built = ours.files.map((file) => basename(file)).sort()
  // File names carry a hash of the content, so equal names are equal files.
  if (named !== built.join(' '))
    throw new Error(`apps/web/dist is not what the sources make: it names ${named}, they make ${built.join(' ')}`)
}

export const homeBytes: Metric = {
  name: 'P1',
  async measure() {
    const ours = await firstLoadOf(WEB)
    await refuseAnotherBuild(ours)
    const bare = await firstLoadOf(resolve(import.meta.dirname, 'bare/home'))
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
