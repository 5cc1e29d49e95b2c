/**
 * The network this server speaks for, as data: read and checked once at the start, then handed out.
 * Another network is another folder under sites; nothing here knows any of them.
 */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SiteState } from '@trailwarden/api'
import { type GuidePage, picturesOf, type Site, type SiteBundle } from '@trailwarden/site'
import { openIssues, readSiteBundle, readWarningFeeds, type WarningFeed } from '@trailwarden/site/files'
import { PICTURES_FOLDER, readGuideFolder } from '@trailwarden/site/guide-files'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { PUBLIC_READ, STATUS_READ } from '#http/cache-headers.ts'
import { cacheAnswer } from '#http/cached-answer.ts'
import { escapeHtml } from '#http/html.ts'
import { pictureRoutes } from './pictures.ts'
import { tileRoutes } from './tiles.ts'

export type SiteContent = {
  site: Site
  /** Feeds of warnings by others; not part of the site, which phones are given. */
  warningFeeds: readonly WarningFeed[]
  bundle: SiteBundle
  /** Guide pages of the network, and the product's own help. */
  guide: { information: GuidePage[]; help: GuidePage[] }
  /** The site's folder. */
  folder: string
  /** Where the pictures of its guide and of the help lie; of two with one name, the guide's counts. */
  pictureFolders: string[]
  /** Set when the folder's data has issues and this is the last that passed (site-copy.ts). */
  outdated: { passedAt: Date; hash: string; issues: string[] } | null
}

/** The folder's data cannot be used. */
export class SiteIssues extends Error {
  readonly issues: string[]
  constructor(message: string, issues: string[], cause?: unknown) {
    super(message, { cause })
    this.issues = issues
  }
}

const guideIn = (folder: string) => join(folder, 'guide')

export const pictureFoldersOf = (folder: string, helpFolder: string) =>
  [guideIn(folder), helpFolder].map((one) => join(one, PICTURES_FOLDER))

/** Those of the folder as it is: what is wrong with them is an issue of the site, and then there are none. */
export const warningFeedsIn = async (folder: string): Promise<WarningFeed[]> =>
  readWarningFeeds(await readFile(join(folder, 'site.json'), 'utf8')).feeds

/** Reads everything the site's folder holds; what does not fit stops the start with what is wrong in it. */
export async function readSiteContent(folder: string, helpFolder: string): Promise<SiteContent> {
  const { bundle, issues } = await readSiteBundle(folder).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new SiteIssues(`The server cannot start: SITE cannot be read from ${folder}: ${reason}`, [reason], cause)
  })
  const [information, help] = await Promise.all([readGuideFolder(guideIn(folder)), readGuideFolder(helpFolder)])
  const open = openIssues(issues)
  const inGuide = [...information.issues, ...help.issues]
  if (open.length + inGuide.length > 0) {
    const wrong = [...open.map((issue) => JSON.stringify(issue)), ...inGuide].join('; ')
    const issues = [...open.map(({ file, record, detail }) => `${[file, record].filter(Boolean).join(', ')}: ${detail}`), ...inGuide]
    throw new SiteIssues(`The server cannot start: the data of ${folder} has issues (npm run site -- check): ${wrong}`, issues)
  }
  return {
    site: bundle.site,
    warningFeeds: await warningFeedsIn(folder),
    bundle,
    guide: { information: information.pages, help: help.pages },
    folder,
    pictureFolders: pictureFoldersOf(folder, helpFolder),
    outdated: null,
  }
}

/** The web app manifest carries the network's own name: people install "St Helens Trails", not a product. */
function manifestOf(site: Site) {
  const icon = (size: number, purpose: 'any' | 'maskable') => ({
    src: `/icons/${purpose}-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  return {
    id: '/',
    name: site.label,
    short_name: site.label,
    description: site.subtitle,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#006B87',
    theme_color: '#006B87',
    lang: 'en-AU',
    categories: ['navigation', 'sports', 'utilities'],
    // Held down on the home screen, the app's icon offers it: one touch less when it counts.
    shortcuts: [
      { name: 'Emergency', url: '/emergency', description: `Nearest marker and call ${site.emergencyNumber}`, icons: [icon(192, 'any')] },
    ],
    icons: [icon(192, 'any'), icon(512, 'any'), icon(192, 'maskable'), icon(512, 'maskable')],
  }
}

/** Every address that a stranger may look for, for search engines. */
function sitemapOf({ bundle, guide }: SiteContent, publicUrl: string): string {
  const paths = [
    ...['/', '/trails', '/map', '/emergency'],
    ...bundle.trails.map(({ id }) => `/trails/${id}`),
    ...guide.information.map(({ path }) => `/information/${path}`),
  ]
  const urls = paths.map((path) => `<url><loc>${escapeHtml(new URL(path, publicUrl).href)}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`
}

/** `readBundle`: the network's data as it is now. */
export async function siteRoutes(
  app: FastifyInstance,
  content: SiteContent,
  readBundle: () => Promise<SiteBundle>,
  publicUrl: string,
): Promise<void> {
  const { site, guide, outdated } = content
  app.get('/manifest.webmanifest', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type('application/manifest+json')
      .header('cache-control', 'public, max-age=3600')
      .serializer(JSON.stringify)
      .send(manifestOf(site)),
  )
  const sitemap = sitemapOf(content, publicUrl)
  app.get('/sitemap.xml', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('application/xml; charset=utf-8').header('cache-control', PUBLIC_READ).send(sitemap),
  )
  let siteData = { bundle: content.bundle, answer: cacheAnswer(content.bundle, STATUS_READ) }
  // The pictures are named once more in one list, so that the service worker can keep them without reading pages.
  const pictures = new Set([...guide.information, ...guide.help].flatMap(({ nodes }) => picturesOf(nodes)))
  const guidePages = cacheAnswer({ ...guide, pictures: [...pictures] })
  const describe = (summary: string) => ({ schema: { summary, tags: ['public'] } })
  app.get('/api/public/site-data', describe('Trails, markers, access and all other data of the network'), async (request, reply) => {
    const bundle = await readBundle()
    if (bundle !== siteData.bundle) siteData = { bundle, answer: cacheAnswer(bundle, STATUS_READ) }
    return siteData.answer.send(request, reply)
  })
  app.get('/api/public/guide', describe('Guide and help pages, read into trees'), async (request, reply) => guidePages.send(request, reply))
  const state: SiteState = { outdated: outdated && { ...outdated, passedAt: outdated.passedAt.toISOString() } }
  app
    .withTypeProvider<ZodTypeProvider>()
    .get(
      '/api/site-state',
      { schema: { summary: 'Whether the latest data of the network is in use', tags: ['site'], response: { 200: SiteState } } },
      async () => state,
    )
  await tileRoutes(app, content)
  pictureRoutes(app, content.pictureFolders)
}
