import { useState } from 'react'
import { Glyph } from '../glyph.tsx'
import { iconNoPlace } from '../icons.ts'
import type { FixTrouble } from './use-fix.ts'

/** `idle`: not requested yet. `found`: known, while a code is being entered. `missing`: the list of posts isn't on this device. */
export type LocationState = FixTrouble | 'idle' | 'found' | 'missing'

const AS_WELL = 'The code on the post works just as well.'
const OFF = { title: 'Location is off for this site.', text: AS_WELL }
const WORDS: Record<LocationState, { title: string; text: string; act?: string }> = {
  idle: { title: 'Don’t know the code?', text: 'This phone can find the nearest post.', act: 'Find me' },
  looking: { title: 'Finding you…', text: AS_WELL },
  denied: { ...OFF, act: 'Turn on' },
  blocked: { ...OFF, act: 'How to' },
  unavailable: { title: 'Can’t find your position.', text: AS_WELL, act: 'Try again' },
  found: { title: 'Found you.', text: 'Show the post nearest to you.', act: 'Show' },
  missing: { title: 'The list of posts isn’t on this phone yet.', text: 'You need signal to load it. Read out the code on the post.' },
}

/** Explains why the nearest post isn't shown and what to do about it. */
export function LocationLine({ state, onAct }: { state: LocationState; onAct: () => void }) {
  const [showsHow, setShowsHow] = useState(false)
  const { title, text, act } = WORDS[state]
  const isBlocked = state === 'blocked'
  return (
    <section className="card location">
      <Glyph path={iconNoPlace} />
      <p role="status">
        <b>{title}</b>
        <span className="small">{text}</span>
      </p>
      {act && (
        <button
          type="button"
          className="plain"
          {...(isBlocked && { 'aria-expanded': showsHow })}
          onClick={isBlocked ? () => setShowsHow(!showsHow) : onAct}
        >
          {act}
        </button>
      )}
      {isBlocked && showsHow && (
        <ol className="how small">
          <li>Tap the icon next to the web address, then Permissions or Website settings.</li>
          <li>Set Location to Allow.</li>
          <li>If it’s still off, turn on Location in your phone’s settings, then reopen this page.</li>
        </ol>
      )}
    </section>
  )
}
