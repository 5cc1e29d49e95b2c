import { useEffect, useState } from 'react'
import { Glyph } from '../glyph.tsx'
import { iconCopy } from '../icons.ts'

const OUTCOME_MS = 3000

/** `label` is the accessible name, and `shown` is the text next to the icon. */
export function CopyButton({ text, label, shown }: { text: string; label: string; shown?: string }) {
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
      <button type="button" className={shown ? 'tonal' : 'icon-button'} aria-label={label} onClick={copy}>
        <Glyph path={iconCopy} />
        {shown}
      </button>
      <span role="status" className="small">
        {outcome}
      </span>
    </span>
  )
}
