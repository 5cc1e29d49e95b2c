import type { Site } from '@trailwarden/site'
import { type ReactNode, useState } from 'react'
import { useIntoView } from '../here/into-view.ts'
import { HelpCardForm } from './help-card-form.tsx'

type Props = { site: Site; signal: ReactNode; place: string }

/** Tells a companion where to find signal, and gives them a card to carry. */
export function SendHelp({ site, signal, place }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const card = useIntoView<HTMLElement>(isOpen)
  return (
    <section ref={card} className="card send-help">
      <button type="button" className="fold" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <b>Sending someone for help?</b>
      </button>
      {isOpen && (
        <>
          {signal && <p>Nearest signal: {signal}</p>}
          <HelpCardForm site={site} place={place} />
        </>
      )}
    </section>
  )
}
