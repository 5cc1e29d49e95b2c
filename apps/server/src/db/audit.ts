import type { AuditEvent } from '@trailwarden/domain'
import type { Db } from './database.ts'

/** The audit log is append-only, so entries hold only ids and plain facts, never names or addresses that would have to be deleted later. */
export async function audit(
  db: Db,
  event: AuditEvent,
  about: { actorId?: string | null; subjectId?: string | null; details?: Record<string, string | number> },
  now: Date,
): Promise<void> {
  const { actorId = null, subjectId = null, details = {} } = about
  await db.insertInto('auditLog').values({ at: now, event, actorId, subjectId, details }).execute()
}
