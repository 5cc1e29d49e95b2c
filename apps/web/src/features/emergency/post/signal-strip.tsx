import type { SignalBand } from '@trailwarden/domain'
import type { Site } from '@trailwarden/site'
import { Bars } from './bars.tsx'
import { bandText } from './facts.tsx'

/** The signal at the post by carrier. */
export function SignalStrip({ site, bandOf }: { site: Site; bandOf: (carrierId: string) => SignalBand | null }) {
  if (site.carriers.length === 0) return null
  return (
    <ul className="card signal-strip" aria-label="Signal at the post">
      {site.carriers.map(({ id, title }) => {
        const band = bandOf(id)
        const text = bandText(band)
        return (
          <li key={id}>
            <Bars band={band} />
            <p>
              <b>{title}</b>
              <span className="small">
                {text.charAt(0).toUpperCase() + text.slice(1)}
                {band === 'good' && ' here'}
              </span>
            </p>
          </li>
        )
      })}
    </ul>
  )
}
