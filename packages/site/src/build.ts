import { checkSite, type SiteCheck, type SiteFiles } from './check.ts'
import { BUNDLE_VERSION, type SiteBundle } from './records.ts'

export type SiteBuild = { bundle: SiteBundle; issues: SiteCheck['issues'] }

/** The bundle phones keep, from the contents of a site's folder. Records that were refused are not in it; see the issues. */
export async function buildSite(files: SiteFiles): Promise<SiteBuild> {
  const { site, records, issues } = checkSite(files)
  const content = { site, ...records, offlineBytes: files.offlineBytes ?? {} }
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify({ version: BUNDLE_VERSION, ...content })))
  const hash = Array.from(new Uint8Array(digest).slice(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return { bundle: { version: BUNDLE_VERSION, hash, ...content }, issues }
}
