/**
 * Resolved actions that nobody has touched for a year are not sent to devices; whoever needs one asks for it. From the newest on, as
 * documents of sync, so that a device can hold them beside what it was sent.
 */
import * as z from 'zod/mini'
import { Document } from './sync-protocol.ts'

export const ARCHIVE_AFTER_YEARS = 1
export const ARCHIVE_PAGE = 500

/** `GET /api/actions/archived`. `id`: this one alone. `words`: those whose number, words or trail have it in them. */
export const ArchivedActionsQuery = z.object({
  id: z.optional(z.uuid()),
  words: z.optional(z.string().check(z.maxLength(100))),
  /** `next` of the page before. */
  after: z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z~[0-9a-f-]{36}$/))),
})
export type ArchivedActionsQuery = z.infer<typeof ArchivedActionsQuery>

export const ArchivedActions = z.object({
  /** As in a page of sync: what comes from another past of the server is not held beside this one. */
  epoch: z.string(),
  documents: z.array(Document),
  /** Null: there are no more. */
  next: z.nullable(z.string()),
})
export type ArchivedActions = z.infer<typeof ArchivedActions>
