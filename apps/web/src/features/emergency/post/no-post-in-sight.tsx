import { alongText } from '@trailwarden/domain'
import type { SiteData } from '#parts/trail/site-data.ts'

export function NoPostInSight({ data }: { data: SiteData | null }) {
  const apartM = data?.index.markerSpacingM() ?? null
  return (
    <section className="card">
      <b>No post in sight?</b>
      <p className="small">Follow the trail{apartM === null ? ' to the next one' : `. There is one about every ${alongText(apartM)}`}.</p>
    </section>
  )
}
