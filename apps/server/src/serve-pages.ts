import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { isAppPath } from '@trailwarden/api'
import { PageData, type SiteBundle, tileOrigins } from '@trailwarden/site'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { SiteReader } from './features/points/site-reader.ts'
import type { SiteContent } from './features/site/site.ts'
import { ASK_FIRST, FOREVER, PUBLIC_READ } from './http/caching/cache-headers.ts'
import { cacheAnswer } from './http/caching/cached-answer.ts'
import { isCachedPage, type Pages, previewPath } from './http/pages/pages.ts'
import { createPreviewPictures } from './http/pages/preview-pictures.ts'
import { WORKER_FILES, workerScriptRoute } from './http/pages/worker-script.ts'
import { sendProblem } from './http/problem.ts'
import { requestPath } from './http/security/request-path.ts'
import type { Config } from './read-config.ts'

export function pageDataRoute(app: FastifyInstance, readPageData: () => Promise<PageData>): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/public/page-data',
    {
      schema: {
        summary: 'The site and its trail status, as included in every page of the app',
        tags: ['public'],
        response: { 200: PageData },
      },
    },
    async (_request, reply) => reply.header('cache-control', PUBLIC_READ).send(await readPageData()),
  )
}

export async function servePages(
  app: FastifyInstance,
  pages: Pages,
  { WEB_DIST, PUBLIC_URL: publicUrl }: Config,
  { bundle: base, guide }: SiteContent,
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
      return pages.send(request, reply, { path, data: await pageData(), bundle, guide, cacheControl, now, publicUrl, isMissing })
    }
  // Proxies cache these pages too, because they must remain readable when the app and the database are down.
  for (const path of ['/', '/emergency', '/trails', '/help']) app.get(path, { schema: { hide: true } }, page(PUBLIC_READ))
  // Proxies may cache only pages for existing posts. Otherwise, requests for invented codes would fill their caches.
  const [marker, noMarker] = [page(PUBLIC_READ), page('no-store')]
  app.get<{ Params: { '*': string } }>('/m/*', { schema: { hide: true } }, async (request, reply) => {
    const { markers } = await network.read()
    return markers.some(({ code }) => code === request.params['*']) ? marker(request, reply) : noMarker(request, reply)
  })
  const slugs = new Set(base.trails.map(({ id }) => id))
  const [known, notFound] = [page(PUBLIC_READ), page('no-store', true)]
  app.get<{ Params: { slug: string } }>('/trails/:slug', { schema: { hide: true } }, async (request, reply) =>
    slugs.has(request.params.slug) ? known(request, reply) : notFound(request, reply),
  )
  const shell = page(ASK_FIRST)
  for (const path of ['/information/', '/help/']) app.get(path, { schema: { hide: true } }, shell)
  for (const book of ['information', 'help'] as const) {
    const names = new Set(guide[book].map(({ path }) => path))
    app.get<{ Params: { page: string } }>(`/${book}/:page`, { schema: { hide: true } }, async (request, reply) =>
      names.has(request.params.page) ? known(request, reply) : notFound(request, reply),
    )
  }
  const linesOf = (bundle: SiteBundle) => ({ bundle, answer: cacheAnswer(pages.mapLines(bundle)) })
  let lines = linesOf(base)
  app.get('/map-lines.json', { schema: { hide: true } }, async (request, reply) => {
    const bundle = await network.read()
    if (bundle !== lines.bundle) lines = linesOf(bundle)
    return lines.answer.send(request, reply)
  })
  const embed = async (reply: FastifyReply, trailId: string | null) => {
    const sent = { data: await pageData(), bundle: network.last(), trailId, cacheControl: PUBLIC_READ, now: new Date() }
    return pages.sendEmbed(reply, sent)
  }
  app.get('/embed/status', { schema: { hide: true } }, (_request, reply) => embed(reply, null))
  app.get<{ Params: { slug: string } }>('/embed/trails/:slug', { schema: { hide: true } }, (request, reply) =>
    slugs.has(request.params.slug) ? embed(reply, request.params.slug) : notFound(request, reply),
  )
  const sendPicture = createPreviewPictures()
  const preview = async (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const data = await pageData()
    if (!data.status) return sendProblem(reply, 'unavailable', 'The trail status can’t be read at the moment.')
    return sendPicture(request, reply, pages.preview(data, network.last(), path, new Date()), data.site.label)
  }
  app.get(previewPath('/'), { schema: { hide: true } }, (request, reply) => preview(request, reply, '/'))
  app.get<{ Params: { picture: string } }>('/previews/trails/:picture', { schema: { hide: true } }, async (request, reply) => {
    const slug = /^([a-z0-9-]+)\.png$/.exec(request.params.picture)?.[1]
    if (!slug || !slugs.has(slug)) return sendProblem(reply, 'not-found', 'There is no such trail.')
    return preview(request, reply, `/trails/${slug}`)
  })
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const path = requestPath(request.url)
    // Only programs request these paths, so the response to a missing file must not be a page.
    const isFile = /^\/(api|dev)\//.test(path) || /\.[a-z0-9]+$/i.test(path)
    if (isCachedPage(path) || (isAppPath(path) && !isFile)) return shell(request, reply)
    return isFile ? sendProblem(reply, 'not-found', 'There is nothing at this address.') : notFound(request, reply)
  })
}
