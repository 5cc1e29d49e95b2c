import * as z from 'zod/mini'

export const SiteState = z.object({
  /**
   * Null if the server uses the latest data. Otherwise, contains the time when the data in use passed validation, and the problems with the
   * latest data.
   */
  outdated: z.nullable(z.object({ passedAt: z.iso.datetime(), hash: z.string(), issues: z.array(z.string()) })),
})
export type SiteState = z.infer<typeof SiteState>
