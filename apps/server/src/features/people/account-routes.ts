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
  RegisterRequest,
  ResetPasswordRequest,
  SetPasswordRequest,
  SignedIn,
} from '@trailwarden/api'
import { personOf } from '@trailwarden/domain'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { signedIn } from '#http/guard.ts'
import { sendProblem } from '#http/problem.ts'
import type { AccountLimits } from './account-limits.ts'
import { requestAccount } from './account-requests.ts'
import {
  changeOwn,
  changePassword,
  checkLogin,
  confirmEmail,
  deleteOwnAccount,
  isPasswordOf,
  type PeopleDependencies,
  register,
  requestEmailChange,
  requestReset,
  setPassword,
} from './accounts.ts'
import { deviceHashOf, isKnownDevice, rememberDevice } from './known-devices.ts'
import { forgetCookie, signOut, startSession } from './sessions.ts'
import { asTheySeeThemselves, signIn } from './sign-in.ts'

const NOTHING = z.undefined()

const sendTooMany = (reply: FastifyReply, waitSeconds: number) =>
  sendProblem(reply.header('retry-after', String(waitSeconds)), 'too-many-requests', 'Too many tries. Wait a while and try again.')

export function accountRoutes(app: FastifyInstance, people: PeopleDependencies, limits: AccountLimits): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const { db } = people
  const about = (summary: string) => ({ summary, tags: ['account'] })
  const tryAgain = (request: FastifyRequest) => limits.tryPasswordAgain(request.ip, request.sessionId ?? '')

  routes.post(
    '/api/account/register',
    { schema: { ...about('Make an account and sign in'), body: RegisterRequest, response: { 201: SignedIn } } },
    async (request, reply) => {
      const attempt = await limits.register(request.ip, request.body.email)
      if (attempt.waitSeconds > 0) return sendTooMany(reply, attempt.waitSeconds)
      const now = new Date()
      const decision = await register(people, request.body, now)
      if (!decision.ok && decision.refusal.code === 'weak-password') await attempt.giveBack()
      if (!decision.ok) return sendProblem(reply, decision.refusal.code, decision.refusal.detail)
      await startSession(db, decision.record.id, request, reply, now)
      return reply.code(201).send({ person: personOf(decision.record) })
    },
  )

  routes.post(
    '/api/account/request',
    { schema: { ...about('Ask for an account, where a manager says yes or no'), body: AccountRequest, response: { 202: NOTHING } } },
    async (request, reply) => {
      const attempt = await limits.register(request.ip, request.body.email)
      if (attempt.waitSeconds > 0) return sendTooMany(reply, attempt.waitSeconds)
      const decision = await requestAccount(people, request.body, new Date())
      return decision.ok ? reply.code(202).send() : sendProblem(reply, decision.refusal.code, decision.refusal.detail)
    },
  )

  routes.post(
    '/api/account/login',
    { schema: { ...about('Sign in'), body: LoginRequest, response: { 200: SignedIn } } },
    async (request, reply) => {
      const { email } = request.body
      const device = (await isKnownDevice(db, request, email)) ? deviceHashOf(request) : null
      const attempt = await limits.tryPassword(request.ip, email, device)
      if (attempt.waitSeconds > 0) return sendTooMany(reply, attempt.waitSeconds)
      const now = new Date()
      const decision = await checkLogin(people, request.body, now)
      // The password was right, and nothing has been guessed at yet.
      if (!decision.ok && decision.refusal.code === 'passkey-needed') await attempt.giveBack()
      if (!decision.ok) return sendProblem(reply, decision.refusal.code, decision.refusal.detail)
      await attempt.giveBack()
      await signIn(people, decision.record, request, reply, now)
      const person = await asTheySeeThemselves(people, decision.record)
      return { person, ...(person.role < decision.record.role && { passkeyMissing: true }) }
    },
  )

  routes.post(
    '/api/account/logout',
    { schema: { ...about('Sign out on this device'), body: LogoutRequest, response: { 204: NOTHING } } },
    async (request, reply) => {
      await signOut(db, request, reply)
      // Pages and answers that the browser remembers. Not "storage", which holds downloaded maps, the app itself and other people's
      // unsent work, and not "cookies", which would make the owner's device an unknown one (docs/security.md).
      return reply.code(204).header('clear-site-data', '"cache"').send()
    },
  )

  routes.post(
    '/api/account/reset-password',
    { schema: { ...about('Ask for a link to set a new password'), body: ResetPasswordRequest, response: { 202: NOTHING } } },
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
    '/api/account/set-password',
    { schema: { ...about('Set a password by a link'), body: SetPasswordRequest, response: { 204: NOTHING } } },
    async (request, reply) => {
      const now = new Date()
      const decision = await setPassword(people, request.body.token, request.body.password, now)
      if (!decision.ok) return sendProblem(reply, decision.refusal.code, decision.refusal.detail)
      // Whoever follows the link has the owner's mailbox: from this device they get in whatever strangers are guessing.
      await rememberDevice(db, decision.record, request, reply, now)
      return reply.code(204).send()
    },
  )

  routes.post(
    '/api/account/change-password',
    { schema: { ...about('Change the own password'), body: ChangePasswordRequest, response: { 204: NOTHING } } },
    async (request, reply) => {
      const actor = signedIn(request)
      const attempt = await tryAgain(request)
      if (attempt.waitSeconds > 0) return sendTooMany(reply, attempt.waitSeconds)
      if (!(await isPasswordOf(people, actor, request.body.current)))
        return sendProblem(reply, 'wrong-password', 'The password is not right.')
      await attempt.giveBack()
      const decision = await changePassword(people, actor, request.sessionId, request.body.password, new Date())
      if (!decision.ok) return sendProblem(reply, decision.refusal.code, decision.refusal.detail)
      return reply.code(204).send()
    },
  )

  routes.post(
    '/api/account/change-email',
    { schema: { ...about('Ask to use another address'), body: ChangeEmailRequest, response: { 202: NOTHING } } },
    async (request, reply) => {
      const actor = signedIn(request)
      const { email, password } = request.body
      const attempt = await tryAgain(request)
      if (attempt.waitSeconds > 0) return sendTooMany(reply, attempt.waitSeconds)
      if (!(await isPasswordOf(people, actor, password))) return sendProblem(reply, 'wrong-password', 'The password is not right.')
      const waitSeconds = await limits.requestReset(request.ip, email, null)
      if (waitSeconds > 0) return sendTooMany(reply, waitSeconds)
      await attempt.giveBack()
      await requestEmailChange(people, actor, email, new Date())
      return reply.code(202).send()
    },
  )

  routes.post(
    '/api/account/confirm-email',
    { schema: { ...about('Confirm a new address by a link'), body: ConfirmEmailRequest, response: { 200: ConfirmEmailAnswer } } },
    async (request, reply) => {
      const decision = await confirmEmail(people, request.body.token, request.sessionId, new Date())
      if (!decision.ok) return sendProblem(reply, decision.refusal.code, decision.refusal.detail)
      return { email: decision.record }
    },
  )

  routes.post(
    '/api/account/change-name',
    { schema: { ...about('Change the name others see'), body: ChangeNameRequest, response: { 200: SignedIn } } },
    async (request) => ({ person: await asTheySeeThemselves(people, await changeOwn(db, signedIn(request), request.body)) }),
  )

  routes.post(
    '/api/account/delete',
    { schema: { ...about('Delete the own account for good'), body: DeleteAccountRequest, response: { 204: NOTHING } } },
    async (request, reply) => {
      const actor = signedIn(request)
      const attempt = await tryAgain(request)
      if (attempt.waitSeconds > 0) return sendTooMany(reply, attempt.waitSeconds)
      if (!(await isPasswordOf(people, actor, request.body.password)))
        return sendProblem(reply, 'wrong-password', 'The password is not right.')
      await attempt.giveBack()
      const decision = await deleteOwnAccount(people, actor, new Date())
      if (!decision.ok) return sendProblem(reply, decision.refusal.code, decision.refusal.detail)
      forgetCookie(reply)
      return reply.code(204).send()
    },
  )
}
