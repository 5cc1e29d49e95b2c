/** The table `trail_lines`: applying a change to the line of one trail, and reading what the public sees of all. */

import { type TrailLine, trailLineKind } from '@trailwarden/domain/trail-line/trail-line-kind'
import { decideTrailLine } from '@trailwarden/domain/trail-line/trail-line-rules'
import { type SiteBundle, type SiteTrailLine, siteTrailLineOf } from '@trailwarden/site'
import { boundsOf } from '@trailwarden/site/files'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { applyRecordChange } from '#db/record-store.ts'

/** `base`: the network's data without the lines of this database. */
export const applyTrailLineChange = (base: SiteBundle) => {
  const trails = new Set(base.trails.map(({ id }) => id))
  const context = { hasTrail: (trail: string) => trails.has(trail), bounds: boundsOf(base.site, null) }
  return applyRecordChange(trailLineKind, 'trail_lines', (_tx, current, incoming, patch, actor, now) =>
    decideTrailLine(current, { ...incoming, patch }, actor, context, now),
  )
}

export async function readSiteTrailLines(db: Db): Promise<SiteTrailLine[]> {
  const { rows } = await sql<Pick<TrailLine, 'trail' | 'line'>>`select trail, line from trail_lines order by trail`.execute(db)
  return rows.map(siteTrailLineOf)
}
