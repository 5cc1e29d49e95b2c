import { helpCardText } from '@trailwarden/domain'
import type { Site } from '@trailwarden/site'
import { useEffect, useId, useState } from 'react'
import { formatDateTime } from '#lib/dates.ts'
import { ShareButtons } from './share-buttons.tsx'

const FIELDS = [
  { name: 'who', label: 'Who is hurt', hint: 'Name, age' },
  { name: 'what', label: 'What happened', hint: 'Fall, broken arm' },
  { name: 'howMany', label: 'How many are hurt', hint: '' },
] as const

/** A companion who goes to find signal photographs the QR code or receives the card as a message. Nothing is sent automatically. */
export function HelpCardForm({ site, place: known }: { site: Site; place: string }) {
  const id = useId()
  const [card, setCard] = useState({ who: '', what: '', howMany: '', place: known, time: '' })
  // The companion takes the card along, so its time doesn't change after the card is opened.
  useEffect(() => setCard((one) => ({ ...one, time: formatDateTime(new Date(), site.timeZone) })), [site.timeZone])
  const text = helpCardText(card, site.emergencyNumber)
  return (
    <section className="help-card" aria-label="Card for the person going for help">
      {FIELDS.map(({ name, label, hint }) => (
        <div key={name} className="field">
          <label htmlFor={id + name}>{label}</label>
          <input
            id={id + name}
            value={card[name]}
            placeholder={hint}
            maxLength={120}
            onChange={(event) => setCard({ ...card, [name]: event.target.value })}
          />
        </div>
      ))}
      <div className="field">
        <label htmlFor={`${id}place`}>Place</label>
        <input id={`${id}place`} value={card.place} maxLength={200} onChange={(event) => setCard({ ...card, place: event.target.value })} />
      </div>
      <QrCode text={text} />
      <pre className="card-text">{text}</pre>
      <ShareButtons text={text} />
    </section>
  )
}

/** Cameras need a dark code on a light background in both themes. */
function QrCode({ text }: { text: string }) {
  const [drawn, setDrawn] = useState<{ size: number; path: string } | null>(null)
  useEffect(() => {
    let isOpen = true
    const draw = import('uqr').then(({ encode }) => {
      const { data, size } = encode(text, { ecc: 'M', border: 4 })
      const path = data.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('')
      if (isOpen) setDrawn({ size, path })
    })
    // The QR code is optional, because its text is also below it and can be sent.
    draw.catch((error: unknown) => console.warn("couldn't draw the QR code", error))
    return () => {
      isOpen = false
    }
  }, [text])
  if (!drawn) return null
  return (
    <svg
      className="qr"
      shapeRendering="crispEdges"
      viewBox={`0 0 ${drawn.size} ${drawn.size}`}
      role="img"
      aria-label="QR code with the text of the card"
    >
      <path className="qr-ground" d={`M0 0h${drawn.size}v${drawn.size}H0z`} />
      <path d={drawn.path} />
    </svg>
  )
}
