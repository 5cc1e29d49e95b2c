/**
 * Signing in with the council's own accounts. Only there where a provider is set up. The browser that begins gets a token of its own: only it can
 * finish, once, within minutes, so that nobody can be signed in to somebody else's account by a link that they were sent.
 */
import { SIGN_ON_CALLBACK, SignOnBegin, SignOnBegun, type SignOnProblem } from '@trailwarden/api'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { sendProblem } from '#http/problem.ts'
import { hashToken, newToken } from '#http/token.ts'
import type { AccountLimits } from './account-limits.ts'
import type { PeopleDependencies } from './accounts.ts'
import { cookieOf } from './cookies.ts'
import { signIn } from './sign-in.ts'
import { type SignOnRules, signOn } from './sign-on.ts'
import type { SignOnProvider } from './sign-on-provider.ts'

const COOKIE = '__Host-tw-sign-on'
// Lax and not Strict: the browser comes back from the provider's site. It opens nothing without the state and the code that come with it.
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
    { schema: { ...about('Begin to sign in with the council’s own account'), body: SignOnBegin, response: { 200: SignOnBegun } } },
    async (request, reply) => {
      const waitSeconds = await limits.beginSignOn(request.ip)
      if (waitSeconds > 0)
        return sendProblem(reply.header('retry-after', String(waitSeconds)), 'too-many-requests', 'Too many tries. Wait a while.')
      const now = new Date()
      const begun = await provider.begin().catch((error: unknown) => {
        request.log.warn({ err: error }, 'the single sign-on provider does not answer')
        return null
      })
      if (!begun) return sendProblem(reply, 'unavailable', 'The sign-in of the council does not answer.')
      const token = newToken()
      const { state, nonce, verifier } = begun.attempt
      // Never led to from here, but told to the login page, which judges it as the browser will read it (PE15).
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
      // The code must reach nobody by way of a link that is followed from the next page.
      .header('referrer-policy', 'no-referrer')
      .redirect(`/login?${new URLSearchParams(query)}`, 303)
  const fail = (reply: FastifyReply, problem: SignOnProblem) => leadTo(reply, { problem })

  routes.get(
    SIGN_ON_CALLBACK,
    { schema: about('Where the provider sends people back to; leads on to a page of the app') },
    async (request, reply) => {
      const token = cookieOf(request, COOKIE)
      const now = new Date()
      // Used up, whatever comes of it: an answer is tried once.
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
      // Said by the provider, or by anyone who writes an address: it ends the attempt and tells the person, no more.
      if (query.get('error') === 'access_denied' && query.get('state') === attempt.state) return fail(reply, 'sign-on-cancelled')
      const visitor = await provider.finish(search, attempt).catch((error: unknown) => {
        // Not the error itself: its cause may hold what the provider answered.
        request.log.warn(
          { reason: error instanceof Error ? `${error.name}: ${error.message}` : 'unknown' },
          'single sign-on was not finished',
        )
        return null
      })
      if (!visitor) return fail(reply, 'sign-on-failed')
      const outcome = await signOn(people, rules, visitor, now)
      if (!outcome.ok) return fail(reply, outcome.refusal.code)
      await signIn(people, outcome.record, request, reply, now)
      return leadTo(reply, { next: attempt.nextPath, signed: 'in' })
    },
  )
}
