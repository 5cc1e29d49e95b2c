import * as z from 'zod/mini'

/** Whether the server uses the latest data of the network, for managers. */
export const SiteState = z.object({
  /** Null when it does. Else the data it uses passed the check then, and these are the issues of the latest. */
  outdated: z.nullable(z.object({ passedAt: z.iso.datetime(), hash: z.string(), issues: z.array(z.string()) })),
})
export type SiteState = z.infer<typeof SiteState>
