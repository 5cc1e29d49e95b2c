/** Cards for both positions and posts. They receive all data as props. */
import '../styles/facts.css'
import {
  AT_POST_M,
  accuracyText,
  distanceFrom,
  type GridName,
  type LonLat,
  notationLines,
  type Precision,
  type SignalSpot,
} from '@trailwarden/domain'
import type { EmergencyMarker, Site } from '@trailwarden/site'
import { Fragment, type ReactNode } from 'react'
import { CopyButton } from '../call/copy.tsx'

type PositionProps = {
  title: string
  position: LonLat
  grid: GridName
  note: ReactNode
  /** The precision of a measured position. The screen shows fewer digits than the copied text has. */
  precision?: Precision
  children?: ReactNode
}

export function PositionCard({ title, position, grid, note, precision, children }: PositionProps) {
  const [decimal, ...others] = notationLines(position, grid, precision?.decimals)
  const [all, ...rest] = notationLines(position, grid)
  const copied = [precision ? `${all} (${accuracyText(precision)})` : all, ...rest].join('\n')
  return (
    <section className="card position">
      <div>
        <h2 className="label">{title}</h2>
        <p className="coordinates">{decimal}</p>
      </div>
      <CopyButton text={copied} label="Copy position" />
      <div className="more">
        {others.map((text) => (
          <p key={text} className="notations">
            {text.split(', ').map((part, i) => (
              <Fragment key={part}>
                {i > 0 && ', '}
                <span>{part}</span>
              </Fragment>
            ))}
          </p>
        ))}
        <p className="small">{note}</p>
        {children}
      </div>
    </section>
  )
}

export const UNKNOWN = 'unknown'
/** Shows a missing value as unknown, never blank. */
export const orUnknown = (value: string | null) => value ?? UNKNOWN

const BAND_TEXT = { good: 'good', poor: 'poor or unreliable', none: 'no connection' } as const
export const bandText = (band: keyof typeof BAND_TEXT | null) => (band === null ? UNKNOWN : BAND_TEXT[band])

export const carrierTitle = (site: Site, id: string) => site.carriers.find((carrier) => carrier.id === id)?.title ?? id

/** The precision of a surveyed post, which is exact. */
export const SURVEYED: Precision = { band: 'exact', radiusM: 0, decimals: 5 }

/**
 * Shows 'SH03, 1.2 km Telstra good, up the trail · 18 min walk, 5 min ride'. Gives no times for straight-line distances, because nobody can
 * walk or ride in a straight line.
 */
export function SignalSpotLine({
  site,
  spot,
  precision = SURVEYED,
}: {
  site: Site
  spot: SignalSpot<EmergencyMarker>
  precision?: Precision
}) {
  const isExact = precision.band === 'exact'
  const isThere = isExact && spot.distanceM <= AT_POST_M
  const way =
    spot.direction === null
      ? ', in a straight line'
      : `, ${spot.direction} the trail · ${spot.walkMinutes} min walk, ${spot.rideMinutes} min ride`
  return (
    <>
      <b>
        {spot.marker.code}, {isThere ? 'here' : distanceFrom(precision, spot.distanceM)}
      </b>{' '}
      <span className="small">
        {carrierTitle(site, spot.carrierId)} {bandText(spot.band)}
        {isExact && !isThere && way}
      </span>
    </>
  )
}
