/** Tracks and routes of a GPX file as the features that a GeoJSON survey would hold: what a GPS unit recorded, heights included. */
import type { RawFeature } from './corrections.ts'

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const textOf = (xml: string) =>
  xml
    .replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, '$1')
    .replace(/&(\w+);/g, (found, name: string) => ENTITIES[name] ?? found)
    .trim()

/** The contents of each element of a name. GPX nests none of these in one of its own kind, so no parser is needed. */
const elements = (xml: string, names: string) =>
  Array.from(xml.matchAll(new RegExp(`<(${names})\\b([^>]*)>([\\s\\S]*?)</\\1>|<(${names})\\b([^>]*)/>`, 'g')), (match) => ({
    attributes: match[2] ?? match[5] ?? '',
    content: match[3] ?? '',
  }))

function positionOf({ attributes, content }: { attributes: string; content: string }): number[] {
  const degrees = (name: string) => Number(new RegExp(`\\b${name}\\s*=\\s*["']([^"']*)["']`).exec(attributes)?.[1] ?? Number.NaN)
  const height = elements(content, 'ele')[0]
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
