import { RecordHistory } from '@trailwarden/domain'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '#db/database.ts'
import { sendProblem } from '#http/problem.ts'

async function readHistory(db: Db, kind: string, id: string): Promise<RecordHistory> {
  const { rows } = await sql<{ lines: RecordHistory['lines'] }>`
    select coalesce(json_agg(json_build_object('version', h.version, 'changes', h.changes, 'recordedAt', iso(h.recorded_at),
      'createdAt', iso(h.created_at), 'createdBy', h.created_by, 'createdByName', h.created_by_name) order by h.id desc), '[]') as lines
    from history h where h.kind = ${kind} and h.record_id = ${id}`.execute(db)
  return { lines: rows[0]?.lines ?? [] }
}

const KINDS = [
  { kind: 'action', address: '/api/actions/:id/history', summary: 'Who changed what of an action' },
  { kind: 'point', address: '/api/points/:id/history', summary: 'Who changed what of a point' },
  { kind: 'trail-line', address: '/api/trail-lines/:id/history', summary: 'Who changed what of the line of a trail' },
]

/** A history is read when a manager asks for it, and does not travel by sync: it is long, and nobody needs it without signal. */
export function historyRoutes(app: FastifyInstance, db: Db): void {
  for (const { kind, address, summary } of KINDS)
    app
      .withTypeProvider<ZodTypeProvider>()
      .get(
        address,
        { schema: { summary, tags: [`${kind}s`], params: z.object({ id: z.uuid() }), response: { 200: RecordHistory } } },
        async (request, reply) => {
          const history = await readHistory(db, kind, request.params.id)
          return history.lines.length > 0 ? history : sendProblem(reply, 'not-found', `no such ${kind}`)
        },
      )
}
