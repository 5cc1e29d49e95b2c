import { ConfirmSubscriptionAnswer, ConfirmSubscriptionRequest, SubscribeRequest } from '@trailwarden/api'
import type { Site } from '@trailwarden/site'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Db } from '#db/database.ts'
import { isUuid } from '#db/uuid.ts'
import { escapeHtml } from '#http/pages/html.ts'
import { sendProblem } from '#http/problem.ts'
import type { Mail } from '#mail/mailer.ts'
import type { NamedTrails } from '../public/status-text.ts'
import { confirmSubscription, findUnknown, followedNames, requestSubscription, unsubscribe } from './subscription-store.ts'

const ById = z.object({ id: z.string() })

export type SubscriptionDependencies = { db: Db; mail: Mail; site: Site; trails: () => NamedTrails }

export async function subscriptionRoutes(
  app: FastifyInstance,
  deps: SubscriptionDependencies,
  waitFor: (ip: string, email: string) => Promise<number>,
): Promise<void> {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const about = (summary: string) => ({ summary, tags: ['public'] })
  const { db, site, trails } = deps

  routes.post(
    '/api/subscriptions',
    { schema: { ...about('Subscribe to trail status by email'), body: SubscribeRequest, response: { 202: z.undefined() } } },
    async (request, reply) => {
      const { email, networks, trails: ids } = request.body
      if (networks.length + ids.length === 0) return sendProblem(reply, 'not-valid', 'choose at least one network or trail')
      const unknown = findUnknown(site, trails(), { networks, trails: ids })
      if (unknown.length > 0) return sendProblem(reply, 'not-valid', `no such network or trail: ${unknown.slice(0, 5).join(', ')}`)
      const waitSeconds = await waitFor(request.ip, email)
      if (waitSeconds > 0) return sendProblem(reply.header('retry-after', String(waitSeconds)), 'too-many-requests', 'Too many attempts.')
      await requestSubscription(deps, email, { networks, trails: ids }, new Date())
      // The response is equal for every address, so that it doesn't reveal who is subscribed.
      return reply.code(202).send()
    },
  )

  routes.post(
    '/api/subscriptions/confirm',
    {
      schema: {
        ...about('Confirm a subscription with the link in the email'),
        body: ConfirmSubscriptionRequest,
        response: { 200: ConfirmSubscriptionAnswer },
      },
    },
    async (request, reply) => {
      const followed = await confirmSubscription(db, request.body.token, new Date())
      if (!followed) return sendProblem(reply, 'link-expired', 'This link has expired or already been used.')
      return { networks: followedNames(site, trails(), followed) }
    },
  )

  // Email programs send a form (RFC 8058), so this separate scope accepts any type of body and ignores it.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume()
      done(null, null)
    })
    const forms = scope.withTypeProvider<ZodTypeProvider>()
    const schema = { hide: true, params: ById }
    // A GET request must not change anything, because mail scanners open every link.
    forms.get('/api/subscriptions/:id/unsubscribe', { schema }, async (_request, reply) =>
      sendPage(
        reply,
        site,
        `<p>You get emails about trail status from ${escapeHtml(site.label)}.</p><form method="post"><button>Unsubscribe</button></form>`,
      ),
    )
    forms.post('/api/subscriptions/:id/unsubscribe', { schema, config: { fromAnywhere: true } }, async (request, reply) => {
      if (isUuid(request.params.id)) await unsubscribe(db, request.params.id)
      return sendPage(reply, site, '<p>You’ve been unsubscribed from trail status emails.</p>')
    })
  })
}

/** People may open the page in an email program on a very old phone, so it has no scripts and styles. */
function sendPage(reply: FastifyReply, { label }: Site, content: string): FastifyReply {
  const title = `${escapeHtml(label)}: trail status by email`
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'")
    .serializer((body: string) => body)
    .send(
      `<!doctype html><html lang="en-AU"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title></head><body><main><h1>${title}</h1>${content}<p><a href="/">Trail status now</a></p></main></body></html>`,
    )
}
