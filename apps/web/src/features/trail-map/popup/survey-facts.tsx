import { distanceText, type SignalBand, signalBand, travelMinutes } from '@trailwarden/domain'
import type { AccessPoint, EmergencyMarker, Site, Way } from '@trailwarden/site'
import { formatDate } from '#lib/dates.ts'
import { formatCoordinates } from '#lib/view-hash.ts'
import type { LonLat } from '#map/map-data.ts'
import { SignalBars } from '#parts/emergency/signal-bars.tsx'
import { awayText } from '#parts/emergency/survey-text.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { styled } from '#ui/styled.ts'
import { colour, rem } from '#ui/theme/theme.ts'
import { iconBike, iconWalk } from '../panels/panel-icons.ts'
import { FactList, NOT_RECORDED } from './popup.tsx'

type Surveyed = EmergencyMarker | AccessPoint

const BAND_TEXT: Record<SignalBand, string> = { good: 'Good', poor: 'Poor or unreliable', none: 'No connection' }
export const bandText = (band: SignalBand | null) => (band ? BAND_TEXT[band] : 'Unknown')

const Signal = styled('table')({
  width: '100%',
  borderSpacing: 0,
  fontSize: rem(15),
  '& caption': { position: 'absolute', clipPath: 'inset(50%)' },
  '& thead th': { padding: '4px 0', textAlign: 'left', fontWeight: 400, color: colour('text2') },
  '& thead th:last-child, & td:last-child': { textAlign: 'right', color: colour('text2'), fontWeight: 400, fontFeatureSettings: "'tnum'" },
  '& tbody th, & tbody td': { padding: '6px 0', textAlign: 'left', verticalAlign: 'middle' },
  '& tbody th': { fontWeight: 600 },
  '& tbody th span': { display: 'flex', alignItems: 'center', gap: 12 },
  '& tbody td': { color: colour('text2') },
})

export function SignalTable({ readings, site }: { readings: EmergencyMarker['readings']; site: Site }) {
  return (
    <Signal>
      <caption>Mobile signal by carrier</caption>
      <thead>
        <tr>
          <th>Carrier</th>
          <th>Signal</th>
          <th>Reading</th>
        </tr>
      </thead>
      <tbody>
        {site.carriers.map(({ id, title }) => {
          const reading = readings[id] ?? null
          const band = signalBand(reading, site.signalBands)
          return (
            <tr key={id}>
              <th scope="row">
                <span>
                  <SignalBars band={band} />
                  {title}
                </span>
              </th>
              <td>{bandText(band)}</td>
              <td>{reading ?? '–'}</td>
            </tr>
          )
        })}
      </tbody>
    </Signal>
  )
}

const coordinates = (at: LonLat | null) => at && formatCoordinates(at[1], at[0])

export const WayFacts = ({ way: { name, descriptor, vehicle, roadCrossing, majorRoad } }: { way: Way }) => (
  <FactList
    facts={[
      ['Name', name],
      ['How', descriptor],
      ['Vehicles', vehicle],
      ['Road crossing', coordinates(roadCrossing)],
      ['Major road', majorRoad],
    ]}
  />
)

export const HelicopterFacts = ({ record: { position, helicopter } }: { record: Surveyed }) => (
  <FactList
    facts={[
      ['Landing point', helicopter.name],
      ['Distance', awayText(position, helicopter.position)],
      ['Type', helicopter.type],
      ['Location', coordinates(helicopter.position)],
    ]}
  />
)

export const terrainOf = ({ gradient, condition, width, vegetation, vehicle }: Surveyed) =>
  [
    ['Gradient', gradient],
    ['Condition', condition],
    ['Width', width],
    ['Vegetation', vegetation],
    ['Vehicles', vehicle],
  ] as const

export const RecordFacts = ({ record: { position, accuracyM, createdAt, createdBy, notes } }: { record: Surveyed }) => (
  <FactList
    facts={[
      ['Location', coordinates(position)],
      ['Accuracy', accuracyM === null ? null : `${Math.round(accuracyM)} m`],
      ['Recorded', createdAt && formatDate(new Date(createdAt), 'UTC')],
      ['By', createdBy],
      ['Notes', notes],
    ]}
  />
)

const Times = styled('table')({
  width: '100%',
  margin: '4px 0',
  border: `1px solid ${colour('line')}`,
  borderRadius: 8,
  borderSpacing: 0,
  textAlign: 'center',
  '& th, & td': { padding: '8px 4px' },
  '& th + th, & th + td, & td + td': { borderLeft: `1px solid ${colour('line')}` },
  '& tr + tr > *': { borderTop: `1px solid ${colour('line')}` },
  '& th span': { display: 'flex', alignItems: 'center', justifyContent: 'center', gap: 6, fontWeight: 600 },
  '& td b, & td small': { display: 'block' },
  '& td b': { fontSize: rem(17), fontWeight: 700 },
})
const Distance = styled('p')({ fontSize: rem(20), lineHeight: rem(28), fontWeight: 700, fontFeatureSettings: "'tnum'" })

export const ON_TRACK = 'On a 2WD track'

export function TravelTimes({ metres, speeds: { walkKmh, rideKmh } }: { metres: number | null; speeds: Site['speeds'] }) {
  if (metres === null) return <p>{NOT_RECORDED}</p>
  if (metres === 0) return <p>{ON_TRACK}</p>
  const rows = [
    { word: 'Walk', icon: iconWalk, speeds: walkKmh },
    { word: 'Ride', icon: iconBike, speeds: rideKmh },
  ]
  return (
    <>
      <Distance>{distanceText(metres)}</Distance>
      <Times>
        <tbody>
          {rows.map(({ word, icon, speeds }) => (
            <tr key={word}>
              <th scope="row">
                <span>
                  <Icon path={icon} size={20} />
                  {word}
                </span>
              </th>
              {speeds.map((speed) => (
                <td key={speed}>
                  <b>{travelMinutes(metres, speed)} min</b>
                  <small>{speed} km/h</small>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Times>
    </>
  )
}
