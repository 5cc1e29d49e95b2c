/** Where to go for signal, and where a vehicle and a helicopter can come. */
import { decimalDegrees, distanceText, type LonLat, landingAt, last2wdPoint, nearestOf, signalSpots } from '@trailwarden/domain'
import type { EmergencyMarker, Site } from '@trailwarden/site'
import { useMemo } from 'react'
import type { SiteData } from '#parts/site-data.ts'
import { carrierTitle, orUnknown, SignalSpotLine } from './facts.tsx'

type Props = { site: Site; data: SiteData; from: LonLat; marker: EmergencyMarker | null }

export function SignalCard({ site, data, from }: Props) {
  const { byCarrier, emergencyCall } = useMemo(() => signalSpots(data.index, from, site), [data, from, site])
  const [nearest] = emergencyCall
  return (
    <section className="card">
      <h2 className="label">Nearest signal</h2>
      <h3>Call {site.emergencyNumber} (any network)</h3>
      {nearest ? (
        <ul className="lines">
          {emergencyCall.map((spot) => (
            <li key={spot.marker.code}>
              <SignalSpotLine site={site} spot={spot} />
            </li>
          ))}
        </ul>
      ) : (
        <p>unknown: no post with a usable reading</p>
      )}
      {site.carriers.map(({ id }) => (
        <div key={id}>
          <h3>{carrierTitle(site, id)}</h3>
          <ul className="lines">
            {byCarrier[id]?.map((spot) => (
              <li key={spot.marker.code}>
                <SignalSpotLine site={site} spot={spot} />
              </li>
            ))}
            {byCarrier[id]?.length === 0 && <li>unknown: no post with a usable reading</li>}
          </ul>
        </div>
      ))}
      <p className="small">
        Measured at the posts. Walking at {middle(site.speeds.walkKmh)} km/h, riding at {middle(site.speeds.rideKmh)} km/h.
      </p>
    </section>
  )
}

const middle = (speeds: readonly number[]) => speeds[Math.floor(speeds.length / 2)]

export function WayOutCard({ data, from, marker }: Props) {
  const access = useMemo(() => last2wdPoint(from, data.bundle.accessRoutes, data.bundle.accessPoints), [data, from])
  return (
    <section className="card">
      <h2 className="label">Nearest 2WD access</h2>
      {access ? (
        <p>
          <b>{access.item.name}</b>, {distanceText(access.distanceM)} {access.compass}
          <span className="small coordinate-line">{decimalDegrees(access.item.position)}</span>
        </p>
      ) : (
        <p>unknown</p>
      )}
      <h2 className="label">Helicopter landing</h2>
      <LandingText data={data} from={from} marker={marker} />
    </section>
  )
}

function LandingText({ data, from, marker }: Pick<Props, 'data' | 'from' | 'marker'>) {
  const nearest = data.index.nearestLandingZone(from)
  const landing = marker ? landingAt(data.index, from, marker.helicopter) : null
  const [zone] = landing?.kind === 'zone' ? nearestOf([landing], from, 1) : []
  if (zone)
    return (
      <p>
        <b>{orUnknown(zone.item.name)}</b>, {distanceText(zone.distanceM)} {zone.compass}, {orUnknown(zone.item.type)}
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
            Nearest landing zone: <b>{nearest.item.name}</b>, {distanceText(nearest.distanceM)} {nearest.compass},{' '}
            {orUnknown(nearest.item.helicopter.type)}
            <span className="small coordinate-line">{decimalDegrees(nearest.item.position)}</span>
          </>
        ) : (
          <>Nearest landing zone: unknown</>
        )}
      </p>
    </>
  )
}
