import { checkSite, type SiteCheck, type SiteFiles } from './check.ts'
import { type SitePoint, SitePoints, withPoints } from './points.ts'
import { BUNDLE_VERSION, type SiteBundle } from './records.ts'
import { type SiteTrailLine, SiteTrailLines, withTrailLines } from './trail-lines.ts'

export type SiteBuild = { bundle: SiteBundle; issues: SiteCheck['issues'] }

const hashOf = async (content: object): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify({ ...content, hash: undefined })))
  return Array.from(new Uint8Array(digest).slice(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** What was made in the app: points, and lines of trails. */
export type Changes = { points: readonly SitePoint[]; trailLines: readonly SiteTrailLine[] }

const withChanges = (bundle: SiteBundle, { points, trailLines }: Changes) => withTrailLines(withPoints(bundle, points), trailLines)

/** The bundle with what was made in the app laid over it, under a hash of its own. */
export async function layChanges(bundle: SiteBundle, changes: Changes): Promise<SiteBundle> {
  const content = withChanges(bundle, changes)
  return content === bundle ? bundle : { ...content, hash: await hashOf(content) }
}

/** The bundle phones keep, from the contents of a site's folder. Records that were refused are not in it; see the issues. */
export async function buildSite(files: SiteFiles): Promise<SiteBuild> {
  const { site, records, issues } = checkSite(files)
  const content = { version: BUNDLE_VERSION, hash: '', site, ...records, offlineBytes: files.offlineBytes ?? {} } as const
  const points = files.points ? SitePoints.parse(JSON.parse(files.points)) : []
  const trailLines = files.trailLines ? SiteTrailLines.parse(JSON.parse(files.trailLines)) : []
  const bundle = withChanges(content, { points, trailLines })
  return { bundle: { ...bundle, hash: await hashOf(bundle) }, issues }
}
