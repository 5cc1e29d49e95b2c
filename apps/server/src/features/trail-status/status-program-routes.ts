/** Trail status for other programs of the council: read with what the next post needs, and posted. */
import { randomUUID } from 'node:crypto'
import { ProgramStatus, ProgramStatusPost, type RouteDecision } from '@trailwarden/api'
import { accept, isSameValue, MANAGER, refuse, type TrailUpdate } from '@trailwarden/domain'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Db } from '#db/database.ts'
import { type Program, programOf } from '#http/guard.ts'
import { sendProblem } from '#http/problem.ts'
import { applyTrailUpdate, lockTrailStatus, type PostingDependencies, readLatestTrailUpdate } from './trail-status-store.ts'

const viewOf = (update: TrailUpdate | null): ProgramStatus => ({
  id: update?.id ?? null,
  postedAt: update?.createdAt.toISOString() ?? null,
  orderNumber: update?.orderNumber ?? 0,
  networks: update?.networks ?? {},
})

/** A program that got no answer sends the same again, and gets the answer to the first. */
async function postStatus(
  db: Db,
  deps: PostingDependencies,
  { keyId, name }: Program,
  id: string,
  patch: z.infer<typeof ProgramStatusPost>,
): Promise<RouteDecision<TrailUpdate>> {
  return db.transaction().execute(async (tx) => {
    const now = await lockTrailStatus(tx)
    const find = () => tx.selectFrom('trailUpdates').selectAll().where('id', '=', id).executeTakeFirst()
    const posted = await find()
    if (posted)
      return posted.createdBy === keyId && isSameValue(posted.networks, patch.networks)
        ? accept(posted)
        : refuse('changed-since', 'this id was used for another update; post a new one')
    const author = { id: keyId, name: `${name} (key)`, role: MANAGER }
    const device = { deviceId: keyId, n: 1, recordedAt: now.toISOString(), recordedAtSent: null }
    const command = { id: randomUUID(), kind: 'trail-update' as const, recordId: id, baseVersion: null, patch, ...device }
    const decision = await applyTrailUpdate(tx, deps, author, command)
    if (!decision.ok) return decision
    const stored = await find()
    if (!stored) throw new Error('The update that was posted is not there.')
    return accept(stored)
  })
}

export function statusProgramRoutes(app: FastifyInstance, db: Db, deps: PostingDependencies): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const about = (summary: string) => ({ summary, tags: ['for programs'], security: [{ key: [] }] })

  routes.get(
    '/api/v1/status',
    { schema: { ...about('What was posted last; needs a key for read-status'), response: { 200: ProgramStatus } } },
    async () => viewOf(await readLatestTrailUpdate(db)),
  )

  routes.put(
    '/api/v1/status-updates/:id',
    {
      // By a key, which no browser adds by itself: another site has nothing to misuse.
      config: { fromAnywhere: true },
      schema: {
        ...about('Post the status of every network under an id of your own, a random UUID; needs a key for post-status'),
        params: z.object({ id: z.uuid() }),
        body: ProgramStatusPost,
        response: { 200: ProgramStatus },
      },
    },
    async (request, reply) => {
      const decision = await postStatus(db, deps, programOf(request), request.params.id, request.body)
      return decision.ok ? viewOf(decision.record) : sendProblem(reply, decision.refusal.code, decision.refusal.detail)
    },
  )
}
