import { PublicStatus, type PublicWarnings } from '@trailwarden/domain'
import * as z from 'zod/mini'
import { Site } from './schema.ts'

/** What the server writes into every page it serves, so that the first paint waits for no request. */
export const PageData = z.object({
  site: Site,
  status: z.nullable(PublicStatus),
  /** Warnings by others, only where the site names any source of them. Read by what shows them, and so no weight of the first visit. */
  warnings: z.optional(z.custom<PublicWarnings>()),
})
export type PageData = z.infer<typeof PageData>

/** Every answer of our own server carries it. Whatever comes without it was said by someone on the way. */
export const APP_HEADER = 'x-trailwarden'
