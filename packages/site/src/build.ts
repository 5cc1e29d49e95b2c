import { checkSite, type SiteCheck, type SiteFiles } from './check.ts'
import { type SitePoint, SitePoints, withPoints } from './points.ts'
import { BUNDLE_VERSION, type SiteBundle } from './records.ts'

export type SiteBuild = { bundle: SiteBundle; issues: SiteCheck['issues'] }

const hashOf = async (content: object): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify({ ...content, hash: undefined })))
  return Array.from(new Uint8Array(digest).slice(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The bundle with points laid over it, under a hash of its own. */
export async function layPoints(bundle: SiteBundle, points: readonly SitePoint[]): Promise<SiteBundle> {
  const content = withPoints(bundle, points)
  return content === bundle ? bundle : { ...content, hash: await hashOf(content) }
}

/** The bundle phones keep, from the contents of a site's folder. Records that were refused are not in it; see the issues. */
export async function buildSite(files: SiteFiles): Promise<SiteBuild> {
  const { site, records, issues } = checkSite(files)
  const content = { version: BUNDLE_VERSION, hash: '', site, ...records, offlineBytes: files.offlineBytes ?? {} } as const
  const points = files.points ? SitePoints.parse(JSON.parse(files.points)) : []
  const bundle = withPoints(content, points)
  return { bundle: { ...bundle, hash: await hashOf(bundle) }, issues }
}
