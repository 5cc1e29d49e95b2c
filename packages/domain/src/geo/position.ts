import * as z from 'zod/mini'

/** `accuracyM` is in whole metres, or null if someone chose the position by hand. */
export const Position = z.object({
  latitude: z.number().check(z.gte(-90), z.lte(90)),
  longitude: z.number().check(z.gte(-180), z.lte(180)),
  accuracyM: z.nullable(z.int().check(z.gte(0))),
})
export type Position = z.infer<typeof Position>
