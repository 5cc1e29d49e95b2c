/**
 * Trail status for other people's pages: the log as a JSON Feed and as Atom, without authors. Club and tourism sites read these, or
 * `/api/public/status`, or put `/embed/status` into a frame; docs/embedding.md tells them how.
 */
import type { TrailUpdate } from '@trailwarden/domain'
import type { Site } from '@trailwarden/site'
import type { FastifyInstance } from 'fastify'
import { PUBLIC_READ } from '#http/cache-headers.ts'
import { escapeHtml } from '#http/html.ts'

export type FeedDependencies = { site: Site; publicUrl: string; readLog(): Promise<readonly TrailUpdate[]> }

/** What an update says, one line for each network, as people read it. */
function linesOf(update: TrailUpdate, site: Site): string[] {
  return site.networks.map(({ id, name }) => {
    const inUpdate = update.networks[id]
    return `${name}: ${inUpdate ? [inUpdate.status, inUpdate.message].filter(Boolean).join('. ') : 'Unknown'}`
  })
}

/** An id that stays when the site moves to another address (RFC 4151 would need a date of the name; a UUID needs nothing). */
const idOf = (update: TrailUpdate) => `urn:uuid:${update.id}`

/** A status is to be relied on until then; past it, "not confirmed". Readers hold it against their own clock. */
const confirmedUntil = (update: Pick<TrailUpdate, 'createdAt'>, { statusAgeLimitHours }: Pick<Site, 'statusAgeLimitHours'>) =>
  new Date(update.createdAt.getTime() + statusAgeLimitHours * 3_600_000).toISOString()

/** The same in words, in the network's own time as it will be then: a copy that somebody reads later must not pass for news. */
export function ageLimitOf(update: Pick<TrailUpdate, 'createdAt'>, site: Pick<Site, 'statusAgeLimitHours' | 'timeZone'>): string {
  const inOurTime = new Intl.DateTimeFormat('en-AU', {
    timeZone: site.timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  return `Not confirmed after ${inOurTime.format(new Date(confirmedUntil(update, site)))}.`
}

function jsonFeed(log: readonly TrailUpdate[], { site, publicUrl }: FeedDependencies) {
  const at = (path: string) => new URL(path, publicUrl).href
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title: `${site.label}: trail status`,
    home_page_url: at('/'),
    feed_url: at('/feeds/status.json'),
    language: 'en-AU',
    items: log.map((update) => ({
      id: idOf(update),
      url: at('/'),
      title: site.networks.map(({ id, name }) => `${name} ${update.networks[id]?.status ?? 'unknown'}`).join(', '),
      content_text: [...linesOf(update, site), ageLimitOf(update, site)].join('\n'),
      date_published: update.createdAt.toISOString(),
      _trailwarden: {
        confirmed_until: confirmedUntil(update, site),
        networks: site.networks.map(({ id, name }) => ({
          id,
          name,
          status: update.networks[id]?.status ?? null,
          message: update.networks[id]?.message ?? '',
        })),
      },
    })),
  }
}

function atomFeed(log: readonly TrailUpdate[], { site, publicUrl }: FeedDependencies): string {
  const at = (path: string) => escapeHtml(new URL(path, publicUrl).href)
  const entries = log.map(
    (update) =>
      `<entry><id>${idOf(update)}</id><title>${escapeHtml(
        site.networks.map(({ id, name }) => `${name} ${update.networks[id]?.status ?? 'unknown'}`).join(', '),
      )}</title><updated>${update.createdAt.toISOString()}</updated><link href="${at('/')}"/><content type="text">${escapeHtml(
        [...linesOf(update, site), ageLimitOf(update, site)].join('\n'),
      )}</content></entry>`,
  )
  // A feed must have a time of its own; without any update it is the beginning of time, not now, or it would never be the same twice.
  const updated = (log[0]?.createdAt ?? new Date(0)).toISOString()
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><id>${at('/feeds/status.atom')}</id><title>${escapeHtml(site.label)}: trail status</title><updated>${updated}</updated><author><name>${escapeHtml(
    site.label,
  )}</name></author><link rel="self" href="${at('/feeds/status.atom')}"/><link href="${at('/')}"/>
${entries.join('\n')}
</feed>
`
}

/** Read by other sites' pages: nothing in it is anybody's, and no cookie is ever looked at. */
export const OPEN_TO_ALL = { 'access-control-allow-origin': '*' }

export function statusFeedRoutes(app: FastifyInstance, deps: FeedDependencies): void {
  const hidden = { schema: { hide: true } }
  const headers = { 'cache-control': PUBLIC_READ, ...OPEN_TO_ALL }
  app.get('/feeds/status.json', hidden, async (_request, reply) =>
    reply
      .headers(headers)
      .type('application/feed+json; charset=utf-8')
      .serializer(JSON.stringify)
      .send(jsonFeed(await deps.readLog(), deps)),
  )
  app.get('/feeds/status.atom', hidden, async (_request, reply) =>
    reply
      .headers(headers)
      .type('application/atom+xml; charset=utf-8')
      .serializer((body: string) => body)
      .send(atomFeed(await deps.readLog(), deps)),
  )
}
