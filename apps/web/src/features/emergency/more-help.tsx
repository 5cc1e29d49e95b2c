import { type Fix, whereabouts } from '@trailwarden/domain'
import type { EmergencyMarker, Site } from '@trailwarden/site'
import { useState } from 'react'
import type { SiteData } from '#parts/site-data.ts'
import { HelpCardForm } from './help-card-form.tsx'
import { placeOfFix, placeOfPost } from './place-text.ts'
import { ShareButtons } from './share-buttons.tsx'

type Props = {
  site: Site
  fix: Fix | null
  data: SiteData | null
  post: EmergencyMarker | null
  isLayer: boolean
  /** Null where the code is asked for already. */
  onOtherPost: (() => void) | null
}

/** Below the fold: another post, sharing, the card for who goes for help, what to do meanwhile. */
export function MoreHelp({ site, fix, data, post, isLayer, onOtherPost }: Props) {
  const [showsCard, setShowsCard] = useState(false)
  const place = post ? placeOfPost(post) : fix ? placeOfFix(fix, data && whereabouts(data.index, fix, fix.at), site) : ''
  return (
    <>
      {place && <ShareButtons text={`Emergency. ${place}`} />}
      <section className="card rows">
        {onOtherPost && (
          <button type="button" onClick={onOtherPost}>
            <b>At a different post?</b>
            <span>Enter the code you can see</span>
          </button>
        )}
        <button type="button" aria-expanded={showsCard} onClick={() => setShowsCard(!showsCard)}>
          <b>Someone goes for help?</b>
          <span>A card with QR code and message for them to carry</span>
        </button>
        <a href="/information/emergency" {...(isLayer && { target: '_blank', rel: 'noopener' })}>
          <b>Emergency Information</b>
          <span>First steps while you wait</span>
        </a>
      </section>
      {showsCard && <HelpCardForm site={site} place={place} />}
    </>
  )
}
