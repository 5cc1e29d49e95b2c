import { BillingState, CheckoutRequest, ProviderPage, type RouteDecision } from '@trailwarden/api'
import { refuse } from '@trailwarden/domain'
import { parseMarkdown } from '@trailwarden/site/guide-files'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { sendProblem } from '#http/problem.ts'
import { signedIn } from '#http/security/guard.ts'
import { type BillingDependencies, openCheckout, openPortal, readOwnSubscription, receiveEvent, sweepBilling } from './billing-store.ts'
import { isProviderError } from './provider.ts'

const FIRST_SWEEP_MS = 60_000
const SWEEP_EVERY_MS = 6 * 3_600_000

/** A provider error may be temporary. Its message may contain a key, so it is neither sent nor logged. */
async function withProvider<T>(log: FastifyBaseLogger, act: () => Promise<RouteDecision<T>>): Promise<RouteDecision<T>> {
  try {
    return await act()
  } catch (error) {
    if (!isProviderError(error)) throw error
    const { type, code, statusCode, requestId } = error
    log.warn({ type, code, statusCode, providerRequestId: requestId }, 'a request to the payment provider failed')
    return refuse('unavailable', 'The payment provider isn’t responding. Try again soon.')
  }
}

export async function billingRoutes(app: FastifyInstance, deps: BillingDependencies): Promise<void> {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const about = (summary: string) => ({ summary, tags: ['billing'] })
  const plans = deps.billing.plans.map((plan) => ({ ...plan, features: parseMarkdown(plan.features) }))

  routes.get(
    '/api/billing',
    { schema: { ...about('Get the plans and your own subscription'), response: { 200: BillingState } } },
    async (request, reply) => {
      const decision = await withProvider(request.log, async () => ({
        ok: true,
        record: await readOwnSubscription(deps, signedIn(request), new Date()),
      }))
      return decision.ok ? { plans, ...decision.record } : sendProblem(reply, decision.refusal.code, decision.refusal.detail)
    },
  )

  routes.post(
    '/api/billing/checkout',
    { schema: { ...about('Open the payment provider’s subscription page'), body: CheckoutRequest, response: { 200: ProviderPage } } },
    async (request, reply) => {
      const { price } = request.body
      const decision = await withProvider(request.log, () => openCheckout(deps, signedIn(request), price, new Date()))
      return decision.ok ? decision.record : sendProblem(reply, decision.refusal.code, decision.refusal.detail)
    },
  )

  routes.post(
    '/api/billing/portal',
    { schema: { ...about('Open the payment provider’s billing page'), response: { 200: ProviderPage } } },
    async (request, reply) => {
      const decision = await withProvider(request.log, () => openPortal(deps, signedIn(request)))
      return decision.ok ? decision.record : sendProblem(reply, decision.refusal.code, decision.refusal.detail)
    },
  )

  // The signature covers the original bytes, so this scope has no JSON parser.
  await app.register(async (scope) => {
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    const schema = { ...about('Receive events from the payment provider'), response: { 204: z.undefined() } }
    scope
      .withTypeProvider<ZodTypeProvider>()
      .post('/api/billing/webhook', { schema, config: { fromAnywhere: true } }, async (request, reply) => {
        const { body } = request
        const signature = String(request.headers['stripe-signature'] ?? '')
        const event = Buffer.isBuffer(body) ? deps.provider.readEvent(body, signature) : null
        if (!event) return sendProblem(reply, 'bad-request', 'The signature is invalid.')
        // The provider sends the event again after any other response.
        const decision = await withProvider(request.log, async () => {
          await receiveEvent(deps, event, new Date())
          return { ok: true, record: null }
        })
        return decision.ok ? reply.code(204).send() : sendProblem(reply, decision.refusal.code, decision.refusal.detail)
      })
  })

  const sweep = () =>
    void sweepBilling(deps, new Date()).catch((error: unknown) => app.log.warn({ err: error }, 'could not check subscriptions; will retry'))
  const first = setTimeout(sweep, FIRST_SWEEP_MS).unref()
  const every = setInterval(sweep, SWEEP_EVERY_MS).unref()
  app.addHook('onClose', async () => {
    clearTimeout(first)
    clearInterval(every)
  })
}
