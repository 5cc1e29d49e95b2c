import { useState } from 'react'
import type { SiteData } from '#parts/trail/site-data.ts'
import { FoldButton } from '../fold.tsx'
import { useIntoView } from '../here/into-view.ts'
import { LocationLine, type LocationState } from '../here/location-line.tsx'
import { iconCode } from '../icons.ts'
import { CodePad } from './code-pad.tsx'

type Props = {
  data: SiteData
  /** Null if the screen already shows the position. */
  location: LocationState | null
  onLocate: () => void
  onBegin: () => void
  onFound: (code: string) => void
}

/** Lets the user switch to another post. It starts collapsed while a post is shown, because the page of a post shouldn't ask for a code. */
export function OtherPost({ data, location, onLocate, onBegin, onFound }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const part = useIntoView<HTMLDivElement>(isOpen)
  return (
    <div ref={part} className="on-phone">
      <div className="entry">
        <div className="card">
          <FoldButton icon={iconCode} title="At another post?" more="Enter its code" isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} />
        </div>
        {isOpen && (
          <>
            {location && <LocationLine state={location} onAct={onLocate} />}
            <CodePad data={data} given="" onBegin={onBegin} onFound={onFound} />
          </>
        )}
      </div>
    </div>
  )
}
