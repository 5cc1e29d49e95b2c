import { ConfirmRequest, InvitationAnswer, UserAccess, UserAnswer } from '@trailwarden/api'
import { personOf } from '@trailwarden/domain'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { sendProblem } from '#http/problem.ts'
import { signedIn } from '#http/security/guard.ts'
import type { AccountLimits } from '../accounts/account-limits.ts'
import { confirmRequest, declineRequest } from '../accounts/account-requests.ts'
import type { PeopleDependencies } from '../accounts/accounts.ts'
import { findPerson } from '../people-store.ts'
import { datesOf, readAccess } from './user-access.ts'
import { inviteAgain } from './users.ts'

const NOTHING = z.undefined()
const ById = z.object({ id: z.uuid() })

export function invitationRoutes(app: FastifyInstance, people: PeopleDependencies, limits: AccountLimits): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const about = (summary: string) => ({ summary, tags: ['users'] })

  routes.get(
    '/api/user-access',
    { schema: { ...about('How each person logs in, open invitations and account requests'), response: { 200: UserAccess } } },
    async () => readAccess(people.db, new Date()),
  )

  routes.post(
    '/api/users/:id/invitation',
    { schema: { ...about('Send an invitation again'), params: ById, body: ConfirmRequest, response: { 200: InvitationAnswer } } },
    async (request, reply) => {
      const person = await findPerson(people.db, request.params.id)
      // Shares the limit of other emails with links, so that not even a manager can flood a mailbox.
      const waitSeconds = person ? await limits.requestReset(request.ip, person.email, null) : 0
      if (waitSeconds > 0)
        return sendProblem(
          reply.header('retry-after', String(waitSeconds)),
          'too-many-requests',
          'You’ve sent this too many times. Wait a few minutes.',
        )
      const decision = await inviteAgain(people, signedIn(request), request.params.id, new Date())
      return decision.ok ? datesOf(decision.record) : sendProblem(reply, decision.refusal.code, decision.refusal.detail)
    },
  )

  routes.post(
    '/api/account-requests/:id/confirm',
    { schema: { ...about('Invite someone who requested an account'), params: ById, body: ConfirmRequest, response: { 201: UserAnswer } } },
    async (request, reply) => {
      const decision = await confirmRequest(people, signedIn(request), request.params.id, new Date())
      if (!decision.ok) return sendProblem(reply, decision.refusal.code, decision.refusal.detail)
      return reply.code(201).send({ user: personOf(decision.record) })
    },
  )

  routes.delete(
    '/api/account-requests/:id',
    { schema: { ...about('Decline an account request'), params: ById, response: { 204: NOTHING } } },
    async (request, reply) => {
      const decision = await declineRequest(people, signedIn(request), request.params.id, new Date())
      return decision.ok ? reply.code(204).send() : sendProblem(reply, decision.refusal.code, decision.refusal.detail)
    },
  )
}
