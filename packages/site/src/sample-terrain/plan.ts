/** The plan for a site's invented ground, from `terrain.json` in the site's folder. */
import * as z from 'zod/mini'
import { Position } from '../survey/records.ts'

const Place = z.union([z.string(), Position])

export const TerrainPlan = z.object({
  /** A different seed gives different land. */
  seed: z.int(),
  /**
   * Places where the land rises faster than the random uplift, or more slowly (negative), for example at the tops of descents, a plateau or
   * a farmed valley.
   */
  hills: z.array(z.object({ at: Position, km: z.number().check(z.positive()), push: z.number() })),
  /** `from` and `to` are place names or positions. The roads between them are calculated, and later roads use earlier ones. */
  roads: z.array(z.object({ kind: z.enum(['main', 'minor']), from: Place, to: Place })),
})
export type TerrainPlan = z.infer<typeof TerrainPlan>
