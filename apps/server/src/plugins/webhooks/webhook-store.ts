import { randomBytes, randomUUID } from 'node:crypto'
import {
  type RouteDecision,
  WEBHOOK_EVENTS,
  WEBHOOKS_MAX,
  type Webhook,
  type WebhookCreate,
  type WebhookMade,
  type WebhookTry,
} from '@trailwarden/api'
import { type Actor, accept, refuse } from '@trailwarden/domain'
import { sql } from 'kysely'
import type { RetentionStep } from '#core/retention.ts'
import { audit } from '#db/audit.ts'
import type { Db, WebhookRow } from '#db/database.ts'
import { notifyOfProgram, readAnswering } from '#features/people/sessions/answering.ts'
import { isAllowedHost } from '#http/security/public-address.ts'
import type { Mail } from '#mail/mailer.ts'
import { pause } from './webhook-delivery.ts'

export type WebhookDependencies = { db: Db; mail: Pick<Mail, 'queueUrgent'> }

const TRIES_SHOWN = 50
const OLD_SECRET_MS = 24 * 3_600_000
const NO_SUCH = refuse('not-found', 'no such webhook')
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

const shown = (secret: Buffer) => `whsec_${secret.toString('base64')}`

type Reading = WebhookRow & { waiting: number; nextTryAt: Date | null; failedTries: number }

const viewOf = ({ id, name, url, events, ...row }: Reading, lastTry: WebhookTry | null) => ({
  id,
  name,
  url,
  events: WEBHOOK_EVENTS.filter((event) => events.includes(event)),
  createdAt: row.createdAt.toISOString(),
  failingSince: row.failingSince?.toISOString() ?? null,
  pausedAt: row.pausedAt?.toISOString() ?? null,
  waiting: row.waiting,
  nextTryAt: row.nextTryAt?.toISOString() ?? null,
  failedTries: row.failedTries,
  lastTry,
})

export async function listTries(db: Db, webhookId: string, limit = TRIES_SHOWN): Promise<WebhookTry[]> {
  const rows = await db
    .selectFrom('webhookTries as t')
    .innerJoin('webhookMessages as m', 'm.id', 't.messageId')
    .select(['t.at', 'm.type', 't.status', 't.problem', 't.durationMs'])
    .where('t.webhookId', '=', webhookId)
    .orderBy('t.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ at, ...rest }) => ({ at: at.toISOString(), ...rest }))
}

export async function listWebhooks(db: Db, only?: string): Promise<Webhook[]> {
  const { rows } = await sql<Reading>`
    select w.*, (select count(*)::int from webhook_messages m where m.webhook_id = w.id and m.done_at is null) as waiting,
      (select min(j.start_after) from pgboss.job j
        where j.name = 'webhook' and j.state in ('created', 'retry') and j.data ->> 'webhookId' = w.id::text) as next_try_at,
      (select count(*)::int from webhook_tries t where t.webhook_id = w.id and t.at >= w.failing_since) as failed_tries
    from webhooks w where ${only ?? null}::uuid is null or w.id = ${only ?? null}::uuid order by w.name, w.created_at`.execute(db)
  const answering = await readAnswering(db, rows)
  return Promise.all(rows.map(async (row) => ({ ...viewOf(row, (await listTries(db, row.id, 1))[0] ?? null), ...answering(row) })))
}

export const findWebhook = (db: Db, id: string): Promise<WebhookRow | undefined> =>
  db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()

function whyNotUrl(text: string, allowsPrivate: boolean): string | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url) return 'this isn’t a valid address'
  if (url.username || url.password)
    return 'the address must not contain a user name or password, because the signature already proves who sent the message'
  if (url.protocol !== 'https:' && !(allowsPrivate && url.protocol === 'http:' && LOOPBACK.test(url.hostname))) return 'begin with https://'
  return isAllowedHost(url, allowsPrivate) ? null : 'messages are sent only to public addresses'
}

export async function addWebhook(
  { db, mail }: WebhookDependencies,
  actor: Actor,
  { name, url, events }: Omit<WebhookCreate, 'proof'>,
  allowsPrivate: boolean,
  now: Date,
): Promise<RouteDecision<WebhookMade>> {
  const wrong = whyNotUrl(url, allowsPrivate)
  if (wrong) return refuse('not-valid', wrong)
  const [id, secret] = [randomUUID(), randomBytes(32)]
  const added = await db.transaction().execute(async (tx) => {
    const { count } = await tx
      .selectFrom('webhooks')
      .select((rows) => rows.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (count >= WEBHOOKS_MAX) return false
    const none = { oldSecret: null, oldSecretUntil: null, failingSince: null, failedAt: null, pausedAt: null }
    await tx
      .insertInto('webhooks')
      .values({ id, name, url, events: [...events], secret, createdAt: now, createdBy: actor.id, heldBy: actor.id, ...none })
      .execute()
    await audit(tx, 'webhook-added', { actorId: actor.id, subjectId: id, details: { name, events: events.join(', ') } }, now)
    await notifyOfProgram(mail, tx, { kind: 'webhook', name, by: actor.id, done: 'made' }, now)
    return true
  })
  if (!added) return refuse('not-valid', `There are ${WEBHOOKS_MAX} webhooks already.`)
  const [webhook] = await listWebhooks(db, id)
  return webhook ? accept({ webhook, secret: shown(secret) }) : NO_SUCH
}

export async function takeOverWebhook(
  { db, mail }: WebhookDependencies,
  actor: Actor,
  id: string,
  now: Date,
): Promise<RouteDecision<Webhook>> {
  const isTaken = await db.transaction().execute(async (tx) => {
    const row = await tx.updateTable('webhooks').set({ heldBy: actor.id }).where('id', '=', id).returning('name').executeTakeFirst()
    if (!row) return false
    await audit(tx, 'webhook-taken-over', { actorId: actor.id, subjectId: id, details: { name: row.name } }, now)
    await notifyOfProgram(mail, tx, { kind: 'webhook', name: row.name, by: actor.id, done: 'taken-over' }, now)
    return true
  })
  const [webhook] = isTaken ? await listWebhooks(db, id) : []
  return webhook ? accept(webhook) : NO_SUCH
}

/** For another day, messages are also signed with the old secret. */
export async function renewSecret(db: Db, actor: Actor, id: string, now: Date): Promise<RouteDecision<{ secret: string }>> {
  const secret = randomBytes(32)
  return db.transaction().execute(async (tx) => {
    const row = await tx.selectFrom('webhooks').select(['name', 'secret']).where('id', '=', id).forUpdate().executeTakeFirst()
    if (!row) return NO_SUCH
    const old = { oldSecret: row.secret, oldSecretUntil: new Date(now.getTime() + OLD_SECRET_MS) }
    await tx
      .updateTable('webhooks')
      .set({ secret, ...old })
      .where('id', '=', id)
      .execute()
    await audit(tx, 'webhook-secret-made', { actorId: actor.id, subjectId: id, details: { name: row.name } }, now)
    return accept({ secret: shown(secret) })
  })
}

export async function setPaused(db: Db, actor: Actor, id: string, paused: boolean, now: Date): Promise<RouteDecision<Webhook>> {
  const name = await db.transaction().execute(async (tx) => {
    const row = await tx.selectFrom('webhooks').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (!row || (row.pausedAt !== null) === paused) return row?.name
    if (paused) await pause(tx, id, now)
    else await tx.updateTable('webhooks').set({ pausedAt: null, failingSince: null, failedAt: null }).where('id', '=', id).execute()
    await audit(tx, paused ? 'webhook-paused' : 'webhook-resumed', { actorId: actor.id, subjectId: id, details: { name: row.name } }, now)
    return row.name
  })
  const [webhook] = name === undefined ? [] : await listWebhooks(db, id)
  return webhook ? accept(webhook) : NO_SUCH
}

export async function removeWebhook(db: Db, actor: Actor, id: string, now: Date): Promise<RouteDecision<null>> {
  return db.transaction().execute(async (tx) => {
    const gone = await tx.deleteFrom('webhooks').where('id', '=', id).returning('name').executeTakeFirst()
    if (!gone) return NO_SUCH
    await audit(tx, 'webhook-removed', { actorId: actor.id, subjectId: id, details: { name: gone.name } }, now)
    return accept(null)
  })
}

export const removeOldMessages =
  (db: Db): RetentionStep =>
  async (now) => {
    await db.deleteFrom('webhookMessages').where('createdAt', '<', sql<Date>`${now}::timestamptz - interval '14 days'`).execute()
    return 0
  }
