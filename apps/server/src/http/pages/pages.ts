/**
 * People can read trail status before any script has run, or without scripts. The web app and the server never import each other: the
 * server reads the build's files and loads the prerenderer from the build.
 */
import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { isNamedFrame } from '@trailwarden/api'
import { type GuidePage, type PageData, type SiteBundle, tileOrigins } from '@trailwarden/site'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PREVIEW_HEIGHT, PREVIEW_WIDTH, type Preview } from '#files/preview-picture.ts'
import { embedPolicy, pagePolicy } from '../security/security-headers.ts'

/** The markup has a placeholder for the nonce, because markup is cached but nonces aren't. */
type Prerender = {
  NONCE: string
  prerenderHome(data: PageData, now: string): string
  prerenderHomeShell(data: PageData, now: string): string
  prerenderFrame(data: PageData, bundle: SiteBundle, now: string, path: string): string
  firstLines(bundle: SiteBundle): object
  prerenderEmbed(data: PageData, now: string): string
  prerenderTrailEmbed(data: PageData, bundle: SiteBundle, trailId: string, now: string): string
  prerenderEmergency(data: PageData, bundle: SiteBundle, path: string): string
  prerenderTrails(data: PageData, bundle: SiteBundle, page: PageAddress): WholePage
  prerenderGuide(data: PageData, guide: Guide, page: PageAddress): WholePage | null
  prerenderNotFound(data: PageData, now: string): string
  prerenderPreview(data: PageData, bundle: SiteBundle, path: string, now: string): Preview
  aboutScreen(data: PageData, bundle: SiteBundle, path: string): About | null
}

type About = { title: string; description: string }

type PageAddress = { path: string; now: string; publicUrl: string }

type WholePage = About & { structured: object; markup: string }

type Guide = { information: readonly GuidePage[]; help: readonly GuidePage[] }

type SentPage = {
  path: string
  data: PageData
  bundle: SiteBundle
  guide: Guide
  cacheControl: string
  now: Date
  publicUrl: string
  isMissing?: boolean
}

export type Pages = {
  /** The data from which the map draws its lines before the app has loaded. */
  mapLines(bundle: SiteBundle): object
  send(request: FastifyRequest, reply: FastifyReply, page: SentPage): Promise<FastifyReply>
  /** A frame on another website shows only trail status, of all networks or one trail, without scripts. */
  sendEmbed(
    reply: FastifyReply,
    page: { data: PageData; bundle: SiteBundle; trailId: string | null; cacheControl: string; now: Date },
  ): FastifyReply
  /** What other programs show for a link to the page. */
  preview(data: PageData, bundle: SiteBundle, path: string, now: Date): Preview
}

/** Reloads the frame without a script, for example on a screen in a shop window. */
const EMBED_REFRESH_SECONDS = 300

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Escapes all characters that could close the script element. */
const embeddable = (value: unknown) =>
  JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)

const escapeText = (text: string) => text.replace(/[<>&"]/g, (c) => `&#${c.charCodeAt(0)};`)

const isEmergencyPage = (path: string) => path === '/emergency' || path.startsWith('/m/')

const isTrailsPage = (path: string) => path === '/trails' || path.startsWith('/trails/')

const isGuidePage = (path: string) => path === '/help' || /^\/(help|information)\/[^/]+$/.test(path)

const SHELL = '/shell.html'

const isOwnPage = (path: string) =>
  isEmergencyPage(path) || isTrailsPage(path) || isGuidePage(path) || isNamedFrame(path) || path === '/' || isCachedPage(path)

const HOME_SHELL = '/home-shell.html'
/** The new tag only contains the address of the app's script. The page's first script starts the app after the first paint. */
const APP_SCRIPT = /<script type="module" crossorigin src="([^"]+)"><\/script>/
const APP_NAMED = '<link rel="modulepreload" crossorigin href="$1" data-app>'
const MAP = '/map'
/** The map's lines are drawn before the app is requested. Its first script requests the font if the connection is fast enough. */
const mapFirst = (page: string) =>
  page
    .replace('<html ', '<html data-map-first ')
    .replace(APP_SCRIPT, '<link href="$1" data-app-later>')
    .replace('<link rel="preload"', '<link data-font')

/** The service worker caches two pages: one for home, and the shared frame for all other addresses. */
export const isCachedPage = (path: string) => path === SHELL || path === HOME_SHELL

type Encoding = 'br' | 'gzip'
type Rendered = { page: string; policy: string; packed: Map<Encoding, Promise<Buffer>> }

const COMPRESS: Record<Encoding, (page: string) => Promise<Buffer>> = {
  br: (page) => compressBrotli(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (page) => compressGzip(page),
}

/**
 * The key contains the page's trail status, so that a new update is shown immediately. Only the status's age can be outdated on a cached
 * page.
 */
const newsOf = ({ status }: PageData) => JSON.stringify(status && { ...status, asOf: '' })

const COPY_MS = 1000
/** Higher than the number of markers in any network. */
const MAX_COPIES = 500

/** Each page is rendered only once a second however many requests there are. */
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

/** The page's policy doesn't apply to this script element, because the element only contains data. */
const structuredData = ({ structured }: WholePage) => `<script type="application/ld+json">${embeddable(structured)}</script>`

/** The paths of the pages whose description includes the trail status. */
const showsStatus = (path: string) => path === '/' || path === '/map' || isTrailsPage(path)

export const previewPath = (path: string) => (path.startsWith('/trails/') ? `/previews${path}.png` : '/previews/status.png')

type Link = { path: string; publicUrl: string; label: string }

/** Programs store pictures by their address, so a new status gives the picture a new address. */
function linkPreview({ title, description }: About, preview: Preview, { path, publicUrl, label }: Link): string {
  const address = new URL(path, publicUrl).href
  const version = createHash('sha256').update(preview.text).digest('base64url').slice(0, 8)
  const status = `${preview.text.replaceAll('\n', ' ')} ${preview.asOf}`
  const properties = {
    'og:type': 'website',
    'og:site_name': label,
    'og:title': title,
    'og:description': showsStatus(path) ? `${status} ${description}` : description,
    'og:url': address,
    'og:image': new URL(`${previewPath(path)}?v=${version}`, publicUrl).href,
    'og:image:width': String(PREVIEW_WIDTH),
    'og:image:height': String(PREVIEW_HEIGHT),
    'og:image:alt': status,
  }
  return [
    `<meta name="description" content="${escapeText(description)}"><link rel="canonical" href="${escapeText(address)}">`,
    ...Object.entries(properties).map(([name, content]) => `<meta property="${name}" content="${escapeText(content)}">`),
    '<meta name="twitter:card" content="summary_large_image">',
  ].join('')
}

type Template = { page: string; scriptHash: string }

async function readTemplate(webDist: string, file: string): Promise<Template> {
  const page = await readFile(join(webDist, 'client', file), 'utf8')
  const firstScript = /<script data-first>([\s\S]*?)<\/script>/.exec(page)?.[1]
  if (firstScript === undefined) throw new Error(`The web build has no entry script in ${file}: run npm run build.`)
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

  /** All visitors with one cached copy share the nonce. */
  function render({ path, data, bundle, guide, now, publicUrl, isMissing }: SentPage): Rendered {
    const nonce = randomBytes(16).toString('base64')
    const template = isEmergencyPage(path) ? emergency : app
    const wholePage = () => {
      if (isMissing) return null
      const address = { path, now: now.toISOString(), publicUrl }
      if (isTrailsPage(path)) return prerender.prerenderTrails(data, bundle, address)
      return isGuidePage(path) ? prerender.prerenderGuide(data, guide, address) : null
    }
    const whole = wholePage()
    const markupOf = () => {
      if (isMissing) return prerender.prerenderNotFound(data, now.toISOString())
      if (isEmergencyPage(path)) return prerender.prerenderEmergency(data, bundle, path)
      if (path === HOME_SHELL) return prerender.prerenderHomeShell(data, now.toISOString())
      if (path === '/') return prerender.prerenderHome(data, now.toISOString())
      return prerender.prerenderFrame(data, bundle, now.toISOString(), path)
    }
    const about = isMissing ? null : (whole ?? prerender.aboutScreen(data, bundle, path))
    let page = fill(template.page, 'title', escapeText(about?.title ?? data.site.label))
    if (about) {
      const preview = prerender.prerenderPreview(data, bundle, path, now.toISOString())
      const link = linkPreview(about, preview, { path, publicUrl, label: data.site.label })
      page = page.replace('</head>', () => `${link}${whole ? structuredData(whole) : ''}</head>`)
    }
    page = fill(page, 'page-data', `<script type="application/json" id="page-data">${embeddable(data)}</script>`)
    page = fill(page, 'app', whole?.markup ?? markupOf()).replaceAll(prerender.NONCE, nonce)
    if (path === HOME_SHELL) page = page.replace(APP_SCRIPT, APP_NAMED)
    if (path === MAP && !isMissing) page = mapFirst(page)
    const origins = isEmergencyPage(path) ? [] : tileOrigins(data.site.baseMaps)
    return { page, policy: pagePolicy(nonce, template.scriptHash, origins), packed: new Map() }
  }

  const copies = createCopies<Rendered>()

  return {
    preview: (data, bundle, path, now) => prerender.prerenderPreview(data, bundle, path, now.toISOString()),
    mapLines: prerender.firstLines,
    async send(request, reply, sent) {
      const { data, cacheControl, isMissing } = sent
      // All other screens share one page, and all missing pages share another.
      const path = isOwnPage(sent.path) ? sent.path : SHELL
      const name = isMissing ? '404' : path
      const rendered = copies.get(`${sent.publicUrl} ${name} ${newsOf(data)}`, () => render({ ...sent, path }))
      // Without a status, home still opens. The response is an error, so that a proxy with a better copy serves that copy and no cache
      // stores this response.
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
