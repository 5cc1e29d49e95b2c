import { trailLineKind } from '@trailwarden/domain/trail-line/trail-line-kind'
import { decideTrailLine } from '@trailwarden/domain/trail-line/trail-line-rules'
import { type SiteBundle, type SiteTrailLine, siteTrailLineOf } from '@trailwarden/site'
import { boundsOf } from '@trailwarden/site/files'
import type { Db } from '#db/database.ts'
import { applyRecordChange } from '#db/records/record-store.ts'

/** `base` is the site's data without this database's lines. */
export const applyTrailLineChange = (base: SiteBundle) => {
  const trails = new Set(base.trails.map(({ id }) => id))
  const context = { hasTrail: (trail: string) => trails.has(trail), bounds: boundsOf(base.site, null) }
  return applyRecordChange(trailLineKind, 'trail_lines', (_tx, current, incoming, patch, actor, now) =>
    decideTrailLine(current, { ...incoming, patch }, actor, context, now),
  )
}

export async function readSiteTrailLines(db: Db): Promise<SiteTrailLine[]> {
  const rows = await db.selectFrom('trailLines').select(['trail', 'line']).orderBy('trail').execute()
  return rows.map(siteTrailLineOf)
}
