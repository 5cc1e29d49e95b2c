/** The nearest signal and the nearest landing, in one line each. */
import {
  AT_POST_M,
  alongText,
  candidateFor,
  distanceFrom,
  landingAt,
  landingText,
  type Near,
  nearestOf,
  type SignalSpots,
} from '@trailwarden/domain'
import type { EmergencyMarker, Site } from '@trailwarden/site'
import type { SiteData } from '#parts/trail/site-data.ts'
import { Bars } from '../post/bars.tsx'
import { bandText, carrierTitle, Fact } from '../post/facts.tsx'
import { awayText } from '../post/ways.tsx'
import type { Where } from './where.ts'

type SignalProps = { site: Site; data: SiteData; where: Where; spots: SignalSpots<EmergencyMarker> }

/** Shows 'Signal: Telstra at SH09', and how to get there as exactly as the accuracy allows. */
export function SignalFact({ site, data, where, spots }: SignalProps) {
  const [spot] = spots.emergencyCall
  if (!spot)
    return (
      <Fact icon={<Bars band={null} />}>
        <b>Signal: unknown</b> <span className="second">None recorded</span>
      </Fact>
    )
  const { marker, band, carrierId, distanceM, walkMinutes } = spot
  const way = where.isOffNetwork ? null : candidateFor(data.index, where, marker)?.way
  const away = way
    ? `${alongText(way.distanceM)} ${way.direction === 'up' ? 'back up' : 'on down'} the trail${walkMinutes ? `, about ${walkMinutes} min on foot` : ''}`
    : `${distanceFrom(where.precision, distanceM)} away in a straight line`
  const isHere = where.precision.band === 'exact' && distanceM <= AT_POST_M
  return (
    <Fact icon={<Bars band={band} />}>
      <b>
        Signal: {carrierTitle(site, carrierId)} {band === 'good' ? '' : `${bandText(band)} `}at {marker.code}
      </b>{' '}
      <span className="second">{isHere ? 'At this post' : away}</span>
    </Fact>
  )
}

/** Shows 'Helicopter: 130 m north-west', and what kind of landing it is. `marker` is the nearest post, if only one is possible. */
export function LandingFact({ data, where, marker }: { data: SiteData; where: Where; marker: EmergencyMarker | null }) {
  const from = where.fix.position
  const landing = marker ? landingAt(data.index, from, marker.helicopter) : null
  const [zone] = landing?.kind === 'zone' ? nearestOf([landing], from, 1) : []
  const nearest = data.index.nearestLandingZone(from)
  const away = (near: Near<unknown>) => awayText(where.precision, near)
  const [title, more] = zone
    ? [away(zone), landingText(zone.item.type)]
    : landing?.kind === 'winch'
      ? [`winch only at ${marker?.code}`, nearest ? `Nearest landing: ${away(nearest)}` : 'None recorded']
      : nearest
        ? [away(nearest), landingText(nearest.item.helicopter.type)]
        : ['unknown', 'None recorded']
  return (
    <Fact
      icon={
        <svg className="landing-sign" viewBox="0 0 48 48" aria-hidden="true">
          <circle cx="24" cy="24" r="21" />
          <path d="M17.4 14.6V33.4M30.6 14.6V33.4M17.4 24H30.6" />
        </svg>
      }
    >
      <b>Helicopter: {title}</b> <span className="second">{more}</span>
    </Fact>
  )
}
