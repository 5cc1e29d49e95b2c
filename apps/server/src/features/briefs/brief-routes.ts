import { BriefLink, BriefLinkRequest, BriefToken, OpenHazards } from '@trailwarden/api'
import type { SiteBundle } from '@trailwarden/site'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Db } from '#db/database.ts'
import { sendProblem } from '#http/problem.ts'
import { signedIn } from '#http/security/guard.ts'
import { makeBriefLink, openBriefLink, openHazards } from './brief-store.ts'

export function briefRoutes(app: FastifyInstance, db: Db, readBundle: () => Promise<SiteBundle>): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const about = (summary: string) => ({ summary, tags: ['responder brief'] })

  routes.get(
    '/api/open-hazards',
    {
      schema: {
        ...about('Unresolved Actions on the access route to an emergency post'),
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
      schema: {
        ...about('Create an expiring link for responders without an account'),
        body: BriefLinkRequest,
        response: { 201: BriefLink },
      },
    },
    async (request, reply) => {
      const decision = await makeBriefLink(db, await readBundle(), signedIn(request), request.body, new Date())
      return decision.ok ? reply.code(201).send(decision.record) : sendProblem(reply, decision.refusal.code, decision.refusal.detail)
    },
  )

  // The token is in the body of a POST request, because addresses are stored in logs and browser histories.
  routes.post(
    '/api/brief-links/open',
    { schema: { ...about('Unresolved hazards, for anyone with the link'), body: BriefToken, response: { 200: OpenHazards } } },
    async (request, reply) => {
      const decision = await openBriefLink(db, await readBundle(), request.body.token, new Date())
      return decision.ok ? decision.record : sendProblem(reply, decision.refusal.code, decision.refusal.detail)
    },
  )
}
