import {
  PasskeyAdded,
  PasskeyAnswer,
  PasskeyChallenge,
  PasskeyChallengeRequest,
  PasskeyList,
  PasswordAgainRequest,
  RecoveryCodes,
  SignedIn,
} from '@trailwarden/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { signedIn } from '#http/guard.ts'
import { sendProblem } from '#http/problem.ts'
import type { AccountLimits } from './account-limits.ts'
import { isPasswordOf, type PeopleDependencies } from './accounts.ts'
import { deviceOf } from './device.ts'
import {
  addPasskey,
  askForPasskey,
  checkPasskey,
  hasPasskey,
  listPasskeys,
  offerPasskey,
  type RelyingParty,
  removePasskey,
} from './passkeys.ts'
import { countRecoveryCodes, makeRecoveryCodes } from './recovery-codes.ts'
import { asTheySeeThemselves, signIn } from './sign-in.ts'

const ById = z.object({ id: z.string().check(z.maxLength(1400)) })

export function passkeyRoutes(app: FastifyInstance, people: PeopleDependencies, limits: AccountLimits, party: RelyingParty): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const { db } = people
  const about = (summary: string) => ({ summary, tags: ['passkeys'] })

  /** True when the password was right; else the refusal has been sent. */
  async function gavePassword(request: FastifyRequest, reply: FastifyReply, password: string): Promise<boolean> {
    const attempt = await limits.tryPasswordAgain(request.ip, request.sessionId ?? '')
    if (attempt.waitSeconds > 0) {
      sendProblem(reply.header('retry-after', String(attempt.waitSeconds)), 'too-many-requests', 'Too many tries.')
      return false
    }
    if (!(await isPasswordOf(people, signedIn(request), password))) {
      sendProblem(reply, 'wrong-password', 'The password is not right.')
      return false
    }
    await attempt.giveBack()
    return true
  }

  routes.post(
    '/api/account/passkey-challenge',
    { schema: { ...about('Begin to sign in with a passkey'), body: PasskeyChallengeRequest, response: { 200: PasskeyChallenge } } },
    async (request, reply) => {
      const waitSeconds = await limits.askForPasskey(request.ip)
      if (waitSeconds > 0) return sendProblem(reply.header('retry-after', String(waitSeconds)), 'too-many-requests', 'Too many tries.')
      const { challengeId, options } = await askForPasskey(db, party, new Date())
      return { challengeId, options: { ...options } }
    },
  )

  routes.post(
    '/api/account/passkey-login',
    { schema: { ...about('Sign in with a passkey'), body: PasskeyAnswer, response: { 200: SignedIn } } },
    async (request, reply) => {
      const now = new Date()
      const decision = await checkPasskey(people, party, request.body, now)
      if (!decision.ok) return sendProblem(reply, decision.refusal.code, decision.refusal.detail)
      await signIn(people, decision.record, request, reply, now)
      return { person: await asTheySeeThemselves(people, decision.record) }
    },
  )

  routes.get('/api/me/passkeys', { schema: { ...about('The own passkeys'), response: { 200: PasskeyList } } }, async (request) => {
    const { id } = signedIn(request)
    const person = await db.selectFrom('people').select('role').where('id', '=', id).executeTakeFirstOrThrow()
    return {
      passkeys: await listPasskeys(db, id),
      recoveryCodesLeft: await countRecoveryCodes(db, id),
      required: people.passkeyFromRole !== null && person.role >= people.passkeyFromRole,
    }
  })

  routes.post(
    '/api/me/passkeys/options',
    { schema: { ...about('Begin to add a passkey'), body: PasswordAgainRequest, response: { 200: PasskeyChallenge } } },
    async (request, reply) => {
      if (!(await gavePassword(request, reply, request.body.password))) return reply
      const decision = await offerPasskey(people, party, signedIn(request), new Date())
      if (!decision.ok) return sendProblem(reply, decision.refusal.code, decision.refusal.detail)
      return { challengeId: decision.record.challengeId, options: { ...decision.record.options } }
    },
  )

  routes.post(
    '/api/me/passkeys',
    { schema: { ...about('Add a passkey'), body: PasskeyAnswer, response: { 201: PasskeyAdded } } },
    async (request, reply) => {
      const device = deviceOf(request.headers['user-agent'] ?? '')
      const decision = await addPasskey(people, party, signedIn(request), { ...request.body, device }, new Date())
      if (!decision.ok) return sendProblem(reply, decision.refusal.code, decision.refusal.detail)
      return reply.code(201).send({ codes: decision.record })
    },
  )

  routes.post(
    '/api/me/passkeys/:id/remove',
    { schema: { ...about('Remove a passkey'), params: ById, body: PasswordAgainRequest, response: { 204: z.undefined() } } },
    async (request, reply) => {
      if (!(await gavePassword(request, reply, request.body.password))) return reply
      const decision = await removePasskey(people, signedIn(request), request.params.id, new Date())
      return decision.ok ? reply.code(204).send() : sendProblem(reply, decision.refusal.code, decision.refusal.detail)
    },
  )

  routes.post(
    '/api/me/recovery-codes',
    { schema: { ...about('Make new recovery codes'), body: PasswordAgainRequest, response: { 200: RecoveryCodes } } },
    async (request, reply) => {
      if (!(await gavePassword(request, reply, request.body.password))) return reply
      const { id } = signedIn(request)
      if (!(await hasPasskey(db, id))) return sendProblem(reply, 'not-found', 'there is no passkey to recover from')
      return { codes: await db.transaction().execute((tx) => makeRecoveryCodes(tx, id, new Date())) }
    },
  )
}
