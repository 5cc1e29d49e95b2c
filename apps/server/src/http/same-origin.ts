import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sendProblem } from './problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A route that other programs call with nobody's session, and that a session gives no more to: it may be called from anywhere. */
    fromAnywhere?: boolean
  }
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Types that no form and no simple cross-site request can carry: a browser asks us first, and we never say yes. */
const OWN_TYPES = /^(application\/json|image\/jpeg)\s*(;|$)/i

function comesFromOurPages(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  // Browsers before 2023 do not send Sec-Fetch-Site, but all send Origin with an unsafe request.
  const { origin } = request.headers
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === request.host
}

/** No app of ours nests deeper than a tenth of this; what does can be parsed, but not written to the database again. */
const DEEPEST = 64
const isDeeperThan = (levels: number, value: unknown): boolean =>
  typeof value === 'object' && value !== null && (levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner)))
const tooDeep = () => Object.assign(new Error('The body is nested too deeply.'), { statusCode: 400 })

/** Other sites cannot act in a signed-in person's name: every unsafe request must come from our own pages and look like it. */
export function refuseCrossSiteRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (SAFE.has(request.method) || request.routeOptions.config.fromAnywhere) return
    if (OWN_TYPES.test(request.headers['content-type'] ?? '') && comesFromOurPages(request)) return
    return sendProblem(reply, 'not-allowed', 'This request did not come from the app.')
  })
  // A call that has nothing to say still declares its type, which Fastify's own parser refuses when the body is empty.
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, {})
    return parse(request, body, (error, value) => (isDeeperThan(DEEPEST, value) ? done(tooDeep()) : done(error, value)))
  })
}
