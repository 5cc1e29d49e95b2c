/** What a site's invented ground is to be like: `terrain.json` in its folder. */
import * as z from 'zod/mini'
import { Position } from '../records.ts'

const Place = z.union([z.string(), Position])

export const TerrainPlan = z.object({
  /** Another seed is another land. */
  seed: z.int(),
  /** Where the land rises faster than chance would have it, or (below zero) slower: tops of descents, a plateau, a farmed valley. */
  hills: z.array(z.object({ at: Position, km: z.number().check(z.positive()), push: z.number() })),
  /** Roads find their own way; `from` and `to` are names of places or positions. Earlier ones are used by later ones. */
  roads: z.array(z.object({ kind: z.enum(['main', 'minor']), from: Place, to: Place })),
})
export type TerrainPlan = z.infer<typeof TerrainPlan>
