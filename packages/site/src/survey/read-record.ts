import * as z from 'zod/mini'
import type { RawFeature } from '../check/corrections.ts'
import type { FoundIssue, IssueKind } from '../check/issue.ts'
import type { Bounds, Site } from '../site-json/schema.ts'
import type { Category } from '../site-json/vocabulary.ts'
import { boundsOf, type Reported, readLines, readPoint, readPositionFields } from './geometry.ts'
import * as properties from './properties.ts'
import type { AccessPoint, AccessRoute, PlaceOfInterest, Trail } from './records.ts'

export type RawProperties = Record<string, unknown>
type CategoryName = NonNullable<ReturnType<typeof Category.find>>
type Named<T> = Omit<T, 'id'>

function kindOf(issue: z.core.$ZodIssue): IssueKind {
  if (issue.code === 'invalid_value') return 'unknown-word'
  if (issue.code === 'invalid_format') return issue.format === 'date' ? 'not-a-date' : 'bad-colour'
  if (issue.code === 'invalid_type') return issue.expected === 'number' ? 'not-a-number' : 'not-a-text'
  if (issue.code === 'too_small' || issue.code === 'too_big') return issue.origin === 'string' ? 'not-a-text' : 'number-out-of-range'
  return 'not-a-text'
}

/** An invalid property becomes unknown, so that one invalid field never discards the record. */
export function readProperties<T extends z.core.$ZodType>(schema: T, raw: RawProperties): Reported<z.output<T>> {
  const first = z.safeParse(schema, raw)
  const issues: FoundIssue[] = (first.error?.issues ?? []).map((issue) => {
    const field = String(issue.path[0])
    return { kind: kindOf(issue), field, found: raw[field], outcome: 'unknown', detail: issue.message }
  })
  const value = first.success
    ? first.data
    : z.parse(schema, { ...raw, ...Object.fromEntries(issues.map(({ field = '' }) => [field, null])) })
  return { value, issues: [...issues, ...otherSpellings(raw, Object(value)), ...unknownWords(Object(value))] }
}

/** Always reformatted. Only changes to phrases are worth reporting to the surveyor. */
const REWRITTEN = ['created_at', 'stroke']

function otherSpellings(raw: RawProperties, read: RawProperties): FoundIssue[] {
  return Object.entries(read).flatMap(([field, value]): FoundIssue[] => {
    const found = raw[field]
    if (typeof found !== 'string' || typeof value !== 'string' || found.trim() === value || REWRITTEN.includes(field)) return []
    return [{ kind: 'other-spelling', field, found, outcome: 'corrected', settled: true, detail: `read as '${value}'` }]
  })
}

/** An unknown phrase is shown unchanged, which isn't misleading, so it doesn't block publishing. */
const unknownWords = (read: RawProperties): FoundIssue[] =>
  Object.entries(properties.DESCRIBED).flatMap(([field, vocabulary]): FoundIssue[] => {
    const found = read[field]
    if (typeof found !== 'string' || vocabulary.find(found) !== undefined) return []
    return [{ kind: 'unknown-word', field, found, outcome: 'kept', settled: true, detail: 'not one of the known phrases' }]
  })

export const missing = (field: string): FoundIssue => ({
  kind: 'missing-property',
  field,
  found: null,
  outcome: 'refused',
  detail: `it has no ${field}`,
})

export function readArea(site: Site, field: string, found: string | null): Reported<string | null> {
  const area = site.areas.find(({ name }) => name.toLowerCase() === found?.toLowerCase())?.name ?? null
  // The survey uses 'start' for places that don't belong to a single trail.
  if (area !== null || found === null || found.toLowerCase() === 'start') return { value: area, issues: [] }
  return { value: null, issues: [{ kind: 'unknown-area', field, found, outcome: 'unknown', detail: 'the site has no such area' }] }
}

export function readTrail(raw: RawFeature, site: Site): Reported<Named<Trail> | null> {
  const { value: p, issues } = readProperties(properties.TrailProperties, raw.properties)
  const area = readArea(site, 'area', p.area)
  const surveyed = readLines(raw.geometry, boundsOf(site, area.value))
  issues.push(...area.issues, ...surveyed.issues)
  if (p.name === null) issues.push(missing('name'))
  if (p.name === null || surveyed.value === null) return { value: null, issues }
  const { name, rating, type, distance: distanceM, notes } = p
  // Links are drawn in black. A trail without a colour must not look like one with a rating.
  const stroke = p.stroke ?? '#000000'
  return { value: { name, rating, type, distanceM, area: area.value, stroke, notes, ...surveyed.value }, issues }
}

type Terrain = Pick<AccessPoint, 'gradient' | 'condition' | 'width' | 'vehicle' | 'distance2wdM' | 'vegetation'>
export const terrainOf = (p: Omit<Terrain, 'distance2wdM'> & { distance_2wd: number | null }): Terrain => ({
  gradient: p.gradient,
  condition: p.condition,
  width: p.width,
  vehicle: p.vehicle,
  distance2wdM: p.distance_2wd,
  vegetation: p.vegetation,
})

type HelicopterFields = {
  helo_access_id: string | null
  lz_type: AccessPoint['helicopter']['type']
  helo_access_lat: number | null
  helo_access_lon: number | null
}

/** A winch site has no landing zone, so only the name is expected. */
export const WINCH_ONLY = 'Winch only'

export function readHelicopter(p: HelicopterFields, bounds: Bounds): Reported<AccessPoint['helicopter']> {
  const { value: position, issues } = readPositionFields(
    { field: 'helo_access_lat', value: p.helo_access_lat },
    { field: 'helo_access_lon', value: p.helo_access_lon },
    bounds,
  )
  if (p.helo_access_id && p.helo_access_id !== WINCH_ONLY && p.helo_access_lat === null && p.helo_access_lon === null)
    for (const field of ['helo_access_lat', 'helo_access_lon'])
      issues.push({ kind: 'empty-coordinates', field, found: '', outcome: 'unknown', detail: `no position for ${p.helo_access_id}` })
  return { value: { name: p.helo_access_id, type: p.lz_type, position }, issues }
}

export function readAccessPoint(raw: RawFeature, site: Site): Reported<Named<AccessPoint> | null> {
  const { value: p, issues } = readProperties(properties.AccessPointProperties, raw.properties)
  const bounds = boundsOf(site, null)
  const position = readPoint(raw.geometry, bounds)
  const helicopter = readHelicopter(p, bounds)
  issues.push(...position.issues, ...helicopter.issues)
  if (p.description === null) issues.push(missing('description'))
  if (p.description === null || position.value === null) return { value: null, issues }
  return {
    value: {
      name: p.description,
      position: position.value,
      accuracyM: p.accuracy,
      ...terrainOf(p),
      helicopter: helicopter.value,
      notes: p.notes,
      createdAt: p.created_at,
      createdBy: p.created_by,
    },
    issues,
  }
}

const ROUTE_STROKE = { '4wd': 'red', '2wd': 'purple', foot: 'pink' } as const

export function readAccessRoute(raw: RawFeature, site: Site): Reported<Named<AccessRoute> | null> {
  const { value: p, issues } = readProperties(properties.AccessRouteProperties, raw.properties)
  const surveyed = readLines(raw.geometry, boundsOf(site, null))
  if (p.description === null) return { value: null, issues: [...issues, ...surveyed.issues, missing('description')] }
  // A route without a line is still listed if its name is known, because the name helps responders on the radio.
  const nameOnly = surveyed.issues[0]?.kind === 'null-geometry'
  issues.push(...surveyed.issues.map((issue) => (nameOnly ? { ...issue, outcome: 'unknown' as const } : issue)))
  if (surveyed.value === null && !nameOnly) return { value: null, issues }
  const stroke = p.type ? ROUTE_STROKE[p.type] : 'grey'
  const lines = surveyed.value?.lines ?? []
  return { value: { name: p.description, type: p.type, notes: p.notes, stroke, dash: p.dash ?? '5,10', lines }, issues }
}

export function readPlaceOfInterest<Category extends CategoryName>(
  category: Category,
  raw: RawFeature,
  site: Site,
): Reported<(Omit<PlaceOfInterest, 'id' | 'category'> & { category: Category }) | null> {
  const { value: p, issues } = readProperties(properties.PlaceProperties, raw.properties)
  // A place may name a trail instead of an area. The bounds of the whole site then apply.
  const area = readArea(site, 'activity', p.activity).value
  const position = readPoint(raw.geometry, boundsOf(site, area))
  issues.push(...position.issues)
  if (p.description === null) issues.push(missing('description'))
  if (p.description === null || position.value === null) return { value: null, issues }
  return {
    value: {
      category,
      name: p.description,
      activity: area ?? p.activity,
      position: position.value,
      accuracyM: p.accuracy,
      notes: p.notes,
      createdAt: p.created_at,
      createdBy: p.created_by,
    },
    issues,
  }
}
