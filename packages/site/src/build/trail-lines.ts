/**
 * Trail lines that managers changed in the app change the network's data (RULES.md, TL4). The bundle contains the surveyed line too, so
 * that a device can revert the change offline. Applying the lines twice makes no difference.
 */
import { type ChangedLine, ChangedLine as Line, type TrailLine } from '@trailwarden/domain/trail-line/trail-line-kind'
import { lengthOfLines } from '@trailwarden/domain/trail-line/trail-line-rules'
import * as z from 'zod/mini'
import type { SiteBundle, Trail } from '../survey/records.ts'

/** The published part contains no person's name. A null line means the surveyed line. */
export const SiteTrailLine = z.object({ trail: z.string(), line: z.nullable(Line) })
export type SiteTrailLine = z.infer<typeof SiteTrailLine>
export const SiteTrailLines = z.array(SiteTrailLine)

export const siteTrailLineOf = ({ trail, line }: Pick<TrailLine, 'trail' | 'line'>): SiteTrailLine => ({ trail, line })

const surveyOf = ({ survey, lines, heights, distanceM }: Trail) => survey ?? { lines, heights, distanceM }

function changed(trail: Trail, { lines, heights }: ChangedLine): Trail {
  return { ...trail, lines, heights, distanceM: Math.round(lengthOfLines(lines)), survey: surveyOf(trail) }
}

function asSurveyed({ survey, ...trail }: Trail): Trail {
  return survey ? { ...trail, ...survey } : trail
}

/** The caller must update the bundle's hash. Posts and places don't move. */
export function withTrailLines(bundle: SiteBundle, all: readonly SiteTrailLine[]): SiteBundle {
  const lines = new Map(all.map(({ trail, line }) => [trail, line]))
  if (lines.size === 0) return bundle
  const trails = bundle.trails.map((trail) => {
    const line = lines.get(trail.id)
    if (line === undefined) return trail
    return line ? changed(trail, line) : asSurveyed(trail)
  })
  return { ...bundle, trails }
}
