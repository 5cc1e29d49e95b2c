/**
 * `npm run site -- export` writes the points and trail lines that managers changed in the app to the site's folder, so that a new database
 * or the next survey delivery starts with them. The records stay in the database.
 */
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SitePoints, SiteTrailLines } from '@trailwarden/site'
import { POINTS_FILE, readSiteFiles, TRAIL_LINES_FILE } from '@trailwarden/site/files'
import { openDatabase } from '../../apps/server/src/db/database.ts'
import { readSitePoints } from '../../apps/server/src/features/points/point-store.ts'
import { readSiteTrailLines } from '../../apps/server/src/features/points/trail-line-store.ts'

/** Exports from other databases stay, but the current database takes precedence. */
function joined<T>(before: readonly T[], now: readonly T[], nameOf: (one: T) => string): T[] {
  const all = new Map([...before, ...now].map((one) => [nameOf(one), one]))
  return [...all.values()].toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
}

const write = (file: string, data: unknown) => writeFile(file, `${JSON.stringify(data, null, 2)}\n`)

export async function exportPoints(folder: string): Promise<void> {
  const { DATABASE_URL } = process.env
  if (!DATABASE_URL) throw new Error('DATABASE_URL is not set. It names the database to export points and lines from')
  const before = await readSiteFiles(folder)
  const database = openDatabase(DATABASE_URL, 1)
  try {
    const now = await readSitePoints(database.db)
    const points = joined(before.points ? SitePoints.parse(JSON.parse(before.points)) : [], now, ({ id }) => id)
    await write(join(folder, POINTS_FILE), points)
    console.log(`${POINTS_FILE}: ${points.length} points, ${now.length} of them from this database`)
    const lines = joined(
      before.trailLines ? SiteTrailLines.parse(JSON.parse(before.trailLines)) : [],
      await readSiteTrailLines(database.db),
      ({ trail }) => trail,
    ).filter(({ line }) => line !== null)
    // Reverted lines equal the survey and aren't exported. Without any other lines, no file is needed.
    if (lines.length === 0) return await rm(join(folder, TRAIL_LINES_FILE), { force: true })
    // A file with each coordinate on its own line would be unreadable, so each trail is one line.
    const rows = lines.map((line) => `  ${JSON.stringify(line)}`)
    await writeFile(join(folder, TRAIL_LINES_FILE), `[\n${rows.join(',\n')}\n]\n`)
    console.log(`${TRAIL_LINES_FILE}: ${lines.length} changed lines`)
  } finally {
    await database.close()
  }
}
