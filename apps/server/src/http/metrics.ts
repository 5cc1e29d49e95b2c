/**
 * What this process counts about itself, in the format of Prometheus: `GET /metrics` with the token of METRICS_TOKEN. Names and
 * meanings: docs/operations.md. Labels take few values: patterns of routes, never paths, ids or people.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { sendProblem } from './problem.ts'

/** What is forgotten or cut off to keep within bounds. */
type Eviction = 'slow-stream' | 'stream-without-right' | 'limiter-key'

export type Metrics = {
  registry: Registry
  countAnswers(answers: readonly { outcome: string }[]): void
  countEviction(what: Eviction): void
}

// 0.15 and 0.25 s are what pull and push promise.
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10]
const STREAMS = '/api/events'

/** The pattern that the route was registered with. Each file of the build is a route of its own, with another name in each version. */
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
    help: 'Requests by pattern of the route and class of the answer, without streams of events',
    labelNames: ['method', 'route', 'status_class'],
    buckets: BUCKETS,
    registers,
  })
  const answers = new Counter({
    name: 'trailwarden_push_answers_total',
    help: 'Commands of devices by what was answered',
    labelNames: ['outcome'],
    registers,
  })
  const evictions = new Counter({
    name: 'trailwarden_evictions_total',
    help: 'Streams that were cut off and counts that were forgotten',
    labelNames: ['what'],
    registers,
  })
  app.addHook('onResponse', async (request, reply) => {
    // A stream ends after hours; as a request it would hide all others.
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

/**
 * Without a token there is nothing here. Nor is there for those who come through a proxy, whatever they know: Prometheus asks each
 * process itself. `registry` also gets what Node tells of this process.
 */
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

/** A gauge that `set` fills. */
export function aGauge(registry: Registry, name: string, help: string, labelNames: readonly string[] = []): Gauge {
  return new Gauge({ name, help, labelNames: [...labelNames], registers: [registry] })
}
