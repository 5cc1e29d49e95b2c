import { Position } from '@trailwarden/site'
import * as z from 'zod/mini'

const Place = z.union([z.string(), Position])

export const TerrainPlan = z.object({
  /** A different seed gives different land. */
  seed: z.int(),
  /** Negative where the land rises more slowly than the random uplift, such as a farmed valley. */
  hills: z.array(z.object({ at: Position, km: z.number().check(z.positive()), push: z.number() })),
  /** `from` and `to` are place names or positions. Later roads use earlier ones. */
  roads: z.array(z.object({ kind: z.enum(['main', 'minor']), from: Place, to: Place })),
})
export type TerrainPlan = z.infer<typeof TerrainPlan>
