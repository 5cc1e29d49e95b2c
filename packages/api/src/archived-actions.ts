/**
 * Resolved Actions that haven't changed for a year. Devices don't store these. They request them when needed, newest first, in the same
 * format as sync documents, so that they can be shown together with the Actions on the device.
 */
import * as z from 'zod/mini'
import { Document } from './sync-protocol.ts'

export const ARCHIVE_AFTER_YEARS = 1
export const ARCHIVE_PAGE = 500

/**
 * `GET /api/actions/archived`. With `id`, the server returns only that Action. `words` is text to search for in the number, text and trail.
 */
export const ArchivedActionsQuery = z.object({
  id: z.optional(z.uuid()),
  words: z.optional(z.string().check(z.maxLength(100))),
  /** The `next` value of the previous page. */
  after: z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z~[0-9a-f-]{36}$/))),
})
export type ArchivedActionsQuery = z.infer<typeof ArchivedActionsQuery>

export const ArchivedActions = z.object({
  /** The same as in a page of sync. A device doesn't mix Actions from another epoch with those that it stores. */
  epoch: z.string(),
  documents: z.array(Document),
  /** Null on the last page. */
  next: z.nullable(z.string()),
})
export type ArchivedActions = z.infer<typeof ArchivedActions>
