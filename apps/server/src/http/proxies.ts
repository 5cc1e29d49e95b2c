import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sendProblem } from './problem.ts'

const FORWARDING_HEADERS = ['x-forwarded-for', 'forwarded', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']
const LOG_AGAIN_MS = 60_000
const WHAT_TO_DO = 'This server is behind a proxy it was not told about. Set TRUSTED_PROXIES to the address of the proxy.'

/** Did it pass a proxy, or claim so? */
export const isForwarded = (request: FastifyRequest): boolean => FORWARDING_HEADERS.some((name) => request.headers[name] !== undefined)

/**
 * For a server that trusts no proxy. Behind one, every visitor would have the proxy's address and share its limits, so nothing is
 * answered until TRUSTED_PROXIES names it.
 */
export function refuseUnknownProxies(app: FastifyInstance): void {
  let loggedAt = Number.NEGATIVE_INFINITY
  app.addHook('onRequest', async (request, reply) => {
    if (!isForwarded(request)) return
    // Anybody can send the header: not one line for each request.
    if (performance.now() - loggedAt > LOG_AGAIN_MS) {
      loggedAt = performance.now()
      app.log.error({ from: request.socket.remoteAddress }, WHAT_TO_DO)
    }
    return sendProblem(reply.header('cache-control', 'no-store'), 'unavailable', WHAT_TO_DO)
  })
}
