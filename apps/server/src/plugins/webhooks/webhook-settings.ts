import * as z from 'zod'

export const WebhookSettings = z.object({
  WEBHOOK_RETRY_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(600)
    .default(30)
    .describe('Delay before a failed webhook message is sent again. It doubles with each further failure, up to one hour.'),
  WEBHOOK_PRIVATE_ADDRESSES: z.stringbool().default(false).describe('Allows webhooks to private addresses, and over http to this machine.'),
})
export type WebhookSettings = z.infer<typeof WebhookSettings>
