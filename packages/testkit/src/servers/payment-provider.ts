/**
 * Implements the few endpoints that the server calls, with the real provider's documented shapes. The provider's own library signs the
 * events. Tests control subscriptions and their events.
 */
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'

const SECRET_KEY = 'sk_test_of_the_testkit'
const WEBHOOK_SECRET = 'whsec_of_the_testkit'

type Fields = Record<string, string>
type FakeSubscription = { id: string; customer: string; status: string; price: string; cancelAtPeriodEnd: boolean }
type Call = { method: string; path: string; fields: Fields }

const newId = (prefix: string) => `${prefix}_${randomBytes(9).toString('hex')}`
const seconds = () => Math.floor(Date.now() / 1000)
const listOf = (url: string, data: object[]) => ({ object: 'list', url, has_more: false, data })

const describeSubscription = ({ id, customer, status, price, cancelAtPeriodEnd }: FakeSubscription) => ({
  id,
  object: 'subscription',
  customer,
  status,
  cancel_at_period_end: cancelAtPeriodEnd,
  cancel_at: null,
  canceled_at: status === 'canceled' ? seconds() : null,
  created: seconds(),
  livemode: false,
  items: listOf(`/v1/subscription_items?subscription=${id}`, [
    {
      id: newId('si'),
      object: 'subscription_item',
      subscription: id,
      quantity: 1,
      current_period_start: seconds(),
      current_period_end: seconds() + 30 * 86_400,
      price: { id: price, object: 'price', active: true, currency: 'aud', type: 'recurring' },
    },
  ]),
})

async function fieldsOf(request: IncomingMessage): Promise<Fields> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()))
}

/** The signature header that the provider would send with this body. */
export const signatureOf = (payload: string, { secret = WEBHOOK_SECRET, ageSeconds = 0 } = {}): string =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: seconds() - ageSeconds })

export const eventBody = (type: string, object: object, id = newId('evt')): string =>
  JSON.stringify({ id, object: 'event', api_version: '2026-10-28.endive', created: seconds(), livemode: false, type, data: { object } })

export async function openPaymentProvider() {
  const customers = new Set<string>()
  const subscriptions = new Map<string, FakeSubscription>()
  const checkouts = new Map<string, Fields>()
  const portals = new Map<string, Fields>()
  const calls: Call[] = []
  let isFailing = false
  let lagMs = () => 0
  /** Null if the test delivers events itself. */
  let webhook: string | null = null

  const provider = {
    url: '',
    environment: {} as Record<string, string>,
    calls,
    fail: (on: boolean) => {
      isFailing = on
    },
    /** The content of a delayed reply may be out of date when it arrives. */
    lag: (milliseconds: () => number) => {
      lagMs = milliseconds
    },
    sendEventsTo: (url: string | null) => {
      webhook = url
    },
    /** Returns the body of the subscription's event. */
    change(customer: string, status: string, { id = newId('sub'), price = 'price_crew_monthly' } = {}) {
      const known = subscriptions.get(id)
      const subscription = { cancelAtPeriodEnd: false, price, ...known, id, customer, status }
      subscriptions.set(id, subscription)
      const what = known ? (status === 'canceled' ? 'deleted' : 'updated') : 'created'
      return { id, event: eventBody(`customer.subscription.${what}`, describeSubscription(subscription)) }
    },
    forgetCustomer: (customer: string) => customers.delete(customer),
    statusesOf: (customer: string) => [...subscriptions.values()].filter((one) => one.customer === customer).map(({ status }) => status),
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  }

  async function deliver(event: string): Promise<void> {
    if (!webhook) return
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signatureOf(event) }
    await fetch(webhook, { method: 'POST', headers, body: event })
  }

  const json = (response: ServerResponse, status: number, body: object) => {
    const text = JSON.stringify(body)
    const send = () => response.writeHead(status, { 'content-type': 'application/json', 'request-id': newId('req') }).end(text)
    setTimeout(send, lagMs())
  }
  const page = (response: ServerResponse, title: string, links: [name: string, href: string][]) =>
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(
        `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${links.map(([name, href]) => `<p><a href="${href}">${name}</a></p>`).join('')}</html>`,
      )
  const lead = (response: ServerResponse, to: string) => response.writeHead(303, { location: to }).end()
  const missing = (response: ServerResponse, what: string) =>
    json(response, 404, {
      error: { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${what}`, param: what },
    })

  function answerApi(response: ServerResponse, method: string, url: URL, fields: Fields) {
    const route = `${method} ${url.pathname}`
    const customer = fields.customer ?? url.searchParams.get('customer') ?? ''
    if (isFailing) return json(response, 500, { error: { type: 'api_error', message: `Something is wrong with ${SECRET_KEY}` } })
    if (route === 'POST /v1/customers') {
      const id = newId('cus')
      customers.add(id)
      return json(response, 200, { id, object: 'customer', email: fields.email, metadata: { person: fields['metadata[person]'] } })
    }
    if (method === 'DELETE' && url.pathname.startsWith('/v1/subscriptions/')) {
      const subscription = subscriptions.get(url.pathname.split('/').at(-1) ?? '')
      if (!subscription) return missing(response, 'subscription')
      subscription.status = 'canceled'
      return json(response, 200, describeSubscription(subscription))
    }
    if (!customers.has(customer)) return missing(response, 'customer')
    if (route === 'GET /v1/subscriptions') {
      const own = [...subscriptions.values()].filter((one) => one.customer === customer && one.status !== 'canceled')
      return json(response, 200, listOf('/v1/subscriptions', own.map(describeSubscription)))
    }
    if (route === 'POST /v1/checkout/sessions') {
      const id = newId('cs_test')
      checkouts.set(id, fields)
      return json(response, 200, { id, object: 'checkout.session', mode: fields.mode, url: `${provider.url}/pay/${id}`, customer })
    }
    if (route === 'POST /v1/billing_portal/sessions') {
      const id = newId('bps')
      portals.set(id, fields)
      return json(response, 200, { id, object: 'billing_portal.session', url: `${provider.url}/manage/${id}`, customer })
    }
    return missing(response, 'endpoint')
  }

  async function answerPage(response: ServerResponse, path: string) {
    const [, kind = '', id = '', act] = path.split('/')
    const checkout = checkouts.get(id)
    if (kind === 'pay' && checkout) {
      const { customer = '', success_url = '', cancel_url = '' } = checkout
      if (act !== 'now')
        return page(response, 'Checkout', [
          ['Pay', `/pay/${id}/now`],
          ['Back', cancel_url],
        ])
      await deliver(provider.change(customer, 'active', { price: checkout['line_items[0][price]'] ?? '' }).event)
      return lead(response, success_url)
    }
    const portal = portals.get(id)
    if (kind === 'manage' && portal) {
      const { customer = '', return_url = '' } = portal
      if (act !== 'cancel')
        return page(response, 'Your billing', [
          ['Cancel subscription', `/manage/${id}/cancel`],
          ['Return', return_url],
        ])
      for (const one of [...subscriptions.values()].filter((own) => own.customer === customer))
        await deliver(provider.change(customer, 'canceled', { id: one.id }).event)
      return lead(response, return_url)
    }
    return response.writeHead(404).end()
  }

  const server = createServer(async (request, response) => {
    const [method, url] = [request.method ?? '', new URL(request.url ?? '', provider.url)]
    if (!url.pathname.startsWith('/v1/')) return answerPage(response, url.pathname)
    const fields = await fieldsOf(request)
    calls.push({ method, path: url.pathname, fields })
    if (request.headers.authorization !== `Bearer ${SECRET_KEY}`)
      return json(response, 401, { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } })
    return answerApi(response, method, url, fields)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  // Safe: a server that listens on a port has this address type.
  provider.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  provider.environment = { STRIPE_SECRET_KEY: SECRET_KEY, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET, STRIPE_API_URL: provider.url }
  return provider
}
export type PaymentProvider = Awaited<ReturnType<typeof openPaymentProvider>>
