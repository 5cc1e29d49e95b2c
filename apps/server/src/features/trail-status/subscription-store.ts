/**
 * Trail status by email. An address gets emails only after the link in a first one was followed (double opt-in), one for each update
 * that is news of a network it asked for, and none from the moment it unsubscribes.
 */

import { randomUUID } from 'node:crypto'
import { SUBSCRIBE_PATH } from '@trailwarden/api'
import { changedNetworks, changedTrails, type KnownTrail, type NewTrailUpdate, publicStatusOf } from '@trailwarden/domain'
import type { Site } from '@trailwarden/site'
import { sql } from 'kysely'
import type { Db, Tx } from '#db/database.ts'
import { linkTo } from '#features/people/links.ts'
import { hashToken, newToken } from '#http/token.ts'
import { composeEmail } from '#mail/compose.ts'
import type { EmailWriter, Written } from '#mail/delivery.ts'
import type { BulkKind, Mail } from '#mail/mailer.ts'
import { ageLimitOf } from './status-feeds.ts'
import { type NamedTrails, trailLines } from './status-text.ts'

const DAY_MS = 86_400_000
const CONFIRM_MS = 7 * DAY_MS

/** Stores what an address asks for until it is confirmed, and sends the email with the link. What it already gets goes on meanwhile. */
export async function requestSubscription({ db, mail }: { db: Db; mail: Mail }, email: string, networks: string[], now: Date) {
  await db.transaction().execute(async (tx) => {
    // Those that nobody confirmed in time: an address that somebody else typed is not stored.
    await tx.deleteFrom('statusSubscriptions').where('expiresAt', '<', now).where('networks', '=', sql<string[]>`'{}'`).execute()
    const { id } = await tx
      .insertInto('statusSubscriptions')
      .values({
        id: randomUUID(),
        email,
        networks: [],
        wanted: networks,
        tokenHash: null,
        expiresAt: new Date(now.getTime() + CONFIRM_MS),
        createdAt: now,
      })
      .onConflict((row) => row.column('email').doUpdateSet({ wanted: networks }))
      .returning('id')
      .executeTakeFirstOrThrow()
    await mail.queueUrgent(tx, { kind: 'confirm-subscription', recipient: email, details: { subscriptionId: id } }, now)
  })
}

/** The networks that the address gets emails about from now on, or null when the link no longer works. */
export async function confirmSubscription(db: Db, token: string, now: Date): Promise<string[] | null> {
  const confirmed = await db
    .updateTable('statusSubscriptions')
    .set({ networks: sql<string[]>`wanted`, wanted: null, tokenHash: null, expiresAt: null })
    .where('tokenHash', '=', hashToken(token))
    .where('expiresAt', '>', now)
    .where('wanted', 'is not', null)
    .returning('networks')
    .executeTakeFirst()
  return confirmed?.networks ?? null
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
export async function notifySubscribers(
  mail: Mail,
  tx: Tx,
  update: NewTrailUpdate,
  before: NewTrailUpdate | null,
  trails: readonly KnownTrail[],
  now: Date,
): Promise<number> {
  const newTrails = changedTrails(update, before)
  const theirNetworks = trails.flatMap(({ id, networkId }) => (newTrails.includes(id) ? [networkId] : []))
  const changed = [...new Set([...changedNetworks(update, before), ...theirNetworks])]
  if (changed.length === 0) return 0
  await mail.fanOut(tx, 'status-posted', { updateId: update.id, changed: changed.join(' ') }, now)
  const { rows } = await sql<{ readers: number }>`
    select count(*)::integer as readers from status_subscriptions where networks && ${changed}::text[]`.execute(tx)
  return rows[0]?.readers ?? 0
}

const nameOf = ({ networks }: Pick<Site, 'networks'>, network: string) => networks.find(({ id }) => id === network)?.name ?? network

/** The email about an update: its audience, and its text about the networks that this reader asked for. */
export function subscriptionNews(
  site: Pick<Site, 'label' | 'networks' | 'areas' | 'timeZone' | 'statusAgeLimitHours'>,
  publicUrl: string,
  trails: () => NamedTrails,
): Record<'status-posted', BulkKind> {
  const inOurTime = new Intl.DateTimeFormat('en-AU', { timeZone: site.timeZone, dateStyle: 'medium', timeStyle: 'short' })

  function compose(subscription: { id: string; networks: readonly string[] }, update: NewTrailUpdate, changed: string): Written | null {
    const news = changed.split(' ').filter((network) => subscription.networks.includes(network))
    const status = publicStatusOf(update, site.networks, update.createdAt)
    const lines = news.flatMap((network) => {
      const inUpdate = update.networks[network]
      if (!inUpdate) return []
      const line = `${nameOf(site, network)}: ${[inUpdate.status, inUpdate.message].filter(Boolean).join('. ')}`
      return [line, ...trailLines(status, network, site, trails(), update.createdAt)]
    })
    if (lines.length === 0) return null
    const unsubscribeUrl = new URL(`/api/subscriptions/${subscription.id}/unsubscribe`, publicUrl).href
    const subject = news.map((network) => `${nameOf(site, network)} ${update.networks[network]?.status ?? ''}`).join(', ')
    const posted = `Posted ${inOurTime.format(update.createdAt)}. It may have changed since: home has the latest. ${ageLimitOf(update, site)}`
    const links = [
      { title: 'Trail status now', url: new URL('/', publicUrl).href },
      { title: 'No more of these emails', url: unsubscribeUrl },
    ]
    return { ...composeEmail(site.label, subject, '', [...lines, posted], ...links), unsubscribeUrl }
  }

  return {
    'status-posted': {
      async audience(tx, { changed = '' }, after, limit) {
        const { rows } = await sql<{ id: string; email: string }>`
          select id, email from status_subscriptions
          where networks && ${changed.split(' ')}::text[] and (${after}::uuid is null or id > ${after}::uuid)
          order by id limit ${limit}`.execute(tx)
        return rows.map(({ id, email }) => ({ id, recipient: email, details: { subscriptionId: id } }))
      },
      async write(tx, emails) {
        const idsOf = (name: string) => [...new Set(emails.flatMap(({ details }) => details[name] ?? []))]
        const readers = await tx
          .selectFrom('statusSubscriptions')
          .select(['id', 'networks'])
          .where('id', 'in', idsOf('subscriptionId'))
          .execute()
        const updates = await tx.selectFrom('trailUpdates').selectAll().where('id', 'in', idsOf('updateId')).execute()
        return emails.map(({ details }) => {
          // Ended while the email waited.
          const reader = readers.find(({ id }) => id === details.subscriptionId)
          const update = updates.find(({ id }) => id === details.updateId)
          return reader && update ? compose(reader, update, details.changed ?? '') : null
        })
      },
    },
  }
}

export function subscriptionEmails(site: Pick<Site, 'label' | 'networks'>, publicUrl: string): Record<'confirm-subscription', EmailWriter> {
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
      const asked = subscription.wanted.map((network) => nameOf(site, network)).join(', ')
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
