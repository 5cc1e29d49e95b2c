/**
 * The last data of the site that passed its check, in the database, where every process finds it. A delivery with an open issue must not
 * take the public face down at the next start, which may come by itself at night: the server then starts with this copy and says so.
 */
import { type GuidePage, SiteBundle } from '@trailwarden/site'
import type { Db } from '#db/database.ts'
import { pictureFoldersOf, readSiteContent, type SiteContent, SiteIssues, warningFeedsIn } from './site.ts'

// Enough to see what is wrong; the command that checks a site lists all.
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

/** Null when there is none, or only one that another version of the app wrote and this one cannot read. */
async function readCopy(db: Db, site: string): Promise<{ content: Pick<SiteContent, 'bundle' | 'guide'>; passedAt: Date } | null> {
  const copy = await db.selectFrom('siteCopies').selectAll().where('site', '=', site).executeTakeFirst()
  if (!copy) return null
  // Safe: we wrote it; the bundle, whose shape has a version, is checked.
  const { bundle, guide } = JSON.parse(copy.content) as { bundle: unknown; guide: { information: GuidePage[]; help: GuidePage[] } }
  const read = SiteBundle.safeParse(bundle)
  return read.success ? { content: { bundle: read.data, guide }, passedAt: copy.passedAt } : null
}

/**
 * The site's data from its folder if it passes, and a copy of it stored; else the last copy that passed; else the error that says why
 * not.
 */
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
