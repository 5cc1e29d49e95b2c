import { smsLink } from '@trailwarden/domain'
import { useEffect, useState } from 'react'
import { CopyButton } from './copy.tsx'

/** Shares the location with people the user chooses. Nothing is sent automatically. */
export function ShareButtons({ text }: { text: string }) {
  // Checked after the first render, because the server also renders this page and has no share sheet.
  const [canShare, setCanShare] = useState(false)
  useEffect(() => setCanShare('share' in navigator), [])
  return (
    <div className="buttons">
      <a className="tonal" href={smsLink(text)}>
        Text message
      </a>
      {canShare && (
        // The user may close the share sheet without sharing.
        <button type="button" className="tonal" onClick={() => navigator.share({ text }).catch(() => undefined)}>
          Share
        </button>
      )}
      <CopyButton text={text} label="Copy" shown="Copy" />
    </div>
  )
}
