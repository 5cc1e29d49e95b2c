import type { Site } from '@trailwarden/site'
import { type ReactNode, useState } from 'react'
import { FoldButton } from '../fold.tsx'
import { useIntoView } from '../here/into-view.ts'
import { iconWay } from '../icons.ts'
import { HelpCardForm } from './help-card-form.tsx'

type Props = { site: Site; signal: ReactNode; place: string }

/** Tells a companion where to find signal, and gives them a card to carry. */
export function SendHelp({ site, signal, place }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const card = useIntoView<HTMLElement>(isOpen)
  return (
    <section ref={card} className="card send-help">
      <FoldButton
        icon={iconWay}
        title="Sending someone for help?"
        more="What they should carry and say"
        isOpen={isOpen}
        onToggle={() => setIsOpen(!isOpen)}
      />
      {isOpen && (
        <>
          {signal && <p>Nearest signal: {signal}</p>}
          <HelpCardForm site={site} place={place} />
        </>
      )}
    </section>
  )
}
