/**
 * The way of a message to another program: written in the transaction of its change, sent, noted. At least once: when the process dies
 * between the two, it is sent again with the same id and the same bytes, by which the receiver knows it.
 */
import { randomUUID } from 'node:crypto'
import { isTaken, type News, WEBHOOK_PAUSE_DAYS, type WebhookEvent } from '@trailwarden/api'
import { ADMINISTRATOR } from '@trailwarden/domain'
import type { Db, Tx, WebhookRow } from '#db/database.ts'
import type { Mail } from '#mail/mailer.ts'
import { type Outcome, type SendOptions, sendWebhook } from './send-webhook.ts'

export type DeliveryDependencies = {
  db: Db
  mail: Pick<Mail, 'queueUrgent'>
  sending: SendOptions
  /** After a failure the address is left alone for so long: many waiting messages must not knock at a dead door one after the other. */
  restMs: number
  reach: (milestone: 'webhook-sent') => void
}

const PAUSE_AFTER_MS = WEBHOOK_PAUSE_DAYS * 86_400_000

const eventOf = (type: News['type']): WebhookEvent => (type === 'status.posted' ? 'status' : 'action')

/** One message for each webhook that is for this kind of news; answers what a job is needed for. */
export async function writeMessages(tx: Tx, { type, data }: News, now: Date): Promise<{ id: string; webhookId: string }[]> {
  const wanting = await tx
    .selectFrom('webhooks')
    .select('id')
    .where('pausedAt', 'is', null)
    .where((row) => row(row.val(eventOf(type)), '=', row.fn.any(row.ref('events'))))
    .execute()
  if (wanting.length === 0) return []
  const body = JSON.stringify({ type, timestamp: now.toISOString(), data })
  const rows = wanting.map(({ id: webhookId }) => ({ id: randomUUID(), webhookId, type, body, createdAt: now, doneAt: null }))
  await tx.insertInto('webhookMessages').values(rows).execute()
  return rows.map(({ id, webhookId }) => ({ id, webhookId }))
}

const secretsOf = ({ secret, oldSecret, oldSecretUntil }: WebhookRow, now: Date): Buffer[] =>
  oldSecret && oldSecretUntil && oldSecretUntil > now ? [secret, oldSecret] : [secret]

async function noteTry(tx: Tx, webhookId: string, messageId: string, outcome: Outcome, now: Date): Promise<void> {
  await tx
    .insertInto('webhookTries')
    .values({ webhookId, messageId, at: now, ...outcome })
    .execute()
}

/** What waits is given up: the receiver reads what it missed by a key. */
export async function pause(tx: Tx, webhookId: string, now: Date): Promise<void> {
  await tx.updateTable('webhooks').set({ pausedAt: now }).where('id', '=', webhookId).execute()
  await tx.updateTable('webhookMessages').set({ doneAt: now }).where('webhookId', '=', webhookId).where('doneAt', 'is', null).execute()
}

/** Under a lock on the webhook, so that of several failures at the same time one pauses it and one email goes to each administrator. */
async function noteFailure({ mail }: DeliveryDependencies, tx: Tx, webhookId: string, now: Date): Promise<void> {
  const row = await tx.selectFrom('webhooks').selectAll().where('id', '=', webhookId).forUpdate().executeTakeFirst()
  if (!row || row.pausedAt) return
  const failingSince = row.failingSince ?? now
  await tx.updateTable('webhooks').set({ failingSince, failedAt: now }).where('id', '=', webhookId).execute()
  if (now.getTime() - failingSince.getTime() < PAUSE_AFTER_MS) return
  await pause(tx, webhookId, now)
  const administrators = await tx
    .selectFrom('people')
    .select(['id', 'email'])
    .where('role', '>=', ADMINISTRATOR)
    .where('disabled', '=', false)
    .execute()
  for (const { id, email } of administrators)
    await mail.queueUrgent(tx, { kind: 'webhook-paused', recipient: email, personId: id, details: { webhookId } }, now)
}

/** Tries to send one message. True: nothing is left to do for it. */
export async function deliver(deps: DeliveryDependencies, messageId: string, now: Date): Promise<boolean> {
  const { db, sending, restMs, reach } = deps
  const message = await db
    .selectFrom('webhookMessages')
    .selectAll()
    .where('id', '=', messageId)
    .where('doneAt', 'is', null)
    .executeTakeFirst()
  const webhook = message && (await db.selectFrom('webhooks').selectAll().where('id', '=', message.webhookId).executeTakeFirst())
  if (!message || !webhook || webhook.pausedAt) return true
  if (webhook.failedAt && now.getTime() - webhook.failedAt.getTime() < restMs) return false
  const { url, id: webhookId } = webhook
  const outcome = await sendWebhook({ id: messageId, url, body: message.body, secrets: secretsOf(webhook, now) }, sending, now)
  reach('webhook-sent')
  await db.transaction().execute(async (tx) => {
    if (!(await tx.selectFrom('webhooks').select('id').where('id', '=', webhookId).forUpdate().executeTakeFirst())) return
    await noteTry(tx, webhookId, messageId, outcome, now)
    if (!isTaken(outcome)) return noteFailure(deps, tx, webhookId, now)
    await tx.updateTable('webhookMessages').set({ doneAt: now }).where('id', '=', messageId).execute()
    await tx.updateTable('webhooks').set({ failingSince: null, failedAt: null }).where('id', '=', webhookId).execute()
  })
  return isTaken(outcome)
}

/** A message of its own, at once and once; whether it fails says nothing about the others. */
export async function sendTest({ db, sending }: DeliveryDependencies, webhook: WebhookRow, now: Date): Promise<Outcome> {
  const body = JSON.stringify({ type: 'test', timestamp: now.toISOString(), data: { name: webhook.name } })
  const message = { id: randomUUID(), webhookId: webhook.id, type: 'test', body, createdAt: now, doneAt: now }
  const outcome = await sendWebhook({ id: message.id, url: webhook.url, body, secrets: secretsOf(webhook, now) }, sending, now)
  await db.transaction().execute(async (tx) => {
    if (!(await tx.selectFrom('webhooks').select('id').where('id', '=', webhook.id).forUpdate().executeTakeFirst())) return
    await tx.insertInto('webhookMessages').values(message).execute()
    await noteTry(tx, webhook.id, message.id, outcome, now)
  })
  return outcome
}
