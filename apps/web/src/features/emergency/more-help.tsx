import { ShareButtons } from './share-buttons.tsx'

/** Below the fold: sharing, and what to do meanwhile. */
export function MoreHelp({ place, isLayer }: { place: string; isLayer: boolean }) {
  return (
    <>
      {place && (
        <section className="card">
          <h2 className="label">Share this place</h2>
          <ShareButtons text={`Emergency. ${place}`} />
        </section>
      )}
      <section className="card rows">
        <a href="/information/emergency" {...(isLayer && { target: '_blank', rel: 'noopener' })}>
          <b>Emergency Information</b>
          <span>First steps while you wait</span>
        </a>
      </section>
    </>
  )
}
