import { smsLink } from '@trailwarden/domain'
import { useEffect, useState } from 'react'
import { CopyButton } from './copy.tsx'

/** Hands the place to whoever the person chooses; nothing is sent by itself. */
export function ShareButtons({ text }: { text: string }) {
  // Asked after the first render: the server, which renders this page too, has no share sheet.
  const [canShare, setCanShare] = useState(false)
  useEffect(() => setCanShare('share' in navigator), [])
  return (
    <div className="buttons">
      <a className="tonal" href={smsLink(text)}>
        Text message
      </a>
      {canShare && (
        // Whoever closes the share sheet again has not met an error.
        <button type="button" className="tonal" onClick={() => navigator.share({ text }).catch(() => undefined)}>
          Share
        </button>
      )}
      <CopyButton text={text} label="Copy" withLabel />
    </div>
  )
}
