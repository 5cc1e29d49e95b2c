import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { type PageData, type SiteBundle, tileOrigins } from '@trailwarden/site'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from './config.ts'
import type { SiteReader } from './features/points/site-reader.ts'
import { ASK_FIRST, FOREVER, PUBLIC_READ } from './http/cache-headers.ts'
import { isCachedPage, type Pages } from './http/pages.ts'
import { sendProblem } from './http/problem.ts'
import { requestPath } from './http/request-path.ts'
import { WORKER_FILES, workerScriptRoute } from './http/worker-script.ts'

/** The build's files, and the pages that the server writes. */
export async function servePages(
  app: FastifyInstance,
  pages: Pages,
  { WEB_DIST, PUBLIC_URL: publicUrl }: Config,
  base: SiteBundle,
  network: SiteReader,
  pageData: () => Promise<PageData>,
) {
  await app.register(fastifyStatic, {
    root: join(WEB_DIST, 'client'),
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: [WORKER_FILES],
    setHeaders: (reply, path) => void reply.header('cache-control', path.includes('/assets/') ? FOREVER : ASK_FIRST),
  })
  await workerScriptRoute(app, join(WEB_DIST, 'client'), tileOrigins(base.site.baseMaps))
  const page =
    (cacheControl: string, isMissing = false) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const now = new Date()
      const path = requestPath(request.url)
      const bundle = network.last()
      return pages.send(request, reply, { path, data: await pageData(), bundle, cacheControl, now, publicUrl, isMissing })
    }
  // Proxies cache these too: they must be readable when everything else fails.
  for (const path of ['/', '/emergency', '/trails']) app.get(path, { schema: { hide: true } }, page(PUBLIC_READ))
  // Of markers only the addresses that the network has: any others would fill those caches.
  const [marker, noMarker] = [page(PUBLIC_READ), page('no-store')]
  app.get<{ Params: { '*': string } }>('/m/*', { schema: { hide: true } }, async (request, reply) => {
    const { markers } = await network.read()
    return markers.some(({ code }) => code === request.params['*']) ? marker(request, reply) : noMarker(request, reply)
  })
  const slugs = new Set(base.trails.map(({ id }) => id))
  const [trail, noTrail] = [page(PUBLIC_READ), page('no-store', true)]
  app.get<{ Params: { slug: string } }>('/trails/:slug', { schema: { hide: true } }, async (request, reply) =>
    slugs.has(request.params.slug) ? trail(request, reply) : noTrail(request, reply),
  )
  const embed = async (reply: FastifyReply, trailId: string | null) => {
    const sent = { data: await pageData(), bundle: network.last(), trailId, cacheControl: PUBLIC_READ, now: new Date() }
    return pages.sendEmbed(reply, sent)
  }
  app.get('/embed/status', { schema: { hide: true } }, (_request, reply) => embed(reply, null))
  app.get<{ Params: { slug: string } }>('/embed/trails/:slug', { schema: { hide: true } }, (request, reply) =>
    slugs.has(request.params.slug) ? embed(reply, request.params.slug) : noTrail(request, reply),
  )
  // Any other address is the app's to interpret, except what only a program asks for: a missing file must not look like a page.
  const shell = page(ASK_FIRST)
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const path = requestPath(request.url)
    const isPage = isCachedPage(path) || (!/^\/(api|dev)\//.test(path) && !/\.[a-z0-9]+$/i.test(path))
    return isPage ? shell(request, reply) : sendProblem(reply, 'not-found', 'There is nothing at this address.')
  })
}
