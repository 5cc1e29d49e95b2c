/**
 * A message is written in the transaction of the change that it reports. Delivery is at least once: if the process dies before marking the
 * message as sent, it is sent again with the same ID and bytes, so that the receiver can recognise the duplicate.
 */
import { randomUUID } from 'node:crypto'
import { isTaken, type News, WEBHOOK_PAUSE_DAYS, type WebhookEvent } from '@trailwarden/api'
import type { Db, Tx, WebhookRow } from '#db/database.ts'
import { listAdministrators } from '#features/people/people-store.ts'
import { isHeld } from '#features/people/sessions/answering.ts'
import type { Mail } from '#mail/mailer.ts'
import { type Outcome, type SendOptions, sendWebhook } from './send-webhook.ts'

export type DeliveryDependencies = {
  db: Db
  mail: Pick<Mail, 'queueUrgent'>
  sending: SendOptions
  /**
   * After a failure, no messages are sent to the address for this long. Otherwise, every queued message would try an address that is down.
   */
  restMs: number
  onMilestone: (milestone: 'webhook-sent') => void
}

const PAUSE_AFTER_MS = WEBHOOK_PAUSE_DAYS * 86_400_000

const eventOf = (type: News['type']): WebhookEvent => (type === 'status.posted' ? 'status' : 'action')

export async function writeMessages(tx: Tx, { type, data }: News, now: Date): Promise<{ id: string; webhookId: string }[]> {
  const wanting = await tx
    .selectFrom('webhooks')
    .select('id')
    .where('pausedAt', 'is', null)
    .where(isHeld)
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

/** Also discards queued messages. The receiver can fetch the missed data with an API key. */
export async function pause(tx: Tx, webhookId: string, now: Date): Promise<void> {
  await tx.updateTable('webhooks').set({ pausedAt: now }).where('id', '=', webhookId).execute()
  await tx.updateTable('webhookMessages').set({ doneAt: now }).where('webhookId', '=', webhookId).where('doneAt', 'is', null).execute()
}

/** Locks the webhook, so that simultaneous failures pause it only once and send only one email to each administrator. */
async function noteFailure({ mail }: DeliveryDependencies, tx: Tx, webhookId: string, now: Date): Promise<void> {
  const row = await tx.selectFrom('webhooks').selectAll().where('id', '=', webhookId).forUpdate().executeTakeFirst()
  if (!row || row.pausedAt) return
  const failingSince = row.failingSince ?? now
  await tx.updateTable('webhooks').set({ failingSince, failedAt: now }).where('id', '=', webhookId).execute()
  if (now.getTime() - failingSince.getTime() < PAUSE_AFTER_MS) return
  await pause(tx, webhookId, now)
  for (const { id, email } of await listAdministrators(tx))
    await mail.queueUrgent(tx, { kind: 'webhook-paused', recipient: email, personId: id, details: { webhookId } }, now)
}

/** True if the message needs no further attempts. */
export async function deliver(deps: DeliveryDependencies, messageId: string, now: Date): Promise<boolean> {
  const { db, sending, restMs, onMilestone } = deps
  const message = await db
    .selectFrom('webhookMessages')
    .selectAll()
    .where('id', '=', messageId)
    .where('doneAt', 'is', null)
    .executeTakeFirst()
  const held = db.selectFrom('webhooks').selectAll().where(isHeld)
  const webhook = message && (await held.where('id', '=', message.webhookId).executeTakeFirst())
  // Also discards messages of a suspended webhook. The receiver can fetch the missed data with an API key.
  if (message && !webhook) await db.updateTable('webhookMessages').set({ doneAt: now }).where('id', '=', messageId).execute()
  if (!message || !webhook || webhook.pausedAt) return true
  if (webhook.failedAt && now.getTime() - webhook.failedAt.getTime() < restMs) return false
  const { url, id: webhookId } = webhook
  const outcome = await sendWebhook({ id: messageId, url, body: message.body, secrets: secretsOf(webhook, now) }, sending, now)
  onMilestone('webhook-sent')
  await db.transaction().execute(async (tx) => {
    if (!(await tx.selectFrom('webhooks').select('id').where('id', '=', webhookId).forUpdate().executeTakeFirst())) return
    await noteTry(tx, webhookId, messageId, outcome, now)
    if (!isTaken(outcome)) return noteFailure(deps, tx, webhookId, now)
    await tx.updateTable('webhookMessages').set({ doneAt: now }).where('id', '=', messageId).execute()
    await tx.updateTable('webhooks').set({ failingSince: null, failedAt: null }).where('id', '=', webhookId).execute()
  })
  return isTaken(outcome)
}

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
