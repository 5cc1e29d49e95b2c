/**
 * The request's host name selects the site. Each site has its own database, photos, limits and log lines. Sites share the process, the
 * built pages and a connection budget.
 */
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { PROBLEM_STATUS, type ProblemCode } from '@trailwarden/api'
import Fastify from 'fastify'
import { Registry } from 'prom-client'
import { type ConnectionBudget, createConnectionBudget } from '../db/connection-budget.ts'
import { isNamedPage, isStoredRead } from '../http/caching/stored-reads.ts'
import { describeRequest } from '../http/monitoring/describe-request.ts'
import { createGauge, metricsRoute } from '../http/monitoring/metrics.ts'
import { handleErrors, sendProblem } from '../http/problem.ts'
import { createGate } from '../http/security/gate.ts'
import { createBucket } from '../http/security/rate-limit.ts'
import { requestPath } from '../http/security/request-path.ts'
import { addSecurityHeaders } from '../http/security/security-headers.ts'
import { prepareStopping } from '../http/stopping.ts'
import { type HostConfig, readHostConfig } from './host-config.ts'
import { mergeMetrics } from './merge-metrics.ts'
import type { Environment } from './network-files.ts'
import { createNetworkHost, type HostedNetwork, type NetworkHost } from './network-host.ts'
import { openBuiltPages, openNetwork } from './running-network.ts'

/**
 * One site's requests must not delay other sites. `AT_ONCE` limits how many requests run at the same time, and `MOST_WAITING` how many are
 * queued.
 */
const AT_ONCE = 8
const MOST_WAITING = 200
const STREAMS = '/api/events'

/**
 * NET-3: nginx stores copies under the name in this header. If a site isn't in nginx's map, nginx must not store its copies, because it
 * would serve them to other sites.
 */
const STORED_AS = 'x-trailwarden-network'

const hostnameOf = ({ headers }: IncomingMessage) => (headers.host ?? '').replace(/:\d+$/, '').toLowerCase()

/** Costs less than any route could, to withstand floods. */
function refuse(response: ServerResponse, code: ProblemCode, detail: string, retrySeconds: number): void {
  const status = PROBLEM_STATUS[code]
  const body = JSON.stringify({ type: 'about:blank', status, code, detail })
  response
    .writeHead(status, {
      'content-type': 'application/problem+json',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      'retry-after': String(retrySeconds),
    })
    .end(body)
}

type Dispatch = { config: HostConfig; host: NetworkHost; isStopping(): boolean; onError(error: unknown): void }

/**
 * The limit that a request counts towards. Requests for paths that nginx stores have separate limits, so that a flood of other requests
 * can't stop nginx from updating its copies.
 */
const limitOf = (network: string, request: IncomingMessage) =>
  isStoredRead(request) ? `${network} stored` : isNamedPage(request) ? `${network} pages` : network

function dispatcher(own: RequestListener, { config, host, isStopping, onError }: Dispatch): RequestListener {
  const perSecond = config.NETWORK_REQUESTS_PER_SECOND
  const bucket = createBucket(perSecond * 60, perSecond * 2)
  const gates = new Map<string, ReturnType<typeof createGate>>()
  const gateOf = (name: string) => {
    const gate = gates.get(name) ?? createGate(AT_ONCE)
    gates.set(name, gate)
    return gate
  }

  async function answer(network: HostedNetwork, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const closed = new Promise<void>((resolve) => response.once('close', resolve))
    const handOn = () =>
      network.use(async ({ app }) => {
        // The client disconnected while its request was queued.
        if (response.destroyed) return
        if (isStopping()) response.setHeader('connection', 'close')
        if (request.headers[STORED_AS] !== network.name) response.setHeader('x-accel-expires', '0')
        app.routing(request, response)
        await closed
      })
    const gate = gateOf(network.name)
    try {
      if (requestPath(request.url ?? '/') === STREAMS) return await handOn()
      const waitSeconds = bucket.take(limitOf(network.name, request), performance.now())
      if (waitSeconds > 0) return refuse(response, 'too-many-requests', 'Too many requests to this network.', waitSeconds)
      if (gate.waiting() >= MOST_WAITING) return refuse(response, 'unavailable', 'Too many requests at the same time.', 1)
      await gate(handOn)
    } catch {
      // The error has already been logged. Visitors with a stored copy of the page can still use the copy.
      if (!response.headersSent) refuse(response, 'unavailable', 'This network cannot be opened right now.', 10)
    }
  }

  return (request, response) => {
    host
      .find(hostnameOf(request))
      .then((network) => (network ? answer(network, request, response) : own(request, response)))
      .catch((error: unknown) => {
        onError(error)
        response.destroy()
      })
  }
}

function readAllMetrics(registry: Registry, host: NetworkHost, budget: ConnectionBudget): () => Promise<string> {
  const networks = createGauge(registry, 'trailwarden_networks', 'Networks in this process, by state', ['state'])
  const used = createGauge(registry, 'trailwarden_connections_used', 'Connections to PostgreSQL from all networks together')
  const waiting = createGauge(registry, 'trailwarden_connections_waiting', 'Pools waiting for a connection from the shared budget')
  return async () => {
    const { known, open } = host.counts()
    networks.set({ state: 'open' }, open)
    networks.set({ state: 'asleep' }, known - open)
    used.set(budget.used())
    waiting.set(budget.waiting())
    const opened = await host.opened()
    return mergeMetrics(await Promise.all([registry.metrics(), ...opened.map((network) => network.readMetrics())]))
  }
}

const ROUND_MS = 60_000

export type ServedNetworks = { address: string; stop(): Promise<void> }

export async function serveNetworks(environment: Environment, roundMs = ROUND_MS): Promise<ServedNetworks> {
  const config = readHostConfig(environment)
  const pages = await openBuiltPages(config.WEB_DIST)
  const budget = createConnectionBudget(config.DATABASE_CONNECTIONS)
  let listener: RequestListener = (_request, response) => response.destroy()
  const front = Fastify({
    logger: { level: config.LOG_LEVEL, serializers: { req: describeRequest } },
    trustProxy: config.TRUSTED_PROXIES.length > 0 ? config.TRUSTED_PROXIES : false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    serverFactory: (own): Server => {
      listener = own
      const server = createServer({
        requestTimeout: config.REQUEST_SECONDS * 1000,
        headersTimeout: config.HEADERS_SECONDS * 1000,
        connectionsCheckingInterval: Math.min(5, config.HEADERS_SECONDS) * 1000,
        // Longer than nginx's keep-alive time, as for a single site.
        keepAliveTimeout: 72_000,
      })
      return server.on('request', (request, response) => listener(request, response))
    },
  })
  handleErrors(front)
  addSecurityHeaders(front)
  const stopping = prepareStopping(front, config.DRAIN_MS)
  const host = await createNetworkHost({
    environment,
    folder: config.NETWORKS_DIR,
    idleMs: config.NETWORK_IDLE_MINUTES * 60_000,
    roundMs,
    Client: budget.Client,
    open: ({ name, config: settings }) => openNetwork(settings, pages, { name, budget }),
    log: front.log,
  })
  const silent = { schema: { hide: true }, logLevel: 'silent' as const }
  front.get('/healthz', silent, async (_request, reply) => reply.header('cache-control', 'no-store').send({ ok: true }))
  // Reports only the state of the process, because a database that is down affects only its own site.
  front.get('/readyz', silent, async (_request, reply) =>
    stopping.isStopping()
      ? sendProblem(reply, 'unavailable', 'stopping')
      : reply.header('cache-control', 'no-store').send({ ok: true, networks: host.counts() }),
  )
  const registry = new Registry()
  metricsRoute(front, registry, config.METRICS_TOKEN, readAllMetrics(registry, host, budget))
  await front.ready()
  const own = listener
  listener = dispatcher(own, {
    config,
    host,
    isStopping: stopping.isStopping,
    onError: (error) => front.log.error({ err: error }, 'a request could not be passed to its network'),
  })
  const address = await front.listen({ host: config.HOST, port: config.PORT })
  if (!pages) front.log.warn('the web app has not been built, so only the API is served')
  return {
    address,
    async stop() {
      // Streams keep connections open until their sites close.
      const closed = stopping.stop()
      await new Promise((resolve) => setTimeout(resolve, config.DRAIN_MS))
      await host.stop()
      await closed
    },
  }
}
