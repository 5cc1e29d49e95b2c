/**
 * Applies to all requests, whichever feature handles them. The order matters for security, and everything here must be set up before any
 * route.
 */
import { randomUUID } from 'node:crypto'
import { APP_HEADER } from '@trailwarden/site'
import Fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Config } from '#config.ts'
import { PUBLIC_READ, STATUS_READ } from './caching/cache-headers.ts'
import { describeRequest } from './monitoring/describe-request.ts'
import { type ErrorReports, openErrorReports } from './monitoring/error-reports.ts'
import { createMetrics, type Metrics } from './monitoring/metrics.ts'
import { handleErrors } from './problem.ts'
import { type Guard, guardRoutes } from './security/guard.ts'
import { refuseUnknownProxies } from './security/proxies.ts'
import { limitRequests } from './security/rate-limit.ts'
import { refuseCrossSiteRequests } from './security/same-origin.ts'
import { addSecurityHeaders } from './security/security-headers.ts'
import { prepareStopping, type Stopping } from './stopping.ts'

type Options = {
  config: Config
  version: string
  guard: Guard
  network?: string | undefined
  logTo?: { write(line: string): void } | undefined
}

export type HttpServer = { app: FastifyInstance; errors: ErrorReports; metrics: Metrics; stopping: Stopping }

export function createHttpServer({ config, version, guard, network, logTo }: Options): HttpServer {
  const app = Fastify({
    logger: {
      level: config.LOG_LEVEL,
      serializers: { req: describeRequest },
      ...(network !== undefined && { base: { pid: process.pid, network } }),
      ...(logTo && { stream: logTo }),
    },
    genReqId: () => randomUUID(),
    trustProxy: config.TRUSTED_PROXIES.length > 0 ? config.TRUSTED_PROXIES : false,
    bodyLimit: 256 * 1024,
    forceCloseConnections: 'idle',
    // A client may not take longer to send a request. Responses such as event streams may take any length of time.
    requestTimeout: config.REQUEST_SECONDS * 1000,
    // Longer than nginx's keep-alive time, so that nginx never sends a request on a connection that is just being closed.
    keepAliveTimeout: 72_000,
    http: { headersTimeout: config.HEADERS_SECONDS * 1000, connectionsCheckingInterval: Math.min(5, config.HEADERS_SECONDS) * 1000 },
    return503OnClosing: false,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  const errors = openErrorReports({ dsn: config.ERROR_DSN, release: version, environment: config.NODE_ENV, site: config.SITE }, app.log)
  app.addHook('onClose', () => errors.stop())
  handleErrors(app, errors.report)
  addSecurityHeaders(app)
  app.addHook('onSend', async (request, reply) => {
    reply.header(APP_HEADER, version)
    // nginx stores these responses for many visitors, so a request id would belong to someone else's request.
    if (![PUBLIC_READ, STATUS_READ].includes(String(reply.getHeader('cache-control')))) reply.header('x-request-id', request.id)
  })
  if (config.NODE_ENV === 'production' && config.TRUSTED_PROXIES.length === 0) refuseUnknownProxies(app)
  const metrics = createMetrics(app)
  limitRequests(app, config.REQUESTS_PER_MINUTE, () => metrics.countEviction('limiter-key'))
  refuseCrossSiteRequests(app)
  // Must come before any route: from here on, a route without a row in the permission table can't be registered.
  guardRoutes(app, guard)
  const stopping = prepareStopping(app, config.DRAIN_MS)
  return { app, errors, metrics, stopping }
}
