import { PublicStatus, type PublicWarnings } from '@trailwarden/domain'
import * as z from 'zod/mini'
import { Site } from './site-json/schema.ts'

/** Data that the server writes into every page, so that the first paint needs no request. */
export const PageData = z.object({
  site: Site,
  status: z.nullable(PublicStatus),
  /**
   * Warnings from other agencies, only if the site names a source. The code that shows them parses them, so the first visit doesn't load
   * their schema.
   */
  warnings: z.optional(z.custom<PublicWarnings>()),
})
export type PageData = z.infer<typeof PageData>

/** A header on every response from our own server. A response without it came from an intermediary, such as a captive portal. */
export const APP_HEADER = 'x-trailwarden'
