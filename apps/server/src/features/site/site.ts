import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Site } from '@trailwarden/site'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

/** The network this server speaks for; a site.json that does not fit stops the start with what is wrong in it. */
export async function readSite(sitesDirectory: string, id: string): Promise<Site> {
  const path = join(sitesDirectory, id, 'site.json')
  const site = Site.safeParse(JSON.parse(await readFile(path, 'utf8')))
  if (!site.success) throw new Error(`The server cannot start: SITE ${id}: ${z.prettifyError(site.error)}`)
  return site.data
}

/** The web app manifest carries the network's own name: people install "St Helens Trails", not a product. */
export function manifestOf(site: Site) {
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
    icons: [icon(192, 'any'), icon(512, 'any'), icon(192, 'maskable'), icon(512, 'maskable')],
  }
}

export function siteRoutes(app: FastifyInstance, site: Site): void {
  app.get('/manifest.webmanifest', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type('application/manifest+json')
      .header('cache-control', 'public, max-age=3600')
      .serializer(JSON.stringify)
      .send(manifestOf(site)),
  )
}
