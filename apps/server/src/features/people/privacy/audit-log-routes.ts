import { AUDIT_PAGE, AuditLogPage, AuditLogQuery } from '@trailwarden/api'
import { type Actor, type AuditEvent, FORMER_USER, isAboutPerson, seesWholeAuditLog } from '@trailwarden/domain'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import { audit } from '#db/audit.ts'
import type { Db } from '#db/database.ts'
import { signedIn } from '#http/security/guard.ts'

/** The log stores only ids, so deleted users have no name. */
const named = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? FORMER_USER })

const dayStart = (day: string, timeZone: string) => sql<Date>`(${day}::date)::timestamp at time zone ${timeZone}`
const dayEnd = (day: string, timeZone: string) => sql<Date>`(${day}::date + 1)::timestamp at time zone ${timeZone}`

async function readAuditLog(db: Db, timeZone: string, actor: Actor, asked: AuditLogQuery): Promise<AuditLogPage> {
  const { event, person, from, to, before } = asked
  const limit = Number(asked.limit ?? AUDIT_PAGE)
  let query = db
    .selectFrom('auditLog as entry')
    .leftJoin('people as who', 'who.id', 'entry.actorId')
    .leftJoin('people as whom', 'whom.id', 'entry.subjectId')
    .selectAll('entry')
    .select(['who.displayName as actorName', 'whom.displayName as subjectName'])
  if (!seesWholeAuditLog(actor)) query = query.where('entry.actorId', '=', actor.id)
  if (event) query = query.where('entry.event', '=', event)
  if (person) query = query.where((e) => e.or([e('entry.actorId', '=', person), e('entry.subjectId', '=', person)]))
  if (from) query = query.where('entry.at', '>=', dayStart(from, timeZone))
  if (to) query = query.where('entry.at', '<', dayEnd(to, timeZone))
  if (before) query = query.where('entry.id', '<', Number(before))
  // One more row than fits on the page shows whether there is a next page.
  const rows = await query
    .orderBy('entry.id', 'desc')
    .limit(limit + 1)
    .execute()
  const entries = rows.slice(0, limit).map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    event: row.event,
    actor: named(row.actorId, row.actorName),
    subject: isAboutPerson(row.event) ? named(row.subjectId, row.subjectName) : null,
    details: row.details,
  }))
  return { entries, next: rows.length > limit ? (entries.at(-1)?.id ?? null) : null }
}

const NOTED_EVERY_MS = 3_600_000

/** Once an hour is enough, because a search loads many pages. */
async function noteReading(db: Db, { id: actorId }: Actor, now: Date): Promise<void> {
  const event: AuditEvent = 'audit-log-read'
  const isNoted = await db
    .selectFrom('auditLog')
    .select('id')
    .where('event', '=', event)
    .where('actorId', '=', actorId)
    .where('at', '>', new Date(now.getTime() - NOTED_EVERY_MS))
    .executeTakeFirst()
  if (!isNoted) await audit(db, event, { actorId }, now)
}

/** No route changes or deletes entries, and the database refuses to change them. */
export function auditLogRoutes(app: FastifyInstance, db: Db, timeZone: string): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/audit-log',
    {
      schema: {
        summary:
          'Changes and refused requests, newest first. Managers get their own entries, and coordinators and administrators get them all',
        tags: ['users'],
        querystring: AuditLogQuery,
        response: { 200: AuditLogPage },
      },
    },
    async (request) => {
      const page = await readAuditLog(db, timeZone, signedIn(request), request.query)
      await noteReading(db, signedIn(request), new Date())
      return page
    },
  )
}
