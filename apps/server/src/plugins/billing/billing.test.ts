import { as, createBrowser } from '@trailwarden/testkit/devices/people'
import { eventBody, signatureOf } from '@trailwarden/testkit/servers/payment-provider'
import { expect, test, vi } from 'vitest'
import { createDeviceFor } from '#testing/devices.ts'
import { createTestServer } from '#testing/test-server.ts'
import { createFieldTeam, PRICE } from './testing/field-team.ts'

test('BILL-01 without plans in site.json, there are no billing routes and no keys are required', async () => {
  const { app, site, database } = await createTestServer()
  expect(site.billing).toBeUndefined()
  const { browser } = await as(app, database.db)
  for (const path of ['/api/billing', '/api/billing/checkout', '/api/billing/portal', '/api/billing/webhook']) {
    expect([path, (await browser.get(path)).statusCode]).toEqual([path, 404])
    expect([path, (await browser.post(path)).statusCode]).toEqual([path, 404])
  }
  expect((await browser.get('/api/docs/openapi.json')).body).not.toContain('/api/billing')
  expect((await browser.get('/api/public/page-data')).body).not.toContain('billing')
})

test('BILL-01 with plans but without the provider’s keys, the server refuses to start and explains why', async () => {
  await expect(createTestServer({ environment: { SITE: 'field-team' } })).rejects.toThrow(
    'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be set',
  )
  await expect(createTestServer({ environment: { SITE: 'field-team', STRIPE_API_URL: 'https://elsewhere.example.org' } })).rejects.toThrow(
    'STRIPE_API_URL is wrong',
  )
})

test('BILL-01 on a site with plans, trail status, maps, Emergency and reporting work without a subscription', async () => {
  const { app, db, provider, site } = await createFieldTeam()
  const visitor = createBrowser(app)
  for (const path of ['/api/public/status', '/api/public/page-data', '/api/public/site-data', '/api/public/guide'])
    expect([path, (await visitor.get(path)).statusCode]).toEqual([path, 200])
  const { browser } = await as(app, db)
  const device = createDeviceFor(browser, db)
  const id = await device.report({ description: 'Tree across the track', area: 'East Ridge' })
  // A pull excludes documents that are newer than any open transaction in the cluster, including those of other tests.
  await vi.waitFor(async () => expect((await browser.get('/api/pull')).body).toContain(id), 20_000)
  expect((await browser.get('/api/open-hazards?code=ER01')).statusCode).toBe(200)
  // Safety features are free: no map, download or layer needs a role above member.
  for (const { role = 0 } of [...site.baseMaps, ...site.offlineMaps]) expect(role).toBe(0)
  expect(provider.calls).toEqual([])
})

test('BILL-01 members can read the plans with their features, and get null if they have no subscription', async () => {
  const { app, db, provider } = await createFieldTeam()
  const { browser } = await as(app, db)
  const state = (await browser.get('/api/billing')).json()
  expect(state.subscription).toBeNull()
  expect(state.isCustomer).toBe(false)
  expect(state.plans.map(({ headline }: { headline: string }) => headline)).toEqual(['Crew, by the month', 'Crew, by the year'])
  expect(state.plans[0].features[0]).toMatchObject({ type: 'list' })
  expect((await createBrowser(app).get('/api/billing')).statusCode).toBe(401)
  expect(provider.calls).toEqual([])
})

test('BILL-02 Subscribe opens a checkout with the right price, person, promotion codes and return addresses', async () => {
  const { provider, createCustomer } = await createFieldTeam()
  const { person, browser, customer, url } = await createCustomer()
  expect(url).toMatch(new RegExp(`^${provider.url}/pay/`))
  expect(provider.calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /v1/customers', 'POST /v1/checkout/sessions'])
  expect(provider.calls[0]?.fields).toEqual({ email: person.email, 'metadata[person]': person.id })
  expect(provider.calls[1]?.fields).toEqual({
    mode: 'subscription',
    customer,
    client_reference_id: person.id,
    'line_items[0][price]': PRICE,
    'line_items[0][quantity]': '1',
    allow_promotion_codes: 'true',
    success_url: 'https://team.example.org/account/billing?checkout=success',
    cancel_url: 'https://team.example.org/account/billing?checkout=cancelled',
  })
  expect((await browser.post('/api/billing/checkout', { price: PRICE })).statusCode).toBe(200)
  expect(provider.calls.filter(({ path }) => path === '/v1/customers')).toHaveLength(1)
  expect((await browser.post('/api/billing/checkout', { price: 'price_of_another' })).statusCode).toBe(422)
  for (const field of ['success_url', 'successUrl', 'cancelUrl', 'returnUrl', 'role', 'customer'])
    expect((await browser.post('/api/billing/checkout', { price: PRICE, [field]: 'https://evil.example.org' })).statusCode).toBe(422)
  expect((await browser.post('/api/billing/portal', { returnUrl: 'https://evil.example.org' })).statusCode).toBe(422)
})

test('BILL-02 refuses a second subscription, and refuses subscriptions to users above the member role', async () => {
  const { app, db, provider, createCustomer } = await createFieldTeam()
  const { browser, customer } = await createCustomer()
  provider.change(customer, 'active')
  expect((await browser.post('/api/billing/checkout', { price: PRICE })).statusCode).toBe(403)
  const manager = await as(app, db, { role: 2 })
  expect((await manager.browser.post('/api/billing/checkout', { price: PRICE })).statusCode).toBe(403)
})

test('BILL-02 a provider error is returned as "unavailable" without its message, and the next attempt works', async () => {
  const { app, db, provider, createCustomer, receive, roleOf } = await createFieldTeam()
  const { person, customer } = await createCustomer()
  const { event } = provider.change(customer, 'active')
  provider.fail(true)
  const { browser } = await as(app, db)
  const refused = await browser.post('/api/billing/checkout', { price: PRICE })
  expect([refused.statusCode, refused.json().code]).toEqual([503, 'unavailable'])
  expect(refused.body).not.toContain('sk_test')
  expect((await receive(event)).statusCode).toBe(503)
  expect(await roleOf(person.id)).toBe(1)
  provider.fail(false)
  expect((await receive(event)).statusCode).toBe(204)
  expect(await roleOf(person.id)).toBe(2)
})

test('BILL-03 a subscription raises the role and its end lowers it; both are logged and emailed, and the portal returns to the app', async () => {
  const { db, provider, createCustomer, receive, roleOf } = await createFieldTeam()
  const { person, browser, customer } = await createCustomer()
  const started = provider.change(customer, 'active')
  expect((await receive(started.event)).statusCode).toBe(204)
  expect(await roleOf(person.id)).toBe(2)
  const { subscription, isCustomer } = (await browser.get('/api/billing')).json()
  expect([subscription.headline, subscription.status, subscription.isEnding, isCustomer]).toEqual([
    'Crew, by the month',
    'active',
    false,
    true,
  ])
  expect(Date.parse(subscription.periodEnd)).toBeGreaterThan(Date.now())
  const portal = await browser.post('/api/billing/portal')
  expect(portal.json().url).toMatch(new RegExp(`^${provider.url}/manage/`))
  expect(provider.calls.at(-1)?.fields).toEqual({ customer, return_url: 'https://team.example.org/account/billing' })

  const ended = provider.change(customer, 'canceled', { id: started.id })
  expect((await receive(ended.event)).statusCode).toBe(204)
  expect(await roleOf(person.id)).toBe(1)
  const asked = provider.calls.length
  expect((await receive(started.event)).statusCode).toBe(204)
  expect(provider.calls).toHaveLength(asked)
  expect(await roleOf(person.id)).toBe(1)

  const log = await db
    .selectFrom('auditLog')
    .select(['event', 'actorId', 'subjectId', 'details'])
    .where('event', '=', 'role-changed')
    .orderBy('id')
    .execute()
  const line = { event: 'role-changed', actorId: null, subjectId: person.id }
  expect(log).toEqual([
    { ...line, details: { from: 1, to: 2, by: 'subscription' } },
    { ...line, details: { from: 2, to: 1, by: 'subscription' } },
  ])
  const emails = await db.selectFrom('emails').select('kind').where('personId', '=', person.id).execute()
  expect(emails).toEqual([{ kind: 'role-changed' }, { kind: 'role-changed' }])
  expect((await browser.get('/api/pull')).body).toContain(`"role":1`)
})

test('BILL-03 opening Billing after paying updates the role, even if no event arrived', async () => {
  const { provider, createCustomer, roleOf } = await createFieldTeam()
  const { person, browser, customer } = await createCustomer()
  provider.change(customer, 'trialing', { price: 'price_no_longer_offered' })
  expect((await browser.get('/api/billing')).json().subscription).toMatchObject({ headline: null, status: 'trialing' })
  expect(await roleOf(person.id)).toBe(2)
})

test('BILL-03 a subscription neither raises nor lowers a role set by a manager', async () => {
  const { app, db, provider, createCustomer, receive, roleOf } = await createFieldTeam()
  const admin = await as(app, db, { role: 4 })
  const give = async (id: string, role: number) => expect((await admin.browser.patch(`/api/users/${id}`, { role })).statusCode).toBe(200)

  const coordinator = await createCustomer(3)
  const first = provider.change(coordinator.customer, 'active')
  await receive(first.event)
  expect(await roleOf(coordinator.person.id)).toBe(3)
  await receive(provider.change(coordinator.customer, 'canceled', { id: first.id }).event)
  expect(await roleOf(coordinator.person.id)).toBe(3)

  const crew = await createCustomer()
  const second = provider.change(crew.customer, 'active')
  await receive(second.event)
  await give(crew.person.id, 3)
  await give(crew.person.id, 2)
  await receive(provider.change(crew.customer, 'canceled', { id: second.id }).event)
  expect(await roleOf(crew.person.id)).toBe(2)

  const lowered = await createCustomer()
  const third = provider.change(lowered.customer, 'active')
  await receive(third.event)
  await give(lowered.person.id, 1)
  await receive(provider.change(lowered.customer, 'active', { id: third.id }).event)
  expect(await roleOf(lowered.person.id)).toBe(1)
  await receive(provider.change(lowered.customer, 'canceled', { id: third.id }).event)
  await receive(provider.change(lowered.customer, 'active').event)
  expect(await roleOf(lowered.person.id)).toBe(2)
})

test('BILL-03 ignores an answer from the provider if a later one has already arrived', async () => {
  const { provider, createCustomer, receive, roleOf } = await createFieldTeam()
  const { person, customer } = await createCustomer()
  const asked = provider.calls.length
  const lags = [400]
  provider.lag(() => lags.shift() ?? 0)
  const started = provider.change(customer, 'active')
  const first = receive(started.event)
  await expect.poll(() => provider.calls.length).toBe(asked + 1)
  expect((await receive(provider.change(customer, 'canceled', { id: started.id }).event)).statusCode).toBe(204)
  expect((await first).statusCode).toBe(204)
  expect(await roleOf(person.id)).toBe(1)
})

test('BILL-03 an event with a forged, missing or hour-old signature changes nothing', async () => {
  const { db, provider, createCustomer, receive, roleOf } = await createFieldTeam()
  const { person, customer } = await createCustomer()
  const { event } = provider.change(customer, 'active')
  const asked = provider.calls.length
  const forged = [
    signatureOf(event, { secret: 'whsec_of_a_stranger' }),
    signatureOf(event, { ageSeconds: 3600 }),
    signatureOf(event, { ageSeconds: 301 }),
    signatureOf(event.replace(customer, 'cus_other')),
    '',
    't=1,v1=00',
  ]
  for (const signature of forged) expect([signature, (await receive(event, signature)).statusCode]).toEqual([signature, 400])
  // The signature is for different bytes: the JSON without the extra space.
  expect((await receive(`${event} `, signatureOf(event))).statusCode).toBe(400)
  expect(provider.calls).toHaveLength(asked)
  expect(await roleOf(person.id)).toBe(1)
  expect(await db.selectFrom('billingEvents').select('id').execute()).toEqual([])
  expect((await receive(event, signatureOf(event, { ageSeconds: 290 }))).statusCode).toBe(204)
  expect(await roleOf(person.id)).toBe(2)
})

test('BILL-03 accepts and ignores events about unknown customers or no customer', async () => {
  const { db, provider, receive } = await createFieldTeam()
  for (const object of [
    { object: 'subscription', customer: 'cus_of_another_shop' },
    { object: 'balance' },
    { object: 'customer', id: 'cus_x' },
  ])
    expect((await receive(eventBody('any.event', object))).statusCode).toBe(204)
  expect(provider.calls).toEqual([])
  expect(await db.selectFrom('billingEvents').select('id').execute()).toEqual([])
})

test('BILL-03 the sweep updates roles even if every event is lost, and ends the plan of a customer the provider has removed', async () => {
  const { db, provider, createCustomer, roleOf, sweep } = await createFieldTeam()
  const { person, customer } = await createCustomer()
  const { id } = provider.change(customer, 'active')
  await sweep()
  expect(await roleOf(person.id)).toBe(2)
  provider.change(customer, 'canceled', { id })
  await sweep()
  expect(await roleOf(person.id)).toBe(1)
  provider.change(customer, 'active')
  await sweep()
  provider.forgetCustomer(customer)
  await sweep()
  expect(await roleOf(person.id)).toBe(1)
  expect(await db.selectFrom('billingCustomers').select('personId').execute()).toEqual([])
})

test('BILL-03 deleting an account deletes its customer and ends its subscription at the provider', async () => {
  const { db, provider, createCustomer, receive, sweep } = await createFieldTeam()
  const { browser, customer } = await createCustomer()
  const { event } = provider.change(customer, 'active')
  expect((await browser.post('/api/account/delete', { password: 'greasy roots ahead' })).statusCode).toBe(204)
  expect(await db.selectFrom('billingCustomers').select('personId').execute()).toEqual([])
  expect((await receive(event)).statusCode).toBe(204)
  await sweep()
  expect(provider.statusesOf(customer)).toEqual(['canceled'])
  expect(await db.selectFrom('billingLeavers').select('customerId').execute()).toEqual([])
})
