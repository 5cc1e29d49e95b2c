/**
 * `npm run site -- export`: points that managers made or corrected in the app become data of the site's folder, so that a new database, another
 * server or the next delivery of the survey begins with them. The records stay; laid over what they were written to, they change nothing.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SitePoints } from '@trailwarden/site'
import { POINTS_FILE, readSiteFiles } from '@trailwarden/site/files'
import { openDatabase } from '../apps/server/src/db/database.ts'
import { readSitePoints } from '../apps/server/src/features/points/point-store.ts'

export async function exportPoints(folder: string): Promise<void> {
  const { DATABASE_URL } = process.env
  if (!DATABASE_URL) throw new Error('DATABASE_URL is not set: it names the database whose points are written')
  const { points: before } = await readSiteFiles(folder)
  const database = openDatabase(DATABASE_URL, 1)
  try {
    // What another database gave earlier stays, unless this one knows better.
    const all = new Map((before ? SitePoints.parse(JSON.parse(before)) : []).map((point) => [point.id, point]))
    const now = await readSitePoints(database.db)
    for (const point of now) all.set(point.id, point)
    const points = [...all.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
    await writeFile(join(folder, POINTS_FILE), `${JSON.stringify(points, null, 2)}\n`)
    console.log(`${POINTS_FILE}: ${points.length} points, ${now.length} of them from this database`)
  } finally {
    await database.close()
  }
}
