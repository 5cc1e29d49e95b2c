import { useParams } from 'react-router'
import { loadSiteData } from '#parts/site-data.ts'
import { TrailList } from './trail-list.tsx'
import { TrailPage } from './trail-page.tsx'

/** `/trails`, and `/trails/{slug}` for one of them. */
export function Trails() {
  const { slug } = useParams()
  return slug === undefined ? <TrailList /> : <TrailPage slug={slug} />
}

/** With the data, if it can be had: the page that the server wrote is then followed by the same again, and not by an empty one. */
export async function loadTrails(): Promise<typeof Trails> {
  await loadSiteData().catch(() => null)
  return Trails
}
