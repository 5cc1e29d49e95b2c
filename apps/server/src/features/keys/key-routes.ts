import { KeyCreate, KeyList, KeyMade } from '@trailwarden/api'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Db } from '#db/database.ts'
import { signedIn } from '#http/guard.ts'
import { sendProblem } from '#http/problem.ts'
import { listKeys, makeKey, revokeKey } from './key-store.ts'

const ById = z.object({ id: z.uuid() })

/** Keys for other programs, for administrators. */
export function keyRoutes(app: FastifyInstance, db: Db): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const about = (summary: string) => ({ summary, tags: ['keys and webhooks'] })

  routes.get('/api/keys', { schema: { ...about('Keys for other programs'), response: { 200: KeyList } } }, async () => ({
    keys: await listKeys(db),
  }))

  routes.post(
    '/api/keys',
    { schema: { ...about('Make a key; this answer alone holds it'), body: KeyCreate, response: { 201: KeyMade } } },
    async (request, reply) => {
      const decision = await makeKey(db, signedIn(request), request.body, new Date())
      if (!decision.ok) return sendProblem(reply, decision.refusal.code, decision.refusal.detail)
      return reply.code(201).send(decision.record)
    },
  )

  routes.delete(
    '/api/keys/:id',
    { schema: { ...about('Revoke a key'), params: ById, response: { 204: z.undefined() } } },
    async (request, reply) => {
      const decision = await revokeKey(db, signedIn(request), request.params.id, new Date())
      return decision.ok ? reply.code(204).send() : sendProblem(reply, decision.refusal.code, decision.refusal.detail)
    },
  )
}
