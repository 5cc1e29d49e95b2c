/** The only module that uses the payment provider's library. */
import type { Subscription } from '@trailwarden/api'
import { isLiveSubscription } from '@trailwarden/domain'
import type { Plan } from '@trailwarden/site'
import Stripe from 'stripe'

/** Callers can't choose other pages. */
const RETURN_PATHS = {
  paid: '/account/billing?checkout=success',
  cancelled: '/account/billing?checkout=cancelled',
  managed: '/account/billing',
} as const

export type ProviderSettings = { secretKey: string; webhookSecret: string; apiUrl?: string | undefined; publicUrl: string }

/** The server trusts nothing else in an event. */
export type ProviderEvent = { id: string; customerId: string | null }

export type Provider = ReturnType<typeof openProvider>

export const isProviderError = (error: unknown): error is InstanceType<typeof Stripe.errors.StripeError> =>
  error instanceof Stripe.errors.StripeError

const isMissing = (error: unknown) => isProviderError(error) && error.code === 'resource_missing'

function apiAddress(apiUrl: string | undefined) {
  if (!apiUrl) return {}
  const { hostname, port } = new URL(apiUrl)
  return { protocol: 'http' as const, host: hostname, port }
}

export function openProvider({ secretKey, webhookSecret, apiUrl, publicUrl }: ProviderSettings, plans: readonly Plan[]) {
  // People and the provider's webhooks wait for these calls and retry, so the timeouts are short.
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
  const openSubscriptions = async (customer: string) => (await stripe.subscriptions.list({ customer, limit: 100 })).data

  return {
    async createCustomer(person: { id: string; email: string }): Promise<string> {
      return (await stripe.customers.create({ email: person.email, metadata: { person: person.id } })).id
    },

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
      if (!url) throw new Error('the payment provider returned no checkout page')
      return url
    },

    async openPortal(customerId: string): Promise<string> {
      return (await stripe.billingPortal.sessions.create({ customer: customerId, return_url: back('managed') })).url
    },

    /** Null if the provider didn't sign exactly these bytes within the last five minutes. */
    readEvent(body: Buffer, signature: string): ProviderEvent | null {
      try {
        const { id, data } = stripe.webhooks.constructEvent(body, signature, webhookSecret)
        // The cast is safe: every object from the provider has a kind. Objects that belong to a customer contain the customer or its id.
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
