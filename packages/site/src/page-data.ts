import { PublicStatus, type PublicWarnings } from '@trailwarden/domain'
import * as z from 'zod/mini'
import { Site } from './site-json/schema.ts'

/** The server writes this data into every page, so that the first paint needs no request. */
export const PageData = z.object({
  site: Site,
  status: z.nullable(PublicStatus),
  /** Missing unless the site names a source. The code that shows warnings parses them, so the first visit doesn't load their schema. */
  warnings: z.optional(z.custom<PublicWarnings>()),
})
export type PageData = z.infer<typeof PageData>

/**
 * Every response from our own server has this header. A response without the header came from an intermediary, such as a captive portal.
 */
export const APP_HEADER = 'x-trailwarden'
