/** The network's data as it is now: that of the site's folder, with what managers made in the app laid over it: points, and lines of trails. */
import type { SiteBundle } from '@trailwarden/site'
import { layChanges } from '@trailwarden/site/files'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { remembering } from '#db/remembering.ts'
import { readSitePoints } from './point-store.ts'
import { readSiteTrailLines } from './trail-line-store.ts'

export type SiteReader = {
  /** With PostgreSQL out of reach the last one read; the very same object as long as nothing changes. */
  read(): Promise<SiteBundle>
  /** The last one read, for what must not wait. */
  last(): SiteBundle
}

/** Another whenever a point or a line is: cheap enough to ask for at every request. */
async function changesRevision(db: Db): Promise<string> {
  const { rows } = await sql<{ revision: string }>`
    select md5(coalesce(string_agg(id::text || version, ',' order by id), '')) as revision
    from (select id, version from points union all select id, version from trail_lines) made`.execute(db)
  return rows[0]?.revision ?? ''
}

export async function openSiteReader(db: Db, base: SiteBundle, onError: (error: unknown) => void): Promise<SiteReader> {
  let known = { revision: '', bundle: base }
  const reading = remembering(async () => {
    // First the revision: of what changes in between, the next read finds out.
    const revision = await changesRevision(db)
    if (revision !== known.revision) {
      const changes = { points: await readSitePoints(db), trailLines: await readSiteTrailLines(db) }
      known = { revision, bundle: await layChanges(base, changes) }
    }
    return known.bundle
  }, onError)
  await reading.first().catch(() => {})
  return {
    // Rather the data of the folder than none: Emergency is read from it.
    read: () => reading.read().catch(() => known.bundle),
    last: () => known.bundle,
  }
}
