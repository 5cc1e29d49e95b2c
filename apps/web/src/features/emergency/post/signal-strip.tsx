import type { SignalBand } from '@trailwarden/domain'
import type { Site } from '@trailwarden/site'
import { bandText } from './facts.tsx'

const BARS = [6, 12, 18]
const LIT: Record<SignalBand, number> = { good: 3, poor: 1, none: 0 }

/** The signal at the post by carrier. The bars and text show the strength, so nobody depends on the colour. */
export function SignalStrip({ site, bandOf }: { site: Site; bandOf: (carrierId: string) => SignalBand | null }) {
  if (site.carriers.length === 0) return null
  return (
    <ul className="card signal-strip" aria-label="Signal at the post">
      {site.carriers.map(({ id, title }) => {
        const band = bandOf(id)
        const text = bandText(band)
        return (
          <li key={id}>
            <svg className={`bars bars-${band ?? 'unknown'}`} viewBox="0 0 24 24" aria-hidden="true">
              {BARS.map((height, i) => (
                <path key={height} className={band && i < LIT[band] ? 'lit' : undefined} d={`M${5 + i * 7} 21V${21 - height}`} />
              ))}
              {band === 'none' && <path className="crossed" d="M3 22L22 3" />}
            </svg>
            <p>
              <b>{title}</b>
              <span className="small">{text.charAt(0).toUpperCase() + text.slice(1)}</span>
            </p>
          </li>
        )
      })}
    </ul>
  )
}
