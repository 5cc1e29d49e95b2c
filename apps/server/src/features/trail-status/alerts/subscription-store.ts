/** An address gets emails only after its owner has used the link in the first email (double opt-in). */

import { randomUUID } from 'node:crypto'
import { type Followed, SUBSCRIBE_PATH } from '@trailwarden/api'
import {
  changesText,
  closureText,
  completeOutcome,
  isClosing,
  type KnownTrail,
  type PublicStatus,
  publicStatusOf,
  type StatusNews,
  statusNews,
  type TrailUpdate,
  trailAt,
} from '@trailwarden/domain'
import { networkIdOf, type Site } from '@trailwarden/site'
import { sql } from 'kysely'
import type { Db, Tx } from '#db/database.ts'
import { linkTo } from '#features/people/accounts/links.ts'
import { hashToken, newToken } from '#http/security/token.ts'
import { composeEmail } from '#mail/compose.ts'
import type { EmailWriter, Written } from '#mail/delivery.ts'
import type { BulkKind, Mail } from '#mail/mailer.ts'
import { ageLimitOf } from '../public/status-feeds.ts'
import { type NamedTrails, networkText, timeWordsOf, trailLines } from '../public/status-text.ts'
import { changesSince, wasOf } from '../status-changes.ts'
import { countReach } from './alert-store.ts'

const DAY_MS = 86_400_000
const CONFIRM_MS = 7 * DAY_MS

/** Until the request is confirmed, an existing subscription continues unchanged. */
export async function requestSubscription({ db, mail }: { db: Db; mail: Mail }, email: string, { networks, trails }: Followed, now: Date) {
  await db.transaction().execute(async (tx) => {
    // Someone else may have entered the address, so unconfirmed requests are deleted after a time limit.
    await tx.deleteFrom('statusSubscriptions').where('expiresAt', '<', now).where(sql<boolean>`networks = '{}' and trails = '{}'`).execute()
    const { id } = await tx
      .insertInto('statusSubscriptions')
      .values({
        id: randomUUID(),
        email,
        networks: [],
        wanted: networks,
        wantedTrails: trails,
        tokenHash: null,
        expiresAt: new Date(now.getTime() + CONFIRM_MS),
        createdAt: now,
      })
      .onConflict((row) => row.column('email').doUpdateSet({ wanted: networks, wantedTrails: trails }))
      .returning('id')
      .executeTakeFirstOrThrow()
    await mail.queueConfirmation(tx, { kind: 'confirm-subscription', recipient: email, details: { subscriptionId: id } }, now)
  })
}

export async function confirmSubscription(db: Db, token: string, now: Date): Promise<Followed | null> {
  const confirmed = await db
    .updateTable('statusSubscriptions')
    .set({
      networks: sql<string[]>`wanted`,
      trails: sql<string[]>`coalesce(wanted_trails, '{}')`,
      wanted: null,
      wantedTrails: null,
      tokenHash: null,
      expiresAt: null,
    })
    .where('tokenHash', '=', hashToken(token))
    .where('expiresAt', '>', now)
    .where('wanted', 'is not', null)
    .returning(['networks', 'trails'])
    .executeTakeFirst()
  return confirmed ?? null
}

export async function unsubscribe(db: Db, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('statusSubscriptions').where('id', '=', id).execute()
    await tx.deleteFrom('emails').where(sql<boolean>`details ->> 'subscriptionId' = ${id}`).execute()
  })
}

export async function forgetSubscription(tx: Tx, _personId: string, email: string): Promise<void> {
  await tx.deleteFrom('statusSubscriptions').where('email', '=', email).execute()
}

/**
 * Emails are sent once the transaction that posts the update has committed. Returns the number of recipients. Uses a single statement,
 * however many recipients there are.
 */
export async function notifySubscribers(mail: Mail, tx: Tx, updateId: string, news: StatusNews, now: Date): Promise<number> {
  const changed = Object.keys(news.networks)
  if (changed.length + news.trails.length === 0) return 0
  const closing = {
    closing: changed.filter((id) => isClosing(news, { kind: 'network', id })).join(' '),
    closingTrails: news.restricted.trails.join(' '),
  }
  const details = { updateId, changed: changed.join(' '), trails: news.trails.join(' '), ...closing }
  await mail.fanOut(tx, closing.closing || closing.closingTrails ? 'closure' : 'bulk', 'status-posted', details, now)
  return (await countReach(tx, news)).emails
}

const nameOf = ({ networks }: Pick<Site, 'networks'>, network: string) => networks.find(({ id }) => id === network)?.name ?? network

export const findUnknown = (site: Pick<Site, 'networks'>, trails: NamedTrails, followed: Followed): string[] => [
  ...followed.networks.filter((network) => !site.networks.some(({ id }) => id === network)),
  ...followed.trails.filter((trail) => !trails.some(({ id }) => id === trail)),
]

export const followedNames = (site: Pick<Site, 'networks'>, trails: NamedTrails, followed: Followed): string[] => [
  ...followed.networks.map((network) => nameOf(site, network)),
  ...followed.trails.map((id) => trails.find((trail) => trail.id === id)?.name ?? id),
]

type Details = Record<string, string>

async function latestBefore(tx: Tx, orderNumber: number | null, known: readonly KnownTrail[]): Promise<TrailUpdate | null> {
  const updates = tx.selectFrom('trailUpdates').selectAll().orderBy('orderNumber', 'desc').orderBy('createdAt', 'desc').limit(1)
  const update = await (orderNumber === null ? updates : updates.where('orderNumber', '<', orderNumber)).executeTakeFirst()
  return update ? completeOutcome(update, known) : null
}

async function newsOf(tx: Tx, update: TrailUpdate, known: readonly KnownTrail[]): Promise<StatusNews> {
  return statusNews(completeOutcome(update, known), await latestBefore(tx, update.orderNumber, known), known, update.createdAt)
}

export function subscriptionNews(
  site: Pick<Site, 'label' | 'networks' | 'areas' | 'timeZone' | 'statusAgeLimitHours'>,
  publicUrl: string,
  trails: () => NamedTrails,
): Record<'status-posted', BulkKind> {
  const words = timeWordsOf(site)
  /** Emails don't need the emergency posts. */
  const knownTrails = () =>
    trails().flatMap((trail) => {
      const networkId = networkIdOf(site, trail)
      return networkId ? [{ id: trail.id, name: trail.name, networkId, posts: [] }] : []
    })
  const inOurTime = new Intl.DateTimeFormat('en-AU', { timeZone: site.timeZone, dateStyle: 'medium', timeStyle: 'short' })

  function trailLine(status: PublicStatus, trail: NamedTrails[number], at: Date): { is: string; line: string } {
    const { status: word, message, closures, planned } = trailAt(status, { id: trail.id, networkId: networkIdOf(site, trail) }, at)
    const is = `${trail.name} ${word ?? 'Unknown'}`
    const all = [...closures, ...planned].map((closure) => closureText(closure, at, words))
    return { is, line: [`${trail.name}: ${word ?? 'Unknown'}.`, message, ...all].filter(Boolean).join(' ') }
  }

  /**
   * Uses the current status (`latest`), so that the email mentions nothing that a later update has undone. `was` is the state before the
   * update that the email is about.
   */
  function compose(
    reader: { id: string } & Followed,
    latest: TrailUpdate,
    was: StatusNews,
    { changed = '', trails: ids = '' }: Details,
    now: Date,
  ) {
    const news = changed.split(' ').filter((network) => reader.networks.includes(network))
    const status = publicStatusOf(latest, site.networks, now)
    const ofNetworks = news.flatMap((network) => {
      const is = status.networks.find(({ id }) => id === network)
      if (!is?.status) return []
      return [
        { is: `${is.name} ${is.status}`, lines: [`${is.name}: ${networkText(is)}`, ...trailLines(status, network, site, trails(), now)] },
      ]
    })
    const followed = ids.split(' ').filter((id) => reader.trails.includes(id))
    const ownTrails = trails().filter((trail) => followed.includes(trail.id) && !news.includes(networkIdOf(site, trail) ?? ''))
    const ofTrails = ownTrails.map((trail) => trailLine(status, trail, now))
    const lines = [...ofNetworks.flatMap((network) => network.lines), ...ofTrails.map(({ line }) => line)]
    if (lines.length === 0) return null
    const unsubscribeUrl = new URL(`/api/subscriptions/${reader.id}/unsubscribe`, publicUrl).href
    const things = [...news.map((id) => ({ kind: 'network' as const, id })), ...ownTrails.map(({ id }) => ({ kind: 'trail' as const, id }))]
    const changes = things.flatMap((thing) => changesSince(wasOf(was, thing), thing, status, site, trails(), now).all)
    const heads = [...ofNetworks.map(({ is }) => is), ...ofTrails.map(({ is }) => is)]
    const state = heads.length > 3 ? `${heads.slice(0, 2).join(', ')} and ${heads.length - 2} more` : heads.join(', ')
    const subject = changesText(changes) || state
    const posted = `Posted ${inOurTime.format(latest.createdAt)}. Check the home page for the latest status. ${ageLimitOf(latest, site)}`
    const links = [
      { title: 'Trail status now', url: new URL('/', publicUrl).href },
      { title: 'Unsubscribe', url: unsubscribeUrl },
    ]
    return { ...composeEmail(site.label, subject, '', [...lines, posted], ...links), unsubscribeUrl } satisfies Written
  }

  return {
    'status-posted': {
      async audience(tx, { changed = '', trails: ids = '', closing = '', closingTrails = '' }, after, limit) {
        const list = (text: string) => (text ? text.split(' ') : [])
        const { rows } = await sql<{ id: string; email: string; closes: boolean }>`
          select id, email, networks && ${list(closing)}::text[] or trails && ${list(closingTrails)}::text[] as closes from status_subscriptions
          where (networks && ${list(changed)}::text[] or trails && ${list(ids)}::text[]) and (${after}::uuid is null or id > ${after}::uuid)
          order by id limit ${limit}`.execute(tx)
        return rows.map(({ id, email, closes }) => {
          return { id, recipient: email, details: { subscriptionId: id }, lane: closes ? 'closure' : 'bulk' }
        })
      },
      async write(tx, emails, now) {
        const idsOf = (name: string) => [...new Set(emails.flatMap(({ details }) => details[name] ?? []))]
        const readers = await tx
          .selectFrom('statusSubscriptions')
          .select(['id', 'networks', 'trails'])
          .where('id', 'in', idsOf('subscriptionId'))
          .execute()
        const updates = await tx.selectFrom('trailUpdates').selectAll().where('id', 'in', idsOf('updateId')).execute()
        const news = new Map<string, StatusNews>()
        for (const update of updates) news.set(update.id, await newsOf(tx, update, knownTrails()))
        const latest = await latestBefore(tx, null, knownTrails())
        return emails.map(({ details }) => {
          // A recipient who has unsubscribed since is no longer a reader.
          const reader = readers.find(({ id }) => id === details.subscriptionId)
          const ofUpdate = news.get(details.updateId ?? '')
          return reader && ofUpdate && latest ? compose(reader, latest, ofUpdate, details, now) : null
        })
      },
    },
  }
}

export function subscriptionEmails(
  site: Pick<Site, 'label' | 'networks'>,
  publicUrl: string,
  trails: () => NamedTrails,
): Record<'confirm-subscription', EmailWriter> {
  return {
    'confirm-subscription': async (tx, { details }, now) => {
      const subscription = await tx
        .selectFrom('statusSubscriptions')
        .selectAll()
        .where('id', '=', details.subscriptionId ?? '')
        .executeTakeFirst()
      if (!subscription?.wanted) return null
      const token = newToken()
      await tx
        .updateTable('statusSubscriptions')
        .set({ tokenHash: hashToken(token), expiresAt: new Date(now.getTime() + CONFIRM_MS) })
        .where('id', '=', subscription.id)
        .execute()
      const asked = followedNames(site, trails(), { networks: subscription.wanted, trails: subscription.wantedTrails ?? [] }).join(', ')
      return composeEmail(
        site.label,
        `Confirm your trail alerts from ${site.label}`,
        '',
        [
          `We got a request to send trail status alerts for ${asked} to this address.`,
          'Confirm your address to start getting alerts. If you didn’t ask for this, ignore this email and we won’t send any more.',
        ],
        { title: 'Confirm this address', url: linkTo(publicUrl, SUBSCRIBE_PATH, token) },
      )
    },
  }
}
