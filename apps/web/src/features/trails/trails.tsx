import { useParams } from 'react-router'
import { loadSiteData } from '#parts/trail/site-data.ts'
import { TrailPage } from './page/trail-page.tsx'
import { TrailList } from './trail-list.tsx'

export function Trails() {
  const { slug } = useParams()
  return slug === undefined ? <TrailList /> : <TrailPage slug={slug} />
}

/** Without its data, an empty page would briefly replace the server-rendered page. */
export async function loadTrails(): Promise<typeof Trails> {
  await loadSiteData().catch(() => null)
  return Trails
}
