/** The features match those that a GeoJSON survey would contain. */
import type { RawFeature } from '../check/corrections.ts'
import { attributeOf, elements, textOf, type XmlElement } from './xml.ts'

function positionOf(point: XmlElement): number[] {
  // An empty attribute isn't a number, although Number('') returns 0.
  const degrees = (name: string) => Number(attributeOf(point, name) || Number.NaN)
  const height = elements(point.content, 'ele')[0]
  return [degrees('lon'), degrees('lat'), ...(height ? [Number(textOf(height.content))] : [])]
}

/** Null if the file isn't GPX. Unreadable points stay in the line, so that the check finds them. */
export function featuresOfGpx(content: string): RawFeature[] | null {
  if (!/<gpx[\s>]/.test(content)) return null
  return elements(content, 'trk|rte').map((track) => {
    const segments = elements(track.content, 'trkseg')
    const parts = (segments.length > 0 ? segments : [track]).map((part) => elements(part.content, 'trkpt|rtept').map(positionOf))
    // Turning a GPS unit off and on leaves segments with one point or none.
    const coordinates = parts.filter(({ length }) => length > 1)
    // Points have names too, so only text before the first point describes the track.
    const [head = ''] = track.content.split(/<(?:trkseg|rtept)\b/)
    const first = (name: string) => textOf(elements(head, name)[0]?.content ?? '')
    return {
      properties: { category: 'Trail', name: first('name'), notes: first('desc') },
      geometry: { type: 'MultiLineString', coordinates },
    }
  })
}
