import { AUDIT_EVENT_NAMES } from '@trailwarden/domain'
import * as z from 'zod/mini'

export const AUDIT_PAGE = 50

const Day = z.iso.date().check(z.regex(/^[12]\d{3}-/))

/** Days are whole days in the site's time zone, including `from` and `to`. */
export const AuditLogFilter = z.object({
  event: z.optional(z.enum(AUDIT_EVENT_NAMES)),
  person: z.optional(z.uuid()),
  from: z.optional(Day),
  to: z.optional(Day),
})
export type AuditLogFilter = z.infer<typeof AuditLogFilter>

export const AuditLogQuery = z.object({
  ...AuditLogFilter.shape,
  /** Returns only entries older than the entry with this ID. */
  before: z.optional(z.string().check(z.regex(/^[1-9]\d{0,14}$/))),
  limit: z.optional(z.string().check(z.regex(/^([1-9]\d?|[1-4]\d\d|500)$/))),
})
export type AuditLogQuery = z.infer<typeof AuditLogQuery>

const Named = z.nullable(z.object({ id: z.uuid(), name: z.string() }))

export const AuditEntry = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  event: z.string(),
  /** Null if nobody was logged in, for example in a refused login, a server command or a job. */
  actor: Named,
  subject: Named,
  details: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** Newest first. `next` is the `before` of the next page, or null on the last page. */
export const AuditLogPage = z.object({ entries: z.array(AuditEntry), next: z.nullable(z.int()) })
export type AuditLogPage = z.infer<typeof AuditLogPage>
