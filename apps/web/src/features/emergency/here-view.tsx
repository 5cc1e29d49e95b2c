import { callScript, distanceText, type Fix, fixAge, spokenCode, type Whereabouts, whereabouts } from '@trailwarden/domain'
import type { EmergencyMarker, Site, Trail } from '@trailwarden/site'
import { type ReactNode, useEffect, useMemo } from 'react'
import type { SiteData } from '#parts/site-data.ts'
import { CallScriptCard, Dial, PositionCard } from './facts.tsx'
import { SketchMap } from './sketch-map.tsx'
import { useSeconds } from './use-fix.ts'
import { SignalCard, WayOutCard } from './ways.tsx'

type Where = Whereabouts<Trail, EmergencyMarker>

/** Everything that follows from where this device is. */
export function HereView({ site, data, fix, onCallText }: { site: Site; data: SiteData; fix: Fix; onCallText: (text: ReactNode) => void }) {
  const now = useSeconds()
  const still = useMemo(() => whereabouts(data.index, fix, fix.at), [data, fix])
  const where = { ...still, ...fixAge(fix, now) }
  const first = where.candidates[0]
  const callText = callTextOf(where)
  useEffect(() => onCallText(callText), [callText, onCallText])
  const position = <PositionCard title="My position" position={fix.position} note={<FixNote where={where} />} />
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
      <SketchMap data={data} centre={fix.position} me={fix} selected={first?.item.code ?? null} />
    </>
  )
}

const callTextOf = ({ candidates, isOffNetwork, isPoor, place }: Where): string => {
  const first = candidates[0]?.item
  if (!first || isOffNetwork) return 'Ambulance, and the position on this screen.'
  const trail = place?.trail.name ?? first.area
  return `Ambulance. ${trail ? `${trail} trail, ` : ''}${isPoor ? 'near ' : ''}emergency marker ${candidates.map(({ item }) => item.code).join(isPoor ? ' or ' : ' and ')}.`
}

function NearestCard({ where }: { where: Where }) {
  const [first, ...others] = where.candidates
  if (!first) return null
  const isOpen = others.length > 0
  return (
    <section className="card nearest" aria-live="polite">
      <div>
        <h2 className="label">
          {where.isPoor ? 'Nearest marker may be' : isOpen ? 'Nearest emergency markers' : 'Nearest emergency marker'}
        </h2>
        <p className="code">{first.item.code}</p>
        <p className="spoken">{spokenCode(first.item.code)}</p>
        {where.wayToMarker && !where.isAtMarker && (
          <p className="small">
            {distanceText(where.wayToMarker.distanceM)} {where.wayToMarker.direction} the trail ({where.place?.trail.name})
          </p>
        )}
      </div>
      <div className="direction">
        {where.isExact && !where.isAtMarker && <Dial bearing={first.bearingDeg} />}
        <p>
          <b>
            {where.isAtMarker
              ? 'You are here'
              : `${where.isPoor ? 'about ' : ''}${distanceText(first.distanceM)}${where.isPoor ? '' : ` ${first.compass}`}`}
          </b>
        </p>
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
