import {
  TakeOverRequest,
  Webhook,
  WebhookCreate,
  WebhookList,
  WebhookMade,
  WebhookPatch,
  WebhookSecret,
  WebhookTries,
  WebhookTry,
} from '@trailwarden/api'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { ConfirmIdentity } from '#features/people/sessions/identity.ts'
import { sendProblem } from '#http/problem.ts'
import { signedIn } from '#http/security/guard.ts'
import { createBucket } from '#http/security/rate-limit.ts'
import { type DeliveryDependencies, sendTest } from './webhook-delivery.ts'
import {
  addWebhook,
  findWebhook,
  listTries,
  listWebhooks,
  removeWebhook,
  renewSecret,
  setPaused,
  takeOverWebhook,
} from './webhook-store.ts'

const ById = z.object({ id: z.uuid() })
const Nothing = z.strictObject({})
const TESTS_PER_MINUTE = 10

export function webhookRoutes(app: FastifyInstance, deps: DeliveryDependencies, confirmIdentity: ConfirmIdentity): void {
  const { db, sending } = deps
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const about = (summary: string) => ({ summary, tags: ['keys and webhooks'] })
  const tests = createBucket(TESTS_PER_MINUTE, TESTS_PER_MINUTE)

  routes.get('/api/webhooks', { schema: { ...about('Webhooks and their state'), response: { 200: WebhookList } } }, async () => ({
    webhooks: await listWebhooks(db),
  }))

  routes.post(
    '/api/webhooks',
    { schema: { ...about('Add a webhook. Only this response contains its secret'), body: WebhookCreate, response: { 201: WebhookMade } } },
    async (request, reply) => {
      if (!(await confirmIdentity(request, reply, request.body.proof))) return reply
      const decision = await addWebhook(deps, signedIn(request), request.body, sending.allowsPrivate, new Date())
      if (!decision.ok) return sendProblem(reply, decision.refusal.code, decision.refusal.detail)
      return reply.code(201).send(decision.record)
    },
  )

  routes.patch(
    '/api/webhooks/:id',
    { schema: { ...about('Pause or resume a webhook'), params: ById, body: WebhookPatch, response: { 200: Webhook } } },
    async (request, reply) => {
      const decision = await setPaused(db, signedIn(request), request.params.id, request.body.paused, new Date())
      return decision.ok ? decision.record : sendProblem(reply, decision.refusal.code, decision.refusal.detail)
    },
  )

  routes.delete(
    '/api/webhooks/:id',
    { schema: { ...about('Remove a webhook'), params: ById, response: { 204: z.undefined() } } },
    async (request, reply) => {
      const decision = await removeWebhook(db, signedIn(request), request.params.id, new Date())
      return decision.ok ? reply.code(204).send() : sendProblem(reply, decision.refusal.code, decision.refusal.detail)
    },
  )

  routes.post(
    '/api/webhooks/:id/take-over',
    { schema: { ...about('Take over a webhook'), params: ById, body: TakeOverRequest, response: { 200: Webhook } } },
    async (request, reply) => {
      if (!(await confirmIdentity(request, reply, request.body.proof))) return reply
      const decision = await takeOverWebhook(deps, signedIn(request), request.params.id, new Date())
      return decision.ok ? decision.record : sendProblem(reply, decision.refusal.code, decision.refusal.detail)
    },
  )

  routes.post(
    '/api/webhooks/:id/secret',
    {
      schema: {
        ...about('Create a new secret. Messages are also signed with the previous one for a day'),
        params: ById,
        body: Nothing,
        response: { 201: WebhookSecret },
      },
    },
    async (request, reply) => {
      const decision = await renewSecret(db, signedIn(request), request.params.id, new Date())
      if (!decision.ok) return sendProblem(reply, decision.refusal.code, decision.refusal.detail)
      return reply.code(201).send(decision.record)
    },
  )

  routes.post(
    '/api/webhooks/:id/test',
    { schema: { ...about('Send one test message now'), params: ById, body: Nothing, response: { 200: WebhookTry } } },
    async (request, reply) => {
      const webhook = await findWebhook(db, request.params.id)
      if (!webhook) return sendProblem(reply, 'not-found', 'no such webhook')
      const waitSeconds = tests.take(webhook.id, performance.now())
      if (waitSeconds > 0)
        return sendProblem(
          reply.header('retry-after', String(waitSeconds)),
          'too-many-requests',
          'Tested too many times. Wait a few minutes.',
        )
      const now = new Date()
      return { at: now.toISOString(), type: 'test', ...(await sendTest(deps, webhook, now)) }
    },
  )

  routes.get(
    '/api/webhooks/:id/tries',
    { schema: { ...about('The latest 50 deliveries of a webhook'), params: ById, response: { 200: WebhookTries } } },
    async (request) => ({ tries: await listTries(db, request.params.id) }),
  )
}
