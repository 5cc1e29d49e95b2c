import { RecordHistory } from '@trailwarden/domain'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { SyncedKinds } from '#core/synced-kind.ts'
import type { Db } from '#db/database.ts'
import { sendProblem } from '#http/problem.ts'

async function readHistory(db: Db, kind: string, id: string): Promise<RecordHistory> {
  const { rows } = await sql<{ lines: RecordHistory['lines'] }>`
    select coalesce(json_agg(json_build_object('version', h.version, 'changes', h.changes, 'recordedAt', iso(h.recorded_at),
      'createdAt', iso(h.created_at), 'createdBy', h.created_by, 'createdByName', h.created_by_name) order by h.id desc), '[]') as lines
    from history h where h.kind = ${kind} and h.record_id = ${id}`.execute(db)
  return { lines: rows[0]?.lines ?? [] }
}

/** Loaded on demand. The history isn't synced, because it is long and nobody needs it offline. */
export function historyRoutes(
  app: FastifyInstance,
  db: Db,
  kinds: Readonly<Record<string, Pick<SyncedKinds[string], 'historyAddress'>>>,
): void {
  for (const [kind, { historyAddress }] of Object.entries(kinds)) {
    if (!historyAddress) continue
    app.withTypeProvider<ZodTypeProvider>().get(
      historyAddress,
      {
        schema: {
          summary: `Changes to this ${kind.replace('-', ' ')}`,
          tags: [`${kind}s`],
          params: z.object({ id: z.uuid() }),
          response: { 200: RecordHistory },
        },
      },
      async (request, reply) => {
        const found = await readHistory(db, kind, request.params.id)
        return found.lines.length > 0 ? found : sendProblem(reply, 'not-found', `no such ${kind}`)
      },
    )
  }
}
