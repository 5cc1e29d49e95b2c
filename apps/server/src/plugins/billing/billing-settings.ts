import * as z from 'zod'
import { LOOPBACK_URL } from '#config.ts'

export const BillingSettings = z.object({
  STRIPE_SECRET_KEY: z.string().min(1).optional().describe('Secret key from the payment provider. Required if the site sells plans.'),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .min(1)
    .optional()
    .describe("Signing secret for the payment provider's events. Required if the site sells plans."),
  STRIPE_API_URL: z
    .string()
    .regex(LOOPBACK_URL, 'must be an http address on this machine')
    .optional()
    .describe("For tests only: an address on this machine, used instead of the payment provider's."),
})
export type BillingSettings = z.infer<typeof BillingSettings>
