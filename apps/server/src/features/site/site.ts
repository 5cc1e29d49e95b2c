/** Each site has a folder under `sites`, and no code here depends on a particular site. The data is read and checked once at startup. */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SiteState } from '@trailwarden/api'
import { type GuidePage, picturesOf, type Site, type SiteBundle } from '@trailwarden/site'
import { openIssues, readSiteBundle, readWarningFeeds, type WarningFeed } from '@trailwarden/site/files'
import { PICTURES_FOLDER, readGuideFolder } from '@trailwarden/site/guide-files'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { PUBLIC_READ, STATUS_READ } from '#http/caching/cache-headers.ts'
import { cacheAnswer } from '#http/caching/cached-answer.ts'
import { escapeHtml } from '#http/pages/html.ts'
import { pictureRoutes } from './pictures.ts'
import { readScreenshots, screenshotsFolderOf } from './screenshots.ts'
import { tileRoutes } from './tiles.ts'

export type SiteContent = {
  site: Site
  /** Devices don't receive the feeds of warnings. */
  warningFeeds: readonly WarningFeed[]
  bundle: SiteBundle
  guide: { information: GuidePage[]; help: GuidePage[] }
  folder: string
  /** The folders with images for guide and help pages, and with screenshots. If two have an image with the same name, the first is used. */
  pictureFolders: string[]
  /** The folder's data has issues, so the server uses the last valid data (site-copy.ts). */
  outdated: { passedAt: Date; hash: string; issues: string[] } | null
}

export class SiteIssues extends Error {
  readonly issues: string[]
  constructor(message: string, issues: string[], cause?: unknown) {
    super(message, { cause })
    this.issues = issues
  }
}

const guideIn = (folder: string) => join(folder, 'guide')

export const pictureFoldersOf = (folder: string, helpFolder: string) => [
  ...[guideIn(folder), helpFolder].map((one) => join(one, PICTURES_FOLDER)),
  screenshotsFolderOf(folder),
]

/** Returns no errors, because they're already among the site's issues. */
export const warningFeedsIn = async (folder: string): Promise<WarningFeed[]> =>
  readWarningFeeds(await readFile(join(folder, 'site.json'), 'utf8')).feeds

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

/** The manifest has the site's own name, so that people install "St Helens Trails" and not "Trailwarden". */
function manifestOf(site: Site, screenshots: Awaited<ReturnType<typeof readScreenshots>>) {
  const icon = (size: number, purpose: 'any' | 'maskable') => ({
    src: `/icons/${purpose}-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  const shortcut = (name: string, url: string, description: string) => ({ name, url, description, icons: [icon(192, 'any')] })
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
    // Appear when someone long-presses the app's icon on the home screen, which saves a tap in an emergency.
    shortcuts: [
      shortcut('Emergency', '/emergency', `Nearest emergency post, and call ${site.emergencyNumber}`),
      shortcut('Report a problem', '/report', 'Tell the trail team about a problem on a trail'),
      shortcut('Map', '/map', 'Trails and emergency posts'),
      shortcut('Trail status', '/', 'Which trails are open'),
    ],
    // The service worker receives the photos (apps/web/src/platform/shared-photos.ts).
    share_target: {
      action: '/report',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: 'photos', accept: ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif'] }] },
    },
    icons: [icon(192, 'any'), icon(512, 'any'), icon(192, 'maskable'), icon(512, 'maskable')],
    ...(screenshots.length > 0 && { screenshots }),
  }
}

function sitemapOf({ bundle, guide }: SiteContent, publicUrl: string): string {
  const paths = [
    ...['/', '/trails', '/map', '/emergency'],
    ...bundle.trails.map(({ id }) => `/trails/${id}`),
    ...guide.information.map(({ path }) => `/information/${path}`),
  ]
  const urls = paths.map((path) => `<url><loc>${escapeHtml(new URL(path, publicUrl).href)}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`
}

/** Excludes the secret links to reports, and the API, which has no pages. */
const robotsOf = (publicUrl: string) =>
  `User-agent: *\nDisallow: /api/\nDisallow: /r/\nSitemap: ${new URL('/sitemap.xml', publicUrl).href}\n`

export async function siteRoutes(
  app: FastifyInstance,
  content: SiteContent,
  readBundle: () => Promise<SiteBundle>,
  publicUrl: string,
): Promise<void> {
  const { site, guide, outdated } = content
  const manifest = manifestOf(site, await readScreenshots(content.folder))
  app.get('/manifest.webmanifest', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('application/manifest+json').header('cache-control', 'public, max-age=3600').serializer(JSON.stringify).send(manifest),
  )
  const sitemap = sitemapOf(content, publicUrl)
  app.get('/sitemap.xml', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('application/xml; charset=utf-8').header('cache-control', PUBLIC_READ).send(sitemap),
  )
  app.get('/robots.txt', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', PUBLIC_READ).send(robotsOf(publicUrl)),
  )
  let siteData = { bundle: content.bundle, answer: cacheAnswer(content.bundle, STATUS_READ) }
  // With a list of all images, the service worker can cache them without reading the pages.
  const pictures = new Set([...guide.information, ...guide.help].flatMap(({ nodes }) => picturesOf(nodes)))
  const guidePages = cacheAnswer({ ...guide, pictures: [...pictures] })
  const describe = (summary: string) => ({ schema: { summary, tags: ['public'] } })
  app.get('/api/public/site-data', describe('Trails, markers, access and all other data of the network'), async (request, reply) => {
    const bundle = await readBundle()
    if (bundle !== siteData.bundle) siteData = { bundle, answer: cacheAnswer(bundle, STATUS_READ) }
    return siteData.answer.send(request, reply)
  })
  app.get('/api/public/guide', describe('Guide and help pages as trees of elements'), async (request, reply) =>
    guidePages.send(request, reply),
  )
  const state: SiteState = { outdated: outdated && { ...outdated, passedAt: outdated.passedAt.toISOString() } }
  app
    .withTypeProvider<ZodTypeProvider>()
    .get(
      '/api/site-state',
      { schema: { summary: 'Check whether the latest site data is in use', tags: ['site'], response: { 200: SiteState } } },
      async () => state,
    )
  await tileRoutes(app, content)
  pictureRoutes(app, content.pictureFolders)
}
