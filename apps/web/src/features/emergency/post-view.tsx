import { callScriptAtMarker, distanceText, sentenceText, spokenCode } from '@trailwarden/domain'
import type { EmergencyMarker, Site } from '@trailwarden/site'
import { formatDate } from '#lib/dates.ts'
import type { SiteData } from '#parts/site-data.ts'
import { CopyButton } from './copy.tsx'
import { CallScriptCard, PositionCard } from './facts.tsx'
import { briefText, ResponderBrief } from './responder-brief.tsx'
import { SketchMap } from './sketch-map.tsx'
import { SignalCard, WayOutCard } from './ways.tsx'

/** Everything about one post: for who stands at it, and for who answers the call. */
export function PostView({ site, data, marker }: { site: Site; data: SiteData; marker: EmergencyMarker }) {
  const place = data.index.nearestTrail(marker.position)
  const sentences = callScriptAtMarker(marker)
  return (
    <>
      <section className="card nearest">
        <div>
          <h2 className="label">Emergency marker</h2>
          <p className="code">{marker.code}</p>
          <p className="spoken">{spokenCode(marker.code)}</p>
          <p className="small">
            {marker.area}
            {place && place.offTrailM <= 40 && ` · ${place.trail.name}, ${distanceText(place.alongM)} from its start`}
          </p>
        </div>
        <div className="direction">
          <CopyButton text={[...sentences.map(sentenceText), '', briefText(site, data, marker)].join('\n')} label="Copy all" withLabel />
        </div>
      </section>
      <PositionCard title="Marker position" position={marker.position} note={<SurveyNote marker={marker} />} />
      <CallScriptCard number={site.emergencyNumber} sentences={sentences} />
      <div className="pair">
        <SignalCard site={site} data={data} from={marker.position} marker={marker} />
        <WayOutCard site={site} data={data} from={marker.position} marker={marker} />
      </div>
      <SketchMap data={data} centre={marker.position} selected={marker.code} />
      <ResponderBrief site={site} data={data} marker={marker} />
    </>
  )
}

const SurveyNote = ({ marker: { accuracyM, createdAt } }: { marker: EmergencyMarker }) => (
  <>
    {accuracyM === null ? 'Accuracy unknown' : `Accurate to ${accuracyM} m`} · recorded{' '}
    {createdAt ? formatDate(new Date(createdAt), 'UTC') : 'on an unknown day'}
  </>
)
