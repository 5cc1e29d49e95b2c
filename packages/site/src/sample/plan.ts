import * as z from 'zod/mini'
import { Position } from '../records.ts'
import { Category, Rating, TrailType } from '../vocabulary.ts'

const Count = z.int().check(z.positive())

/** What a site's sample data is to look like: the facts that are known, and rough places for those that are not. */
export const SamplePlan = z.object({
  /** Changing it changes every invented coordinate. */
  seed: z.string(),
  strokes: z.record(Rating.schema, z.string()),
  trails: z.array(
    z.object({
      name: z.string(),
      rating: Rating.schema,
      type: TrailType.schema,
      distance: z.number(),
      area: z.string(),
      notes: z.string(),
      /** Two or more places: a line through them. One: a loop from there and back. */
      path: z.array(Position).check(z.minLength(1)),
      /** For loops: which way it lies from its start. */
      bearing: z._default(z.number(), 0),
      /** For trails that leave a place by the same path: the trail to follow first, and how far. */
      follows: z.optional(z.object({ trail: z.string(), metres: z.number() })),
      /** In how many parts the survey delivered the line. */
      parts: z._default(Count, 1),
    }),
  ),
  /** Numbered posts along a trail. */
  markers: z.array(
    z.object({
      trail: z.string(),
      area: z.string(),
      prefix: z.string(),
      from: z.int(),
      to: z.int(),
      startM: z.number(),
      everyM: z.number(),
    }),
  ),
  landingZones: z.array(z.object({ trail: z.string(), count: Count })),
  accessPoints: z.array(z.object({ trail: z.string(), count: Count })),
  accessRoutes: z.array(z.string()),
  majorRoads: z.record(z.string(), z.string()),
  places: z.array(
    z.object({
      category: Category.schema,
      name: z.string(),
      trail: z.string(),
      share: z.number(),
      activity: z.string(),
      notes: z._default(z.string(), ''),
    }),
  ),
  /** Issues that real surveys have, planted so that the checker and the screens meet them. */
  issues: z.array(
    z.object({
      file: z.string(),
      record: z.string(),
      fields: z.array(z.string()),
      value: z.optional(z.unknown()),
      negate: z._default(z.boolean(), false),
    }),
  ),
})
export type SamplePlan = z.infer<typeof SamplePlan>
export type TrailPlan = SamplePlan['trails'][number]
