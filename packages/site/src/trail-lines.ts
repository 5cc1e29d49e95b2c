/**
 * The network's data with the lines laid over it that managers changed in the app (RULES.md, TL4). The surveyed line stays beside the changed
 * one, so that it can be put back by whoever holds the data, without signal too. Laid over twice, nothing differs.
 */
import { type ChangedLine, ChangedLine as Line, type TrailLine } from '@trailwarden/domain/trail-line/trail-line-kind'
import { lengthOfLines } from '@trailwarden/domain/trail-line/trail-line-rules'
import * as z from 'zod/mini'
import type { SiteBundle, Trail } from './records.ts'

/** What of a changed line belongs to the network's data: no person is named in it. Null: as surveyed. */
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

/** The bundle as everyone receives it; its hash is the caller's to renew. Posts and places stay where they are. */
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
