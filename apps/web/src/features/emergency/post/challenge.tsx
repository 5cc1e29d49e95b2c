import { callScriptOfBoth, phonePlace, phonePost } from '@trailwarden/domain'
import type { EmergencyMarker, Site } from '@trailwarden/site'
import { type ReactNode, useEffect, useRef } from 'react'
import { isDesktop } from '#lib/breakpoint.ts'
import { Glyph } from '../glyph.tsx'
import { MyPosition } from '../here/here-view.tsx'
import type { Where } from '../here/where.ts'
import { iconPlace, iconWarning } from '../icons.ts'
import { ScriptCard } from './script-card.tsx'

type Props = {
  site: Site
  where: Where
  marker: EmergencyMarker
  /** The distance from this phone to the post, as text. */
  far: string
  onHere: () => void
  onOther: () => void
  children: ReactNode
}

/** Shown when the code and the phone's position disagree. The user chooses which one is right. Until then the call text gives both. */
export function Challenge({ site, where, marker, far, onHere, onOther, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const device = isDesktop() ? 'computer' : 'phone'
  useEffect(() => {
    // Leaves the focus in the code field, because a desktop user may still be typing.
    if (!(document.activeElement instanceof HTMLInputElement)) heading.current?.focus()
  }, [])
  return (
    <>
      <section className="card notice challenge" role="alert">
        <h2 ref={heading} tabIndex={-1}>
          <Glyph path={iconWarning} />
          <span>
            {marker.code} is {far} from this {device}
          </span>
        </h2>
        <p>
          This {device} is {phonePlace(where)}.
        </p>
        <div className="choice">
          <button type="button" className="filled" onClick={onHere}>
            <Glyph path={iconPlace} />
            Use {phonePost(where) ?? `this ${device}’s position`}
          </button>
          <button type="button" className="outlined" onClick={onOther}>
            I’m calling for someone at {marker.code}
          </button>
        </div>
      </section>
      <ScriptCard site={site} sentences={callScriptOfBoth(where, marker, far, site)} />
      <section className="card facts">
        <MyPosition site={site} where={where} />
      </section>
      {children}
    </>
  )
}
