/** Routes without a row in the permission table can't be registered, so every reachable route has an explicit rule. */
import { mayCall, type Rulebook, unwritableField } from '@trailwarden/api'
import type { Actor, KeyScope } from '@trailwarden/domain'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sendProblem } from '../problem.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Has the user's current role in the database. Null for a visitor. */
    actor: Actor | null
    /** The program that sent the request with an API key. Never set together with `actor`. */
    program: Program | null
    sessionId: string | null
  }
}

export type Program = { keyId: string; name: string }

/** `waitSeconds` is set if the program is over its limit. */
export type KeyAnswer = { program: Program } | { waitSeconds: number } | { refusal: 'wrong-key' | 'not-allowed' }

export type Guard = {
  rulebook: Rulebook
  identifyActor(request: FastifyRequest): Promise<Actor | null>
  identifyProgram(key: string, scope: KeyScope): Promise<KeyAnswer>
  onRefusal(actor: Actor, route: string): Promise<void>
}

const bearerOf = (request: FastifyRequest): string | null =>
  /^bearer +(\S+)$/i.exec(request.headers.authorization?.trim() ?? '')?.[1] ?? null

/** Pages and files are the same for everyone, so they share the row `GET /*`. */
export function permissionRowOf(method: string, url: string): string {
  const verb = method === 'HEAD' ? 'GET' : method
  return verb === 'GET' && !/^\/(api|dev)(\/|$)/.test(url) ? 'GET /*' : `${verb} ${url}`
}

export function guardRoutes(app: FastifyInstance, guard: Guard): void {
  app.addHook('onRoute', ({ method, url }) => {
    for (const verb of [method].flat()) {
      const row = permissionRowOf(verb, url)
      if (!guard.rulebook.permissions[row]) throw new Error(`The route ${verb} ${url} has no row in the permission table.`)
    }
  })
  app.decorateRequest('actor', null)
  app.decorateRequest('program', null)
  app.decorateRequest('sessionId', null)
  app.addHook('onRequest', async (request, reply) => {
    // Missing pages need no check, because the response is the same for everyone.
    if (request.is404) return
    const row = permissionRowOf(request.method, request.routeOptions.url ?? '')
    // Public data is cached for everyone and must be available while the database restarts, so these requests never read a session.
    const isPublic = row === 'GET /*' || row.startsWith('GET /api/public/')
    if (isPublic && mayCall(row, 0, guard.rulebook)) return
    reply.header('cache-control', 'no-store')
    // Only routes with a scope accept keys. If a request to one of them has a key, its session is ignored.
    const scope = guard.rulebook.permissions[row]?.scope
    const key = scope && bearerOf(request)
    if (scope && key) {
      const answer = await guard.identifyProgram(key, scope)
      if ('program' in answer) {
        request.program = answer.program
        return
      }
      if ('waitSeconds' in answer)
        return sendProblem(reply.header('retry-after', String(answer.waitSeconds)), 'too-many-requests', 'Too many requests with this key.')
      if (answer.refusal === 'not-allowed') return sendProblem(reply, 'not-allowed', `This key doesn’t have the scope ${scope}.`)
      return sendProblem(reply.header('www-authenticate', 'Bearer'), 'wrong-key', 'This key doesn’t exist, has expired or is suspended.')
    }
    request.actor = await guard.identifyActor(request)
    if (mayCall(row, request.actor?.role ?? 0, guard.rulebook)) return
    if (!request.actor) return sendProblem(reply, 'not-signed-in', 'Log in first.')
    await guard.onRefusal(request.actor, row)
    return sendProblem(reply, 'not-allowed', 'Your role doesn’t let you do this.')
  })
  app.addHook('preValidation', async (request, reply) => {
    const { body } = request
    // Photos are sent as bytes without fields.
    if (request.is404 || typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return
    const row = permissionRowOf(request.method, request.routeOptions.url ?? '')
    const field = unwritableField(row, Object.keys(body), guard.rulebook)
    if (field !== null) return sendProblem(reply, 'not-valid', `${field} can’t be written here.`)
  })
}

export function signedIn(request: FastifyRequest): Actor {
  if (!request.actor) throw new Error('The permission table lets visitors call this route.')
  return request.actor
}

export function programOf(request: FastifyRequest): Program {
  if (!request.program) throw new Error('The permission table lets people call this route.')
  return request.program
}
