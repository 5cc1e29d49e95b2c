/** The network's data as it is now: that of the site's folder, with the points laid over it that managers made in the app. */
import type { SiteBundle } from '@trailwarden/site'
import { layPoints } from '@trailwarden/site/files'
import type { Db } from '#db/database.ts'
import { remembering } from '#db/remembering.ts'
import { pointsRevision, readSitePoints } from './point-store.ts'

export type SiteReader = {
  /** With PostgreSQL out of reach the last one read; the very same object as long as no point changes. */
  read(): Promise<SiteBundle>
  /** The last one read, for what must not wait. */
  last(): SiteBundle
}

export async function openSiteReader(db: Db, base: SiteBundle, onError: (error: unknown) => void): Promise<SiteReader> {
  let known = { revision: '', bundle: base }
  const reading = remembering(async () => {
    // First the revision: of a point that changes in between, the next read finds out.
    const revision = await pointsRevision(db)
    if (revision !== known.revision) known = { revision, bundle: await layPoints(base, await readSitePoints(db)) }
    return known.bundle
  }, onError)
  await reading.first().catch(() => {})
  return {
    // Rather the data of the folder than none: Emergency is read from it.
    read: () => reading.read().catch(() => known.bundle),
    last: () => known.bundle,
  }
}
