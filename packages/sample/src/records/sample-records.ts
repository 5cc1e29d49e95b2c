/** Times are relative to today, so that the sample never looks old. */
import { ActionStatus, ClosureLevel, type LonLat, lineLengthM, NetworkStatus, Rating, Section } from '@trailwarden/domain'
import { NoticeLevel } from '@trailwarden/domain/notice/public-notice'
import type { Position, SiteRecords } from '@trailwarden/site'
import { roundDegrees } from '@trailwarden/site/files'
import * as z from 'zod/mini'
import { SCENE_NAMES } from '../pictures/picture.ts'

const Days = z.number().check(z.positive())
const Text = z.string().check(z.minLength(1))
const Share = z.number().check(z.gte(0), z.lte(1))

/** On a trail with or without a position along it, at a place of the survey, or only in an area. */
const Where = z.union([
  z.strictObject({ trail: Text, along: z.optional(Share) }),
  z.strictObject({ place: Text, area: Text }),
  z.strictObject({ area: Text }),
])

const Step = z.strictObject({
  afterDays: Days,
  by: Text,
  rating: z.optional(Rating),
  status: z.optional(ActionStatus),
  assignedTo: z.optional(z.nullable(Text)),
  note: z.optional(Text),
})

export const SampleAction = z.strictObject({
  daysAgo: Days,
  by: Text,
  description: Text,
  detail: z.optional(Text),
  on: Where,
  accuracyM: z.optional(z.int()),
  photo: z.optional(z.enum(SCENE_NAMES)),
  steps: z._default(z.array(Step), []),
})
export type SampleAction = z.infer<typeof SampleAction>

/** Times are relative to today. A closure without a start applies from its publication. */
const SampleClosure = z.strictObject({
  network: Text,
  trail: Text,
  section: z.optional(Section),
  level: z._default(ClosureLevel, 'Closed'),
  message: z._default(z.string(), ''),
  wayAround: z._default(z.string(), ''),
  startsInDays: z.optional(Days),
  endsInDays: z.optional(Days),
})
export type SampleClosure = z.infer<typeof SampleClosure>

const SampleNotice = z.strictObject({ daysAgo: Days, by: Text, title: Text, text: Text, level: NoticeLevel, endsInDays: Days })

/** People are identified by the part of their email address before the @. */
export const SampleRecords = z.strictObject({
  updates: z.array(
    z.strictObject({
      daysAgo: Days,
      by: Text,
      networks: z.record(z.string(), NetworkStatus),
      closures: z._default(z.array(SampleClosure), []),
    }),
  ),
  notices: z._default(z.array(SampleNotice), []),
  actions: z.array(SampleAction),
})
export type SampleRecords = z.infer<typeof SampleRecords>

function positionAlong(lines: readonly (readonly Position[])[], share: number): Position | null {
  const points: readonly LonLat[] = lines.flat()
  let left = lineLengthM(points) * share
  for (const [i, to] of points.entries()) {
    const from = points[i - 1] ?? to
    const lengthM = lineLengthM([from, to])
    if (left <= lengthM) {
      const part = lengthM === 0 ? 0 : left / lengthM
      return [roundDegrees(from[0] + (to[0] - from[0]) * part), roundDegrees(from[1] + (to[1] - from[1]) * part)]
    }
    left -= lengthM
  }
  return lines.at(-1)?.at(-1) ?? null
}

export function locate({ on }: Pick<SampleAction, 'on'>, { trails, places }: Pick<SiteRecords, 'trails' | 'places'>) {
  if ('trail' in on) {
    const trail = trails.find(({ name }) => name === on.trail)
    if (!trail?.area) throw new Error(`The sample names an unknown trail: ${on.trail}`)
    return { area: trail.area, trail: trail.name, position: on.along === undefined ? null : positionAlong(trail.lines, on.along) }
  }
  if (!('place' in on)) return { area: on.area, trail: null, position: null }
  const place = places.find(({ name }) => name === on.place)
  if (!place) throw new Error(`The sample names an unknown place: ${on.place}`)
  return { area: on.area, trail: null, position: place.position }
}
