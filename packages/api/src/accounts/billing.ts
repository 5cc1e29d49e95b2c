/**
 * Billing, for sites that have plans. The payment provider stores purchases and payment details. These schemas contain only what users see.
 */
import * as z from 'zod/mini'

const Plan = z.object({
  price: z.string(),
  headline: z.string(),
  prices: z.array(z.string()),
  /** Markdown, parsed into the same tree as the guide's pages. Nodes that the device doesn't know aren't shown. */
  features: z.array(z.unknown()),
})

const Subscription = z.object({
  /** The plan's headline, or null if the site no longer has the plan. */
  headline: z.nullable(z.string()),
  /** The payment provider's own term for the subscription's status. */
  status: z.string(),
  /** The end of the paid period, when the subscription renews or ends. */
  periodEnd: z.nullable(z.iso.datetime()),
  isEnding: z.boolean(),
})
export type Subscription = z.infer<typeof Subscription>

/** GET /api/billing → 200. `subscription` is current, because the server reads it from the provider for every request. */
export const BillingState = z.object({
  plans: z.array(Plan),
  subscription: z.nullable(Subscription),
  /** Whether the provider knows the user, and can therefore show them a page for managing their billing. */
  isCustomer: z.boolean(),
})
export type BillingState = z.infer<typeof BillingState>

/** POST /api/billing/checkout. Contains no return URL, because the caller mustn't choose it. */
export const CheckoutRequest = z.object({ price: z.string().check(z.maxLength(255)) })

/** The 200 response of both routes that return the URL of a page at the payment provider. */
export const ProviderPage = z.object({ url: z.url() })
export type ProviderPage = z.infer<typeof ProviderPage>
