/** `GET /api/audit-log`: how the log is asked for, and its pages. */
import { AUDIT_EVENT_NAMES } from '@trailwarden/domain'
import * as z from 'zod/mini'

/** Entries in one answer unless `limit` asks for another number. */
export const AUDIT_PAGE = 50

const Day = z.iso.date().check(z.regex(/^[12]\d{3}-/))

/** What may be asked for. Days are whole ones in the network's own time, both ends included. */
export const AuditLogFilter = z.object({
  event: z.optional(z.enum(AUDIT_EVENT_NAMES)),
  /** Who did it, or whom it is about. */
  person: z.optional(z.uuid()),
  from: z.optional(Day),
  to: z.optional(Day),
})
export type AuditLogFilter = z.infer<typeof AuditLogFilter>

export const AuditLogQuery = z.object({
  ...AuditLogFilter.shape,
  /** Only entries older than the one of this id. */
  before: z.optional(z.string().check(z.regex(/^[1-9]\d{0,14}$/))),
  /** 1 to 500. */
  limit: z.optional(z.string().check(z.regex(/^([1-9]\d?|[1-4]\d\d|500)$/))),
})
export type AuditLogQuery = z.infer<typeof AuditLogQuery>

const Named = z.nullable(z.object({ id: z.uuid(), name: z.string() }))

export const AuditEntry = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  event: z.string(),
  /** Null where nobody was signed in: a refused sign-in, a command on the server, a job. */
  actor: Named,
  /** The person it is about, if it is about one. */
  subject: Named,
  details: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** The latest first. `next` is the `before` of the page that follows, null on the last one. */
export const AuditLogPage = z.object({ entries: z.array(AuditEntry), next: z.nullable(z.int()) })
export type AuditLogPage = z.infer<typeof AuditLogPage>
