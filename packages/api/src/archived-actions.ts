/** Resolved Actions that haven't changed for a year. Devices request these Actions when needed instead of storing them. */
import * as z from 'zod/mini'
import { Document } from './sync-protocol.ts'

export const ARCHIVE_AFTER_YEARS = 1
export const ARCHIVE_PAGE = 500

export const ArchivedActionsQuery = z.object({
  id: z.optional(z.uuid()),
  words: z.optional(z.string().check(z.maxLength(100))),
  /** The `next` value of the previous page. */
  after: z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z~[0-9a-f-]{36}$/))),
})
export type ArchivedActionsQuery = z.infer<typeof ArchivedActionsQuery>

export const ArchivedActions = z.object({
  /** Devices don't mix Actions from different epochs. */
  epoch: z.string(),
  documents: z.array(Document),
  next: z.nullable(z.string()),
})
export type ArchivedActions = z.infer<typeof ArchivedActions>
