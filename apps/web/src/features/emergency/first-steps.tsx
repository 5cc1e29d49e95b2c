import { alongText } from '@trailwarden/domain'
import type { SiteData } from '#parts/site-data.ts'

/** Stands before any script has run, and whenever neither position nor code is known. */
export function FirstSteps({ number, data }: { number: string; data: SiteData | null }) {
  const apartM = data?.index.markerSpacingM() ?? null
  return (
    <>
      <section className="card">
        <h2>Tell {number}</h2>
        <ol className="tell">
          <li>
            <b>Ambulance</b>, police or fire?
          </li>
          <li>The name of the trail</li>
          <li>
            The <b>code on the post</b> and how far you are from it
          </li>
          <li>What happened, how many are hurt</li>
          <li>Stay where you said you are</li>
        </ol>
      </section>
      <section className="card">
        <b>No post in sight?</b>
        <p className="small">Follow the trail{apartM === null ? ' to the next one' : `. There is one about every ${alongText(apartM)}`}.</p>
      </section>
    </>
  )
}
