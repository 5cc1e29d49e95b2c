import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readSiteFiles } from '../files.ts'
import { checkSite, type SiteFiles } from './check.ts'
import type { IssueKind } from './issue.ts'
import { openIssues, textReport } from './report.ts'

const SITES = `${import.meta.dirname}/../../../../sites`
const stHelens = await readSiteFiles(`${SITES}/st-helens`)
const demoPark = await readSiteFiles(`${SITES}/demo-park`)
const uncorrected = checkSite({ ...stHelens, corrections: null })
const corrected = checkSite(stHelens)

const brief = ({ issues }: ReturnType<typeof checkSite>) =>
  issues.filter(({ kind }) => kind !== 'other-spelling').map(({ record, field, kind, outcome }) => `${record} ${field} ${kind} ${outcome}`)

test('DATA-03 the checker finds every known error of the survey by record, and guesses no values', () => {
  expect(brief(uncorrected)).toEqual([
    'BF12 access_road_crossing_lat latitude-sign unknown',
    'BF20 helo_access_lat zero-coordinates unknown',
    'BF20 helo_access_lon zero-coordinates unknown',
    'BT17 access_* incomplete-access unknown',
    'BT17 egress_* incomplete-egress unknown',
    'DP05 helo_access_lat empty-coordinates unknown',
    'DP05 helo_access_lon empty-coordinates unknown',
    'DP09 telstra reading-out-of-range unknown',
    'SH13 egress_* incomplete-egress unknown',
    'Dreaming Pools access 3 helo_access_lat empty-coordinates unknown',
    'Dreaming Pools access 3 helo_access_lon empty-coordinates unknown',
    'Wheel Pit Walk geometry null-geometry unknown',
  ])
  expect(uncorrected.issues.some(({ kind, found }) => kind === 'other-spelling' && found === 'Low Canopy- Sparse')).toBe(true)
  expect(uncorrected.issues.find(({ kind }) => kind === 'latitude-sign')).toMatchObject({ found: 41.178222, suggestion: -41.178222 })
})

test('DATA-03 corrections.json resolves every issue, as corrected or as confirmed unknown', () => {
  expect(openIssues(corrected.issues)).toEqual([])
  const marker = (code: string) => corrected.records.markers.find((m) => m.code === code)
  expect(marker('BF12')?.access).toMatchObject({ roadCrossing: [expect.any(Number), -41.178222], complete: true })
  expect(marker('DP09')?.readings.telstra).toBeNull()
  expect(marker('BF20')?.helicopter.position).toBeNull()
  expect(marker('DP05')?.helicopter.position).toEqual(
    corrected.records.landingZones.find(({ name }) => name === 'Dreaming Pools LZ 1')?.position,
  )
  expect(marker('BT17')?.access).toMatchObject({ name: null, descriptor: null, roadCrossing: null, complete: false })
  expect(corrected.records.accessRoutes.find(({ name }) => name === 'Wheel Pit Walk')?.lines).toEqual([])
})

test('DATA-03 the report lists the outcome for each record, and counts the issues that are still open', () => {
  expect(textReport(uncorrected)).toContain('  ! BF12 access_road_crossing_lat: latitude-sign 41.178222 -> shown as unknown')
  expect(textReport(uncorrected)).toContain('(perhaps -41.178222)')
  expect(textReport(uncorrected)).toContain('Open issues: 12.')
  expect(textReport(corrected)).toContain(
    '    BF12 access_road_crossing_lat: latitude-sign 41.178222 -> corrected: The minus sign is missing',
  )
  expect(textReport(corrected)).toContain('No open issues.')
})

test('DATA-03 a second site with different names, carriers and bands passes without any extra code', () => {
  const { records, issues } = checkSite(demoPark)
  expect(openIssues(issues)).toEqual([])
  expect(records.trails.map(({ name }) => name)).toEqual(['Kestrel', 'Long Larch', 'Stone Steps'])
  expect(Object.keys(records.markers[0]?.readings ?? {})).toEqual(['parktel'])
})

type Feature = { type: string; properties: Record<string, unknown>; geometry: { type: string; coordinates: unknown } | null }

function withChange(file: string, record: string, change: (feature: Feature, all: Feature[]) => void): SiteFiles {
  // Safe: the file is our own sample, which has this shape.
  const collection = JSON.parse(demoPark.raw[file] ?? '') as { features: Feature[] }
  const feature = collection.features.find(({ properties }) => (properties.description ?? properties.name) === record)
  if (!feature) throw new Error(`no ${record} in ${file}`)
  change(feature, collection.features)
  return { ...demoPark, raw: { ...demoPark.raw, [file]: JSON.stringify(collection) } }
}
const markerFile = 'emergency-markers.geojson'
const ofMarker = (change: (feature: Feature, all: Feature[]) => void) => withChange(markerFile, 'NW02', change)
const set = (field: string, value: unknown) =>
  ofMarker(({ properties }) => {
    properties[field] = value
  })
const moved = (coordinates: unknown) =>
  ofMarker((feature) => {
    feature.geometry = { type: 'Point', coordinates }
  })
const ofTrail = (change: (feature: Feature, all: Feature[]) => void) => withChange('trails.geojson', 'Kestrel', change)
const rawWith = (file: string, content: string) => ({ ...demoPark, raw: { ...demoPark.raw, [file]: content } })

const PLANTED: [IssueKind, string, SiteFiles][] = [
  ['broken-json', 'refused', rawWith(markerFile, '{"type":"FeatureCollection","features":[')],
  ['not-a-feature-collection', 'refused', rawWith(markerFile, '[1,2,3]')],
  ['not-a-feature', 'refused', ofMarker((_, all) => all.push(JSON.parse('null')))],
  ['unknown-category', 'refused', set('category', 'Emergency Beacon')],
  ['missing-property', 'refused', set('description', ' ')],
  ['wrong-geometry', 'refused', ofMarker((feature) => Object.assign(feature, { geometry: { type: 'Polygon', coordinates: [[[0, 0]]] } }))],
  ['broken-coordinates', 'refused', moved(['146.82', null])],
  ['latitude-sign', 'refused', moved([146.82, 41.98])],
  ['swapped-coordinates', 'refused', moved([-41.98, 146.82])],
  ['outside-bounds', 'refused', moved([147.82, -41.98])],
  ['half-a-position', 'unknown', set('helo_access_lon', '')],
  ['number-out-of-range', 'unknown', set('accuracy', '-4')],
  ['not-a-number', 'unknown', set('distance_2wd', 'about 2 km')],
  ['unknown-word', 'unknown', set('signal', 'purple')],
  ['unknown-area', 'unknown', set('activity', 'East Wood')],
  ['not-a-text', 'unknown', set('notes', { html: '<b>' })],
  ['not-a-date', 'unknown', set('created_at', '31-Feb-20')],
  ['position-disagrees', 'corrected', set('lon', 146.9)],
  [
    'signal-better-than-readings',
    'corrected',
    ofMarker(({ properties }) => Object.assign(properties, { parktel: '130', signal: 'green' })),
  ],
  ['unknown-landing-zone', 'kept', set('helo_access_id', 'Nowhere LZ')],
  ['marker-off-trail', 'kept', moved([146.85, -41.965])],
  ['duplicate-code', 'refused', ofMarker((feature, all) => all.push(structuredClone(feature)))],
  ['duplicate-name', 'refused', ofTrail((feature, all) => all.push(structuredClone(feature)))],
  ['length-differs', 'kept', ofTrail(({ properties }) => Object.assign(properties, { distance: 1400 }))],
  ['grid-not-used-there', 'unknown', { ...demoPark, site: demoPark.site.replace('"MGA2020"', '"NZTM2000"') }],
  ...[
    '[{"id":"fire","title":"Fire","url":"http://example.org/feed"}]',
    '[{"id":"fire","title":"Fire","url":"https://example.org/feed","every":5}]',
    '[{"id":"fire","title":"Fire","url":"https://example.org/1"},{"id":"fire","title":"Weather","url":"https://example.org/2"}]',
  ].map((feeds): [IssueKind, string, SiteFiles] => [
    'broken-warning-feed',
    'refused',
    { ...demoPark, site: demoPark.site.replace('{', `{"warningFeeds":${feeds},`) },
  ]),
  ['bad-colour', 'unknown', ofTrail(({ properties }) => Object.assign(properties, { stroke: 'url(evil)' }))],
]

test.each(PLANTED)('DATA-03 finds a planted %s and reports it as %s', (kind, outcome, files) => {
  const found = openIssues(checkSite(files).issues)
  expect(found.map((issue) => [issue.kind, issue.outcome])).toContainEqual([kind, outcome])
  expect(textReport(checkSite(files))).toContain(kind)
})

test('DATA-03 a correction resolves nothing if the file has changed, its record is missing, or the correction is wrong', () => {
  const entry = { file: markerFile, record: 'NW02', field: 'signal', from: 'purple', to: 'red', reason: 'A slip of the pen.' }
  const openKinds = (files: SiteFiles, correction: typeof entry) =>
    openIssues(checkSite({ ...files, corrections: JSON.stringify([correction]) }).issues).map(({ kind }) => kind)
  const odd = set('signal', 'purple')
  expect(openKinds(odd, entry)).toEqual([])
  expect(openKinds(demoPark, entry)).toEqual(['stale-correction'])
  expect(openKinds(odd, { ...entry, record: 'NW99' })).toEqual(['unknown-word', 'stale-correction'])
  expect(openKinds(odd, { ...entry, to: 'pink' })).toEqual(['unknown-word'])
})

const nw02 = (files: SiteFiles) => {
  const { records, issues } = checkSite(files)
  return { marker: records.markers.find(({ code }) => code === 'NW02'), issues }
}

test.each([
  [
    'access_descriptor',
    'Vehicle Access from the previous marker direction',
    'Vehicle Access from the previous marker direction (up the trail)',
  ],
  ['access_descriptor', 'Foot access, down the trail', 'Foot/Bike Access from the next marker direction (down the trail)'],
  ['access_vehicle_access', 'Limited (within 100m of EM)', 'Limited (within 100m of EM)'],
  ['access_vehicle_access', 'limited, within 100 m', 'Limited (within 100m of EM)'],
  ['access_vehicle_access', 'Limited 500 m 4WD', 'Limited (within 500m of EM) 4WD only'],
  ['access_vehicle_access', 'No access past road', 'No access past Rd x Trail'],
  ['gradient', 'STEEP-UP', 'Steep up'],
  ['width', 'Narrow flow trail', 'Narrow formed flow trail'],
])('UX-1.8 the value of %s, "%s", is recognised by its meaning', (field, delivered, word) => {
  const { marker, issues } = nw02(set(field, delivered))
  expect(Object.values({ ...marker, ...marker?.access })).toContain(word)
  expect(openIssues(issues)).toEqual([])
})

test.each([
  // In order: a phrase that matches three known ones, one that lacks its "no", a longer version of a known phrase, and two new phrases.
  ['gradient', 'Up'],
  ['access_vehicle_access', 'Access past Rd'],
  ['access_descriptor', 'Vehicle Access from the previous marker direction (down the trail)'],
  ['access_descriptor', 'By boat from the jetty'],
  ['lz_type', 'Beach at low tide'],
])('UX-1.8 an unknown value of %s, "%s", is shown unchanged and reported, and blocks nothing', (field, delivered) => {
  const files = set(field, delivered)
  const { marker, issues } = nw02(files)
  expect(Object.values({ ...marker, ...marker?.access, ...marker?.helicopter, type: marker?.helicopter.type })).toContain(delivered)
  expect(openIssues(issues)).toEqual([])
  expect(textReport(checkSite(files))).toContain(`NW02 ${field}: unknown-word ${JSON.stringify(delivered)}`.slice(0, 60))
})

test('DATA-03 an unknown reading or signal becomes null, never good', () => {
  for (const value of ['', 'N/A', '11', 'good', -110, Number.NaN, null, {}, '1e2']) {
    const marker = checkSite(set('parktel', value)).records.markers.find(({ code }) => code === 'NW02')
    expect(marker?.readings.parktel).toBeNull()
  }
  const signalOf = (files: SiteFiles) => checkSite(files).records.markers.find(({ code }) => code === 'NW02')?.signal
  const blank = ofMarker(({ properties }) => Object.assign(properties, { parktel: '', signal: '' }))
  expect(signalOf(blank)).toBeNull()
  // The colour may come from the faulty reading, so it is no more reliable.
  expect(signalOf(ofMarker(({ properties }) => Object.assign(properties, { parktel: '11', signal: 'green' })))).toBeNull()
})

test('DATA-03 rejects an invalid setting in site.json and names it', async () => {
  const site = JSON.parse(await readFile(`${SITES}/demo-park/site.json`, 'utf8'))
  expect(() => checkSite({ ...demoPark, site: JSON.stringify({ ...site, emergencyNumber: 'call us' }) })).toThrow('emergencyNumber')
  for (const wrong of [
    { dueHours: { Extrem: 24 } },
    { dueHours: { High: 0 } },
    { dueHours: { Extreme: 200, Low: 24 } },
    { reportDueHours: '24' },
    { reopeningHours: { from: 21, to: 7 } },
  ])
    expect(() => checkSite({ ...demoPark, site: JSON.stringify({ ...site, ...wrong }) })).toThrow(/dueHours/i)
})

test('UX-2.12 a link to a platform’s front page is hidden and reported, but blocks nothing', () => {
  const links = [
    { title: 'Facebook', url: 'https://www.facebook.com/' },
    { title: 'Instagram', url: 'https://instagram.com' },
    { title: 'Ours', url: 'https://www.facebook.com/ourtrails' },
    { title: 'Found by number', url: 'https://www.facebook.com/?id=12' },
    { title: 'Website', url: 'https://www.example.org/' },
    { title: 'Write', url: 'mailto:trails@example.org' },
  ]
  const { site, issues } = checkSite({ ...stHelens, site: JSON.stringify({ ...JSON.parse(stHelens.site), socialLinks: links }) })
  expect(site.socialLinks.map(({ title }) => title)).toEqual(['Ours', 'Found by number', 'Website', 'Write'])
  expect(issues.filter(({ kind }) => kind === 'front-page-link').map(({ record }) => record)).toEqual(['Facebook', 'Instagram'])
  expect(openIssues(issues)).toEqual([])
})

test('MAP-GROUND sample terrain is rejected for a site with real data, and must be named in the site’s credits', () => {
  const change = (changes: object, sampleTiles = stHelens.sampleTiles) =>
    checkSite({ ...stHelens, sampleTiles, site: JSON.stringify({ ...JSON.parse(stHelens.site), ...changes }) })
  const found = ({ issues }: ReturnType<typeof checkSite>) =>
    openIssues(issues).map(({ kind, file, record, detail }) => `${file} ${record} ${kind}: ${detail}`)
  const REAL = 'it shows invented land, but the site does not set "sample": true'
  expect(stHelens.sampleTiles).toEqual(['dark', 'satellite', 'topographic'])
  expect(found(change({}))).toEqual([])
  expect(found(change({ sample: false }))).toEqual([
    `site.json topographic sample-terrain: ${REAL}`,
    `site.json satellite sample-terrain: ${REAL}`,
  ])
  // Sample terrain is recognised by its folder, even if the credits don't mention it, and by its credits, regardless of the tiles' source.
  const baseMaps = JSON.parse(stHelens.site).baseMaps.slice(0, 1)
  const [topographic] = baseMaps
  const renamed = { baseMaps: [{ ...topographic, attribution: 'The council' }] }
  expect(found(change({ sample: false, ...renamed }))).toEqual([`site.json topographic sample-terrain: ${REAL}`])
  expect(found(change(renamed))).toEqual(['site.json topographic sample-terrain: its attribution must name it: "Sample terrain"'])
  expect(found(change({ sample: false, baseMaps }, []))).toEqual([`site.json topographic sample-terrain: ${REAL}`])
  const darkOnly = [{ ...topographic, url: 'https://tiles.example.org/{z}/{x}/{y}.png', attribution: 'The council' }]
  expect(found(change({ sample: false, baseMaps: darkOnly }))).toEqual([`site.json topographic sample-terrain: ${REAL}`])
  expect(textReport(change({ sample: false }))).toContain('  ! topographic baseMaps: sample-terrain')
})

test('MAP-GROUND place names come from place-names.json, and without that file there are none', () => {
  expect(corrected.records.placeNames).toContainEqual({ name: 'Georges Bay', kind: 'water', at: [148.28, -41.31], minZoom: 12 })
  expect(checkSite(demoPark).records.placeNames).toEqual([])
  expect(() => checkSite({ ...stHelens, placeNames: '[{"name": "Nowhere"}]' })).toThrow()
})

test('BASE-1 names a base map that can’t work, and explains why', () => {
  const [topographic] = JSON.parse(stHelens.site).baseMaps
  const found = (more: object) =>
    checkSite({ ...stHelens, site: JSON.stringify({ ...JSON.parse(stHelens.site), baseMaps: [topographic, { ...foreign, ...more }] }) })
      .issues.filter(({ kind }) => kind === 'broken-base-map')
      .map(({ record, detail, settled }) => `${record}: ${detail}${settled ? ' (settled)' : ''}`)
  const foreign = {
    ...topographic,
    id: 'state',
    url: 'https://tiles.example/{z}/{y}/{x}',
    darkUrl: undefined,
    attribution: 'The state',
    offlineAllowed: false,
  }
  const around = { west: 147.8, south: -41.5, east: 148.4, north: -41 }
  for (const good of [
    {},
    { fallback: 'topographic', tileSize: 512, bounds: around },
    { url: 'https://{s}.tiles.example/{z}/{x}/{-y}?k={token}', subdomains: ['a', 'b'] },
    { url: 'https://tiles.example/?TileMatrix=EPSG:3857:{z}&TileRow={y}&TileCol={x}' },
  ])
    expect(found(good), JSON.stringify(good)).toEqual([])
  expect(found({ url: 'https://tiles.example/{z}/{x}' })).toEqual([
    expect.stringContaining('state: its address must have {z}, {x} and {y}'),
  ])
  expect(found({ url: 'http://tiles.example/{z}/{x}/{y}' })).toEqual([expect.stringContaining('must begin with https://')])
  expect(found({ url: '//tiles.example/{z}/{x}/{y}' })).toEqual([expect.stringContaining('must begin with https://')])
  expect(found({ url: 'https://*/{z}/{x}/{y}' })).toEqual([expect.stringContaining('must begin with https://')])
  expect(found({ url: 'https://{s}.tiles.example/{z}/{x}/{y}' })).toEqual([expect.stringContaining('needs a list "subdomains"')])
  expect(found({ url: 'https://tiles.example/{z}/{x}/{y}{r}' })).toEqual([
    expect.stringContaining('the placeholder {r} in its address is unknown'),
  ])
  expect(found({ tileSize: 300 })).toEqual([expect.stringContaining('not 300')])
  expect(found({ minZoom: 16 })).toEqual([expect.stringContaining('above its maxZoom')])
  expect(found({ fallback: 'nothing' })).toEqual([expect.stringContaining('"nothing" must be another base map')])
  expect(found({ fallback: 'state' })).toEqual([expect.stringContaining('"state" must be another base map')])
  expect(found({ bounds: { west: -41.5, south: 10, east: -41, north: 20 } })).toEqual([expect.stringContaining('outside every network')])
  expect(found({ url: 'https://tiles.example/?z={z}&x={x}&y={y}', offlineAllowed: true })).toEqual([
    expect.stringContaining('in the query string'),
  ])
})
