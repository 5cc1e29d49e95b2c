/**
 * Serves the web app's pages from its build: the page itself, its data, and (for home) the prerendered markup,
 * so that trail status can be read before any script has run, or without any.
 *
 * The web app and this server never import each other: the build is read as files, and its prerenderer is loaded as one.
 */
import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type PageData, type SiteBundle, tileOrigins } from '@trailwarden/site'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { embedPolicy, pagePolicy } from './security-headers.ts'

/** Written by the web app's build; the nonce stands in it as a placeholder, since markup is cached and nonces are not. */
type Prerender = {
  NONCE: string
  prerenderHome(data: PageData, now: string): string
  prerenderHomeShell(data: PageData, now: string): string
  prerenderNotStarted(data: PageData, now: string, isCached: boolean): string
  prerenderEmbed(data: PageData, now: string): string
  prerenderTrailEmbed(data: PageData, bundle: SiteBundle, trailId: string, now: string): string
  prerenderEmergency(data: PageData, bundle: SiteBundle, path: string): string
  prerenderTrails(data: PageData, bundle: SiteBundle, page: { path: string; now: string; publicUrl: string }): TrailsPage
  prerenderNotFound(data: PageData, now: string): string
}

/** A page that search engines read: its own name, what it is about, and the same for machines (schema.org). */
type TrailsPage = { title: string; description: string; structured: object; markup: string }

/** `isMissing`: there is no such page, and the answer says so. */
type SentPage = {
  path: string
  data: PageData
  bundle: SiteBundle
  cacheControl: string
  now: Date
  publicUrl: string
  isMissing?: boolean
}

export type Pages = {
  send(request: FastifyRequest, reply: FastifyReply, page: SentPage): Promise<FastifyReply>
  /** Trail status alone, of all networks or of one trail, without scripts, for a frame in other people's pages. */
  sendEmbed(
    reply: FastifyReply,
    page: { data: PageData; bundle: SiteBundle; trailId: string | null; cacheControl: string; now: Date },
  ): FastifyReply
}

/** A frame left open on a screen in a shop window stays current without a script. */
const EMBED_REFRESH_SECONDS = 300

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** JSON that is safe inside a script element: no character can close it. */
const embeddable = (value: unknown) =>
  JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)

const escapeText = (text: string) => text.replace(/[<>&"]/g, (c) => `&#${c.charCodeAt(0)};`)

/** Pages that stand without the rest of the app. */
const isEmergencyPage = (path: string) => path === '/emergency' || path.startsWith('/m/')

const isTrailsPage = (path: string) => path === '/trails' || path.startsWith('/trails/')

const HOME_SHELL = '/home-shell.html'
/** The app, started and named: the page's first script starts what is only named, after the first paint. */
const APP_SCRIPT = /<script type="module" crossorigin src="([^"]+)"><\/script>/
const APP_NAMED = '<link rel="modulepreload" crossorigin href="$1" data-app>'
/** Pages that the service worker caches: the one for every address, without a screen, and the one for home. */
export const isCachedPage = (path: string) => path === '/shell.html' || path === HOME_SHELL

type Encoding = 'br' | 'gzip'
type Rendered = { page: string; policy: string; packed: Map<Encoding, Promise<Buffer>> }

const COMPRESS: Record<Encoding, (page: string) => Promise<Buffer>> = {
  br: (page) => compressBrotli(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (page) => compressGzip(page),
}

/** What a page says of the trails: a new post is shown at once, and a copy is off by no more than its age. */
const newsOf = ({ status }: PageData) => JSON.stringify(status && { ...status, asOf: '' })

const COPY_MS = 1000
/** Every marker of a network, and then some. */
const MAX_COPIES = 500

/** Copies that live for a second: a page is rendered once, however many ask for it, and asking is then cheap. */
function createCopies<T>() {
  let copies = new Map<string, T>()
  let since = 0
  return {
    get(key: string, make: () => T): T {
      const now = performance.now()
      if (now - since > COPY_MS) {
        copies = new Map()
        since = now
      }
      const copy = copies.get(key) ?? make()
      if (copies.size < MAX_COPIES) copies.set(key, copy)
      return copy
    },
  }
}

/** A script of data is no script to the page's policy: it is never run. */
const aboutPage = ({ description, structured }: TrailsPage, address: string) =>
  `<meta name="description" content="${escapeText(description)}"><link rel="canonical" href="${escapeText(address)}"><script type="application/ld+json">${embeddable(structured)}</script>`

type Template = { page: string; scriptHash: string }

async function readTemplate(webDist: string, file: string): Promise<Template> {
  const page = await readFile(join(webDist, 'client', file), 'utf8')
  const firstScript = /<script data-first>([\s\S]*?)<\/script>/.exec(page)?.[1]
  if (firstScript === undefined) throw new Error(`The web build has no first script in ${file}: run npm run build.`)
  return { page, scriptHash: `sha256-${createHash('sha256').update(firstScript).digest('base64')}` }
}

export async function openPages(webDist: string): Promise<Pages> {
  const app = await readTemplate(webDist, 'index.html')
  const emergency = await readTemplate(webDist, 'emergency.html')
  const prerender: Prerender = await import(pathToFileURL(join(webDist, 'prerender/prerender.js')).href)

  const fill = (page: string, slot: string, content: string) => {
    const [before, after] = page.split(`<!--${slot}-->`)
    if (before === undefined || after === undefined) throw new Error(`The web build's page has no slot <!--${slot}-->.`)
    return before + content + after
  }

  /** A page as it is sent: also its nonce, as in the copy that a proxy gives to many. */
  function render({ path, data, bundle, now, publicUrl, isMissing }: SentPage): Rendered {
    const nonce = randomBytes(16).toString('base64')
    const template = isEmergencyPage(path) ? emergency : app
    const trails =
      isTrailsPage(path) && !isMissing ? prerender.prerenderTrails(data, bundle, { path, now: now.toISOString(), publicUrl }) : null
    const markupOf = () => {
      if (isMissing) return prerender.prerenderNotFound(data, now.toISOString())
      if (isEmergencyPage(path)) return prerender.prerenderEmergency(data, bundle, path)
      if (path === HOME_SHELL) return prerender.prerenderHomeShell(data, now.toISOString())
      if (path === '/') return prerender.prerenderHome(data, now.toISOString())
      return prerender.prerenderNotStarted(data, now.toISOString(), isCachedPage(path))
    }
    const title = isEmergencyPage(path) ? `Emergency – ${data.site.label}` : (trails?.title ?? data.site.label)
    let page = fill(template.page, 'title', escapeText(title))
    if (trails) page = page.replace('</head>', () => `${aboutPage(trails, new URL(path, publicUrl).href)}</head>`)
    page = fill(page, 'page-data', `<script type="application/json" id="page-data">${embeddable(data)}</script>`)
    page = fill(page, 'app', trails?.markup ?? markupOf()).replaceAll(prerender.NONCE, nonce)
    if (path === HOME_SHELL) page = page.replace(APP_SCRIPT, APP_NAMED)
    // The emergency pages have no map.
    const origins = isEmergencyPage(path) ? [] : tileOrigins(data.site.baseMaps)
    return { page, policy: pagePolicy(nonce, template.scriptHash, origins), packed: new Map() }
  }

  const copies = createCopies<Rendered>()

  return {
    async send(request, reply, sent) {
      const { path, data, cacheControl, isMissing } = sent
      const isOwnPage = isEmergencyPage(path) || isTrailsPage(path) || path === '/' || isCachedPage(path)
      // Every other address has the same page, and so has every one where nothing is.
      const name = isMissing ? '404' : isOwnPage ? path : '/*'
      const rendered = copies.get(`${sent.publicUrl} ${name} ${newsOf(data)}`, () => render(sent))
      // Home without any status still opens and says that it is unavailable; sent as an error, so that a proxy that holds a better copy
      // serves that one, and none caches this.
      const isWhole = data.status !== null || path !== '/'
      reply
        .code(isMissing ? 404 : isWhole ? 200 : 503)
        .type('text/html; charset=utf-8')
        .headers({
          'cache-control': isWhole ? cacheControl : 'no-store',
          'content-security-policy': rendered.policy,
          vary: 'accept-encoding',
        })
      const accepted = request.headers['accept-encoding'] ?? ''
      const encoding = (['br', 'gzip'] as const).find((one) => new RegExp(`\\b${one}\\b`).test(accepted))
      if (!encoding) return reply.send(rendered.page)
      const packed = rendered.packed.get(encoding) ?? COMPRESS[encoding](rendered.page)
      rendered.packed.set(encoding, packed)
      return reply.header('content-encoding', encoding).send(await packed)
    },
    sendEmbed(reply, { data, bundle, trailId, cacheControl, now }) {
      const nonce = randomBytes(16).toString('base64')
      const at = now.toISOString()
      const page = trailId === null ? prerender.prerenderEmbed(data, at) : prerender.prerenderTrailEmbed(data, bundle, trailId, at)
      const markup = page.replaceAll(prerender.NONCE, nonce)
      const title = escapeText(`${data.site.label}: trail status`)
      return reply
        .code(data.status ? 200 : 503)
        .type('text/html; charset=utf-8')
        .headers({ 'cache-control': data.status ? cacheControl : 'no-store', 'content-security-policy': embedPolicy(nonce) })
        .send(
          `<!doctype html><html lang="en-AU" data-theme="light"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta http-equiv="refresh" content="${EMBED_REFRESH_SECONDS}"><base target="_top"><title>${title}</title></head><body>${markup}</body></html>`,
        )
    },
  }
}
