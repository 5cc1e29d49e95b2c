import { BriefLink, BriefLinkRequest, BriefToken, OpenHazards } from '@trailwarden/api'
import type { SiteBundle } from '@trailwarden/site'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Db } from '#db/database.ts'
import { signedIn } from '#http/guard.ts'
import { sendProblem } from '#http/problem.ts'
import { makeBriefLink, openBriefLink, openHazards } from './brief-store.ts'

/** `readBundle`: the network's data as it is now. */
export function briefRoutes(app: FastifyInstance, db: Db, readBundle: () => Promise<SiteBundle>): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const about = (summary: string) => ({ summary, tags: ['responder brief'] })

  routes.get(
    '/api/open-hazards',
    {
      schema: {
        ...about('Unresolved actions on the way in to a post'),
        querystring: z.object({ code: z.string().check(z.maxLength(40)) }),
        response: { 200: OpenHazards },
      },
    },
    async (request, reply) => {
      const decision = await openHazards(db, await readBundle(), request.query.code, new Date())
      return decision.ok ? decision.record : sendProblem(reply, decision.refusal.code, decision.refusal.detail)
    },
  )

  routes.post(
    '/api/brief-links',
    {
      schema: { ...about('Make an expiring link for responders without an account'), body: BriefLinkRequest, response: { 201: BriefLink } },
    },
    async (request, reply) => {
      const decision = await makeBriefLink(db, await readBundle(), signedIn(request), request.body, new Date())
      return decision.ok ? reply.code(201).send(decision.record) : sendProblem(reply, decision.refusal.code, decision.refusal.detail)
    },
  )

  // A POST, with the token in its body: an address is written into logs and histories on its way.
  routes.post(
    '/api/brief-links/open',
    { schema: { ...about('Read what a link leads to'), body: BriefToken, response: { 200: OpenHazards } } },
    async (request, reply) => {
      const decision = await openBriefLink(db, await readBundle(), request.body.token, new Date())
      return decision.ok ? decision.record : sendProblem(reply, decision.refusal.code, decision.refusal.detail)
    },
  )
}
