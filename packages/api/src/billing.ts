/** Billing, where the site has plans. What is bought and how it is paid stays with the payment provider; here is what a person sees of it. */
import * as z from 'zod/mini'

const Plan = z.object({
  price: z.string(),
  headline: z.string(),
  prices: z.array(z.string()),
  /** Markdown, read into the tree of guide pages: an unknown node in it shows as nothing. */
  features: z.array(z.unknown()),
})

const Subscription = z.object({
  /** Of its plan; null when the site no longer has that. */
  headline: z.nullable(z.string()),
  /** The provider's word for how it stands. */
  status: z.string(),
  /** When the time that is paid for is over: it is then renewed, or ends. */
  periodEnd: z.nullable(z.iso.datetime()),
  isEnding: z.boolean(),
})
export type Subscription = z.infer<typeof Subscription>

/** GET /api/billing → 200. `subscription` is the live one, as the provider says at this moment. */
export const BillingState = z.object({
  plans: z.array(Plan),
  subscription: z.nullable(Subscription),
  /** Whether the provider knows the person, and so has a page where they manage their billing. */
  isCustomer: z.boolean(),
})
export type BillingState = z.infer<typeof BillingState>

/** POST /api/billing/checkout. Where the provider leads back to is not for the caller to say. */
export const CheckoutRequest = z.object({ price: z.string().check(z.maxLength(255)) })

/** → 200 of both ways to the provider: the page to go to. */
export const ProviderPage = z.object({ url: z.url() })
export type ProviderPage = z.infer<typeof ProviderPage>
