import { checkSite, type SiteCheck, type SiteFiles } from '../check/check.ts'
import { BUNDLE_VERSION, type SiteBundle } from '../survey/records.ts'
import { type SitePoint, SitePoints, withPoints } from './points.ts'
import { type SiteTrailLine, SiteTrailLines, withTrailLines } from './trail-lines.ts'

export type SiteBuild = { bundle: SiteBundle; issues: SiteCheck['issues'] }

const hashOf = async (content: object): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify({ ...content, hash: undefined })))
  return Array.from(new Uint8Array(digest).slice(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export type Changes = { points: readonly SitePoint[]; trailLines: readonly SiteTrailLine[] }

const withChanges = (bundle: SiteBundle, { points, trailLines }: Changes) => withTrailLines(withPoints(bundle, points), trailLines)

export async function applyPointChanges(bundle: SiteBundle, changes: Changes): Promise<SiteBundle> {
  const content = withChanges(bundle, changes)
  return content === bundle ? bundle : { ...content, hash: await hashOf(content) }
}

export async function buildSite(files: SiteFiles): Promise<SiteBuild> {
  const { site, records, issues } = checkSite(files)
  const content = { version: BUNDLE_VERSION, hash: '', site, ...records, offlineBytes: files.offlineBytes ?? {} } as const
  const points = files.points ? SitePoints.parse(JSON.parse(files.points)) : []
  const trailLines = files.trailLines ? SiteTrailLines.parse(JSON.parse(files.trailLines)) : []
  const bundle = withChanges(content, { points, trailLines })
  return { bundle: { ...bundle, hash: await hashOf(bundle) }, issues }
}
