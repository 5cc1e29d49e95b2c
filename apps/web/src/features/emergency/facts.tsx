/** The cards that a position and a post share. Each gets what to show as props; none of them reads data. */
import './facts.css'
import { AT_POST_M, distanceText, type GridName, type LonLat, notationLines, type Sentence, type SignalSpot } from '@trailwarden/domain'
import type { EmergencyMarker, Site } from '@trailwarden/site'
import { Fragment, type ReactNode } from 'react'
import { CopyButton } from './copy.tsx'

const TICKS = [0, 30, 60, 90, 120, 150, 180, 210, 240, 270, 300, 330]

/** North is up: turning with the phone's compass would need a permission, which must not be asked for here. */
export function Dial({ bearing }: { bearing: number }) {
  return (
    <svg className="dial" viewBox="-50 -50 100 100" aria-hidden="true">
      <circle r="46" />
      {TICKS.map((angle) => (
        <path key={angle} className="tick" d={angle % 90 === 0 ? 'M0-46V-38' : 'M0-46V-42'} transform={`rotate(${angle})`} />
      ))}
      <text y="-22">N</text>
      <path className="needle" d="M0-32L13 22 0 12-13 22Z" transform={`rotate(${Math.round(bearing)})`} />
    </svg>
  )
}

type PositionProps = { title: string; position: LonLat; grid: GridName; note: ReactNode; children?: ReactNode }

export function PositionCard({ title, position, grid, note, children }: PositionProps) {
  const [decimal, ...others] = notationLines(position, grid)
  return (
    <section className="card position">
      <div>
        <h2 className="label">{title}</h2>
        <p className="coordinates">{decimal}</p>
      </div>
      <CopyButton text={[decimal, ...others].join('\n')} label="Copy position" />
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

export function CallScriptCard({ number, sentences }: { number: string; sentences: readonly Sentence[] }) {
  return (
    <section className="card">
      <h2>Tell {number}</h2>
      <ol className="tell">
        {sentences.map(({ before, strong, after }) => (
          <li key={before + strong}>
            {before}
            <b>{strong}</b>
            {after}
          </li>
        ))}
      </ol>
    </section>
  )
}

export const UNKNOWN = 'unknown'
/** A missing value is shown as unknown, never left blank. */
export const orUnknown = (value: string | null) => value ?? UNKNOWN

const BAND_TEXT = { good: 'good', poor: 'poor or unreliable', none: 'no connection' } as const
export const bandText = (band: keyof typeof BAND_TEXT | null) => (band === null ? UNKNOWN : BAND_TEXT[band])

export const carrierTitle = (site: Site, id: string) => site.carriers.find((carrier) => carrier.id === id)?.title ?? id

/** 'up the trail, 22 min walk, 6 min ride'. A straight line has no minutes: nobody walks it. */
function WayText({ spot }: { spot: SignalSpot<EmergencyMarker> }) {
  if (spot.direction === null) return <>in a straight line</>
  return (
    <>
      {spot.direction} the trail · {spot.walkMinutes} min walk, {spot.rideMinutes} min ride
    </>
  )
}

export function SignalSpotLine({ site, spot }: { site: Site; spot: SignalSpot<EmergencyMarker> }) {
  const isThere = spot.distanceM <= AT_POST_M
  return (
    <>
      <b>
        {spot.marker.code}, {isThere ? 'here' : distanceText(spot.distanceM)}
      </b>{' '}
      <span className="small">
        {carrierTitle(site, spot.carrierId)} {bandText(spot.band)}
        {!isThere && (
          <>
            , <WayText spot={spot} />
          </>
        )}
      </span>
    </>
  )
}
