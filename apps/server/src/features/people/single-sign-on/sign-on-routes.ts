/**
 * The browser that starts a login gets its own token. Only that browser can finish the login, once and within minutes, so a link can't log
 * anyone in to someone else's account.
 */
import { SIGN_ON_CALLBACK, SignOnBegin, SignOnBegun, type SignOnProblem } from '@trailwarden/api'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { sendProblem } from '#http/problem.ts'
import { hashToken, newToken } from '#http/security/token.ts'
import type { AccountLimits } from '../accounts/account-limits.ts'
import type { PeopleDependencies } from '../accounts/accounts.ts'
import { cookieOf } from '../sessions/cookies.ts'
import { signIn } from '../sessions/sign-in.ts'
import { type SignOnRules, signOn } from './sign-on.ts'
import type { SignOnProvider } from './sign-on-provider.ts'

const COOKIE = '__Host-tw-sign-on'
// Lax rather than Strict, because the browser returns from the provider's site. The cookie is useless without the state and code in the
// address.
const COOKIE_ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Lax'
const ATTEMPT_MS = 10 * 60_000

export function signOnRoutes(
  app: FastifyInstance,
  people: PeopleDependencies,
  limits: AccountLimits,
  provider: SignOnProvider,
  rules: SignOnRules,
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const { db } = people
  const about = (summary: string) => ({ summary, tags: ['account'] })

  routes.post(
    '/api/account/sign-on',
    { schema: { ...about('Start logging in with a council account'), body: SignOnBegin, response: { 200: SignOnBegun } } },
    async (request, reply) => {
      const waitSeconds = await limits.beginSignOn(request.ip)
      if (waitSeconds > 0)
        return sendProblem(reply.header('retry-after', String(waitSeconds)), 'too-many-requests', 'Too many attempts. Wait a few minutes.')
      const now = new Date()
      const begun = await provider.begin().catch((error: unknown) => {
        request.log.warn({ err: error }, 'the single sign-on provider did not respond')
        return null
      })
      if (!begun) return sendProblem(reply, 'unavailable', 'The council’s login service isn’t responding.')
      const token = newToken()
      const { state, nonce, verifier } = begun.attempt
      // The login page checks the path as the browser will interpret it (PE15). This route doesn't redirect there.
      const nextPath = request.body.next ?? '/'
      await db.deleteFrom('oidcAttempts').where('expiresAt', '<', now).execute()
      await db
        .insertInto('oidcAttempts')
        .values({ tokenHash: hashToken(token), state, nonce, verifier, nextPath, expiresAt: new Date(now.getTime() + ATTEMPT_MS) })
        .execute()
      reply.header('set-cookie', `${COOKIE}=${token}; Max-Age=${ATTEMPT_MS / 1000}; ${COOKIE_ATTRIBUTES}`)
      return { url: begun.url }
    },
  )

  const leadTo = (reply: FastifyReply, query: Record<string, string>) =>
    reply
      .header('set-cookie', `${COOKIE}=; Max-Age=0; ${COOKIE_ATTRIBUTES}`)
      // Pages opened from the login page must not receive the code in the referrer.
      .header('referrer-policy', 'no-referrer')
      .redirect(`/login?${new URLSearchParams(query)}`, 303)
  const fail = (reply: FastifyReply, problem: SignOnProblem) => leadTo(reply, { problem })

  routes.get(
    SIGN_ON_CALLBACK,
    { schema: about('Redirect URI for the sign-in provider. Redirects to a page in the app') },
    async (request, reply) => {
      const token = cookieOf(request, COOKIE)
      const now = new Date()
      // Deletes the attempt whatever the result, so that each response is checked only once.
      const attempt =
        token &&
        (await db
          .deleteFrom('oidcAttempts')
          .where('tokenHash', '=', hashToken(token))
          .where('expiresAt', '>', now)
          .returningAll()
          .executeTakeFirst())
      if (!attempt) return fail(reply, 'sign-on-failed')
      const search = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : ''
      const query = new URLSearchParams(search)
      // Anyone can enter an address with this value, which only ends the attempt and shows a message.
      if (query.get('error') === 'access_denied' && query.get('state') === attempt.state) return fail(reply, 'sign-on-cancelled')
      const visitor = await provider.finish(search, attempt).catch((error: unknown) => {
        // Don't log the error itself, because its cause may contain the provider's response.
        request.log.warn(
          { reason: error instanceof Error ? `${error.name}: ${error.message}` : 'unknown' },
          'single sign-on was not completed',
        )
        return null
      })
      if (!visitor) return fail(reply, 'sign-on-failed')
      const outcome = await signOn(people, rules, visitor, now)
      if (!outcome.ok) return fail(reply, outcome.refusal.code)
      const person = await signIn(people, outcome.record, visitor.hasTwoFactors, request, reply, now)
      const isLimited = person.role < outcome.record.role
      return leadTo(reply, { next: attempt.nextPath, signed: isLimited ? 'limited' : 'in' })
    },
  )
}
