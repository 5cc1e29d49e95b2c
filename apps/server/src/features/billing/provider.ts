/** The one place that knows the payment provider's library: what we ask of it, in our words. */
import type { Subscription } from '@trailwarden/api'
import { isLiveSubscription } from '@trailwarden/domain'
import type { Plan } from '@trailwarden/site'
import Stripe from 'stripe'

/** Where the provider leads people back to: paths of ours, never anybody's wish. */
const RETURN_PATHS = {
  paid: '/account/billing?checkout=success',
  cancelled: '/account/billing?checkout=cancelled',
  managed: '/account/billing',
} as const

export type ProviderSettings = { secretKey: string; webhookSecret: string; apiUrl?: string | undefined; publicUrl: string }

/** An event that is worth a question: which customer it is about, if any. What else it says is not believed. */
export type ProviderEvent = { id: string; customerId: string | null }

export type Provider = ReturnType<typeof openProvider>

/** True of what the provider or the way to it did wrong. */
export const isProviderError = (error: unknown): error is InstanceType<typeof Stripe.errors.StripeError> =>
  error instanceof Stripe.errors.StripeError

const isMissing = (error: unknown) => isProviderError(error) && error.code === 'resource_missing'

function apiAddress(apiUrl: string | undefined) {
  if (!apiUrl) return {}
  const { hostname, port } = new URL(apiUrl)
  return { protocol: 'http' as const, host: hostname, port }
}

export function openProvider({ secretKey, webhookSecret, apiUrl, publicUrl }: ProviderSettings, plans: readonly Plan[]) {
  // People and the provider's own deliveries wait for these calls: both try again by themselves.
  const stripe = new Stripe(secretKey, { timeout: 8000, maxNetworkRetries: 1, telemetry: false, ...apiAddress(apiUrl) })
  const back = (path: keyof typeof RETURN_PATHS) => new URL(RETURN_PATHS[path], publicUrl).href

  const describe = ({ status, items, cancel_at_period_end, cancel_at }: Stripe.Subscription): Subscription => {
    const [item] = items.data
    return {
      headline: plans.find(({ price }) => price === item?.price.id)?.headline ?? null,
      status,
      periodEnd: item ? new Date(item.current_period_end * 1000).toISOString() : null,
      isEnding: cancel_at_period_end || cancel_at !== null,
    }
  }
  /** All that have not ended. */
  const openSubscriptions = async (customer: string) => (await stripe.subscriptions.list({ customer, limit: 100 })).data

  return {
    async createCustomer(person: { id: string; email: string }): Promise<string> {
      return (await stripe.customers.create({ email: person.email, metadata: { person: person.id } })).id
    },

    /** The customer's live subscription or null, as it stands now; 'unknown' when the provider has no such customer any more. */
    async readSubscription(customerId: string): Promise<Subscription | null | 'unknown'> {
      try {
        const live = (await openSubscriptions(customerId)).find(({ status }) => isLiveSubscription(status))
        return live ? describe(live) : null
      } catch (error) {
        if (isMissing(error)) return 'unknown'
        throw error
      }
    },

    async endSubscriptions(customerId: string): Promise<void> {
      try {
        for (const { id } of await openSubscriptions(customerId)) await stripe.subscriptions.cancel(id)
      } catch (error) {
        if (!isMissing(error)) throw error
      }
    },

    async openCheckout(customerId: string, personId: string, price: string): Promise<string> {
      const { url } = await stripe.checkout.sessions.create({
        mode: 'subscription',
        customer: customerId,
        client_reference_id: personId,
        line_items: [{ price, quantity: 1 }],
        allow_promotion_codes: true,
        success_url: back('paid'),
        cancel_url: back('cancelled'),
      })
      if (!url) throw new Error('the provider opened a checkout without a page')
      return url
    },

    async openPortal(customerId: string): Promise<string> {
      return (await stripe.billingPortal.sessions.create({ customer: customerId, return_url: back('managed') })).url
    },

    /** What the provider sent, byte for byte, or null when it did not send it, or sent it more than five minutes ago. */
    readEvent(body: Buffer, signature: string): ProviderEvent | null {
      try {
        const { id, data } = stripe.webhooks.constructEvent(body, signature, webhookSecret)
        // Safe: every object of the provider has a kind; those that belong to a customer name it by its id, or hold it whole.
        const object = data.object as { object: string; id?: string; customer?: string | { id: string } | null }
        const customer = object.object === 'customer' ? (object.id ?? null) : (object.customer ?? null)
        return { id, customerId: typeof customer === 'object' ? (customer?.id ?? null) : customer }
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError) return null
        throw error
      }
    },
  }
}
