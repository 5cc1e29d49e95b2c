/**
 * The one place where a request becomes somebody's, and where the permission table is enforced. A route without a row in the table
 * cannot be registered, so nothing can be reached that nobody has decided about.
 */
import { mayCall, type Rulebook, unwritableField } from '@trailwarden/api'
import type { Actor, KeyScope } from '@trailwarden/domain'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sendProblem } from './problem.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, as the database says at this moment; null for a visitor. */
    actor: Actor | null
    /** The program that asks by a key; null for everybody else. Never both. */
    program: Program | null
  }
}

export type Program = { keyId: string; name: string }

/** Whose key was sent, the seconds to wait when it was sent too often, or why it opens nothing. */
export type KeyAnswer = { program: Program } | { waitSeconds: number } | { refusal: 'wrong-key' | 'not-allowed' }

export type Guard = {
  rulebook: Rulebook
  whoAsks(request: FastifyRequest): Promise<Actor | null>
  whichProgram(key: string, scope: KeyScope): Promise<KeyAnswer>
  onRefusal(actor: Actor, route: string): Promise<void>
}

const bearerOf = (request: FastifyRequest): string | null =>
  /^bearer +(\S+)$/i.exec(request.headers.authorization?.trim() ?? '')?.[1] ?? null

/** The row that speaks for a route: itself, or `GET /*` for pages and files, which are the same for everyone. */
function permissionRowOf(method: string, url: string): string {
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
  app.addHook('onRequest', async (request, reply) => {
    // Nothing is there: the 404 reveals no more to one than to another.
    if (request.is404) return
    const row = permissionRowOf(request.method, request.routeOptions.url ?? '')
    // Public reads are cached for everyone and must answer while the database restarts: they never read a session.
    const isPublic = row === 'GET /*' || row.startsWith('GET /api/public/')
    if (isPublic && mayCall(row, 0, guard.rulebook)) return
    reply.header('cache-control', 'no-store')
    // A key counts here and nowhere else; where it counts, a session does not.
    const scope = guard.rulebook.permissions[row]?.scope
    const key = scope && bearerOf(request)
    if (scope && key) {
      const answer = await guard.whichProgram(key, scope)
      if ('program' in answer) {
        request.program = answer.program
        return
      }
      if ('waitSeconds' in answer)
        return sendProblem(reply.header('retry-after', String(answer.waitSeconds)), 'too-many-requests', 'This key was used too often.')
      if (answer.refusal === 'not-allowed') return sendProblem(reply, 'not-allowed', `This key is not made for it: it needs ${scope}.`)
      return sendProblem(reply.header('www-authenticate', 'Bearer'), 'wrong-key', 'There is no such key, or it has ended.')
    }
    request.actor = await guard.whoAsks(request)
    if (mayCall(row, request.actor?.role ?? 0, guard.rulebook)) return
    if (!request.actor) return sendProblem(reply, 'not-signed-in', 'Sign in first.')
    await guard.onRefusal(request.actor, row)
    return sendProblem(reply, 'not-allowed', 'Your role does not allow this.')
  })
  app.addHook('preValidation', async (request, reply) => {
    const { body } = request
    // The bytes of a photo have no fields.
    if (request.is404 || typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return
    const row = permissionRowOf(request.method, request.routeOptions.url ?? '')
    const field = unwritableField(row, Object.keys(body), guard.rulebook)
    if (field !== null) return sendProblem(reply, 'not-valid', `${field} is never written here.`)
  })
}

/** The person behind a request that the table lets only members make. */
export function signedIn(request: FastifyRequest): Actor {
  if (!request.actor) throw new Error('The permission table lets visitors call this route.')
  return request.actor
}

/** The program behind a request that the table lets only keys make. */
export function programOf(request: FastifyRequest): Program {
  if (!request.program) throw new Error('The permission table lets people call this route.')
  return request.program
}
