import {
  IdentityProof,
  PasskeyAdded,
  PasskeyAnswer,
  PasskeyChallenge,
  PasskeyChallengeRequest,
  PasskeyList,
  PasskeyOptionsRequest,
  RecoveryCodes,
  SignedIn,
} from '@trailwarden/api'
import { addsPasskeyByLink } from '@trailwarden/domain'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { audit } from '#db/audit.ts'
import { sendProblem } from '#http/problem.ts'
import { signedIn } from '#http/security/guard.ts'
import type { AccountLimits } from '../accounts/account-limits.ts'
import type { PeopleDependencies } from '../accounts/accounts.ts'
import { findLink } from '../accounts/links.ts'
import { countRecoveryCodes, makeRecoveryCodes } from '../accounts/recovery-codes.ts'
import { deviceOf } from '../sessions/device.ts'
import type { ConfirmIdentity } from '../sessions/identity.ts'
import { hasTwoFactors } from '../sessions/sessions.ts'
import { signIn } from '../sessions/sign-in.ts'
import {
  addPasskey,
  askForPasskey,
  hasPasskey,
  listPasskeys,
  offerPasskey,
  type RelyingParty,
  removePasskey,
  sendPasskeyLink,
  verifyPasskey,
} from './passkeys.ts'

const ById = z.object({ id: z.string().check(z.maxLength(1400)) })

export function passkeyRoutes(
  app: FastifyInstance,
  people: PeopleDependencies,
  limits: AccountLimits,
  party: RelyingParty,
  confirmIdentity: ConfirmIdentity,
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const { db } = people
  const about = (summary: string) => ({ summary, tags: ['passkeys'] })

  routes.post(
    '/api/account/passkey-challenge',
    { schema: { ...about('Start logging in with a passkey'), body: PasskeyChallengeRequest, response: { 200: PasskeyChallenge } } },
    async (request, reply) => {
      const waitSeconds = await limits.askForPasskey(request.ip)
      if (waitSeconds > 0) return sendProblem(reply.header('retry-after', String(waitSeconds)), 'too-many-requests', 'Too many attempts.')
      const { challengeId, options } = await askForPasskey(db, party, new Date())
      return { challengeId, options: { ...options } }
    },
  )

  routes.post(
    '/api/account/passkey-login',
    { schema: { ...about('Log in with a passkey'), body: PasskeyAnswer, response: { 200: SignedIn } } },
    async (request, reply) => {
      const now = new Date()
      const decision = await verifyPasskey(db, party, request.body, now)
      if (!decision.ok) return sendProblem(reply, decision.refusal.code, decision.refusal.detail)
      const person = decision.record
      await audit(db, 'signed-in', { actorId: person.id, subjectId: person.id, details: { by: 'passkey' } }, now)
      return { person: await signIn(people, person, true, request, reply, now) }
    },
  )

  routes.get('/api/me/passkeys', { schema: { ...about('Your passkeys'), response: { 200: PasskeyList } } }, async (request) => {
    const { id } = signedIn(request)
    const person = await db.selectFrom('people').select('role').where('id', '=', id).executeTakeFirstOrThrow()
    return {
      passkeys: await listPasskeys(db, id),
      recoveryCodesLeft: await countRecoveryCodes(db, id),
      required: people.passkeyFromRole !== null && person.role >= people.passkeyFromRole,
      hasTwoFactors: await hasTwoFactors(db, request),
    }
  })

  routes.post(
    '/api/me/passkeys/link',
    { schema: { ...about('Request a link to add a passkey'), body: IdentityProof, response: { 202: z.undefined() } } },
    async (request, reply) => {
      const actor = signedIn(request)
      if (!(await confirmIdentity(request, reply, request.body))) return reply
      const waitSeconds = await limits.requestPasskeyLink(actor.id)
      if (waitSeconds > 0) return sendProblem(reply.header('retry-after', String(waitSeconds)), 'too-many-requests', 'Too many attempts.')
      await sendPasskeyLink(people, actor, new Date())
      return reply.code(202).send()
    },
  )

  routes.post(
    '/api/me/passkeys/options',
    { schema: { ...about('Start adding a passkey'), body: PasskeyOptionsRequest, response: { 200: PasskeyChallenge } } },
    async (request, reply) => {
      const [actor, now] = [signedIn(request), new Date()]
      if ('token' in request.body) {
        const link = await findLink(db, request.body.token, 'add-passkey', now)
        if (link?.personId !== actor.id) return sendProblem(reply, 'link-expired', 'This link has expired or already been used.')
      } else {
        if (!(await confirmIdentity(request, reply, request.body))) return reply
        if (addsPasskeyByLink({ hasTwoFactors: await hasTwoFactors(db, request) }))
          return sendProblem(reply, 'link-needed', 'Use the link in your email to add a passkey.')
      }
      const decision = await offerPasskey(people, party, actor, now)
      if (!decision.ok) return sendProblem(reply, decision.refusal.code, decision.refusal.detail)
      return { challengeId: decision.record.challengeId, options: { ...decision.record.options } }
    },
  )

  routes.post(
    '/api/me/passkeys',
    { schema: { ...about('Add a passkey'), body: PasskeyAnswer, response: { 201: PasskeyAdded } } },
    async (request, reply) => {
      const device = deviceOf(request.headers['user-agent'] ?? '')
      const decision = await addPasskey(
        people,
        party,
        signedIn(request),
        { ...request.body, device, sessionId: request.sessionId },
        new Date(),
      )
      if (!decision.ok) return sendProblem(reply, decision.refusal.code, decision.refusal.detail)
      return reply.code(201).send({ codes: decision.record })
    },
  )

  routes.post(
    '/api/me/passkeys/:id/remove',
    { schema: { ...about('Remove a passkey'), params: ById, body: IdentityProof, response: { 204: z.undefined() } } },
    async (request, reply) => {
      if (!(await confirmIdentity(request, reply, request.body))) return reply
      const decision = await removePasskey(people, signedIn(request), request.params.id, new Date())
      return decision.ok ? reply.code(204).send() : sendProblem(reply, decision.refusal.code, decision.refusal.detail)
    },
  )

  routes.post(
    '/api/me/recovery-codes',
    { schema: { ...about('Create new recovery codes'), body: IdentityProof, response: { 200: RecoveryCodes } } },
    async (request, reply) => {
      if (!(await confirmIdentity(request, reply, request.body))) return reply
      const { id } = signedIn(request)
      if (!(await hasPasskey(db, id))) return sendProblem(reply, 'not-found', 'there is no passkey to recover from')
      return { codes: await db.transaction().execute((tx) => makeRecoveryCodes(tx, id, new Date())) }
    },
  )
}
