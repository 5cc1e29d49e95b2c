import { BillingState, CheckoutRequest, ProviderPage, type RouteDecision } from '@trailwarden/api'
import { refuse } from '@trailwarden/domain'
import { parseMarkdown } from '@trailwarden/site/guide-files'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { signedIn } from '#http/guard.ts'
import { sendProblem } from '#http/problem.ts'
import { type BillingDependencies, openCheckout, openPortal, readOwnSubscription, receiveEvent, sweepBilling } from './billing-store.ts'
import { isProviderError } from './provider.ts'

const FIRST_SWEEP_MS = 60_000
const SWEEP_EVERY_MS = 6 * 3_600_000

/** What goes wrong at the provider may pass. Its message may name a key, and stays away from people and log. */
async function withProvider<T>(log: FastifyBaseLogger, act: () => Promise<RouteDecision<T>>): Promise<RouteDecision<T>> {
  try {
    return await act()
  } catch (error) {
    if (!isProviderError(error)) throw error
    const { type, code, statusCode, requestId } = error
    log.warn({ type, code, statusCode, providerRequestId: requestId }, 'the payment provider did not do what it was asked')
    return refuse('unavailable', 'the payment provider is out of reach for a moment')
  }
}

/** Only registered where the site has plans. */
export async function billingRoutes(app: FastifyInstance, deps: BillingDependencies): Promise<void> {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const about = (summary: string) => ({ summary, tags: ['billing'] })
  const plans = deps.billing.plans.map((plan) => ({ ...plan, features: parseMarkdown(plan.features) }))

  routes.get(
    '/api/billing',
    { schema: { ...about('Plans, and the own subscription'), response: { 200: BillingState } } },
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
    { schema: { ...about('The provider’s page to subscribe'), body: CheckoutRequest, response: { 200: ProviderPage } } },
    async (request, reply) => {
      const { price } = request.body
      const decision = await withProvider(request.log, () => openCheckout(deps, signedIn(request), price, new Date()))
      return decision.ok ? decision.record : sendProblem(reply, decision.refusal.code, decision.refusal.detail)
    },
  )

  routes.post(
    '/api/billing/portal',
    { schema: { ...about('The provider’s page to manage the own billing'), response: { 200: ProviderPage } } },
    async (request, reply) => {
      const decision = await withProvider(request.log, () => openPortal(deps, signedIn(request)))
      return decision.ok ? decision.record : sendProblem(reply, decision.refusal.code, decision.refusal.detail)
    },
  )

  // In a scope of its own: the signature is of the bytes as they came, so that nobody may have parsed them before.
  await app.register(async (scope) => {
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    const schema = { ...about('Events of the payment provider'), response: { 204: z.undefined() } }
    scope
      .withTypeProvider<ZodTypeProvider>()
      .post('/api/billing/webhook', { schema, config: { fromAnywhere: true } }, async (request, reply) => {
        const { body } = request
        const signature = String(request.headers['stripe-signature'] ?? '')
        const event = Buffer.isBuffer(body) ? deps.provider.readEvent(body, signature) : null
        if (!event) return sendProblem(reply, 'bad-request', 'The signature is not right.')
        // Anything but yes brings it again later.
        const decision = await withProvider(request.log, async () => {
          await receiveEvent(deps, event, new Date())
          return { ok: true, record: null }
        })
        return decision.ok ? reply.code(204).send() : sendProblem(reply, decision.refusal.code, decision.refusal.detail)
      })
  })

  const sweep = () =>
    void sweepBilling(deps, new Date()).catch((error: unknown) =>
      app.log.warn({ err: error }, 'subscriptions were not checked; tried again'),
    )
  const first = setTimeout(sweep, FIRST_SWEEP_MS).unref()
  const every = setInterval(sweep, SWEEP_EVERY_MS).unref()
  app.addHook('onClose', async () => {
    clearTimeout(first)
    clearInterval(every)
  })
}
