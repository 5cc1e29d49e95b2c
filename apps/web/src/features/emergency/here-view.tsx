import { alongText, callScript, distanceText, type Fix, fixAge, spokenCode, type Whereabouts, whereabouts } from '@trailwarden/domain'
import type { EmergencyMarker, Site, Trail } from '@trailwarden/site'
import { type ReactNode, useEffect, useMemo } from 'react'
import type { SiteData } from '#parts/site-data.ts'
import { CallScriptCard, Dial, PositionCard } from './facts.tsx'
import { SketchMap } from './sketch-map.tsx'
import { useSeconds } from './use-fix.ts'
import { SignalCard, WayOutCard } from './ways.tsx'

type Where = Whereabouts<Trail, EmergencyMarker>

type Props = { site: Site; data: SiteData; fix: Fix; onCallText: (text: ReactNode) => void; rest: ReactNode; more: ReactNode }

/** Everything that follows from where this device is. */
export function HereView({ site, data, fix, onCallText, rest, more }: Props) {
  const now = useSeconds()
  const still = useMemo(() => whereabouts(data.index, fix, fix.at), [data, fix])
  const where = { ...still, ...fixAge(fix, now) }
  const first = where.candidates[0]
  const callText = callTextOf(where)
  useEffect(() => onCallText(callText), [callText, onCallText])
  const position = <PositionCard title="My position" position={fix.position} grid={site.grid} note={<FixNote where={where} />} />
  const marker = first && <NearestCard where={where} />
  return (
    <>
      {where.isOffNetwork ? (
        <>
          <section className="card notice" role="status">
            <h2>You are off the trail network</h2>
            <p>No trail or post within 2 km. Read out your position.</p>
          </section>
          {position}
          {marker}
        </>
      ) : (
        <>
          {marker}
          {position}
        </>
      )}
      <CallScriptCard number={site.emergencyNumber} sentences={callScript(where)} />
      {where.isPoor && <p className="rough">From a position only roughly known: the distances below are rough too.</p>}
      <div className="pair">
        <SignalCard site={site} data={data} from={fix.position} marker={first?.item ?? null} />
        <WayOutCard site={site} data={data} from={fix.position} marker={first?.item ?? null} />
      </div>
      {rest}
      <SketchMap data={data} centre={fix.position} me={fix} selected={first?.item.code ?? null} ground />
      {more}
    </>
  )
}

const callTextOf = ({ candidates, isOffNetwork, isPoor, place }: Where): string => {
  const first = candidates[0]?.item
  if (!first || isOffNetwork) return 'Ambulance, and the position on this screen.'
  const trail = place?.trail.name ?? first.area
  return `Ambulance. ${trail ? `${trail} trail, ` : ''}${isPoor ? 'near ' : ''}emergency post ${candidates.map(({ item }) => item.code).join(isPoor ? ' or ' : ' and ')}.`
}

function NearestCard({ where }: { where: Where }) {
  const [first, ...others] = where.candidates
  if (!first) return null
  const isOpen = others.length > 0
  return (
    <section className="card nearest" aria-live="polite">
      <div>
        <h2 className="label">{where.isPoor ? 'Nearest post may be' : isOpen ? 'Nearest posts' : 'Nearest post'}</h2>
        <p className="code">{first.item.code}</p>
        <p className="spoken">{spokenCode(first.item.code)}</p>
      </div>
      <div className="direction">
        {where.isExact && !where.isAtMarker && !where.isOld && <Dial bearing={first.bearingDeg} />}
        <WayWords where={where} />
      </div>
      {isOpen && (
        <div className="others">
          <p className="small">{where.isPoor ? 'It may also be:' : 'Another post is about as near. Look at the post to be sure:'}</p>
          <ul className="lines">
            {others.map(({ item, distanceM, compass }) => (
              <li key={item.code}>
                <b>{item.code}</b> <span className="small">{spokenCode(item.code)}</span> {where.isPoor ? 'about ' : ''}
                {distanceText(distanceM)}
                {where.isPoor ? '' : ` ${compass}`}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

/** Along the trail 'back' leads towards its start and 'on' towards its end; elsewhere the straight line is told. */
function WayWords({ where: { candidates, isAtMarker, isPoor, isOffNetwork, wayToMarker } }: { where: Where }) {
  const [first] = candidates
  if (!first) return null
  if (isAtMarker) return <b>You are here</b>
  if (isPoor) return <b>about {distanceText(first.distanceM)}</b>
  return (
    <>
      <b>
        {wayToMarker && !isOffNetwork
          ? `${alongText(wayToMarker.distanceM)} ${wayToMarker.direction === 'up' ? 'back' : 'on'}`
          : distanceText(first.distanceM)}
      </b>
      <span className="small">{first.compass}</span>
    </>
  )
}

function FixNote({ where }: { where: Where }) {
  const { accuracyM } = where.fix
  return (
    <>
      <span className={where.isPoor ? 'warn' : undefined}>
        {accuracyM === null ? 'Accuracy unknown' : `${where.isPoor ? 'Only accurate to' : 'Accurate to'} ${Math.round(accuracyM)} m`}
      </span>
      {' · '}
      <span className={where.isOld ? 'warn' : undefined}>{ageText(where)}</span>
    </>
  )
}

function ageText({ ageS, isOld }: Where): string {
  if (!isOld) return `${ageS} second${ageS === 1 ? '' : 's'} ago`
  const minutes = Math.floor(ageS / 60)
  return `old position: ${minutes} minute${minutes === 1 ? '' : 's'} ago, you may have moved since`
}
