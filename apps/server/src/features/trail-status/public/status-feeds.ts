/**
 * Club and tourism sites use these feeds or `/api/public/status`, or embed `/embed/status` in a frame. Feeds name no authors.
 * docs/integrations.md explains how.
 */
import type { PublicStatus, TrailUpdate } from '@trailwarden/domain'
import { type PublicNotice, readNotices } from '@trailwarden/domain/notice/public-notice'
import type { Site, SiteBundle } from '@trailwarden/site'
import type { FastifyInstance } from 'fastify'
import { PUBLIC_READ } from '#http/caching/cache-headers.ts'
import { escapeHtml } from '#http/pages/html.ts'
import { closuresCalendar } from './closures-calendar.ts'
import { statusTag } from './status-tag.ts'
import { type NamedTrails, statusLines, statusOfUpdate, statusSince, timeFormat } from './status-text.ts'
import { trailsGeoJson } from './trails-geojson.ts'

export type FeedDependencies = {
  site: Site
  publicUrl: string
  readLog(): Promise<readonly TrailUpdate[]>
  readStatus(): Promise<PublicStatus>
  readBundle(): Promise<SiteBundle>
}

/** The latest item shows the current status, including planned closures that have begun. Older items show the status at their time. */
type Item = { update: TrailUpdate; status: PublicStatus; lines: string[]; title: string; updated: Date }

/** For example "St Helens Partially Open (Icarus closed)". */
const titleOf = ({ name, status, exceptions }: PublicStatus['networks'][number]) =>
  `${name} ${status ?? 'unknown'}${exceptions ? ` (${exceptions.replace(/\.$/, '')})` : ''}`

function itemsOf(log: readonly TrailUpdate[], site: Site, trails: NamedTrails, now: Date): Item[] {
  return log.map((update, i) => {
    const at = i === 0 ? now : update.createdAt
    const status = statusOfUpdate(update, site, at)
    return {
      update,
      status,
      lines: [...statusLines(status, site, trails, at), ageLimitOf(update, site)],
      title: status.networks.map(titleOf).join(', '),
      updated: statusSince(update, at),
    }
  })
}

/** The id stays valid if the site's address changes. A UUID, because an id by RFC 4151 would need a date for the site's name. */
const idOf = (update: Pick<TrailUpdate, 'id'>) => `urn:uuid:${update.id}`

/** Programs compare this time with their own clocks. */
const confirmedUntil = (update: Pick<TrailUpdate, 'createdAt'>, { statusAgeLimitHours }: Pick<Site, 'statusAgeLimitHours'>) =>
  new Date(update.createdAt.getTime() + statusAgeLimitHours * 3_600_000).toISOString()

/** The limit is in the site's time zone, so that nobody mistakes an old copy for current status. */
export function ageLimitOf(update: Pick<TrailUpdate, 'createdAt'>, site: Pick<Site, 'statusAgeLimitHours' | 'timeZone'>): string {
  return `Not confirmed after ${timeFormat(site).format(new Date(confirmedUntil(update, site)))}.`
}

/** Notices are separate items after the updates, because programs use the first item as the status. */
const noticeLines = ({ text, endsAt }: PublicNotice, site: Site) =>
  [text, `Until ${timeFormat(site).format(new Date(endsAt))}.`].filter(Boolean).join('\n')

function jsonFeed(items: readonly Item[], notices: readonly PublicNotice[], { site, publicUrl }: FeedDependencies) {
  const at = (path: string) => new URL(path, publicUrl).href
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title: `${site.label}: trail status`,
    home_page_url: at('/'),
    feed_url: at('/feeds/status.json'),
    language: 'en-AU',
    items: [
      ...items.map(({ update, status, lines, title, updated }) => ({
        id: idOf(update),
        url: at('/'),
        title,
        content_text: lines.join('\n'),
        date_published: update.createdAt.toISOString(),
        ...(updated > update.createdAt && { date_modified: updated.toISOString() }),
        _trailwarden: {
          confirmed_until: confirmedUntil(update, site),
          networks: status.networks.map(({ id, name, status: word, exceptions = '', message }) => ({
            id,
            name,
            status: word,
            exceptions,
            message,
          })),
        },
      })),
      ...notices.map((notice) => ({
        id: idOf(notice),
        url: at('/'),
        title: notice.title,
        content_text: noticeLines(notice, site),
        date_published: notice.postedAt,
        _trailwarden: { level: notice.level, ends_at: notice.endsAt },
      })),
    ],
  }
}

function atomFeed(items: readonly Item[], notices: readonly PublicNotice[], { site, publicUrl }: FeedDependencies): string {
  const at = (path: string) => escapeHtml(new URL(path, publicUrl).href)
  const entries = items.map(
    ({ update, lines, title, updated }) =>
      `<entry><id>${idOf(update)}</id><title>${escapeHtml(title)}</title><published>${update.createdAt.toISOString()}</published><updated>${updated.toISOString()}</updated><link href="${at('/')}"/><content type="text">${escapeHtml(
        lines.join('\n'),
      )}</content></entry>`,
  )
  const noticeEntries = notices.map(
    (notice) =>
      `<entry><id>${idOf(notice)}</id><title>${escapeHtml(notice.title)}</title><published>${notice.postedAt}</published><updated>${notice.postedAt}</updated><link href="${at('/')}"/><content type="text">${escapeHtml(
        noticeLines(notice, site),
      )}</content></entry>`,
  )
  // A feed needs a time. Without updates, the feed has the Unix epoch, because the current time would change the feed with each request.
  const latest = Math.max(items[0]?.updated.getTime() ?? 0, ...notices.map(({ postedAt }) => Date.parse(postedAt)))
  const updated = new Date(latest).toISOString()
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><id>${at('/feeds/status.atom')}</id><title>${escapeHtml(site.label)}: trail status</title><updated>${updated}</updated><author><name>${escapeHtml(
    site.label,
  )}</name></author><link rel="self" href="${at('/feeds/status.atom')}"/><link href="${at('/')}"/>
${[...entries, ...noticeEntries].join('\n')}
</feed>
`
}

/** Pages on other sites may read the response, which contains no personal data and ignores cookies. */
export const OPEN_TO_ALL = { 'access-control-allow-origin': '*' }

export function statusFeedRoutes(app: FastifyInstance, deps: FeedDependencies): void {
  const hidden = { schema: { hide: true } }
  const headers = { 'cache-control': PUBLIC_READ, ...OPEN_TO_ALL }
  const readItems = async () => itemsOf(await deps.readLog(), deps.site, (await deps.readBundle()).trails, new Date())
  const readFeedNotices = async () => readNotices((await deps.readStatus()).notices)
  app.get('/feeds/status.json', hidden, async (_request, reply) =>
    reply
      .headers(headers)
      .type('application/feed+json; charset=utf-8')
      .serializer(JSON.stringify)
      .send(jsonFeed(await readItems(), await readFeedNotices(), deps)),
  )
  const asText = (body: string) => body
  app.get('/feeds/status.atom', hidden, async (_request, reply) =>
    reply
      .headers(headers)
      .type('application/atom+xml; charset=utf-8')
      .serializer(asText)
      .send(atomFeed(await readItems(), await readFeedNotices(), deps)),
  )
  app.get('/feeds/closures.ics', hidden, async (_request, reply) => {
    const [latest] = await deps.readLog()
    const { trails } = await deps.readBundle()
    const about = { ...deps, trails, postedAt: latest?.createdAt ?? new Date(0), now: new Date() }
    return reply
      .headers(headers)
      .type('text/calendar; charset=utf-8')
      .serializer(asText)
      .send(closuresCalendar(latest?.closures ?? [], about))
  })
  app.get(
    '/api/public/trails.geojson',
    { schema: { summary: 'Every trail with its line, status and closures, as GeoJSON', tags: ['public'] } },
    async (request, reply) => {
      const status = await deps.readStatus()
      const tag = statusTag(status)
      const bundle = await deps.readBundle()
      const etag = `${tag.slice(0, -1)}-${bundle.hash.slice(0, 12)}"`
      reply.headers({ ...headers, etag })
      if (request.headers['if-none-match'] === etag) return reply.code(304).send(undefined)
      return reply
        .type('application/geo+json; charset=utf-8')
        .serializer(JSON.stringify)
        .send(trailsGeoJson(bundle, status, deps.publicUrl))
    },
  )
}
