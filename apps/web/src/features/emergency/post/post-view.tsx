import {
  AT_POST_M,
  callScriptAtMarker,
  callScriptForOther,
  candidateFor,
  distanceText,
  type Sentence,
  sentenceText,
  signalBand,
  signalSpots,
  wayToPost,
} from '@trailwarden/domain'
import type { EmergencyMarker, Site } from '@trailwarden/site'
import { type ReactNode, useMemo } from 'react'
import { formatDate } from '#lib/dates.ts'
import type { SiteData } from '#parts/trail/site-data.ts'
import { briefText, ResponderBrief } from '../brief/responder-brief.tsx'
import { CopyButton } from '../call/copy.tsx'
import { SketchMap } from '../here/sketch-map.tsx'
import type { Where } from '../here/where.ts'
import { CopyPosition, Notations } from './facts.tsx'
import { ScriptCard } from './script-card.tsx'
import { SignalStrip } from './signal-strip.tsx'
import { SignalPlaces, WaysOut } from './ways.tsx'

type Props = {
  site: Site
  data: SiteData
  marker: EmergencyMarker
  where: Where | null
  /** The distance from this phone to the post, as text. Null if the phone may be at the post. */
  far: string | null
  isForOther: boolean
  /** True on a desktop, where the field above already shows the code and name. */
  isTyped: boolean
  onOther: () => void
  onChange: () => void
  rest: ReactNode
  more: ReactNode
}

export function scriptOfPost({
  site,
  data,
  marker,
  where,
  far,
  isForOther,
}: Pick<Props, 'site' | 'data' | 'marker' | 'where' | 'far' | 'isForOther'>) {
  const trails = data.index.trailsOf(marker)
  return where && far && isForOther ? callScriptForOther(where, marker, trails, far, site) : callScriptAtMarker(marker, trails, site)
}

/** Everything about one post, for the person at the post and the person who answers the call. */
export function PostView({ site, data, marker, where, far, isForOther, isTyped, onOther, onChange, rest, more }: Props) {
  const words = data.index.nearestTrail(marker.position)
  const spots = useMemo(() => signalSpots(data.index, marker.position, site), [data, marker, site])
  const sentences = scriptOfPost({ site, data, marker, where, far, isForOther })
  return (
    <>
      {far && isForOther && (
        <p className="band one-line">
          <span>
            For someone at <b>{marker.code}</b>, {far} away
          </span>
          <button type="button" className="plain" onClick={onChange}>
            Change
          </button>
        </p>
      )}
      <ScriptCard
        site={site}
        sentences={sentences}
        codes={marker.code}
        head={
          <div className="tell-acts">
            <button type="button" className={isTyped ? 'unseen' : 'plain'} onClick={onOther}>
              Another post
            </button>
            {!isTyped && <CopyAll site={site} data={data} marker={marker} sentences={sentences} />}
          </div>
        }
      >
        {!isForOther && <p className="from-phone small">{where && fromPhone(data, where, marker, far)}</p>}
      </ScriptCard>
      <SignalStrip site={site} bandOf={(id) => signalBand(marker.readings[id] ?? null, site.signalBands)} />
      {rest}
      <SketchMap data={data} centre={marker.position} selected={marker.code} ground />
      <ResponderBrief site={site} data={data} marker={marker} startsOpen={isTyped}>
        <div className="post-facts on-screen">
          <section>
            <h2 className="label">Position of the post</h2>
            <Notations position={marker.position} grid={site.grid} />
            <p className="small">
              <SurveyNote marker={marker} />
            </p>
            {words && words.offTrailM <= AT_POST_M && (
              <p className="small">
                {distanceText(words.alongM)} from the start of {words.trail.name}
              </p>
            )}
            <div className="buttons">
              <CopyPosition position={marker.position} grid={site.grid} withLabel />
              <span className="on-phone">
                <CopyAll site={site} data={data} marker={marker} sentences={sentences} />
              </span>
            </div>
          </section>
          <SignalPlaces site={site} spots={spots} />
          <WaysOut data={data} from={marker.position} marker={marker} />
        </div>
      </ResponderBrief>
      {more}
    </>
  )
}

type Copied = Pick<Props, 'site' | 'data' | 'marker'> & { sentences: readonly Sentence[] }

export function CopyAll({ site, data, marker, sentences }: Copied) {
  return (
    <CopyButton text={[...sentences.map(sentenceText), '', briefText(site, data, marker)].join('\n')} label="Copy all" shown="Copy all" />
  )
}

/** Describes where the post is relative to this phone, as precisely as the position allows. */
export function fromPhone({ index }: SiteData, where: Where, marker: EmergencyMarker, far: string | null): string | null {
  if (far) return `This phone is ${far} from ${marker.code}`
  const candidate = candidateFor(index, where, marker)
  const way = candidate && wayToPost(where, candidate)
  return way && [way.text, way.more].filter(Boolean).join('. ')
}

const SurveyNote = ({ marker: { accuracyM, createdAt } }: { marker: EmergencyMarker }) => (
  <>
    {accuracyM === null ? 'Accuracy unknown' : `Accurate to ${accuracyM} m`} · recorded{' '}
    {createdAt ? formatDate(new Date(createdAt), 'UTC') : 'on an unknown date'}
  </>
)
