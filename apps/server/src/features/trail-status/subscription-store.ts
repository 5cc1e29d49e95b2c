/**
 * Trail status by email. An address gets emails only after the link in a first one was followed (double opt-in), one for each update
 * that is news of a network it asked for, and none from the moment it unsubscribes.
 */

import { randomUUID } from 'node:crypto'
import { type Followed, SUBSCRIBE_PATH } from '@trailwarden/api'
import { closureText, type NewTrailUpdate, type PublicStatus, publicStatusOf, type StatusNews, trailAt } from '@trailwarden/domain'
import { networkIdOf, type Site } from '@trailwarden/site'
import { sql } from 'kysely'
import type { Db, Tx } from '#db/database.ts'
import { linkTo } from '#features/people/links.ts'
import { hashToken, newToken } from '#http/token.ts'
import { composeEmail } from '#mail/compose.ts'
import type { EmailWriter, Written } from '#mail/delivery.ts'
import type { BulkKind, Mail } from '#mail/mailer.ts'
import { countReach } from './alert-store.ts'
import { ageLimitOf } from './status-feeds.ts'
import { type NamedTrails, timeWordsOf, trailLines } from './status-text.ts'

const DAY_MS = 86_400_000
const CONFIRM_MS = 7 * DAY_MS

/** Stores what an address asks for until it is confirmed, and sends the email with the link. What it already gets goes on meanwhile. */
export async function requestSubscription({ db, mail }: { db: Db; mail: Mail }, email: string, { networks, trails }: Followed, now: Date) {
  await db.transaction().execute(async (tx) => {
    // Those that nobody confirmed in time: an address that somebody else typed is not stored.
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
    await mail.queueUrgent(tx, { kind: 'confirm-subscription', recipient: email, details: { subscriptionId: id } }, now)
  })
}

/** What the address gets emails about from now on, or null when the link no longer works. */
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

/** Ends it, with every email of it that still waits. Idempotent. */
export async function unsubscribe(db: Db, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('statusSubscriptions').where('id', '=', id).execute()
    await sql`delete from emails where details ->> 'subscriptionId' = ${id}`.execute(tx)
  })
}

/** An account that is deleted takes its address along, here too. */
export async function forgetSubscription(tx: Tx, _personId: string, email: string): Promise<void> {
  await tx.deleteFrom('statusSubscriptions').where('email', '=', email).execute()
}

/**
 * Sends one email to each address that the update is news to, once the transaction that posts it is committed. Answers how many that
 * are now: one statement, however many they are.
 */
export async function notifySubscribers(mail: Mail, tx: Tx, updateId: string, news: StatusNews, now: Date): Promise<number> {
  const changed = Object.keys(news.networks)
  if (changed.length + news.trails.length === 0) return 0
  await mail.fanOut(tx, 'status-posted', { updateId, changed: changed.join(' '), trails: news.trails.join(' ') }, now)
  return (await countReach(tx, news)).emails
}

const nameOf = ({ networks }: Pick<Site, 'networks'>, network: string) => networks.find(({ id }) => id === network)?.name ?? network

/** Of what is asked for, what the site has not. */
export const unknownIn = (site: Pick<Site, 'networks'>, trails: NamedTrails, followed: Followed): string[] => [
  ...followed.networks.filter((network) => !site.networks.some(({ id }) => id === network)),
  ...followed.trails.filter((trail) => !trails.some(({ id }) => id === trail)),
]

/** In words, for whoever asked. */
export const followedNames = (site: Pick<Site, 'networks'>, trails: NamedTrails, followed: Followed): string[] => [
  ...followed.networks.map((network) => nameOf(site, network)),
  ...followed.trails.map((id) => trails.find((trail) => trail.id === id)?.name ?? id),
]

/** The email about an update: its audience, and its text about the networks that this reader asked for. */
export function subscriptionNews(
  site: Pick<Site, 'label' | 'networks' | 'areas' | 'timeZone' | 'statusAgeLimitHours'>,
  publicUrl: string,
  trails: () => NamedTrails,
): Record<'status-posted', BulkKind> {
  const words = timeWordsOf(site)
  const inOurTime = new Intl.DateTimeFormat('en-AU', { timeZone: site.timeZone, dateStyle: 'medium', timeStyle: 'short' })

  /** How a trail is that is followed by itself, in a line. */
  function trailLine(status: PublicStatus, trail: NamedTrails[number], at: Date): { is: string; line: string } {
    const { status: word, message, closures, planned } = trailAt(status, { id: trail.id, networkId: networkIdOf(site, trail) }, at)
    const is = `${trail.name} ${word ?? 'Unknown'}`
    const all = [...closures, ...planned].map((closure) => closureText(closure, at, words))
    return { is, line: [`${trail.name}: ${word ?? 'Unknown'}.`, message, ...all].filter(Boolean).join(' ') }
  }

  function compose(reader: { id: string } & Followed, update: NewTrailUpdate, { changed = '', trails: ids = '' }: Record<string, string>) {
    const news = changed.split(' ').filter((network) => reader.networks.includes(network))
    const status = publicStatusOf(update, site.networks, update.createdAt)
    const ofNetworks = news.flatMap((network) => {
      const inUpdate = update.networks[network]
      if (!inUpdate) return []
      const line = `${nameOf(site, network)}: ${[inUpdate.status, inUpdate.message].filter(Boolean).join('. ')}`
      return [line, ...trailLines(status, network, site, trails(), update.createdAt)]
    })
    const followed = ids.split(' ').filter((id) => reader.trails.includes(id))
    const ofTrails = trails().flatMap((trail) =>
      followed.includes(trail.id) && !news.includes(networkIdOf(site, trail) ?? '') ? [trailLine(status, trail, update.createdAt)] : [],
    )
    const lines = [...ofNetworks, ...ofTrails.map(({ line }) => line)]
    if (lines.length === 0) return null
    const unsubscribeUrl = new URL(`/api/subscriptions/${reader.id}/unsubscribe`, publicUrl).href
    const heads = [
      ...news.map((network) => `${nameOf(site, network)} ${update.networks[network]?.status ?? ''}`),
      ...ofTrails.map(({ is }) => is),
    ]
    const subject = heads.length > 3 ? `${heads.slice(0, 2).join(', ')} and ${heads.length - 2} more` : heads.join(', ')
    const posted = `Posted ${inOurTime.format(update.createdAt)}. It may have changed since: home has the latest. ${ageLimitOf(update, site)}`
    const links = [
      { title: 'Trail status now', url: new URL('/', publicUrl).href },
      { title: 'No more of these emails', url: unsubscribeUrl },
    ]
    return { ...composeEmail(site.label, subject, '', [...lines, posted], ...links), unsubscribeUrl } satisfies Written
  }

  return {
    'status-posted': {
      async audience(tx, { changed = '', trails: ids = '' }, after, limit) {
        const list = (text: string) => (text ? text.split(' ') : [])
        const { rows } = await sql<{ id: string; email: string }>`
          select id, email from status_subscriptions
          where (networks && ${list(changed)}::text[] or trails && ${list(ids)}::text[]) and (${after}::uuid is null or id > ${after}::uuid)
          order by id limit ${limit}`.execute(tx)
        return rows.map(({ id, email }) => ({ id, recipient: email, details: { subscriptionId: id } }))
      },
      async write(tx, emails) {
        const idsOf = (name: string) => [...new Set(emails.flatMap(({ details }) => details[name] ?? []))]
        const readers = await tx
          .selectFrom('statusSubscriptions')
          .select(['id', 'networks', 'trails'])
          .where('id', 'in', idsOf('subscriptionId'))
          .execute()
        const updates = await tx.selectFrom('trailUpdates').selectAll().where('id', 'in', idsOf('updateId')).execute()
        return emails.map(({ details }) => {
          // Ended while the email waited.
          const reader = readers.find(({ id }) => id === details.subscriptionId)
          const update = updates.find(({ id }) => id === details.updateId)
          return reader && update ? compose(reader, update, details) : null
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
        `Confirm trail status by email from ${site.label}`,
        '',
        [
          `Someone, probably you, asked for the trail status of ${asked} to be sent to this address.`,
          'Follow the link to begin. If it was not you, do nothing: no more emails will come.',
        ],
        { title: 'Confirm this address', url: linkTo(publicUrl, SUBSCRIBE_PATH, token) },
      )
    },
  }
}
