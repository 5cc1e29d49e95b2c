import { WEBHOOK_PAUSE_DAYS } from '@trailwarden/api'
import { composeEmail } from '#mail/compose.ts'
import type { EmailWriter } from '#mail/delivery.ts'

export const webhookEmails = (label: string, publicUrl: string): Record<'webhook-paused', EmailWriter> => ({
  'webhook-paused': async (tx, { personId, details }) => {
    const webhook = await tx
      .selectFrom('webhooks')
      .select(['name', 'pausedAt'])
      .where('id', '=', details.webhookId ?? '')
      .executeTakeFirst()
    const person = personId && (await tx.selectFrom('people').select('displayName').where('id', '=', personId).executeTakeFirst())
    if (!webhook?.pausedAt || !person) return null
    const text = `“${webhook.name}” hasn’t accepted a delivery for ${WEBHOOK_PAUSE_DAYS} days, so we’ve paused it. Events from those days won’t be sent later.`
    const then = 'Once the receiver is working, resume the webhook in Settings. Use an API key to fetch what it missed.'
    const link = { title: 'Keys and webhooks', url: new URL('/management/settings/keys', publicUrl).href }
    return composeEmail(label, `Webhook paused: ${webhook.name}`, person.displayName, [text, then], link)
  },
})
