import '../styles/bands.css'
import {
  accuracyText,
  callScript,
  type Fix,
  fixAge,
  orList,
  postToLookFor,
  type SignalSpots,
  signalBand,
  signalSpots,
  type Whereabouts,
  wayToPost,
} from '@trailwarden/domain'
import type { EmergencyMarker, Site, Trail } from '@trailwarden/site'
import { type ReactNode, useMemo } from 'react'
import type { SiteData } from '#parts/trail/site-data.ts'
import { iconWarningFill } from '#ui/icons/screen-icons.ts'
import { Glyph } from '../glyph.tsx'
import { bandText, carrierTitle, PositionCard } from '../post/facts.tsx'
import { ScriptCard } from '../post/script-card.tsx'
import { SignalCard, WayOutCard } from '../post/ways.tsx'
import { SketchMap } from './sketch-map.tsx'
import { useSeconds } from './use-fix.ts'

export type Where = Whereabouts<Trail, EmergencyMarker>
type Props = { site: Site; data: SiteData; where: Where }

/** Whether the position is accurate enough to name a post and a trail. */
export const isMeasured = ({ precision: { band } }: Where) => band === 'exact' || band === 'near'

/** Everything on the screen that depends on the device's position. */
export function HereView({ site, data, where, rest, more }: Props & { rest: ReactNode; more: ReactNode }) {
  const { fix, candidates, isOffNetwork } = where
  const [first, second] = candidates
  const spots = useSpots(data, where, site)
  const position = <MyPosition site={site} where={where} />
  const script = <WhereScript site={site} where={where} keepsRoom />
  const ways = <Ways where={where} />
  return (
    <>
      {isOffNetwork ? (
        <>
          <section className="card notice" role="status">
            <h2>You are off the trail network</h2>
            <p>No trail or post within 2 km. Read out your position.</p>
          </section>
          {position}
          {script}
          {ways}
        </>
      ) : (
        <>
          {script}
          {ways}
          {position}
        </>
      )}
      {isMeasured(where) && (
        <div className="pair">
          <SignalCard site={site} spots={spots} precision={where.precision} />
          <WayOutCard data={data} from={fix.position} marker={second ? null : (first?.item ?? null)} precision={where.precision} />
        </div>
      )}
      {rest}
      <SketchMap data={data} centre={fix.position} me={fix} selected={second ? null : (first?.item.code ?? null)} ground />
      {more}
    </>
  )
}

export function WhereScript({ site, where, keepsRoom = false }: { site: Site; where: Where; keepsRoom?: boolean }) {
  const codes = isMeasured(where) && !where.isOffNetwork ? orList(where.candidates.map(({ item }) => item.code)) : ''
  return <ScriptCard number={site.emergencyNumber} sentences={callScript(where, site)} codes={codes} keepsRoom={keepsRoom} />
}

/** Finds places with signal near the position. Includes a direction along the trail only if the direction is certain. */
function useSpots({ index }: SiteData, where: Where, site: Site): SignalSpots<EmergencyMarker> {
  return useMemo(() => spotsFrom(index, where, site), [index, where, site])
}

export function spotsFrom(index: SiteData['index'], { fix, place, precision }: Where, site: Site): SignalSpots<EmergencyMarker> {
  const radiusM = (precision.radiusM ?? 0) + (place?.offTrailM ?? 0)
  return signalSpots(
    index,
    fix.position,
    site,
    place,
    (marker) => place !== null && index.sureWayTo(place, fix.position, radiusM, marker) !== null,
  )
}

/** Directions as text only. An arrow doesn't turn with the phone, but people would read it as a compass. */
function Ways({ where }: { where: Where }) {
  const ways = where.candidates.flatMap((candidate) => wayToPost(where, candidate) ?? [])
  if (ways.length === 0) return null
  return (
    <section className="card ways" aria-live="polite">
      {ways.map(({ text, more }) => (
        <p key={text}>
          <b>{text}</b>
          {more && <span className="small">{more}</span>}
        </p>
      ))}
    </section>
  )
}

export function MyPosition({ site, where }: { site: Site; where: Where }) {
  const { fix, precision } = where
  return (
    <PositionCard
      title="My position"
      position={fix.position}
      grid={site.grid}
      precision={precision}
      note={<FixNote fix={fix} accuracy={accuracyText(precision)} isPoor={precision.band !== 'exact'} />}
    />
  )
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function FixNote({ fix, accuracy, isPoor }: { fix: Fix; accuracy: string; isPoor: boolean }) {
  const { ageS, isOld } = fixAge(fix, useSeconds())
  return (
    <>
      <span className={isPoor ? 'warn' : undefined}>{capital(accuracy)}</span>
      {isOld ? <span className="warn old">Position from {Math.floor(ageS / 60)} min ago. You may have moved.</span> : ` · ${ageS} s ago`}
    </>
  )
}

/** Explains, above the code pad, why the position doesn't identify a post. */
export function RoughBand({ site, where: { precision } }: { site: Site; where: Where }) {
  return (
    <section className="band" role="status">
      <Glyph path={iconWarningFill} />
      <p>
        <b>Position {accuracyText(precision)}</b>{' '}
        <span>
          {precision.band === 'lost'
            ? `Not accurate enough to find you. ${site.emergencyNumber} needs the code on a post.`
            : 'Look for a post. Its code gives your exact location.'}
        </span>
      </p>
    </section>
  )
}

/** Shows, for example, 'It should be SH09, somewhere within 450 m of you.' */
export function PostToLookFor({ where }: { where: Where }) {
  const post = postToLookFor(where)
  return (
    post && (
      <p className="small">
        It should be <b>{post.codes}</b>, somewhere {post.within} of you. Check the code on the post.
      </p>
    )
  )
}

/** Lists the signal at each post that may be the nearest, without distances, because the position is too rough. */
export function RoughSignal({ site, where }: { site: Site; where: Where }) {
  const usable = where.candidates.flatMap(({ item }) =>
    site.carriers.flatMap(({ id }) => {
      const band = signalBand(item.readings[id] ?? null, site.signalBands)
      return band === 'good' || band === 'poor' ? [`${carrierTitle(site, id)} is ${bandText(band)} at ${item.code}`] : []
    }),
  )
  if (usable.length === 0) return null
  return (
    <section className="card ways">
      {usable.map((text) => (
        <p key={text}>
          <b>{text}</b>
        </p>
      ))}
      <p className="small">Distance not known</p>
    </section>
  )
}
