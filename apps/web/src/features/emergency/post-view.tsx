import {
  AT_POST_M,
  callScriptAtMarker,
  distanceText,
  type Fix,
  isExactFix,
  nearestOf,
  sentenceText,
  signalBand,
  spokenCode,
} from '@trailwarden/domain'
import type { EmergencyMarker, Site } from '@trailwarden/site'
import type { ReactNode } from 'react'
import { formatDate } from '#lib/dates.ts'
import type { SiteData } from '#parts/site-data.ts'
import { CopyButton } from './copy.tsx'
import { CallScriptCard, Dial, PositionCard } from './facts.tsx'
import { briefText, ResponderBrief } from './responder-brief.tsx'
import { SignalStrip } from './signal-strip.tsx'
import { SketchMap } from './sketch-map.tsx'
import { useSeconds } from './use-fix.ts'
import { SignalCard, WayOutCard } from './ways.tsx'

type Props = {
  site: Site
  data: SiteData
  marker: EmergencyMarker
  fix: Fix | null
  /** On a desktop the field above shows code and name already. */
  isTyped: boolean
  onOther: () => void
  rest: ReactNode
  more: ReactNode
}

/** Everything about one post: for who stands at it, and for who answers the call. */
export function PostView({ site, data, marker, fix, isTyped, onOther, rest, more }: Props) {
  const words = data.index.nearestTrail(marker.position)
  return (
    <>
      <div className={isTyped ? 'on-phone' : undefined}>
        <section className="card nearest">
          <div>
            <h2 className="label">Emergency post{marker.area && ` · ${marker.area}`}</h2>
            <p className="code">{marker.code}</p>
            <p className="spoken">{spokenCode(marker.code)}</p>
          </div>
          <div className="direction">
            {fix && <WayToPost fix={fix} marker={marker} />}
            <CopyAll site={site} data={data} marker={marker} />
            <button type="button" className="plain on-desktop" onClick={onOther}>
              Another post
            </button>
          </div>
        </section>
      </div>
      <CallScriptCard number={site.emergencyNumber} sentences={callScriptAtMarker(marker)} />
      <SignalStrip site={site} bandOf={(id) => signalBand(marker.readings[id] ?? null, site.signalBands)} />
      {rest}
      <SketchMap data={data} centre={marker.position} selected={marker.code} ground />
      <PositionCard title="Position of the post" position={marker.position} grid={site.grid} note={<SurveyNote marker={marker} />}>
        {words && words.offTrailM <= AT_POST_M && (
          <p className="small">
            {distanceText(words.alongM)} from the start of {words.trail.name}
          </p>
        )}
      </PositionCard>
      <div className="pair">
        <SignalCard site={site} data={data} from={marker.position} marker={marker} />
        <WayOutCard site={site} data={data} from={marker.position} marker={marker} />
      </div>
      {more}
      <ResponderBrief site={site} data={data} marker={marker} />
    </>
  )
}

export function CopyAll({ site, data, marker }: { site: Site; data: SiteData; marker: EmergencyMarker }) {
  const sentences = callScriptAtMarker(marker).map(sentenceText)
  return <CopyButton text={[...sentences, '', briefText(site, data, marker)].join('\n')} label="Copy all" withLabel />
}

/** Only from a fix that can be trusted: else the needle would send someone the wrong way. */
function WayToPost({ fix, marker }: { fix: Fix; marker: EmergencyMarker }) {
  const now = useSeconds()
  const [near] = nearestOf([marker], fix.position, 1)
  if (!near || !isExactFix(fix, now)) return null
  if (near.distanceM <= AT_POST_M) return <b>You are here</b>
  return (
    <>
      <Dial bearing={near.bearingDeg} />
      <b>
        {distanceText(near.distanceM)} {near.compass}
      </b>
    </>
  )
}

const SurveyNote = ({ marker: { accuracyM, createdAt } }: { marker: EmergencyMarker }) => (
  <>
    {accuracyM === null ? 'Accuracy unknown' : `Accurate to ${accuracyM} m`} · recorded{' '}
    {createdAt ? formatDate(new Date(createdAt), 'UTC') : 'on an unknown day'}
  </>
)
