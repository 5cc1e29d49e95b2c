import { resolve } from 'node:path'
import { lengthOfLines } from '@trailwarden/domain/trail-line/trail-line-rules'
import { expect, test } from 'vitest'
import { readSiteBundle } from '../files.ts'
import { GPX_MAX_BYTES, lineOfGpx } from '../survey/gpx-line.ts'
import { SiteBundle } from '../survey/records.ts'
import { type SiteTrailLine, withTrailLines } from './trail-lines.ts'

const { bundle } = await readSiteBundle(resolve(import.meta.dirname, '../../../../sites/demo-park'))
const [trail] = bundle.trails
if (!trail) throw new Error('the park must have a trail')
const [first = [0, 0], second = [0, 0]] = trail.lines[0] ?? []
const line = { lines: [[first, second]], heights: null }

function lay(...lines: SiteTrailLine[]) {
  const once = withTrailLines(bundle, lines)
  expect(withTrailLines(once, lines)).toEqual(once)
  expect(SiteBundle.parse(once)).toEqual(once)
  return once
}

test('TL4 a changed line has its own length and heights, and leaves the surveyed line and the posts unchanged', () => {
  const [changed] = lay({ trail: trail.id, line }).trails
  const distanceM = Math.round(lengthOfLines(line.lines))
  expect(changed).toMatchObject({ id: trail.id, name: trail.name, lines: line.lines, heights: null, distanceM })
  expect(changed?.survey).toEqual({ lines: trail.lines, heights: trail.heights, distanceM: trail.distanceM })
  expect(lay({ trail: trail.id, line }).markers).toBe(bundle.markers)
  expect(lay({ trail: 'nowhere', line })).toEqual(bundle)
})

test('TL4 reverting restores the surveyed line, even in data that contains the changed line', () => {
  expect(lay({ trail: trail.id, line: null })).toEqual(bundle)
  const changed = lay({ trail: trail.id, line })
  const again = { lines: [[second, first]], heights: [[10, 12]] }
  const twice = withTrailLines(changed, [{ trail: trail.id, line: again }])
  expect(twice.trails[0]).toMatchObject({ lines: again.lines, heights: [[10, 12]], survey: { lines: trail.lines } })
  expect(withTrailLines(twice, [{ trail: trail.id, line: null }])).toEqual(bundle)
})

type Vertex = readonly [lon: number, lat: number, height?: number]
const point = ([lon, lat, height]: Vertex) =>
  `<trkpt lat="${lat}" lon="${lon}">${height === undefined ? '' : `<ele>${height}</ele>`}</trkpt>`
const track = (...parts: (readonly Vertex[])[]) =>
  `<trk><name>x</name>${parts.map((part) => `<trkseg>${part.map(point).join('')}</trkseg>`).join('')}</trk>`
const gpx = (...tracks: string[]) => `<?xml version="1.0"?><gpx version="1.1">${tracks.join('')}</gpx>`
const read = (content: string) => lineOfGpx(content, trail, bundle.site)
const [lon, lat] = first
const at = (east: number, height?: number): Vertex => (height === undefined ? [lon + east, lat] : [lon + east, lat, height])

test('TL5 reads the line from a track, joins parts that are close together, and prefers the track’s own heights', () => {
  const near = read(gpx(track([at(0, 300), at(0.001, 304)], [at(0.0011, 305.4), at(0.002, 310)])))
  expect(near).toEqual({
    ok: true,
    line: { lines: [[first, [lon + 0.002, lat].map((one) => Math.round(one * 1e5) / 1e5)]], heights: [[300, 310]] },
  })
  const apart = read(gpx(track([at(0), at(0.001)], [at(0.003), at(0.004)])))
  expect(apart.ok && apart.line.lines.length).toBe(2)
  // A track along the surveyed line takes its heights from that line.
  const surveyed = { lines: trail.lines, heights: trail.lines.map((part) => part.map(() => 300)) }
  const along = lineOfGpx(gpx(track(trail.lines[0] ?? [])), surveyed, bundle.site)
  expect(along.ok && along.line.heights).toEqual(along.ok && along.line.lines.map((part) => part.map(() => 300)))
  expect(read(gpx(`<rte>${[at(0), at(0.001)].map((one) => point(one).replaceAll('trkpt', 'rtept')).join('')}</rte>`)).ok).toBe(true)
})

test('TL5 explains why a file isn’t a track of a single trail in this network', () => {
  const why = (content: string) => {
    const answer = read(content)
    return answer.ok ? null : answer.why
  }
  const good = track([at(0), at(0.001)])
  expect(why('<html></html>')).toBe('This is not a GPX file')
  expect(why(gpx())).toBe('There is no track in this file')
  expect(why(gpx(good).slice(0, -20))).toBe('There is no track in this file')
  expect(why(gpx(good, good))).toContain('There are 2 tracks in this file')
  expect(why(gpx(track([at(0), [Number.NaN, lat]])))).toBe('A position in this file can’t be read')
  expect(why(gpx(track([at(0), [lon, -lat]])))).toBe('This track is outside the network')
  expect(why(gpx(track([at(0), at(0.0001)])))).toBe('This line is shorter than 20 m')
  expect(why(gpx(good) + ' '.repeat(GPX_MAX_BYTES))).toContain('larger than 5 MB')
})
