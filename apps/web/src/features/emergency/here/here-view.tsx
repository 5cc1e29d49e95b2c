import '../styles/bands.css'
import {
  accuracyText,
  callScript,
  decimalDegrees,
  fixAge,
  orList,
  postToLookFor,
  type SignalSpots,
  signalBand,
  signalSpots,
  wayToPost,
} from '@trailwarden/domain'
import type { EmergencyMarker, Site } from '@trailwarden/site'
import { type ReactNode, useMemo } from 'react'
import type { SiteData } from '#parts/trail/site-data.ts'
import { Fold } from '../fold.tsx'
import { Glyph } from '../glyph.tsx'
import { iconPlace, iconWarning, iconWay } from '../icons.ts'
import { Bars } from '../post/bars.tsx'
import { bandText, CopyPosition, carrierTitle, Fact, Notations } from '../post/facts.tsx'
import { ScriptCard } from '../post/script-card.tsx'
import { SignalPlaces, WaysOut } from '../post/ways.tsx'
import { LandingFact, SignalFact } from './nearest-facts.tsx'
import { SketchMap } from './sketch-map.tsx'
import { useSeconds } from './use-fix.ts'
import { isMeasured, type Where } from './where.ts'

type Props = { site: Site; data: SiteData; where: Where }

/** Everything on the screen that depends on the device's position: what to say first, then the facts in one line each. */
export function HereView({ site, data, where, rest, more }: Props & { rest: ReactNode; more: ReactNode }) {
  const { fix, candidates, isOffNetwork } = where
  const spots = useSpots(data, where, site)
  const [first, second] = candidates
  const post = second || isOffNetwork ? null : (first?.item ?? null)
  const position = (
    <section className="card facts">
      {!isOffNetwork && <Ways where={where} />}
      <MyPosition site={site} where={where} />
    </section>
  )
  return (
    <>
      {isOffNetwork && (
        <section className="card notice" role="status">
          <h2>You are off the trail network</h2>
          <p>No trail or post within 2 km. Read out your position.</p>
        </section>
      )}
      {isOffNetwork && position}
      <WhereScript site={site} where={where} keepsRoom />
      {isOffNetwork
        ? candidates.length > 0 && (
            <section className="card facts">
              <Ways where={where} />
            </section>
          )
        : position}
      <section className="card facts">
        <SignalFact site={site} data={data} where={where} spots={spots} />
        <LandingFact data={data} where={where} marker={post} />
      </section>
      <Fold icon={iconPlace} title="More about this place" more="Coordinates, signal, 2WD access, landing">
        <Notations position={fix.position} grid={site.grid} precision={where.precision} />
        <SignalPlaces site={site} spots={spots} precision={where.precision} />
        <WaysOut data={data} from={fix.position} marker={post} precision={where.precision} />
      </Fold>
      {rest}
      <SketchMap data={data} centre={fix.position} me={fix} selected={post?.code ?? null} ground />
      {more}
    </>
  )
}

/** What the device's position says while it is too rough to name a post. */
export const RoughFacts = ({ site, where }: { site: Site; where: Where }) => (
  <section className="card facts">
    <RoughSignal site={site} where={where} />
    <MyPosition site={site} where={where} />
  </section>
)

export function WhereScript({ site, where, keepsRoom = false }: { site: Site; where: Where; keepsRoom?: boolean }) {
  const codes = isMeasured(where) && !where.isOffNetwork ? orList(where.candidates.map(({ item }) => item.code)) : ''
  return <ScriptCard site={site} sentences={callScript(where, site)} codes={codes} keepsRoom={keepsRoom} />
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
    <div aria-live="polite">
      {ways.map(({ text, more }) => (
        <Fact key={text} icon={<Glyph path={iconWay} />}>
          <b>{text}</b>
          {more && <span className="small">{more}</span>}
        </Fact>
      ))}
    </div>
  )
}

/** The device's position with its accuracy and age. A rough one isn't shown as digits here, because the script has them with the accuracy. */
export function MyPosition({ site, where }: { site: Site; where: Where }) {
  const { fix, precision } = where
  const isGood = isMeasured(where)
  return (
    <Fact
      name="My position"
      icon={<Glyph path={iconPlace} />}
      act={<CopyPosition position={fix.position} grid={site.grid} precision={precision} withLabel={!isGood} />}
    >
      <b>{isGood ? decimalDegrees(fix.position, precision.decimals) : 'Still looking for you'}</b>
      <span className="small">
        <FixNote where={where} />
      </span>
    </Fact>
  )
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function FixNote({ where: { fix, precision } }: { where: Where }) {
  const { ageS, isOld } = fixAge(fix, useSeconds())
  if (isOld) return <span className="warn">Position from {Math.floor(ageS / 60)} min ago. You may have moved.</span>
  if (precision.band === 'rough' || precision.band === 'lost') return 'A clear view of the sky helps'
  return (
    <>
      <span className={precision.band === 'exact' ? undefined : 'warn'}>{capital(accuracyText(precision))}</span> · {ageS} s ago
    </>
  )
}

/** Explains, above the code pad, why the position doesn't identify a post. */
export function RoughBand({ site, where: { precision } }: { site: Site; where: Where }) {
  return (
    <section className="band" role="status">
      <Glyph path={iconWarning} />
      <p>
        <b>Position {accuracyText(precision)}</b>{' '}
        <span>
          {precision.band === 'lost'
            ? `Not accurate enough to find you. ${site.emergencyNumber} needs the code on a post.`
            : 'The code on a post is exact. Look for a post.'}
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
        It should be <b>{post.codes}</b>, somewhere {post.within} of you.<span className="roomy"> Check the code on the post.</span>
      </p>
    )
  )
}

/** Lists the signal at each post that may be the nearest, without distances, because the position is too rough. */
export const RoughSignal = ({ site, where }: { site: Site; where: Where }) =>
  where.candidates.flatMap(({ item }) =>
    site.carriers.flatMap(({ id }) => {
      const band = signalBand(item.readings[id] ?? null, site.signalBands)
      if (band !== 'good' && band !== 'poor') return []
      return (
        <Fact key={item.code + id} icon={<Bars band={band} />}>
          <b>
            {carrierTitle(site, id)} is {bandText(band)} at {item.code}
          </b>
          <span className="small">Distance unknown</span>
        </Fact>
      )
    }),
  )
