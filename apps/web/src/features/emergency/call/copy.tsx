import { useEffect, useState } from 'react'
import { Glyph } from '../glyph.tsx'

const iconCopy =
  'M306-198q-28 0-48-20-20-20-20-48v-556q0-28 20-48 20-20 48-20h436q28 0 48 20 20 20 20 48v556q0 28-20 48-20 20-48 20H306Zm0-68h436v-556H306v556ZM178-70q-28 0-48-20-20-20-20-48v-590q0-14 10-24 10-10 24-10t24 10q10 10 10 24v590h470q14 0 24 10 10 10 10 24 0 14-10 24-10 10-24 10H178Z'

const OUTCOME_MS = 3000

/** Copies a text and confirms that it was copied. `label` names the text and is shown if there is room. */
export function CopyButton({ text, label, withLabel = false }: { text: string; label: string; withLabel?: boolean }) {
  const [outcome, setOutcome] = useState<'Copied' | 'Couldn’t copy' | null>(null)
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(null), OUTCOME_MS)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setOutcome('Copied'),
      () => setOutcome('Couldn’t copy'),
    )
  return (
    <span className="copy">
      <button type="button" className={withLabel ? 'tonal' : 'icon-button'} aria-label={withLabel ? undefined : label} onClick={copy}>
        <Glyph path={iconCopy} />
        {withLabel && <span className="copy-label">{label}</span>}
      </button>
      <span role="status" className="small">
        {outcome}
      </span>
    </span>
  )
}
