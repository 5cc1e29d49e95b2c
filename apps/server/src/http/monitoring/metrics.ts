/**
 * `GET /metrics` requires the token in METRICS_TOKEN. docs/monitoring.md lists the metrics. Labels must have few different values: patterns
 * of routes, but no paths, ids or people.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { sendProblem } from '../problem.ts'

/** Removed or disconnected to stay within a limit. */
type Eviction = 'slow-stream' | 'stream-without-right' | 'limiter-key'

export type Metrics = {
  registry: Registry
  countAnswers(answers: readonly { outcome: string }[]): void
  countEviction(what: Eviction): void
}

// Pull and push must respond within 0.15 and 0.25 s, so both values are bucket limits.
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10]
const STREAMS = '/api/events'

/** Each file of the build has a separate route, whose name changes with each version, so all files count as one route. */
function routeOf({ is404, method, routeOptions }: FastifyRequest): { method: string; route: string } {
  const { url } = routeOptions
  if (is404 || url === undefined) return { method: 'any', route: 'none' }
  return { method, route: !url.startsWith('/api/') && /\.[a-z0-9]+$/i.test(url) ? 'file' : url }
}

export function createMetrics(app: FastifyInstance): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Histogram({
    name: 'trailwarden_http_request_duration_seconds',
    help: 'Requests by route pattern and response class, excluding event streams',
    labelNames: ['method', 'route', 'status_class'],
    buckets: BUCKETS,
    registers,
  })
  const answers = new Counter({
    name: 'trailwarden_push_answers_total',
    help: 'Commands from devices, by outcome',
    labelNames: ['outcome'],
    registers,
  })
  const evictions = new Counter({
    name: 'trailwarden_evictions_total',
    help: 'Event streams closed and rate limit counters discarded to stay within limits',
    labelNames: ['what'],
    registers,
  })
  app.addHook('onResponse', async (request, reply) => {
    // Streams last for hours and would distort the request durations.
    if (request.routeOptions.url === STREAMS && reply.statusCode === 200) return
    requests.observe({ ...routeOf(request), status_class: `${Math.floor(reply.statusCode / 100)}xx` }, reply.elapsedTime / 1000)
  })
  return {
    registry,
    countAnswers: (given) => {
      for (const { outcome } of given) answers.inc({ outcome })
    },
    countEviction: (what) => evictions.inc({ what }),
  }
}

const hashed = (text: string) => createHash('sha256').update(text).digest()

/** Requests without the token and requests through a proxy get a 404, because Prometheus scrapes each process directly. */
export function metricsRoute(app: FastifyInstance, registry: Registry, token: string | undefined, read: () => Promise<string>): void {
  if (!token) return
  collectDefaultMetrics({ register: registry })
  const expected = hashed(`Bearer ${token}`)
  app.get('/metrics', { schema: { hide: true }, logLevel: 'warn' }, async (request, reply) => {
    const { authorization = '', 'x-forwarded-for': forwarded, forwarded: alsoForwarded } = request.headers
    const mayRead = forwarded === undefined && alsoForwarded === undefined && timingSafeEqual(hashed(authorization), expected)
    if (!mayRead) return sendProblem(reply, 'not-found', 'There is nothing at this address.')
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await read())
  })
}

export function createGauge(registry: Registry, name: string, help: string, labelNames: readonly string[] = []): Gauge {
  return new Gauge({ name, help, labelNames: [...labelNames], registers: [registry] })
}
