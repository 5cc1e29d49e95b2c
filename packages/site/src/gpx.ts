/** Tracks and routes of a GPX file as the features that a GeoJSON survey would hold: what a GPS unit recorded, heights included. */
import type { RawFeature } from './corrections.ts'
import { attributeOf, elements, textOf, type XmlElement } from './xml.ts'

function positionOf(point: XmlElement): number[] {
  // Nothing is no number; Number('') would be 0.
  const degrees = (name: string) => Number(attributeOf(point, name) || Number.NaN)
  const height = elements(point.content, 'ele')[0]
  return [degrees('lon'), degrees('lat'), ...(height ? [Number(textOf(height.content))] : [])]
}

/** Null when it is no GPX at all. A point that cannot be read stays in its line, for the check to find. */
export function featuresOfGpx(content: string): RawFeature[] | null {
  if (!/<gpx[\s>]/.test(content)) return null
  return elements(content, 'trk|rte').map((track) => {
    const segments = elements(track.content, 'trkseg')
    const parts = (segments.length > 0 ? segments : [track]).map((part) => elements(part.content, 'trkpt|rtept').map(positionOf))
    // A unit that was switched on and off again leaves a segment of a point or none.
    const coordinates = parts.filter(({ length }) => length > 1)
    // Points have names too, so only what stands before the first of them is the track's.
    const [head = ''] = track.content.split(/<(?:trkseg|rtept)\b/)
    const first = (name: string) => textOf(elements(head, name)[0]?.content ?? '')
    return {
      properties: { category: 'Trail', name: first('name'), notes: first('desc') },
      geometry: { type: 'MultiLineString', coordinates },
    }
  })
}
