/** A manager selects the GPX file on their device (RULES.md, TL5). */
import { distanceM, type LonLat } from '@trailwarden/domain'
import type { ChangedLine } from '@trailwarden/domain/trail-line/trail-line-kind'
import { simplified, whyNotLine } from '@trailwarden/domain/trail-line/trail-line-rules'
import type { Site } from '../site-json/schema.ts'
import { boundsOf, readLines, type SurveyedLines } from './geometry.ts'
import { featuresOfGpx } from './gpx.ts'
import type { Trail } from './records.ts'
import { heightsFromTrack } from './track-heights.ts'

/** Five times the size of the track of a day's ride. */
export const GPX_MAX_BYTES = 5_000_000
const JOINED_M = 50

export type ReadLine = { ok: true; line: ChangedLine } | { ok: false; why: string }
const refused = (why: string): ReadLine => ({ ok: false, why })

/** A GPS unit starts a new part after a pause or a brief loss of satellite reception. */
function joined({ lines, heights }: SurveyedLines): SurveyedLines {
  const [first, ...rest] = lines
  if (!first) return { lines, heights }
  const result: SurveyedLines = { lines: [[...first]], heights: heights && [[...(heights[0] ?? [])]] }
  rest.forEach((line, i) => {
    const [end, start] = [result.lines.at(-1)?.at(-1), line[0]]
    const own = heights?.[i + 1] ?? []
    if (end && start && distanceM(end, start) < JOINED_M) {
      result.lines.at(-1)?.push(...line)
      result.heights?.at(-1)?.push(...own)
    } else {
      result.lines.push([...line])
      result.heights?.push([...own])
    }
  })
  return result
}

/** A line without heights gets the heights of the trail's current line. */
export function lineOf({ lines, heights }: SurveyedLines, trail: Pick<Trail, 'lines' | 'heights'>, site: Site): ReadLine {
  const few = simplified({ lines: lines.map((line) => line.map(([lon, lat]: LonLat): [number, number] => [lon, lat])), heights })
  const line = { lines: few.lines, heights: few.heights ?? heightsFromTrack(few.lines, trail) }
  const why = whyNotLine(line, boundsOf(site, null))
  return why ? refused(why) : { ok: true, line }
}

export function lineOfGpx(content: string, trail: Pick<Trail, 'lines' | 'heights'>, site: Site): ReadLine {
  if (content.length > GPX_MAX_BYTES) return refused('This file is larger than 5 MB. Save this trail’s track as a separate file')
  const tracks = featuresOfGpx(content)?.filter(({ geometry }) => (geometry as { coordinates: unknown[] }).coordinates.length > 0)
  if (!tracks) return refused('This is not a GPX file')
  const [track, ...others] = tracks
  if (!track) return refused('There is no track in this file')
  if (others.length > 0) return refused(`There are ${tracks.length} tracks in this file. Save this trail’s track as a separate file`)
  const { value, issues } = readLines(track.geometry, boundsOf(site, null))
  if (value) return lineOf(joined(value), trail, site)
  return refused(
    issues.some(({ kind }) => kind === 'broken-coordinates')
      ? 'A position in this file can’t be read'
      : 'This track is outside the network',
  )
}
