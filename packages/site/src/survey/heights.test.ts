import { lineLengthM } from '@trailwarden/domain'
import { expect, test } from 'vitest'
import { checkSite } from '../check/check.ts'
import { readSiteBundle, readSiteFiles } from '../files.ts'

const SITES = `${import.meta.dirname}/../../../../sites`
const demoPark = await readSiteFiles(`${SITES}/demo-park`)
const { bundle } = await readSiteBundle(`${SITES}/st-helens`)

type Line = number[][]
function built(coordinates: Line | Line[]) {
  const type = Array.isArray(coordinates[0]?.[0]) ? 'MultiLineString' : 'LineString'
  const file = (features: unknown[]) => JSON.stringify({ type: 'FeatureCollection', features })
  const trail = { properties: { name: 'Ridge', rating: 'green', area: 'North Wood' }, geometry: { type, coordinates } }
  const route = { properties: { category: 'Access Route', description: 'In', type: '4wd' }, geometry: { type, coordinates } }
  const place = {
    properties: { category: 'POI', description: 'View' },
    geometry: { type: 'Point', coordinates: [146.82, -41.98, 512] },
  }
  return checkSite({ ...demoPark, corrections: null, raw: { 'all.geojson': file([trail, route, place]) } })
}

const FLAT: Line = [
  [146.82, -41.98],
  [146.821, -41.981],
  [146.822, -41.982],
]
const withHeights = (...heights: unknown[]) => FLAT.map((position, i) => [...position, heights[i]]) as Line

test('MAP-GROUND heights from a survey reach the device as whole metres, separate from the lines', () => {
  const { records, issues } = built([withHeights(512.4, 498.6, 0), withHeights(3, 2, 1)])
  expect(issues).toEqual([])
  expect(records.trails[0]).toMatchObject({
    lines: [FLAT, FLAT],
    heights: [
      [512, 499, 0],
      [3, 2, 1],
    ],
  })
  expect(records.accessRoutes[0]).not.toHaveProperty('heights')
  expect(records.accessRoutes[0]?.lines).toEqual([FLAT, FLAT])
  expect(records.places[0]?.position).toEqual([146.82, -41.98])
})

test('MAP-GROUND missing, impossible or all-zero heights count as unknown, and the trail is still drawn', () => {
  expect(built(FLAT).records.trails[0]).toMatchObject({ lines: [FLAT], heights: null })
  expect(built(withHeights(0, 0, 0))).toMatchObject({ issues: [], records: { trails: [{ heights: null }] } })
  for (const wrong of [undefined, null, 99_999, '300', Number.NaN]) {
    const { records, issues } = built(withHeights(300, wrong, 310))
    expect(records.trails[0]).toMatchObject({ lines: [FLAT], heights: null })
    expect(issues).toMatchObject([
      { kind: 'broken-heights', outcome: 'unknown', settled: true, record: 'Ridge' },
      { kind: 'broken-heights', outcome: 'unknown', settled: true, record: 'In' },
    ])
  }
})

test('MAP-GROUND every sample trail has a height at each vertex, and none is as steep as stairs', () => {
  for (const { name, lines, heights } of bundle.trails) {
    expect(
      heights?.map(({ length }) => length),
      name,
    ).toEqual(lines.map(({ length }) => length))
    for (const [i, line] of lines.entries())
      for (let k = 4; k < line.length; k += 4) {
        const riseM = Math.abs((heights?.[i]?.[k] ?? 0) - (heights?.[i]?.[k - 4] ?? 0))
        expect(riseM, `${name} at vertex ${k}`).toBeLessThan(0.35 * Math.max(40, lineLengthM(line.slice(k - 4, k + 1))) + 1)
      }
  }
})

test('MAP-GROUND descents go down: more than 3 in 4 steps of about 50 m don’t rise', () => {
  const descents = bundle.trails.filter(({ type }) => type === 'descent')
  expect(descents).toHaveLength(7)
  for (const { name, heights } of descents) {
    const profile = heights?.flat() ?? []
    const steps = profile.flatMap((height, i) => (i >= 3 && i % 3 === 0 ? [height - (profile[i - 3] ?? 0)] : []))
    expect(steps.filter((step) => step <= 0).length / steps.length, name).toBeGreaterThan(0.75)
    expect((profile[0] ?? 0) - (profile.at(-1) ?? 0), name).toBeGreaterThan(5)
  }
})

const gpx = (name: string, points: readonly number[][]) =>
  `<?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><wpt lat="-41.98" lon="146.82"><name>Gate</name></wpt>
  <trk><name>${name}</name><desc><![CDATA[Rough & fast]]></desc><trkseg>${points
    .map(
      ([lon, lat, height]) =>
        `<trkpt lat="${lat}" lon="${lon}">${height === undefined ? '' : `<ele>${height}</ele>`}<name>x</name></trkpt>`,
    )
    .join('')}</trkseg><trkseg><trkpt lat="-41.98" lon="146.82"/></trkseg></trk></gpx>`

test('MAP-GROUND a GPX track with a trail’s name adds heights to that trail, and any other track becomes a new trail', () => {
  const trail = { properties: { name: 'Ridge', rating: 'green', area: 'North Wood' }, geometry: { type: 'LineString', coordinates: FLAT } }
  const survey = JSON.stringify({ type: 'FeatureCollection', features: [trail] })
  const check = (track: string) => checkSite({ ...demoPark, corrections: null, raw: { 'trails.geojson': survey, 'ride.gpx': track } })
  // A track about 10 m beside the trail, with different points.
  const beside = [
    [146.8199, -41.98, 300],
    [146.8204, -41.9805, 290],
    [146.8221, -41.982, 270.4],
  ]
  const lent = check(gpx('ridge', beside))
  expect(lent.issues).toEqual([])
  expect(lent.records.trails).toMatchObject([{ name: 'Ridge', rating: 'green', lines: [FLAT], heights: [[299, 283, 270]] }])

  const own = check(gpx('Nan &amp; Co', beside)).records.trails.find(({ name }) => name === 'Nan & Co')
  expect(own).toMatchObject({ rating: null, notes: 'Rough & fast', heights: [[300, 290, 270]] })
  expect(own?.lines[0]).toHaveLength(3)

  const tooShort = check(gpx('Ridge', beside.slice(0, 2)))
  expect(tooShort.records.trails).toMatchObject([{ name: 'Ridge', heights: null }])
  expect(tooShort.issues).toMatchObject([{ kind: 'broken-heights', file: 'ride.gpx', record: 'Ridge', settled: true }])
  expect(check(gpx('Ridge', FLAT)).records.trails).toMatchObject([{ name: 'Ridge', heights: null }])
  expect(check('<html></html>').issues).toMatchObject([
    { kind: 'not-a-feature-collection', file: 'ride.gpx', outcome: 'refused', settled: false },
  ])
})
