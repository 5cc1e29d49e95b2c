import type { SiteBundle } from '@trailwarden/site'
import { applyPointChanges } from '@trailwarden/site/files'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { remembering } from '#db/remembering.ts'
import { readSitePoints } from './point-store.ts'
import { readSiteTrailLines } from './trail-line-store.ts'

export type SiteReader = {
  /** Returns the last data if PostgreSQL is down. Returns the same object until the data changes. */
  read(): Promise<SiteBundle>
  last(): SiteBundle
}

/** The value changes with every change to a point or trail line. Reading the value is cheap enough for every request. */
async function changesRevision(db: Db): Promise<string> {
  const { revision } = await db
    .selectFrom(
      db
        .selectFrom('points')
        .select(['id', 'version'])
        .unionAll(db.selectFrom('trailLines').select(['id', 'version']))
        .as('made'),
    )
    .select(sql<string>`md5(coalesce(string_agg(id::text || version, ',' order by id), ''))`.as('revision'))
    .executeTakeFirstOrThrow()
  return revision
}

export async function openSiteReader(db: Db, base: SiteBundle, onError: (error: unknown) => void): Promise<SiteReader> {
  let known = { revision: '', bundle: base }
  const reading = remembering(async () => {
    // The revision comes first, so that the next read finds changes made in between.
    const revision = await changesRevision(db)
    if (revision !== known.revision) {
      const changes = { points: await readSitePoints(db), trailLines: await readSiteTrailLines(db) }
      known = { revision, bundle: await applyPointChanges(base, changes) }
    }
    return known.bundle
  }, onError)
  await reading.first().catch(() => {})
  return {
    // The Emergency page needs the data, even if reading fails.
    read: () => reading.read().catch(() => known.bundle),
    last: () => known.bundle,
  }
}
