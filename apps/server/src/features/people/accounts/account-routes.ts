import {
  AccountRequest,
  ChangeEmailRequest,
  ChangeNameRequest,
  ChangePasswordRequest,
  ConfirmEmailAnswer,
  ConfirmEmailRequest,
  DeleteAccountRequest,
  LoginRequest,
  LogoutRequest,
  OpenedLink,
  OpenLinkRequest,
  RegisterRequest,
  ResetPasswordRequest,
  SetPasswordRequest,
  SignedIn,
} from '@trailwarden/api'
import { personOf } from '@trailwarden/domain'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { audit } from '#db/audit.ts'
import { sendProblem } from '#http/problem.ts'
import { signedIn } from '#http/security/guard.ts'
import { deviceHashOf, isKnownDevice, rememberDevice } from '../sessions/known-devices.ts'
import { forgetCookie, signOut, startSession } from '../sessions/sessions.ts'
import { signIn, toOwnPerson } from '../sessions/sign-in.ts'
import type { AccountLimits } from './account-limits.ts'
import { requestAccount } from './account-requests.ts'
import {
  changeOwn,
  changePassword,
  checkLogin,
  confirmEmail,
  deleteOwnAccount,
  isPasswordOf,
  openLink,
  type PeopleDependencies,
  register,
  requestEmailChange,
  requestReset,
  setPassword,
} from './accounts.ts'

const NOTHING = z.undefined()

const sendTooMany = (reply: FastifyReply, waitSeconds: number) =>
  sendProblem(reply.header('retry-after', String(waitSeconds)), 'too-many-requests', 'Too many attempts. Wait a few minutes and try again.')

export function accountRoutes(app: FastifyInstance, people: PeopleDependencies, limits: AccountLimits): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const { db } = people
  const about = (summary: string) => ({ summary, tags: ['account'] })
  const tryAgain = (request: FastifyRequest) => limits.tryPasswordAgain(request.ip, request.sessionId ?? '')

  routes.post(
    '/api/account/register',
    { schema: { ...about('Create an account and log in'), body: RegisterRequest, response: { 201: SignedIn } } },
    async (request, reply) => {
      const attempt = await limits.register(request.ip, request.body.email)
      if (attempt.waitSeconds > 0) return sendTooMany(reply, attempt.waitSeconds)
      const now = new Date()
      const decision = await register(people, request.body, now)
      if (!decision.ok && decision.refusal.code === 'weak-password') await attempt.giveBack()
      if (!decision.ok) return sendProblem(reply, decision.refusal.code, decision.refusal.detail)
      await startSession(db, decision.record.id, { roleAtSignIn: decision.record.role, hasTwoFactors: false }, request, reply, now)
      return reply.code(201).send({ person: personOf(decision.record) })
    },
  )

  routes.post(
    '/api/account/request',
    { schema: { ...about('Request an account that a manager must approve'), body: AccountRequest, response: { 202: NOTHING } } },
    async (request, reply) => {
      const attempt = await limits.requestAccount(request.ip, request.body.email)
      if (attempt.waitSeconds > 0) return sendTooMany(reply, attempt.waitSeconds)
      const decision = await requestAccount(people, request.body, request.ip, new Date())
      return decision.ok ? reply.code(202).send() : sendProblem(reply, decision.refusal.code, decision.refusal.detail)
    },
  )

  routes.post(
    '/api/account/login',
    { schema: { ...about('Log in'), body: LoginRequest, response: { 200: SignedIn } } },
    async (request, reply) => {
      const { email } = request.body
      const device = (await isKnownDevice(db, request, email)) ? deviceHashOf(request) : null
      const attempt = await limits.tryPassword(request.ip, email, device)
      if (attempt.waitSeconds > 0) return sendTooMany(reply, attempt.waitSeconds)
      const now = new Date()
      const decision = await checkLogin(people, request.body, now)
      // The password was correct, so this login doesn't count as a guess.
      if (!decision.ok && decision.refusal.code === 'passkey-needed') await attempt.giveBack()
      if (!decision.ok) return sendProblem(reply, decision.refusal.code, decision.refusal.detail)
      await attempt.giveBack()
      const { person: found, hasTwoFactors } = decision.record
      const person = await signIn(people, found, hasTwoFactors, request, reply, now)
      return { person, ...(person.role < found.role && { passkeyMissing: true }) }
    },
  )

  routes.post(
    '/api/account/logout',
    { schema: { ...about('Log out on this device'), body: LogoutRequest, response: { 204: NOTHING } } },
    async (request, reply) => {
      await signOut(db, request, reply)
      const { actor } = request
      if (actor) await audit(db, 'signed-out', { actorId: actor.id, subjectId: actor.id }, new Date())
      // Clears cached pages and responses. Keeps "storage", which has downloaded maps, the app itself and other people's unsent changes.
      // Keeps "cookies" too, so that the owner's device remains a known one (docs/security.md).
      return reply.code(204).header('clear-site-data', '"cache"').send()
    },
  )

  routes.post(
    '/api/account/reset-password',
    { schema: { ...about('Request a link to set a new password'), body: ResetPasswordRequest, response: { 202: NOTHING } } },
    async (request, reply) => {
      const { email } = request.body
      const device = (await isKnownDevice(db, request, email)) ? deviceHashOf(request) : null
      const waitSeconds = await limits.requestReset(request.ip, email, device)
      if (waitSeconds > 0) return sendTooMany(reply, waitSeconds)
      await requestReset(people, email, new Date())
      return reply.code(202).send()
    },
  )

  routes.post(
    '/api/account/open-link',
    { schema: { ...about('Show the effect of setting a password with this link'), body: OpenLinkRequest, response: { 200: OpenedLink } } },
    async (request, reply) => {
      const decision = await openLink(people, request.body.token, new Date())
      return decision.ok ? decision.record : sendProblem(reply, decision.refusal.code, decision.refusal.detail)
    },
  )

  routes.post(
    '/api/account/set-password',
    { schema: { ...about('Set a password with a link'), body: SetPasswordRequest, response: { 204: NOTHING } } },
    async (request, reply) => {
      const now = new Date()
      const decision = await setPassword(people, request.body, now)
      if (!decision.ok) return sendProblem(reply, decision.refusal.code, decision.refusal.detail)
      // Using the link proves access to the owner's mailbox, so this device becomes a known one, which attackers' guesses can't block.
      await rememberDevice(db, decision.record, request, reply, now)
      return reply.code(204).send()
    },
  )

  routes.post(
    '/api/account/change-password',
    { schema: { ...about('Change your password'), body: ChangePasswordRequest, response: { 204: NOTHING } } },
    async (request, reply) => {
      const actor = signedIn(request)
      const attempt = await tryAgain(request)
      if (attempt.waitSeconds > 0) return sendTooMany(reply, attempt.waitSeconds)
      if (!(await isPasswordOf(people, actor, request.body.current)))
        return sendProblem(reply, 'wrong-password', 'That password is incorrect.')
      await attempt.giveBack()
      const decision = await changePassword(people, actor, request.sessionId, request.body.password, new Date())
      if (!decision.ok) return sendProblem(reply, decision.refusal.code, decision.refusal.detail)
      return reply.code(204).send()
    },
  )

  routes.post(
    '/api/account/change-email',
    { schema: { ...about('Request a change of email address'), body: ChangeEmailRequest, response: { 202: NOTHING } } },
    async (request, reply) => {
      const actor = signedIn(request)
      const { email, password } = request.body
      const attempt = await tryAgain(request)
      if (attempt.waitSeconds > 0) return sendTooMany(reply, attempt.waitSeconds)
      if (!(await isPasswordOf(people, actor, password))) return sendProblem(reply, 'wrong-password', 'That password is incorrect.')
      const waitSeconds = await limits.requestReset(request.ip, email, null)
      if (waitSeconds > 0) return sendTooMany(reply, waitSeconds)
      await attempt.giveBack()
      await requestEmailChange(people, actor, email, new Date())
      return reply.code(202).send()
    },
  )

  routes.post(
    '/api/account/confirm-email',
    { schema: { ...about('Confirm a new email address with a link'), body: ConfirmEmailRequest, response: { 200: ConfirmEmailAnswer } } },
    async (request, reply) => {
      const decision = await confirmEmail(people, request.body.token, request.sessionId, new Date())
      if (!decision.ok) return sendProblem(reply, decision.refusal.code, decision.refusal.detail)
      return { email: decision.record }
    },
  )

  routes.post(
    '/api/account/change-name',
    { schema: { ...about('Change the name that others see'), body: ChangeNameRequest, response: { 200: SignedIn } } },
    async (request) => ({ person: toOwnPerson(await changeOwn(db, signedIn(request), request.body, new Date()), request) }),
  )

  routes.post(
    '/api/account/delete',
    { schema: { ...about('Delete your account permanently'), body: DeleteAccountRequest, response: { 204: NOTHING } } },
    async (request, reply) => {
      const actor = signedIn(request)
      const attempt = await tryAgain(request)
      if (attempt.waitSeconds > 0) return sendTooMany(reply, attempt.waitSeconds)
      if (!(await isPasswordOf(people, actor, request.body.password)))
        return sendProblem(reply, 'wrong-password', 'That password is incorrect.')
      await attempt.giveBack()
      const decision = await deleteOwnAccount(people, actor, new Date())
      if (!decision.ok) return sendProblem(reply, decision.refusal.code, decision.refusal.detail)
      forgetCookie(reply)
      return reply.code(204).send()
    },
  )
}
