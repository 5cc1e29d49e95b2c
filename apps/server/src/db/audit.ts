import type { Db } from './database.ts'

export type AuditEvent =
  | 'registered'
  | 'signed-in'
  | 'sign-in-refused'
  | 'refused'
  | 'password-set'
  | 'password-changed'
  | 'email-changed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'recovery-codes-made'
  | 'recovery-code-used'
  | 'second-factor-reset'
  | 'user-created'
  | 'role-changed'
  | 'disabled'
  | 'enabled'
  | 'account-deleted'
  | 'brief-link-made'
  | 'brief-link-opened'
  | 'brief-link-refused'
  | 'exported'

/** Adds a line to the log that is never changed. Ids and plain facts only: no address, no name, nothing that must be forgotten later. */
export async function audit(
  db: Db,
  event: AuditEvent,
  about: { actorId?: string | null; subjectId?: string | null; details?: Record<string, string | number> },
  now: Date,
): Promise<void> {
  const { actorId = null, subjectId = null, details = {} } = about
  await db.insertInto('auditLog').values({ at: now, event, actorId, subjectId, details }).execute()
}
