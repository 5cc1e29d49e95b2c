import { randomUUID } from 'node:crypto'
import { ProgramStatus, ProgramStatusPost, type RouteDecision } from '@trailwarden/api'
import { accept, isSameValue, MANAGER, publicStatusOf, refuse, type TrailUpdate, trailAt } from '@trailwarden/domain'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Db } from '#db/database.ts'
import { sendProblem } from '#http/problem.ts'
import { type Program, programOf } from '#http/security/guard.ts'
import {
  applyTrailUpdate,
  lockTrailStatus,
  type PostingDependencies,
  publicNetworks,
  readLatestTrailUpdate,
} from '../trail-status-store.ts'

type Viewed = Pick<PostingDependencies, 'site' | 'trails'>

export function programView(update: TrailUpdate | null, { site, trails }: Viewed, now: Date): ProgramStatus {
  const status = publicStatusOf(update, site.networks, now)
  return {
    id: update?.id ?? null,
    postedAt: update?.createdAt.toISOString() ?? null,
    orderNumber: update?.orderNumber ?? 0,
    networks: update ? publicNetworks(update, site, now) : {},
    trails: Object.fromEntries(
      trails().map((trail) => [trail.id, { status: trailAt(status, trail, now).status, own: update?.trails[trail.id] ?? null }]),
    ),
    closures: update?.closures ?? [],
  }
}

/** A program that repeats its request after a lost response gets the first response again. */
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
      return posted.createdBy === keyId && isSameValue((posted.posted ?? posted).networks, patch.networks)
        ? accept(posted)
        : refuse('changed-since', 'this ID was used for another update, so post with a new one')
    const author = { id: keyId, name: `${name} (key)`, role: MANAGER }
    const device = { deviceId: keyId, n: 1, recordedAt: now.toISOString(), recordedAtSent: null }
    // The server sent this update to the program after merging, so the program has seen the merged version.
    const basedOn =
      patch.basedOn && (await tx.selectFrom('trailUpdates').select('orderNumber').where('id', '=', patch.basedOn).executeTakeFirst())
    const known = { ...patch, ...(basedOn && { basedOnNumber: basedOn.orderNumber }) }
    const command = { id: randomUUID(), kind: 'trail-update' as const, recordId: id, baseVersion: null, patch: known, ...device }
    const decision = await applyTrailUpdate(tx, deps, author, command)
    if (!decision.ok) return decision
    const stored = await find()
    if (!stored) throw new Error('The posted update was not found.')
    return accept(stored)
  })
}

export function statusProgramRoutes(app: FastifyInstance, db: Db, deps: PostingDependencies): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const about = (summary: string) => ({ summary, tags: ['for programs'], security: [{ key: [] }] })

  routes.get(
    '/api/v1/status',
    {
      schema: {
        ...about('Public status of every network, trail and section. Requires a key with the read-status permission'),
        response: { 200: ProgramStatus },
      },
    },
    async () => programView(await readLatestTrailUpdate(db, deps.trails()), deps, new Date()),
  )

  routes.put(
    '/api/v1/status-updates/:id',
    {
      // The route requires a key. Browsers never send keys automatically, so cross-site requests can't misuse it.
      config: { fromAnywhere: true },
      schema: {
        ...about('Post the status of every network, with a random UUID that you generate. Requires a key with the post-status permission'),
        params: z.object({ id: z.uuid() }),
        body: ProgramStatusPost,
        response: { 200: ProgramStatus },
      },
    },
    async (request, reply) => {
      const decision = await postStatus(db, deps, programOf(request), request.params.id, request.body)
      return decision.ok
        ? programView(decision.record, deps, new Date())
        : sendProblem(reply, decision.refusal.code, decision.refusal.detail)
    },
  )
}
