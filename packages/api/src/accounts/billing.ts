/** The payment provider stores purchases and payment details, so these schemas contain only the data that users see. */
import * as z from 'zod/mini'

const Plan = z.object({
  price: z.string(),
  headline: z.string(),
  prices: z.array(z.string()),
  /** Markdown in the tree format of the guide's pages. Devices don't show unknown nodes. */
  features: z.array(z.unknown()),
})

const Subscription = z.object({
  /** Null if the site no longer has the plan. */
  headline: z.nullable(z.string()),
  /** The payment provider's own term for the subscription's status. */
  status: z.string(),
  periodEnd: z.nullable(z.iso.datetime()),
  isEnding: z.boolean(),
})
export type Subscription = z.infer<typeof Subscription>

/** The server reads `subscription` from the provider for every request, so the value is never stale. */
export const BillingState = z.object({
  plans: z.array(Plan),
  subscription: z.nullable(Subscription),
  /** Whether the provider knows the user and can show them a billing page. */
  isCustomer: z.boolean(),
})
export type BillingState = z.infer<typeof BillingState>

/** The request contains no return URL, because the caller mustn't choose where the provider redirects to. */
export const CheckoutRequest = z.object({ price: z.string().check(z.maxLength(255)) })

export const ProviderPage = z.object({ url: z.url() })
export type ProviderPage = z.infer<typeof ProviderPage>
