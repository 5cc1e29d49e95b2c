import { buildTrailIndex, distanceM, isInGridArea, lineLengthM } from '@trailwarden/domain'
import * as z from 'zod/mini'
import { baseMapIssues } from '../base-maps/base-map-check.ts'
import type { Site } from '../site-json/schema.ts'
import { isFrontPageOfPlatform } from '../site-json/social-links.ts'
import { SoundSite } from '../site-json/sound-site.ts'
import { Category, LATER_CATEGORIES } from '../site-json/vocabulary.ts'
import { readWarningFeeds } from '../site-json/warning-feeds.ts'
import type { Reported } from '../survey/geometry.ts'
import { featuresOfGpx } from '../survey/gpx.ts'
import { readEmergencyMarker } from '../survey/read-emergency-marker.ts'
import { readAccessPoint, readAccessRoute, readPlaceOfInterest, readTrail, WINCH_ONLY } from '../survey/read-record.ts'
import { type EmergencyMarker, type LandingZone, PlaceName, type Position, type SiteRecords, type Trail } from '../survey/records.ts'
import { heightsFromTrack } from '../survey/track-heights.ts'
import { type Correction, Corrections, correct, type RawFeature } from './corrections.ts'
import type { FoundIssue, Issue } from './issue.ts'

/** The contents of a data file never make this code throw. Every returned position is inside the bounds of its network. */

/** `sampleTiles` contains the tile folders that show invented land. `offlineBytes` has the value that the bundle gets. */
export type SiteFiles = {
  site: string
  corrections: string | null
  placeNames: string | null
  points?: string | null
  trailLines?: string | null
  raw: Record<string, string>
  sampleTiles: readonly string[]
  offlineBytes?: Record<string, number>
  baseMapIssues?: readonly { id: string; detail: string }[]
}

export type SiteCheck = { site: Site; records: SiteRecords; issues: Issue[] }

/** Markers are beside the trail, and GPS positions under trees can be off by several metres. */
const MARKER_REACH_M = 100
/**
 * The survey's line and its wheel-measured length agree within this fraction. A larger difference means that part of the line is missing.
 */
const LENGTH_TOLERANCE = 0.02

const PlaceNames = z.array(PlaceName)

type SourceFeature = RawFeature & { file: string; record: string }

const isObject = (raw: unknown): raw is Record<string, unknown> => typeof raw === 'object' && raw !== null && !Array.isArray(raw)

function readFeatures(file: string, content: string): { features: SourceFeature[]; issues: Issue[] } {
  const wholeFile = (issue: FoundIssue): { features: SourceFeature[]; issues: Issue[] } => ({
    features: [],
    issues: [{ field: '', found: null, settled: false, ...issue, file, record: '' }],
  })
  if (file.endsWith('.gpx')) {
    const tracks = featuresOfGpx(content)
    if (!tracks) return wholeFile({ kind: 'not-a-feature-collection', outcome: 'refused', detail: 'a GPX file is expected' })
    const recordOf = (name: unknown, index: number) => (typeof name === 'string' && name !== '' ? name : `#${index + 1}`)
    return { features: tracks.map((track, i) => ({ ...track, file, record: recordOf(track.properties.name, i) })), issues: [] }
  }
  let parsed: unknown
  try {
    // Some exports begin with a byte-order mark, which isn't part of the JSON.
    parsed = JSON.parse(content.replace(/^\ufeff/, ''))
  } catch (error) {
    return wholeFile({ kind: 'broken-json', outcome: 'refused', detail: error instanceof Error ? error.message : String(error) })
  }
  if (!isObject(parsed) || parsed.type !== 'FeatureCollection' || !Array.isArray(parsed.features))
    return wholeFile({ kind: 'not-a-feature-collection', outcome: 'refused', detail: 'a GeoJSON FeatureCollection is expected' })
  const features: SourceFeature[] = []
  const issues: Issue[] = []
  parsed.features.forEach((raw: unknown, index) => {
    const record = `#${index + 1}`
    if (!isObject(raw) || !isObject(raw.properties)) {
      const detail = 'not a feature with properties'
      issues.push({ kind: 'not-a-feature', file, record, field: '', found: null, outcome: 'refused', settled: false, detail })
      return
    }
    const { properties } = raw
    const name = properties.description ?? properties.name
    features.push({
      file,
      record: typeof name === 'string' && name.trim() ? name.trim() : record,
      properties,
      geometry: raw.geometry ?? null,
    })
  })
  return { features, issues }
}

/** Surveys contain trails without a category, which have a rating or a distance. */
function categoryOf({ properties: { category, rating, distance } }: RawFeature) {
  if (typeof category === 'string' && category.trim() !== '') return Category.find(category)
  return rating !== undefined || distance !== undefined ? 'Trail' : undefined
}

const slugOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** Names of access points and places may repeat. Ids depend on the order of the files, so every build gives equal ids. */
function withIds<T extends { name: string }>(records: readonly T[]): (T & { id: string })[] {
  const used = new Set<string>()
  return records.map((record) => {
    const slug = slugOf(record.name) || 'unnamed'
    let id = slug
    for (let count = 2; used.has(id); count++) id = `${slug}-${count}`
    used.add(id)
    return { id, ...record }
  })
}

class Checker {
  readonly issues: Issue[] = []
  private readonly site: Site
  private readonly corrections: readonly Correction[]

  constructor(site: Site, corrections: readonly Correction[]) {
    this.site = site
    this.corrections = corrections
  }

  /** A correction of the field settles the issue, because a person has checked the value. */
  report({ file, record }: { file: string; record: string }, issue: FoundIssue) {
    const entry = this.corrections.find((c) => c.file === file && c.record === record && c.field === issue.field)
    const words = entry ? { settled: true, detail: entry.reason } : { settled: issue.settled === true }
    this.issues.push({ field: '', found: null, ...issue, ...words, file, record })
  }

  reportOpen({ file, record }: { file: string; record: string }, issue: FoundIssue) {
    this.issues.push({ field: '', found: null, settled: false, ...issue, file, record })
  }

  /**
   * The first reading finds the survey's mistakes, and the second one checks the corrections. An invalid correction doesn't settle the
   * issue.
   */
  read<T>(source: SourceFeature, read: (raw: RawFeature, site: Site) => Reported<T | null>): T | null {
    const own = this.corrections.filter(({ file, record }) => file === source.file && record === source.record)
    const received = read(source, this.site)
    if (own.length === 0) {
      for (const issue of received.issues) this.report(source, issue)
      return received.value
    }
    const { feature, stale } = correct(source, own)
    const corrected = read(feature, this.site)
    const entryFor = (field = '') => own.find((c) => c.field === field && !stale.includes(c))
    for (const issue of received.issues) {
      const entry = entryFor(issue.field)
      if (entry) this.report(source, entry.to === null ? issue : { ...issue, outcome: 'corrected' })
    }
    for (const issue of corrected.issues) {
      const entry = entryFor(issue.field)
      if (!entry || entry.to !== null) this.reportOpen(source, issue)
    }
    for (const { field, from } of stale) {
      const detail = `the file no longer contains ${JSON.stringify(from ?? null)}`
      this.reportOpen(source, { kind: 'stale-correction', field, found: source.properties[field], outcome: 'kept', detail })
    }
    return corrected.value
  }

  reportLostCorrections(sources: readonly SourceFeature[]) {
    const known = new Set(sources.map(({ file, record }) => `${file}/${record}`))
    for (const { file, record, field, from } of this.corrections)
      if (!known.has(`${file}/${record}`))
        this.reportOpen({ file, record }, { kind: 'stale-correction', field, found: from, outcome: 'kept', detail: 'no such record' })
  }
}

/** Reports links to a platform's front page, which don't block publishing. */
function ownLinks(checker: Checker, { socialLinks }: Site): Site['socialLinks'] {
  return socialLinks.filter(({ title, url }) => {
    if (!isFrontPageOfPlatform(url)) return true
    const detail = 'leads to the front page of the platform, not to your page there'
    const issue: FoundIssue = { kind: 'front-page-link', field: 'socialLinks', found: url, outcome: 'refused', settled: true, detail }
    checker.report({ file: 'site.json', record: title }, issue)
    return false
  })
}

type Sourced<T> = { source: SourceFeature; record: T }

/** Two records with one name could send people to the wrong place. */
function firstOfEachName<T>(checker: Checker, kind: 'duplicate-code' | 'duplicate-name', all: Sourced<T>[], nameOf: (record: T) => string) {
  const seen = new Set<string>()
  return all.filter(({ source, record }) => {
    const name = nameOf(record).toLowerCase()
    if (!seen.has(name)) return seen.add(name)
    const found = nameOf(record)
    checker.report(source, {
      kind,
      field: 'description',
      found,
      outcome: 'refused',
      detail: 'another record has this name; the first one is used',
    })
    return false
  })
}

const isRecorded = ({ source }: Sourced<unknown>) => source.file.endsWith('.gpx')

/**
 * A track with the name of a surveyed trail supplies heights if the trail's line has none. Any other track has no surveyed line, so the
 * track becomes a trail.
 */
function withTrackHeights(checker: Checker, trails: Sourced<Omit<Trail, 'id'>>[]): Sourced<Omit<Trail, 'id'>>[] {
  const nameOf = ({ record }: Sourced<Omit<Trail, 'id'>>) => record.name.toLowerCase()
  const surveyed = new Set(trails.filter((trail) => !isRecorded(trail)).map(nameOf))
  const isLent = (trail: Sourced<Omit<Trail, 'id'>>) => isRecorded(trail) && surveyed.has(nameOf(trail))
  const lent = new Map(trails.filter(isLent).map((track) => [nameOf(track), track]))
  return trails.flatMap((trail) => {
    if (isLent(trail)) return []
    const track = lent.get(nameOf(trail))
    if (!track || trail.record.heights !== null) return trail
    const heights = heightsFromTrack(trail.record.lines, track.record)
    if (heights) return { ...trail, record: { ...trail.record, heights } }
    const detail = 'the track has no heights, or does not follow the whole trail of this name'
    checker.report(track.source, { kind: 'broken-heights', field: 'geometry', outcome: 'unknown', settled: true, detail })
    return trail
  })
}

function checkTrailLength(checker: Checker, { source, record }: Sourced<Omit<Trail, 'id'>>) {
  const lineM = record.lines.reduce((sum, line) => sum + lineLengthM(line), 0)
  if (record.distanceM === null || Math.abs(lineM / record.distanceM - 1) <= LENGTH_TOLERANCE) return
  const detail = `its line is ${Math.round(lineM)} m long; its distance is given as ${record.distanceM} m`
  checker.report(source, { kind: 'length-differs', field: 'distance', found: record.distanceM, outcome: 'kept', detail })
}

function checkMarker(
  checker: Checker,
  { source, record }: Sourced<EmergencyMarker>,
  nearestTrailM: (position: Position) => number,
  zones: readonly Omit<LandingZone, 'id'>[],
) {
  const offM = nearestTrailM(record.position)
  if (offM > MARKER_REACH_M) {
    const detail = `the nearest trail is ${Math.round(offM)} m away`
    checker.report(source, { kind: 'marker-off-trail', field: 'geometry', found: record.position, outcome: 'kept', detail })
  }
  const { name, position } = record.helicopter
  if (name === null || name === WINCH_ONLY || zones.length === 0) return
  const zone = zones.find((z) => z.name === name)
  if (zone && (position === null || distanceM(zone.position, position) < 1000)) return
  const detail = zone ? 'the landing zone of this name is more than 1 km from the position given here' : 'no landing zone has this name'
  checker.report(source, { kind: 'unknown-landing-zone', field: 'helo_access_id', found: name, outcome: 'kept', detail })
}

/** The app never shows the grid outside its area, so the author of `site.json` should know. */
function checkGrid(checker: Checker, { grid, networks }: Site) {
  if (grid === 'none') return
  const outside = networks.filter(
    ({ bounds: { west, south, east, north } }) => !isInGridArea([west, south], grid) || !isInGridArea([east, north], grid),
  )
  if (outside.length === 0) return
  const detail = `it is not used at ${outside.map(({ name }) => name).join(', ')}, so no grid is shown there`
  checker.report({ file: 'site.json', record: '' }, { kind: 'grid-not-used-there', field: 'grid', found: grid, outcome: 'unknown', detail })
}

const SAMPLE_TERRAIN = 'Sample terrain'

/**
 * People would believe an invented hill on a safety map, so sites with real data must not use sample terrain. On sample sites, the map's
 * credits must mention the sample terrain.
 */
function checkGround(checker: Checker, { sample, baseMaps }: Site, sampleTiles: readonly string[]) {
  for (const { id, url, darkUrl = '', attribution } of baseMaps) {
    const isNamed = attribution.includes(SAMPLE_TERRAIN)
    const isMarked = sampleTiles.some((folder) => [url, darkUrl].some((one) => one.startsWith(`/tiles/${folder}/`)))
    if ((!isNamed && !isMarked) || (sample && isNamed)) continue
    const detail = sample
      ? `its attribution must name it: "${SAMPLE_TERRAIN}"`
      : 'it shows invented land, but the site does not set "sample": true'
    checker.reportOpen(
      { file: 'site.json', record: id },
      { kind: 'sample-terrain', field: 'baseMaps', found: url, outcome: 'refused', detail },
    )
  }
}

function checkBaseMaps(checker: Checker, site: Site, ofFiles: SiteFiles['baseMapIssues'] = []) {
  for (const { id, detail } of [...baseMapIssues(site), ...ofFiles]) {
    const { url, file } = site.baseMaps.find((base) => base.id === id) ?? {}
    const issue: FoundIssue = { kind: 'broken-base-map', field: 'baseMaps', found: file ?? url, outcome: 'refused', detail }
    checker.reportOpen({ file: 'site.json', record: id }, issue)
  }
}

function checkWarningFeeds(checker: Checker, siteJson: string) {
  for (const detail of readWarningFeeds(siteJson).issues)
    checker.reportOpen(
      { file: 'site.json', record: '' },
      { kind: 'broken-warning-feed', field: 'warningFeeds', found: null, outcome: 'refused', detail },
    )
}

/** Throws only if `site.json`, `corrections.json` or `place-names.json` is invalid, because nothing can be checked without these files. */
export function checkSite(files: SiteFiles): SiteCheck {
  const site = SoundSite.parse(JSON.parse(files.site))
  const checker = new Checker(site, files.corrections === null ? [] : Corrections.parse(JSON.parse(files.corrections)))
  checkGrid(checker, site)
  checkGround(checker, site, files.sampleTiles)
  checkBaseMaps(checker, site, files.baseMapIssues)
  checkWarningFeeds(checker, files.site)
  const sources: SourceFeature[] = []
  // Sorted, so that the result doesn't depend on the order in the file system or the import.
  for (const file of Object.keys(files.raw).sort()) {
    const { features, issues } = readFeatures(file, files.raw[file] ?? '')
    sources.push(...features)
    checker.issues.push(...issues)
  }
  const byCategory = Map.groupBy(sources, categoryOf)
  const readAll = <T>(category: ReturnType<typeof categoryOf>, read: (raw: RawFeature, site: Site) => Reported<T | null>) =>
    (byCategory.get(category) ?? []).flatMap((source): Sourced<T>[] => {
      const record = checker.read(source, read)
      return record === null ? [] : [{ source, record }]
    })
  const recordsOf = <T>(all: Sourced<T>[]) => all.map(({ record }) => record)

  for (const source of byCategory.get(undefined) ?? [])
    checker.report(source, {
      kind: 'unknown-category',
      field: 'category',
      found: source.properties.category ?? null,
      outcome: 'refused',
      detail: 'the category is unknown',
    })
  const trails = firstOfEachName(checker, 'duplicate-name', withTrackHeights(checker, readAll('Trail', readTrail)), ({ name }) => name)
  const markers = firstOfEachName(checker, 'duplicate-code', readAll('Emergency Marker', readEmergencyMarker), ({ code }) => code)
  const zones = firstOfEachName(checker, 'duplicate-name', readAll('Helicopter LZ', readAccessPoint), ({ name }) => name)
  const index = buildTrailIndex({ trails: withIds(recordsOf(trails)), markers: [], accessPoints: [], landingZones: [] })
  // Without trails, reports no marker as off the trail, because the issues of the trails already explain the cause.
  const nearestTrailM = (position: Position) => index.nearestTrail(position)?.offTrailM ?? 0
  for (const trail of trails) checkTrailLength(checker, trail)
  for (const marker of markers) checkMarker(checker, marker, nearestTrailM, recordsOf(zones))
  const places = (['Feature', 'High-risk Feature', 'POI', 'Start Point', 'Finish Point', 'Airstrip'] as const).flatMap((category) =>
    readAll(category, (raw, s) => readPlaceOfInterest(category, raw, s)),
  )
  const later = LATER_CATEGORIES.flatMap((category) => readAll(category, (raw, s) => readPlaceOfInterest(category, raw, s)))
  const records: SiteRecords = {
    trails: withIds(recordsOf(trails)),
    markers: recordsOf(markers),
    accessPoints: withIds(recordsOf(readAll('Access Point', readAccessPoint))),
    landingZones: withIds(recordsOf(zones)),
    accessRoutes: withIds(recordsOf(readAll('Access Route', readAccessRoute))),
    hazards: withIds(recordsOf(readAll('Hazard', (raw, s) => readPlaceOfInterest('Hazard', raw, s)))),
    places: withIds(recordsOf(places)),
    // One map layer shows these records and the places, so all their ids must differ. The cast is safe, because `slice` removes the places.
    laterPlaces: withIds<{ name: string }>([...recordsOf(places), ...recordsOf(later)]).slice(places.length) as SiteRecords['laterPlaces'],
    placeNames: files.placeNames === null ? [] : PlaceNames.parse(JSON.parse(files.placeNames)),
  }
  checker.reportLostCorrections(sources)
  return { site: { ...site, socialLinks: ownLinks(checker, site) }, records, issues: checker.issues }
}
