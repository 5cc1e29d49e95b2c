import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sendProblem } from '../problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For routes that other programs call without a session. These routes ignore sessions, so requests may come from any origin. */
    fromAnywhere?: boolean
  }
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Forms and simple cross-site requests can't use these content types. Browsers send a preflight request for them, which we never approve.
 */
const OWN_TYPES = /^(application\/json|image\/jpeg)\s*(;|$)/i

function comesFromOurPages(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  // Browsers before 2023 don't send Sec-Fetch-Site, but all browsers send Origin with unsafe requests.
  const { origin } = request.headers
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === request.host
}

/** Ten times the depth of anything that our apps send. Deeper values can be parsed but not written to the database. */
const DEEPEST = 64
const isDeeperThan = (levels: number, value: unknown): boolean =>
  typeof value === 'object' && value !== null && (levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner)))
const tooDeep = () => Object.assign(new Error('The body is nested too deeply.'), { statusCode: 400 })

/**
 * Prevents other sites from acting on behalf of a logged-in user: every unsafe request must come from our own pages and have one of our
 * content types.
 */
export function refuseCrossSiteRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (SAFE.has(request.method) || request.routeOptions.config.fromAnywhere) return
    if (OWN_TYPES.test(request.headers['content-type'] ?? '') && comesFromOurPages(request)) return
    return sendProblem(reply, 'not-allowed', 'This request did not come from the app.')
  })
  // Requests without a body still declare the JSON type, but Fastify's own parser rejects an empty body.
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, {})
    return parse(request, body, (error, value) => (isDeeperThan(DEEPEST, value) ? done(tooDeep()) : done(error, value)))
  })
}
