import { ShareButtons } from '../call/share-buttons.tsx'

/** Shown below the fold: sharing the location, and first steps while waiting for help. */
export function MoreHelp({ place, at, isLayer }: { place: string; at: readonly [number, number] | null; isLayer: boolean }) {
  return (
    <>
      {place && (
        <section className="card">
          <h2 className="label">Share this location</h2>
          <ShareButtons text={`Emergency. ${place}`} />
        </section>
      )}
      <section className="card rows">
        <a href="/information/emergency" {...(isLayer && { target: '_blank', rel: 'noopener' })}>
          <b>Emergency Information</b>
          <span>First steps while you wait</span>
        </a>
        <a href={at ? `/report?at=${at[1]},${at[0]}` : '/report'} {...(isLayer && { target: '_blank', rel: 'noopener' })}>
          <b>Report a problem</b>
          <span>No one is hurt, but the trail needs fixing</span>
        </a>
      </section>
    </>
  )
}
