import { ActionHistory } from '@trailwarden/domain'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '#db/database.ts'
import { sendProblem } from '#http/problem.ts'

async function readHistory(db: Db, actionId: string): Promise<ActionHistory> {
  const { rows } = await sql<{ lines: ActionHistory['lines'] }>`
    select coalesce(json_agg(json_build_object('version', h.version, 'changes', h.changes, 'recordedAt', iso(h.recorded_at),
      'createdAt', iso(h.created_at), 'createdBy', h.created_by, 'createdByName', h.created_by_name) order by h.id desc), '[]') as lines
    from history h where h.kind = 'action' and h.record_id = ${actionId}`.execute(db)
  return { lines: rows[0]?.lines ?? [] }
}

/** The history is read when a manager asks for it, and does not travel by sync: it is long, and nobody needs it without signal. */
export function actionRoutes(app: FastifyInstance, db: Db): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/actions/:id/history',
    {
      schema: {
        summary: 'Who changed what of an action',
        tags: ['actions'],
        params: z.object({ id: z.uuid() }),
        response: { 200: ActionHistory },
      },
    },
    async (request, reply) => {
      const history = await readHistory(db, request.params.id)
      return history.lines.length > 0 ? history : sendProblem(reply, 'not-found', 'no such action')
    },
  )
}
