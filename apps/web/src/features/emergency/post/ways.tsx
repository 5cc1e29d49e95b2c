/** Where to find signal, and where vehicles and helicopters have access. */
import {
  decimalDegrees,
  distanceFrom,
  hasDirection,
  type LonLat,
  landingAt,
  last2wdPoint,
  type Near,
  nearestOf,
  type Precision,
  type SignalSpots,
} from '@trailwarden/domain'
import type { EmergencyMarker, Site } from '@trailwarden/site'
import { useMemo } from 'react'
import type { SiteData } from '#parts/trail/site-data.ts'
import { carrierTitle, orUnknown, SignalSpotLine, SURVEYED } from './facts.tsx'

type SignalProps = { site: Site; spots: SignalSpots<EmergencyMarker>; precision?: Precision }

export function SignalPlaces({ site, spots: { byCarrier, emergencyCall }, precision = SURVEYED }: SignalProps) {
  const [nearest] = emergencyCall
  return (
    <section>
      <h2 className="label">Nearest signal</h2>
      <h3>Call {site.emergencyNumber} (any network)</h3>
      {nearest ? (
        <ul className="lines">
          {emergencyCall.map((spot) => (
            <li key={spot.marker.code}>
              <SignalSpotLine site={site} spot={spot} precision={precision} />
            </li>
          ))}
        </ul>
      ) : (
        <p>Unknown: no usable signal readings</p>
      )}
      {site.carriers.map(({ id }) => (
        <div key={id}>
          <h3>{carrierTitle(site, id)}</h3>
          <ul className="lines">
            {byCarrier[id]?.map((spot) => (
              <li key={spot.marker.code}>
                <SignalSpotLine site={site} spot={spot} precision={precision} />
              </li>
            ))}
            {byCarrier[id]?.length === 0 && <li>Unknown: no usable signal readings</li>}
          </ul>
        </div>
      ))}
      <p className="small">
        Signal was measured at the posts.
        {precision.band === 'exact' &&
          ` Times are for walking at ${middle(site.speeds.walkKmh)} km/h and riding at ${middle(site.speeds.rideKmh)} km/h.`}
      </p>
    </section>
  )
}

const middle = (speeds: readonly number[]) => speeds[Math.floor(speeds.length / 2)]

/** Shows, for example, '310 m north'. Leaves out the direction if it isn't certain. */
export function awayText(precision: Precision, { distanceM, compass }: Near<unknown>): string {
  return `${distanceFrom(precision, distanceM)}${hasDirection(precision, distanceM) ? ` ${compass}` : ''}`
}

type WayOutProps = { data: SiteData; from: LonLat; marker: EmergencyMarker | null; precision?: Precision }

export function WaysOut({ data, from, marker, precision = SURVEYED }: WayOutProps) {
  const access = useMemo(() => last2wdPoint(from, data.bundle.accessRoutes, data.bundle.accessPoints), [data, from])
  return (
    <section>
      <h2 className="label">Nearest 2WD access</h2>
      {access ? (
        <p>
          <b>{access.item.name}</b>, {awayText(precision, access)}
          <span className="small coordinate-line">{decimalDegrees(access.item.position)}</span>
        </p>
      ) : (
        <p>unknown</p>
      )}
      <h2 className="label">Helicopter landing</h2>
      <LandingText data={data} from={from} marker={marker} precision={precision} />
    </section>
  )
}

function LandingText({ data, from, marker, precision }: Required<WayOutProps>) {
  const nearest = data.index.nearestLandingZone(from)
  const landing = marker ? landingAt(data.index, from, marker.helicopter) : null
  const [zone] = landing?.kind === 'zone' ? nearestOf([landing], from, 1) : []
  if (zone)
    return (
      <p>
        <b>{orUnknown(zone.item.name)}</b>, {awayText(precision, zone)}, {orUnknown(zone.item.type)}
        <span className="small coordinate-line">{decimalDegrees(zone.item.position)}</span>
      </p>
    )
  return (
    <>
      {landing?.kind === 'winch' && (
        <p>
          <b>Winch only</b> at {marker?.code}
        </p>
      )}
      {landing?.kind === 'unknown' && (
        <p>
          Position of {landing.name ?? 'the landing zone'}: <b>unknown</b>
        </p>
      )}
      <p>
        {nearest ? (
          <>
            Nearest landing zone: <b>{nearest.item.name}</b>, {awayText(precision, nearest)}, {orUnknown(nearest.item.helicopter.type)}
            <span className="small coordinate-line">{decimalDegrees(nearest.item.position)}</span>
          </>
        ) : (
          <>Nearest landing zone: unknown</>
        )}
      </p>
    </>
  )
}
