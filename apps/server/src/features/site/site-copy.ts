/**
 * If new data has issues, the next start must not take the public site down, because it may happen automatically at night. The server then
 * starts with the last valid data, which the database stores for all processes, and reports the issues.
 */
import { type GuidePage, SiteBundle } from '@trailwarden/site'
import type { Db } from '#db/database.ts'
import { pictureFoldersOf, readSiteContent, type SiteContent, SiteIssues, warningFeedsIn } from './site.ts'

// Enough issues to show the problem. The command that checks a site lists all of them.
const MOST_ISSUES = 50
const ISSUE_MAX_LENGTH = 300

async function storeCopy(db: Db, site: string, { bundle, guide }: SiteContent): Promise<void> {
  const content = JSON.stringify({ bundle, guide })
  const known = await db.selectFrom('siteCopies').select('content').where('site', '=', site).executeTakeFirst()
  if (known?.content === content) return
  const copy = { hash: bundle.hash, content, passedAt: new Date() }
  await db
    .insertInto('siteCopies')
    .values({ site, ...copy })
    .onConflict((row) => row.column('site').doUpdateSet(copy))
    .execute()
}

/** Null if there is no copy, or if another version of the app stored one that this version can't read. */
async function readCopy(db: Db, site: string): Promise<{ content: Pick<SiteContent, 'bundle' | 'guide'>; passedAt: Date } | null> {
  const copy = await db.selectFrom('siteCopies').selectAll().where('site', '=', site).executeTakeFirst()
  if (!copy) return null
  // The cast is safe: our own code wrote the guide. The bundle, whose format has a version, is validated below.
  const { bundle, guide } = JSON.parse(copy.content) as { bundle: unknown; guide: { information: GuidePage[]; help: GuidePage[] } }
  const read = SiteBundle.safeParse(bundle)
  return read.success ? { content: { bundle: read.data, guide }, passedAt: copy.passedAt } : null
}

/** Stores a copy of valid data. Otherwise, returns the last valid copy, or throws the error if there is none. */
export async function openSiteContent(db: Db, site: string, folder: string, helpFolder: string): Promise<SiteContent> {
  try {
    const content = await readSiteContent(folder, helpFolder)
    await storeCopy(db, site, content)
    return content
  } catch (error) {
    const copy = error instanceof SiteIssues ? await readCopy(db, site) : null
    if (!copy || !(error instanceof SiteIssues)) throw error
    const { bundle, guide } = copy.content
    const issues = error.issues.slice(0, MOST_ISSUES).map((issue) => issue.slice(0, ISSUE_MAX_LENGTH))
    const outdated = { passedAt: copy.passedAt, hash: bundle.hash, issues }
    const warningFeeds = await warningFeedsIn(folder).catch(() => [])
    return { site: bundle.site, warningFeeds, bundle, guide, folder, pictureFolders: pictureFoldersOf(folder, helpFolder), outdated }
  }
}
