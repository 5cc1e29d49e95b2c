import type { FoundIssue } from '../check/issue.ts'
import type { Bounds, Site } from '../site-json/schema.ts'
import type { Position } from './records.ts'

/** Coordinates may be wrong. Every position that these functions return is inside the given bounds. */

export type Reported<T> = { value: T; issues: FoundIssue[] }

export const contains = (b: Bounds, [lon, lat]: Position) => lon >= b.west && lon <= b.east && lat >= b.south && lat <= b.north

export function boundsOf(site: Site, area: string | null): Bounds {
  const networkId = site.areas.find(({ name }) => name === area)?.networkId
  const all = site.networks.filter(({ id }) => networkId === undefined || id === networkId).map(({ bounds }) => bounds)
  return {
    west: Math.min(...all.map((b) => b.west)),
    south: Math.min(...all.map((b) => b.south)),
    east: Math.max(...all.map((b) => b.east)),
    north: Math.max(...all.map((b) => b.north)),
  }
}

/** Six decimals are about 10 cm, which is more precise than any survey here and shorter than the values in exports. */
export const roundDegrees = (value: number) => Math.round(value * 1e6) / 1e6

function issueOf(position: Position, bounds: Bounds): Pick<FoundIssue, 'kind' | 'detail' | 'suggestion'> | null {
  const [lon, lat] = position
  if (contains(bounds, position)) return null
  if (lat === 0 && lon === 0) return { kind: 'zero-coordinates', detail: 'zero means "not measured"' }
  if (contains(bounds, [lon, -lat])) return { kind: 'latitude-sign', detail: 'the minus sign of the latitude is missing', suggestion: -lat }
  if (contains(bounds, [lat, lon])) return { kind: 'swapped-coordinates', detail: 'longitude and latitude are swapped' }
  return { kind: 'outside-bounds', detail: `${lon}, ${lat} is outside the network` }
}

/** After any error, the position is unknown, because a wrong one sends help to the wrong place. */
export function readPositionFields(
  lat: { field: string; value: number | null },
  lon: { field: string; value: number | null },
  bounds: Bounds,
): Reported<Position | null> {
  if (lat.value === null && lon.value === null) return { value: null, issues: [] }
  const unknown = (issues: Omit<FoundIssue, 'outcome'>[]) => ({
    value: null,
    issues: issues.map((issue) => ({ ...issue, outcome: 'unknown' as const })),
  })
  if (lat.value === null || lon.value === null) {
    const missing = lat.value === null ? lat : lon
    return unknown([{ kind: 'half-a-position', field: missing.field, found: null, detail: 'one half of the position is missing' }])
  }
  const position: Position = [roundDegrees(lon.value), roundDegrees(lat.value)]
  const issue = issueOf(position, bounds)
  if (!issue) return { value: position, issues: [] }
  const { suggestion, ...rest } = issue
  // Zeros are reported for both fields, because each field is corrected separately.
  return issue.kind === 'zero-coordinates'
    ? unknown([lat, lon].map(({ field, value }) => ({ ...rest, field, found: value })))
    : unknown([{ ...issue, field: lat.field, found: lat.value }])
}

const refused = (kind: FoundIssue['kind'], detail: string, found: unknown, suggestion?: unknown): Reported<null> => ({
  value: null,
  issues: [
    {
      kind,
      field: 'geometry',
      found,
      outcome: 'refused',
      detail,
      ...(suggestion === undefined ? {} : { suggestion }),
    },
  ],
})

function readPosition(raw: unknown): Position | null {
  if (!Array.isArray(raw)) return null
  const [lon, lat]: unknown[] = raw
  return typeof lon === 'number' && typeof lat === 'number' && Number.isFinite(lon) && Number.isFinite(lat)
    ? [roundDegrees(lon), roundDegrees(lat)]
    : null
}

type RawGeometry = { type?: unknown; coordinates?: unknown }
const isGeometry = (raw: unknown): raw is RawGeometry => typeof raw === 'object' && raw !== null && !Array.isArray(raw)

export function readPoint(raw: unknown, bounds: Bounds): Reported<Position | null> {
  if (raw === null || raw === undefined) return refused('null-geometry', 'it has no position', raw)
  if (!isGeometry(raw) || raw.type !== 'Point') return refused('wrong-geometry', 'it must be a Point', isGeometry(raw) ? raw.type : raw)
  const position = readPosition(raw.coordinates)
  if (!position) return refused('broken-coordinates', 'its coordinates are not two numbers', raw.coordinates)
  const issue = issueOf(position, bounds)
  if (!issue) return { value: position, issues: [] }
  const [lon, lat] = position
  return refused(issue.kind, issue.detail, raw.coordinates, issue.kind === 'latitude-sign' ? [lon, -lat] : undefined)
}

/** `heights` are null if the survey has no heights. */
export type SurveyedLines = { lines: Position[][]; heights: number[][] | null }

/** The range is from the shore of the Dead Sea to the top of Everest. */
const isHeight = (raw: unknown): raw is number => typeof raw === 'number' && raw >= -450 && raw <= 9000

/**
 * Returns heights for all vertices or none, because part of a profile with a gap would be invented. In exports, zero everywhere means "not
 * measured".
 */
function readHeights(parts: readonly unknown[][]): Reported<number[][] | null> {
  const raw = parts.map((part) => part.map((position) => (Array.isArray(position) ? (position[2] as unknown) : undefined)))
  const all = raw.flat()
  if (all.every((height) => height === undefined || height === null || height === 0)) return { value: null, issues: [] }
  if (all.every(isHeight)) return { value: raw.map((line) => line.map((height) => Math.round(Number(height)))), issues: [] }
  const wrong = all.find((height) => !isHeight(height)) ?? null
  const detail = 'some heights are missing or impossible, so there is no profile'
  return { value: null, issues: [{ kind: 'broken-heights', field: 'geometry', found: wrong, outcome: 'unknown', settled: true, detail }] }
}

/** One invalid vertex makes the whole record invalid, because omitting the vertex would draw a trail where there is none. */
export function readLines(raw: unknown, bounds: Bounds): Reported<SurveyedLines | null> {
  if (raw === null || raw === undefined) return refused('null-geometry', 'it has no line', raw)
  if (!isGeometry(raw) || (raw.type !== 'LineString' && raw.type !== 'MultiLineString'))
    return refused('wrong-geometry', 'it must be a LineString or MultiLineString', isGeometry(raw) ? raw.type : raw)
  const parts: unknown = raw.type === 'LineString' ? [raw.coordinates] : raw.coordinates
  if (!Array.isArray(parts) || parts.length === 0) return refused('broken-coordinates', 'it has no lines', raw.coordinates)
  const lines: Position[][] = []
  for (const part of parts) {
    const line = Array.isArray(part) ? part.map(readPosition) : []
    const good = line.filter((position) => position !== null)
    if (good.length < 2 || good.length !== line.length)
      return refused('broken-coordinates', 'a line needs two or more positions of two numbers each', `${line.length} positions`)
    for (const position of good) {
      const issue = issueOf(position, bounds)
      if (issue) return refused(issue.kind, issue.detail, position)
    }
    lines.push(good)
  }
  const { value: heights, issues } = readHeights(parts)
  return { value: { lines, heights }, issues }
}
