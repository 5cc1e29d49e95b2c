import { AUDIT_PAGE, AuditLogPage, AuditLogQuery } from '@trailwarden/api'
import { type Actor, FORMER_USER, isAboutPerson, seesWholeAuditLog } from '@trailwarden/domain'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { signedIn } from '#http/guard.ts'

/** The log holds ids alone; names are those of now, and of people who are gone there is none. */
const named = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? FORMER_USER })

/** In both of these the day is one of the network's own time. */
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
  // One more than the page holds: it shows whether there is a next page.
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

/** There is no route that changes or removes an entry, and the database refuses it. */
export function auditLogRoutes(app: FastifyInstance, db: Db, timeZone: string): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/audit-log',
    {
      schema: {
        summary: 'What was done and refused, the latest first: the own entries of a manager, all for coordinators and administrators',
        tags: ['users'],
        querystring: AuditLogQuery,
        response: { 200: AuditLogPage },
      },
    },
    async (request) => readAuditLog(db, timeZone, signedIn(request), request.query),
  )
}
