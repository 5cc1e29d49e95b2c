/**
 * Trail status by mail. An address gets letters only after the link in a first letter was followed there (double opt-in), one for
 * each update that is news of a network it asked for, and none any more from the moment it says so.
 */
import { randomUUID } from 'node:crypto'
import { changedNetworks, type NewTrailUpdate, SUBSCRIBE_PATH } from '@trailwarden/domain'
import type { Site } from '@trailwarden/site'
import { sql } from 'kysely'
import type { Db, Tx } from '#db/database.ts'
import { composeLetter } from '#mail/compose.ts'
import type { LetterWriter, Mail } from '#mail/mail.ts'
import { linkTo } from '../people/links.ts'
import { hashToken, newToken } from '../people/token.ts'
import { ageLimitOf } from './status-feeds.ts'

const DAY_MS = 86_400_000
const CONFIRM_MS = 7 * DAY_MS

type SubscriptionLetter = 'confirm-subscription' | 'status-posted'

/** Keeps what an address asks for until it is confirmed, and sends the letter with the link. What it already gets goes on meanwhile. */
export async function requestSubscription({ db, mail }: { db: Db; mail: Mail }, email: string, networks: string[], now: Date) {
  await db.transaction().execute(async (tx) => {
    // Those that nobody confirmed in time: an address that somebody else typed is not kept.
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
    await mail.post(tx, { kind: 'confirm-subscription', recipient: email, details: { subscriptionId: id } }, now)
  })
}

/** The networks that the address gets letters of from now on, or null when the link is of no use any more. */
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

/** Ends it, with every letter of it that still waits. Twice is as good as once. */
export async function unsubscribe(db: Db, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('statusSubscriptions').where('id', '=', id).execute()
    await sql`delete from letters where kind in ('confirm-subscription', 'status-posted') and details ->> 'subscriptionId' = ${id}`.execute(
      tx,
    )
  })
}

/** An account that is deleted takes its address along, here too. */
export async function forgetSubscription(tx: Tx, _personId: string, email: string): Promise<void> {
  await tx.deleteFrom('statusSubscriptions').where('email', '=', email).execute()
}

/** Puts one letter for each address that the update is news to into the queue, in the transaction that posts it. */
export async function tellSubscribers(mail: Mail, tx: Tx, update: NewTrailUpdate, before: NewTrailUpdate | null, now: Date): Promise<void> {
  const changed = changedNetworks(update, before)
  if (changed.length === 0) return
  const { rows } = await sql<{ id: string; email: string }>`
    select id, email from status_subscriptions where networks && ${changed}::text[]`.execute(tx)
  const letters = rows.map(({ id, email }) => ({
    kind: 'status-posted' satisfies SubscriptionLetter,
    recipient: email,
    details: { subscriptionId: id, updateId: update.id, changed: changed.join(' ') },
  }))
  await mail.postAll(tx, letters, now)
}

export function subscriptionLetters(
  site: Pick<Site, 'label' | 'networks' | 'timeZone' | 'statusAgeLimitHours'>,
  publicUrl: string,
): Record<SubscriptionLetter, LetterWriter> {
  const subscriptionOf = (tx: Tx, details: Record<string, string>) =>
    tx
      .selectFrom('statusSubscriptions')
      .selectAll()
      .where('id', '=', details.subscriptionId ?? '')
      .executeTakeFirst()
  const nameOf = (network: string) => site.networks.find(({ id }) => id === network)?.name ?? network
  const inOurTime = new Intl.DateTimeFormat('en-AU', { timeZone: site.timeZone, dateStyle: 'medium', timeStyle: 'short' })
  return {
    'confirm-subscription': async (tx, { details }, now) => {
      const subscription = await subscriptionOf(tx, details)
      if (!subscription?.wanted) return null
      const token = newToken()
      await tx
        .updateTable('statusSubscriptions')
        .set({ tokenHash: hashToken(token), expiresAt: new Date(now.getTime() + CONFIRM_MS) })
        .where('id', '=', subscription.id)
        .execute()
      return composeLetter(
        site.label,
        `Confirm trail status by mail from ${site.label}`,
        '',
        [
          `Someone, probably you, asked for the trail status of ${subscription.wanted.map(nameOf).join(', ')} to be sent to this address.`,
          'Follow the link to begin. If it was not you, do nothing: no more letters will come.',
        ],
        { title: 'Confirm this address', url: linkTo(publicUrl, SUBSCRIBE_PATH, token) },
      )
    },
    'status-posted': async (tx, { details }) => {
      const subscription = await subscriptionOf(tx, details)
      const update = await tx
        .selectFrom('trailUpdates')
        .selectAll()
        .where('id', '=', details.updateId ?? '')
        .executeTakeFirst()
      // Ended while the letter waited.
      if (!subscription || !update) return null
      const news = (details.changed ?? '').split(' ').filter((network) => subscription.networks.includes(network))
      const lines = news.flatMap((network) => {
        const said = update.networks[network]
        return said ? [`${nameOf(network)}: ${[said.status, said.message].filter(Boolean).join('. ')}`] : []
      })
      if (lines.length === 0) return null
      const unsubscribeUrl = new URL(`/api/subscriptions/${subscription.id}/unsubscribe`, publicUrl).href
      const subject = news.map((network) => `${nameOf(network)} ${update.networks[network]?.status ?? ''}`).join(', ')
      const posted = `Posted ${inOurTime.format(update.createdAt)}. It may have changed since: home has the latest. ${ageLimitOf(update, site)}`
      const links = [
        { title: 'Trail status now', url: new URL('/', publicUrl).href },
        { title: 'No more of these letters', url: unsubscribeUrl },
      ]
      return { ...composeLetter(site.label, subject, '', [...lines, posted], ...links), unsubscribeUrl }
    },
  }
}
