import { styled } from '@mui/material/styles'
import { bearingDeg, compassWord, distanceM, distanceText, type SignalBand, signalBand, travelMinutes } from '@trailwarden/domain'
import type { AccessPoint, EmergencyMarker, Site, Way } from '@trailwarden/site'
import { formatDate } from '#lib/dates.ts'
import { formatCoordinates } from '#lib/view-hash.ts'
import type { LonLat } from '#map/map-data.ts'
import { SignalBars } from '#parts/emergency/signal-bars.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconLogin } from '#ui/icons/icons.ts'
import { iconLogout } from '#ui/icons/screen-icons.ts'
import { iconInfo } from '#ui/icons/tool-icons.ts'
import { colour, rem } from '#ui/theme/theme.ts'
import { iconBike, iconCar, iconForest, iconHelicopter, iconWalk } from '../panels/panel-icons.ts'
import { FactList, NOT_RECORDED, PopupActs, Section } from './popup.tsx'

const BAND_TEXT: Record<SignalBand, string> = { good: 'Good', poor: 'Poor or unreliable', none: 'No connection' }

const Signal = styled('table')({
  width: 'calc(100% - 32px)',
  margin: '0 16px 10px',
  borderTop: `1px solid ${colour('line')}`,
  borderSpacing: 0,
  fontSize: rem(15),
  '& caption': { position: 'absolute', clipPath: 'inset(50%)' },
  '& thead th': { padding: '10px 0 4px', textAlign: 'left', fontWeight: 600 },
  '& thead th:last-child, & td:last-child': { textAlign: 'right', color: colour('text2'), fontWeight: 400, fontFeatureSettings: "'tnum'" },
  '& tbody th, & tbody td': { padding: '6px 0', textAlign: 'left', verticalAlign: 'middle' },
  '& tbody th': { fontWeight: 600 },
  '& tbody th span': { display: 'flex', alignItems: 'center', gap: 12 },
  '& tbody td': { color: colour('text2') },
})

function SignalTable({ readings, site }: { readings: EmergencyMarker['readings']; site: Site }) {
  return (
    <Signal>
      <caption>Cell signal by carrier</caption>
      <thead>
        <tr>
          <th colSpan={2}>Cell signal</th>
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
              <td>{band ? BAND_TEXT[band] : 'Unknown'}</td>
              <td>{reading ?? '–'}</td>
            </tr>
          )
        })}
      </tbody>
    </Signal>
  )
}

const coordinates = (at: LonLat | null) => at && formatCoordinates(at[1], at[0])
const wayFact = ({ name, vehicle }: Way) => (name || vehicle ? [name, vehicle].filter(Boolean).join(', ') : NOT_RECORDED)
const wayFacts = ({ name, descriptor, vehicle, roadCrossing, majorRoad }: Way) =>
  [
    ['Name', name],
    ['How', descriptor],
    ['Vehicles', vehicle],
    ['Road crossing', coordinates(roadCrossing)],
    ['Major road', majorRoad],
  ] as const

/** Two places within this distance count as the same place, so no direction is shown. */
const SAME_PLACE_M = 15

function awayText(from: LonLat, to: LonLat | null): string | null {
  if (!to) return null
  const metres = distanceM(from, to)
  return metres < SAME_PLACE_M ? 'here' : `${distanceText(metres)} ${compassWord(bearingDeg(from, to))}`
}

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

const ON_TRACK = 'On a 2WD track'

function TravelTimes({ metres, speeds: { walkKmh, rideKmh } }: { metres: number | null; speeds: Site['speeds'] }) {
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

function twoWheelFact(metres: number | null, { walkKmh, rideKmh }: Site['speeds']): string {
  if (metres === null) return NOT_RECORDED
  if (metres === 0) return ON_TRACK
  const middle = (speeds: readonly number[]) => travelMinutes(metres, speeds[Math.floor(speeds.length / 2)] ?? 0)
  return `${distanceText(metres)}. Walk ${middle(walkKmh)} min, ride ${middle(rideKmh)} min`
}

type Surveyed = EmergencyMarker | AccessPoint

/** Shows all survey data of a place, in the order in which rescuers need it. */
export function SurveyPopup({ record, site, isWide }: { record: Surveyed; site: Site; isWide: boolean }) {
  const { position, helicopter, distance2wdM, accuracyM, createdAt, createdBy, notes } = record
  const isMarker = 'code' in record
  const trailFacts = [
    ['Gradient', record.gradient],
    ['Condition', record.condition],
    ['Width', record.width],
    ['Vegetation', record.vegetation],
    ['Vehicles', record.vehicle],
  ] as const
  const landing = helicopter.name ?? (helicopter.type ? 'Unnamed' : null)
  return (
    <>
      <PopupActs at={position} first={isMarker ? { code: record.code } : 'none'} />
      {isMarker && (
        <>
          <SignalTable readings={record.readings} site={site} />
          <Section icon={iconLogin} title="Access" fact={wayFact(record.access)} isOpen={isWide}>
            <FactList facts={wayFacts(record.access)} />
          </Section>
          <Section icon={iconLogout} title="Egress" fact={wayFact(record.egress)}>
            <FactList facts={wayFacts(record.egress)} />
          </Section>
        </>
      )}
      <Section
        icon={iconHelicopter}
        title="Helicopter landing"
        fact={landing ? [landing, awayText(position, helicopter.position)].filter(Boolean).join(', ') : NOT_RECORDED}
        isOpen={isWide}
      >
        <FactList
          facts={[
            ['Landing point', helicopter.name],
            ['Distance', awayText(position, helicopter.position)],
            ['Type', helicopter.type],
            ['Position', coordinates(helicopter.position)],
          ]}
        />
      </Section>
      <Section icon={iconCar} title="Distance to 2WD track" fact={twoWheelFact(distance2wdM, site.speeds)}>
        <TravelTimes metres={distance2wdM} speeds={site.speeds} />
      </Section>
      <Section
        icon={iconForest}
        title="Trail here"
        fact={
          trailFacts
            .flatMap(([, value]) => value ?? [])
            .slice(0, 2)
            .join(', ') || NOT_RECORDED
        }
      >
        <FactList facts={trailFacts} />
      </Section>
      <Section icon={iconInfo} title="Record" fact="Position, accuracy, date, notes">
        <FactList
          facts={[
            ['Position', coordinates(position)],
            ['Accuracy', accuracyM === null ? null : `${Math.round(accuracyM)} m`],
            ['Recorded', createdAt && formatDate(new Date(createdAt), 'UTC')],
            ['By', createdBy],
            ['Notes', notes],
          ]}
        />
      </Section>
    </>
  )
}
