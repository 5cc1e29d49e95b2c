import type { LonLat } from '@trailwarden/domain'
import { signalSpots } from '@trailwarden/domain'
import type { Site } from '@trailwarden/site'
import { useState } from 'react'
import type { SiteData } from '#parts/site-data.ts'
import { SignalSpotLine } from './facts.tsx'
import { HelpCardForm } from './help-card-form.tsx'
import { useIntoView } from './into-view.ts'

type Props = { site: Site; data: SiteData | null; from: LonLat | null; place: string }

/** For the companion who walks to signal: where to, and what to carry. */
export function SendHelp({ site, data, from, place }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const card = useIntoView<HTMLElement>(isOpen)
  const [nearest] = data && from ? signalSpots(data.index, from, site).emergencyCall : []
  return (
    <section ref={card} className="card send-help">
      <button type="button" className="fold" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <b>Sending someone for help?</b>
      </button>
      {isOpen && (
        <>
          {nearest && (
            <p>
              Nearest signal: <SignalSpotLine site={site} spot={nearest} />
            </p>
          )}
          <HelpCardForm site={site} place={place} />
        </>
      )}
    </section>
  )
}
