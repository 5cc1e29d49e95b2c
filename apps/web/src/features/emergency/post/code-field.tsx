import '../styles/entry.css'
import { isBeginning, noSuchPost, spokenCode } from '@trailwarden/domain'
import type { EmergencyMarker } from '@trailwarden/site'
import { type ReactNode, useId } from 'react'
import type { SiteData } from '#parts/trail/site-data.ts'

type Props = {
  data: SiteData | null
  typed: string
  found: EmergencyMarker | null
  onType: (code: string) => void
  /** Null if the position is already shown or being found. */
  onUsePosition: (() => void) | null
  children?: ReactNode
}

/** An emergency operator types the code that the caller reads out. */
export function CodeField({ data, typed, found, onType, onUsePosition, children }: Props) {
  const id = useId()
  const isUnknown = data !== null && !found && !isBeginning(data.bundle.markers, typed)
  return (
    <section className="card code-field">
      <label htmlFor={id}>Code the caller reads out</label>
      <div className="code-row">
        <input
          id={id}
          value={typed}
          onChange={(event) => onType(event.target.value)}
          autoCapitalize="characters"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={24}
        />
        <p role="status" className="found">
          {found && (
            <>
              <b>{spokenCode(found.code)}</b>
              <span className="small">Emergency post{found.area && ` · ${found.area}`}</span>
            </>
          )}
          {isUnknown && <span className="warn">{noSuchPost(data.bundle.markers, typed)}</span>}
        </p>
      </div>
      {(children || onUsePosition) && (
        <div className="buttons">
          {children}
          {onUsePosition && (
            <button type="button" className="outlined" onClick={onUsePosition}>
              Use this computer’s position
            </button>
          )}
        </div>
      )}
    </section>
  )
}
