import type { AuditEvent } from '@trailwarden/domain'
import type { Db } from './database.ts'

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
