import { ApiKey, KeyCreate, KeyList, KeyMade, TakeOverRequest } from '@trailwarden/api'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { ConfirmIdentity } from '#features/people/sessions/identity.ts'
import { sendProblem } from '#http/problem.ts'
import { signedIn } from '#http/security/guard.ts'
import { type KeyDependencies, listKeys, makeKey, revokeKey, takeOverKey } from './key-store.ts'

const ById = z.object({ id: z.uuid() })

export function keyRoutes(app: FastifyInstance, deps: KeyDependencies, confirmIdentity: ConfirmIdentity): void {
  const { db } = deps
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const about = (summary: string) => ({ summary, tags: ['keys and webhooks'] })

  routes.get('/api/keys', { schema: { ...about('API keys for other programs'), response: { 200: KeyList } } }, async () => ({
    keys: await listKeys(db),
  }))

  routes.post(
    '/api/keys',
    { schema: { ...about('Create an API key. Only this response contains it'), body: KeyCreate, response: { 201: KeyMade } } },
    async (request, reply) => {
      if (!(await confirmIdentity(request, reply, request.body.proof))) return reply
      const decision = await makeKey(deps, signedIn(request), request.body, new Date())
      if (!decision.ok) return sendProblem(reply, decision.refusal.code, decision.refusal.detail)
      return reply.code(201).send(decision.record)
    },
  )

  routes.post(
    '/api/keys/:id/take-over',
    { schema: { ...about('Take over an API key'), params: ById, body: TakeOverRequest, response: { 200: ApiKey } } },
    async (request, reply) => {
      if (!(await confirmIdentity(request, reply, request.body.proof))) return reply
      const decision = await takeOverKey(deps, signedIn(request), request.params.id, new Date())
      return decision.ok ? decision.record : sendProblem(reply, decision.refusal.code, decision.refusal.detail)
    },
  )

  routes.delete(
    '/api/keys/:id',
    { schema: { ...about('Revoke an API key'), params: ById, response: { 204: z.undefined() } } },
    async (request, reply) => {
      const decision = await revokeKey(db, signedIn(request), request.params.id, new Date())
      return decision.ok ? reply.code(204).send() : sendProblem(reply, decision.refusal.code, decision.refusal.detail)
    },
  )
}
