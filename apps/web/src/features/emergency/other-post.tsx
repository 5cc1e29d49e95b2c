import { useState } from 'react'
import type { SiteData } from '#parts/site-data.ts'
import { CodePad } from './code-pad.tsx'
import { useIntoView } from './into-view.ts'
import { LocationLine, type LocationState } from './location-line.tsx'

type Props = {
  data: SiteData
  /** Null where the position is what is shown. */
  location: LocationState | null
  onLocate: () => void
  onFound: (code: string) => void
}

/** The way to another post, folded while one is shown: its own page should not ask for what it knows. */
export function OtherPost({ data, location, onLocate, onFound }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const part = useIntoView<HTMLDivElement>(isOpen)
  return (
    <div ref={part} className="on-phone">
      <div className="entry">
        <div className="card">
          <button type="button" className="fold" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            <b>At another post? Enter its code</b>
          </button>
        </div>
        {isOpen && (
          <>
            {location && <LocationLine state={location} onAct={onLocate} />}
            <CodePad data={data} given="" onBegin={() => undefined} onFound={onFound} />
          </>
        )}
      </div>
    </div>
  )
}
