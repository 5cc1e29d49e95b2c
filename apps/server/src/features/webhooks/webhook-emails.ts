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
    const text = `“${webhook.name}” has taken no message for ${WEBHOOK_PAUSE_DAYS} days. It is paused: nothing more is sent to it, and what waited is not sent later.`
    const then = 'When its receiver works again, start it again there. What it missed can be read with a key.'
    const link = { title: 'Keys and webhooks', url: new URL('/management/settings/keys', publicUrl).href }
    return composeEmail(label, `Webhook paused: ${webhook.name}`, person.displayName, [text, then], link)
  },
})
