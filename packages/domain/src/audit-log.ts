/** The log of what was done and refused: its events by their English titles, who reads how much of it, and how it is asked for (RULES.md, P17). */
import * as z from 'zod/mini'
import { type Actor, COORDINATOR } from './person.ts'

/** Every event there is. A new one gets its title here, or nothing can write it. */
export const AUDIT_EVENTS = {
  'signed-in': 'Signed in',
  'sign-in-refused': 'Sign-in refused',
  registered: 'Registered',
  'password-set': 'Set a password by link',
  'password-changed': 'Changed their password',
  'email-changed': 'Changed their email address',
  'passkey-added': 'Added a passkey',
  'passkey-removed': 'Removed a passkey',
  'recovery-codes-made': 'Made recovery codes',
  'recovery-code-used': 'Used a recovery code',
  'second-factor-reset': 'Removed passkeys and recovery codes',
  'user-created': 'Added a user',
  'role-changed': 'Changed a role',
  disabled: 'Disabled an account',
  enabled: 'Enabled an account',
  'account-deleted': 'Deleted an account',
  exported: 'Exported a list',
  'brief-link-made': 'Made a link for responders',
  'brief-link-opened': 'Opened a link for responders',
  'brief-link-refused': 'Link for responders refused',
  refused: 'Request refused',
} as const
export type AuditEvent = keyof typeof AUDIT_EVENTS

// Safe: the keys of a literal.
const EVENT_NAMES = Object.keys(AUDIT_EVENTS) as [AuditEvent, ...AuditEvent[]]

/** A name that this version does not know stands for itself. */
export const auditEventTitle = (event: string): string => AUDIT_EVENTS[event as AuditEvent] ?? event

/** What a line's `subjectId` names: a person, except for links, which have ids of their own. */
export const isAboutPerson = (event: string): boolean => !event.startsWith('brief-link-')

export const seesWholeAuditLog = (actor: Pick<Actor, 'role'>): boolean => actor.role >= COORDINATOR

/** Entries in one answer unless `limit` asks for another number. */
export const AUDIT_PAGE = 50

const Day = z.iso.date().check(z.regex(/^[12]\d{3}-/))

/** What may be asked for. Days are whole ones in the network's own time, both ends included. */
export const AuditLogFilter = z.object({
  event: z.optional(z.enum(EVENT_NAMES)),
  /** Who did it, or whom it is about. */
  person: z.optional(z.uuid()),
  from: z.optional(Day),
  to: z.optional(Day),
})
export type AuditLogFilter = z.infer<typeof AuditLogFilter>

/** `GET /api/audit-log` */
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
