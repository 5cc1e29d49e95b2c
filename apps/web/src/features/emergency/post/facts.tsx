/** Facts about both positions and posts. They receive all data as props. */
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

/** `name` is for screen readers, where the text doesn't say what it is. */
type FactProps = { name?: string; icon: ReactNode; children: ReactNode; act?: ReactNode }

/** One fact in one line, with what it depends on below it. */
export const Fact = ({ name, icon, children, act }: FactProps) => (
  <div className="fact">
    {name && <h2 className="unseen">{name}</h2>}
    {icon}
    <p>{children}</p>
    {act}
  </div>
)

/** Copies a position in all notations and with all digits. The accuracy of a measured position is next to them. */
export function CopyPosition({ position, grid, precision, withLabel = false }: PositionProps & { withLabel?: boolean }) {
  const [all, ...rest] = notationLines(position, grid)
  const text = [precision ? `${all} (${accuracyText(precision)})` : all, ...rest].join('\n')
  return <CopyButton text={text} label="Copy position" {...(withLabel && { shown: 'Copy' })} />
}

type PositionProps = { position: LonLat; grid: GridName; precision?: Precision }

/** A position in the notations that rescuers use. A measured one has no more digits than its accuracy allows. */
export const Notations = ({ position, grid, precision }: PositionProps) =>
  notationLines(position, grid, precision?.decimals).map((text) => (
    <p key={text} className="notations">
      {text.split(', ').map((part, i) => (
        <Fragment key={part}>
          {i > 0 && ', '}
          <span>{part}</span>
        </Fragment>
      ))}
    </p>
  ))

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
