import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sendProblem } from '../problem.ts'

const FORWARDING_HEADERS = ['x-forwarded-for', 'forwarded', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']
const LOG_AGAIN_MS = 60_000
const WHAT_TO_DO = 'This server is behind an unknown proxy. Set TRUSTED_PROXIES to the address of the proxy.'

export const isForwarded = (request: FastifyRequest): boolean => FORWARDING_HEADERS.some((name) => request.headers[name] !== undefined)

/**
 * Behind an unknown proxy, all visitors would have the proxy's address and share its limits. The server refuses every request until
 * TRUSTED_PROXIES has that address.
 */
export function refuseUnknownProxies(app: FastifyInstance): void {
  let loggedAt = Number.NEGATIVE_INFINITY
  app.addHook('onRequest', async (request, reply) => {
    if (!isForwarded(request)) return
    // Doesn't log every request, because anyone can send these headers.
    if (performance.now() - loggedAt > LOG_AGAIN_MS) {
      loggedAt = performance.now()
      app.log.error({ from: request.socket.remoteAddress }, WHAT_TO_DO)
    }
    return sendProblem(reply.header('cache-control', 'no-store'), 'unavailable', WHAT_TO_DO)
  })
}
