import { Position } from '@trailwarden/site'
import { Category, Rating, TrailType } from '@trailwarden/site/files'
import * as z from 'zod/mini'

const Count = z.int().check(z.positive())

export const SamplePlan = z.object({
  /** A different seed changes every invented coordinate. */
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
      /** Two or more positions define a line through them. One position defines a loop that starts and ends there. */
      path: z.array(Position).check(z.minLength(1)),
      /** For loops, the direction from the start. */
      bearing: z._default(z.number(), 0),
      /** For trails that start along another one: the trail to follow first, and for how many metres. */
      follows: z.optional(z.object({ trail: z.string(), metres: z.number() })),
      parts: z._default(Count, 1),
    }),
  ),
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
  /** Typical survey errors, added on purpose to test the checker and the screens. */
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
