import { as } from '@trailwarden/testkit/devices/people'
import { openPaymentProvider, signatureOf } from '@trailwarden/testkit/servers/payment-provider'
import { expect, onTestFinished } from 'vitest'
import { createTestServer } from '#testing/test-server.ts'
import { sweepBilling } from '../billing-store.ts'
import { openProvider } from '../provider.ts'

export const PRICE = 'price_crew_monthly'

export async function createFieldTeam() {
  const provider = await openPaymentProvider()
  onTestFinished(() => provider.close())
  const server = await createTestServer({
    environment: { SITE: 'field-team', PUBLIC_URL: 'https://team.example.org', REQUESTS_PER_MINUTE: '1000000', ...provider.environment },
  })
  const { app, database, config, mail } = server
  const { db } = database
  const receive = (event: string, signature = signatureOf(event)) =>
    app.inject({
      method: 'POST',
      url: '/api/billing/webhook',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      payload: event,
    })
  const roleOf = async (id: string) => (await db.selectFrom('people').select('role').where('id', '=', id).executeTakeFirstOrThrow()).role
  async function createCustomer(role = 1) {
    const { person, browser } = await as(app, db)
    const reply = await browser.post('/api/billing/checkout', { price: PRICE })
    expect(reply.statusCode).toBe(200)
    const row = await db.selectFrom('billingCustomers').select('customerId').where('personId', '=', person.id).executeTakeFirstOrThrow()
    if (role > 1) await db.updateTable('people').set({ role }).where('id', '=', person.id).execute()
    return { person, browser, customer: row.customerId, url: reply.json().url as string }
  }
  const { billing } = server.site
  if (!billing) throw new Error('the field team has plans')
  const settings = { secretKey: config.STRIPE_SECRET_KEY ?? '', webhookSecret: '', apiUrl: provider.url, publicUrl: config.PUBLIC_URL }
  const sweep = () => sweepBilling({ people: { db, mail }, billing, provider: openProvider(settings, billing.plans) }, new Date())
  return { ...server, db, provider, receive, roleOf, createCustomer, sweep }
}
