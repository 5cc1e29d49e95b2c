import { useEffect, useState } from 'react'
import { Glyph } from './glyph.tsx'

const iconCopy =
  'M306-198q-28 0-48-20-20-20-20-48v-556q0-28 20-48 20-20 48-20h436q28 0 48 20 20 20 20 48v556q0 28-20 48-20 20-48 20H306Zm0-68h436v-556H306v556ZM178-70q-28 0-48-20-20-20-20-48v-590q0-14 10-24 10-10 24-10t24 10q10 10 10 24v590h470q14 0 24 10 10 10 10 24 0 14-10 24-10 10-24 10H178Z'

const REPORTED_MS = 3000

/** Copies a text and says so. `label` names what is copied; the words are shown where there is room. */
export function CopyButton({ text, label, withText = false }: { text: string; label: string; withText?: boolean }) {
  const [reported, setReported] = useState<'Copied' | 'Could not copy' | null>(null)
  useEffect(() => {
    if (!reported) return
    const timer = setTimeout(() => setReported(null), REPORTED_MS)
    return () => clearTimeout(timer)
  }, [reported])
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setReported('Copied'),
      () => setReported('Could not copy'),
    )
  return (
    <span className="copy">
      <button type="button" className={withText ? 'tonal' : 'icon-button'} aria-label={withText ? undefined : label} onClick={copy}>
        <Glyph path={iconCopy} />
        {withText && label}
      </button>
      <span role="status" className="small">
        {reported}
      </span>
    </span>
  )
}
