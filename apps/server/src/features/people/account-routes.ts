import {
  ChangeEmailRequest,
  ChangeNameRequest,
  ConfirmEmailAnswer,
  ConfirmEmailRequest,
  DeleteAccountRequest,
  LoginRequest,
  LogoutRequest,
  personOf,
  RegisterRequest,
  ResetPasswordRequest,
  SetPasswordRequest,
  SignedIn,
} from '@trailwarden/domain'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { signedIn } from '#http/guard.ts'
import { sendProblem } from '#http/problem.ts'
import type { AccountLimits } from './account-limits.ts'
import {
  changeOwn,
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
import { forgetCookie, signOut, startSession } from './sessions.ts'

const NOTHING = z.undefined()

const sendTooMany = (reply: FastifyReply, waitSeconds: number) =>
  sendProblem(reply.header('retry-after', String(waitSeconds)), 'too-many-requests', 'Too many tries. Wait a while and try again.')

export function accountRoutes(app: FastifyInstance, people: PeopleDependencies, limits: AccountLimits): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const { db } = people
  const about = (summary: string) => ({ summary, tags: ['account'] })

  routes.post(
    '/api/account/register',
    { schema: { ...about('Make an account and sign in'), body: RegisterRequest, response: { 201: SignedIn } } },
    async (request, reply) => {
      const waitSeconds = limits.register(request.ip)
      if (waitSeconds > 0) return sendTooMany(reply, waitSeconds)
      const now = new Date()
      const decision = await register(people, request.body, now)
      if (!decision.ok) return sendProblem(reply, decision.refusal.code, decision.refusal.detail)
      await startSession(db, decision.record.id, request, reply, now)
      return reply.code(201).send({ person: personOf(decision.record) })
    },
  )

  routes.post(
    '/api/account/login',
    { schema: { ...about('Sign in'), body: LoginRequest, response: { 200: SignedIn } } },
    async (request, reply) => {
      const { email, password } = request.body
      const attempt = limits.tryPassword(request.ip, email)
      if (attempt.waitSeconds > 0) return sendTooMany(reply, attempt.waitSeconds)
      const now = new Date()
      const decision = await checkLogin(people, email, password, now)
      if (!decision.ok) return sendProblem(reply, decision.refusal.code, decision.refusal.detail)
      attempt.succeeded()
      await startSession(db, decision.record.id, request, reply, now)
      return { person: personOf(decision.record) }
    },
  )

  routes.post(
    '/api/account/logout',
    { schema: { ...about('Sign out on this device'), body: LogoutRequest, response: { 204: NOTHING } } },
    async (request, reply) => {
      await signOut(db, request, reply)
      return reply.code(204).send()
    },
  )

  routes.post(
    '/api/account/reset-password',
    { schema: { ...about('Ask for a link to set a new password'), body: ResetPasswordRequest, response: { 202: NOTHING } } },
    async (request, reply) => {
      const waitSeconds = limits.requestLetter(request.ip, request.body.email)
      if (waitSeconds > 0) return sendTooMany(reply, waitSeconds)
      await requestReset(people, request.body.email, new Date())
      return reply.code(202).send()
    },
  )

  routes.post(
    '/api/account/set-password',
    { schema: { ...about('Set a password by a link'), body: SetPasswordRequest, response: { 204: NOTHING } } },
    async (request, reply) => {
      const decision = await setPassword(people, request.body.token, request.body.password, new Date())
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
      const attempt = limits.tryPassword(request.ip, actor.id)
      const waitSeconds = Math.max(attempt.waitSeconds, limits.requestLetter(request.ip, email))
      if (waitSeconds > 0) return sendTooMany(reply, waitSeconds)
      if (!(await isPasswordOf(people, actor, password))) return sendProblem(reply, 'wrong-password', 'The password is not right.')
      attempt.succeeded()
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
    async (request) => ({ person: personOf(await changeOwn(db, signedIn(request), request.body)) }),
  )

  routes.post(
    '/api/account/delete',
    { schema: { ...about('Delete the own account for good'), body: DeleteAccountRequest, response: { 204: NOTHING } } },
    async (request, reply) => {
      const actor = signedIn(request)
      const attempt = limits.tryPassword(request.ip, actor.id)
      if (attempt.waitSeconds > 0) return sendTooMany(reply, attempt.waitSeconds)
      if (!(await isPasswordOf(people, actor, request.body.password)))
        return sendProblem(reply, 'wrong-password', 'The password is not right.')
      attempt.succeeded()
      const decision = await deleteOwnAccount(people, actor, new Date())
      if (!decision.ok) return sendProblem(reply, decision.refusal.code, decision.refusal.detail)
      forgetCookie(reply)
      return reply.code(204).send()
    },
  )
}
