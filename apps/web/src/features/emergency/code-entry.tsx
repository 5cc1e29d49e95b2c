import './entry.css'
import { spokenCode } from '@trailwarden/domain'
import type { EmergencyMarker } from '@trailwarden/site'
import { useId } from 'react'
import type { SiteData } from '#parts/site-data.ts'

type Props = {
  data: SiteData | null
  typed: string
  found: EmergencyMarker | null
  onType: (code: string) => void
  /** Null while the position is already being looked for. */
  onUsePosition: (() => void) | null
  why: string | null
}

/** By hand: `Map.groupBy` is missing before Safari 17.4. */
function byArea(markers: readonly EmergencyMarker[]): Map<string, EmergencyMarker[]> {
  const areas = new Map<string, EmergencyMarker[]>()
  for (const marker of markers) {
    const area = marker.area ?? 'Other'
    areas.set(area, [...(areas.get(area) ?? []), marker])
  }
  return areas
}

/** The code on the post: typed as one likes, or picked from the list of all posts. */
export function CodeEntry({ data, typed, found, onType, onUsePosition, why }: Props) {
  const id = useId()
  const areas = byArea(data?.bundle.markers ?? [])
  const isUnknown = typed.trim() !== '' && !found && data !== null
  return (
    <section className="card code-entry">
      {why && (
        <p role="status" className="why">
          {why}
        </p>
      )}
      <label htmlFor={`${id}-code`}>
        <span className="on-phone">Code on the marker post</span>
        <span className="on-desktop">Marker code the caller reads out</span>
      </label>
      <div className="code-row">
        <input
          id={`${id}-code`}
          className="code-input"
          value={typed}
          onChange={(event) => onType(event.target.value)}
          autoCapitalize="characters"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={24}
          enterKeyHint="done"
          placeholder="BF17"
        />
        <p role="status" className="found">
          {found && (
            <>
              <b>{spokenCode(found.code)}</b>
              <span>Emergency Marker{found.area && ` · ${found.area}`}</span>
            </>
          )}
          {isUnknown && <span className="warn">No post has this code.</span>}
        </p>
      </div>
      {areas.size > 0 && (
        <>
          <label htmlFor={`${id}-pick`}>Or pick it</label>
          <select id={`${id}-pick`} value={found?.code ?? ''} onChange={(event) => onType(event.target.value)}>
            <option value="">Choose a post</option>
            {[...areas].map(([area, markers]) => (
              <optgroup key={area} label={area}>
                {markers.map(({ code }) => (
                  <option key={code}>{code}</option>
                ))}
              </optgroup>
            ))}
          </select>
        </>
      )}
      {onUsePosition && (
        <button type="button" className="outlined" onClick={onUsePosition}>
          <span className="on-phone">Use my position</span>
          <span className="on-desktop">Use this computer’s position</span>
        </button>
      )}
    </section>
  )
}
