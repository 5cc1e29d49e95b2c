import { randomUUID } from 'node:crypto'
import { BLANK_CLOSURE } from '@trailwarden/domain'
import { createBrowser } from '@trailwarden/testkit/devices/people'
import { expect, test } from 'vitest'
import { createServerWithFollowers, KEYS, read, titles } from '#testing/followed-server.ts'
import { tokenIn } from '#testing/mail-server.ts'
import { createTestServer } from '#testing/test-server.ts'

const HOUR_MS = 3_600_000

const closure = (more: object) => ({
  ...BLANK_CLOSURE,
  id: randomUUID(),
  networkId: 'st-helens',
  ...more,
})

const TRAIL = { trailId: 'bay-of-fires', networkId: 'bay-of-fires' }

test('ALERTS a device without an account follows one trail; its pushes are encrypted and signed, with topic and TTL', async () => {
  const { follow, post, allSent, service, log, database } = await createServerWithFollowers()
  const rider = await follow({ trails: ['bay-of-fires'] })
  expect(rider.reply.statusCode).toBe(201)
  const other = await follow({ networks: ['st-helens'] })
  await post()
  await allSent()
  expect(titles(rider)).toEqual(['Bay of Fires open'])
  const section = { ...TRAIL, section: { from: 'BF17', to: 'BF19' }, message: 'Trees across the trail' }
  await post({}, { closures: [closure(section)] })
  await allSent()
  expect(read(rider).at(-1)).toMatchObject({
    title: 'Bay of Fires closed between BF17 and BF19',
    body: 'Trees across the trail.',
    path: '/trails/bay-of-fires',
    alertsId: rider.id,
    kind: 'trail',
    topic: 'bay-of-fires',
  })
  expect(titles(other)).toEqual(['St Helens open'])
  expect(rider.received[1]).toMatchObject({ ttl: 259_200, urgency: 'high', subject: 'https://trails.example.org' })
  expect(rider.received[1]?.topic).toMatch(/^[A-Za-z0-9_-]{32}$/)
  // A phone that was off receives only the latest state.
  expect(rider.waiting().map(({ text }) => JSON.parse(text).title)).toEqual(['Bay of Fires closed between BF17 and BF19'])
  expect(service.problems).toEqual([])
  // Secrets for sending to a phone are in the database and must not be logged.
  const { endpoint, keys } = rider.subscription
  for (const secret of [endpoint, keys.auth, keys.p256dh, KEYS.privateKey]) expect(log.join('')).not.toContain(secret)
  expect((await database.pool.query('select count(*)::int as n from push_subscriptions')).rows[0]?.n).toBe(2)
})

test('ALERTS closing a network also alerts followers of its trails; anyone who follows both gets one push per trail', async () => {
  const { follow, post, allSent } = await createServerWithFollowers()
  await post()
  await allSent()
  const trail = await follow({ trails: ['bay-of-fires'] })
  const network = await follow({ networks: ['bay-of-fires'] })
  const both = await follow({ networks: ['bay-of-fires'], trails: ['bay-of-fires'] })
  await post({}, { trails: { 'bay-of-fires': { status: 'Closed', message: 'Washed out' } } })
  await allSent()
  expect(titles(trail)).toEqual(['Bay of Fires closed'])
  expect(read(network)[0]).toMatchObject({
    title: 'Bay of Fires closed',
    body: 'Bay of Fires is Partially Open. Bay of Fires closed. Bay of Fires: Closed. Washed out',
    path: '/',
  })
  expect(titles(both)).toEqual(['Bay of Fires closed'])
  await post({}, { trails: { 'bay-of-fires': { status: 'Closed', message: 'Washed out' } } })
  await post({ 'bay-of-fires': { status: 'Closed', message: 'Fire' } }, { trails: {} })
  await allSent()
  expect(titles(network)).toEqual(['Bay of Fires closed', 'Bay of Fires closed'])
  expect(titles(trail)).toEqual(['Bay of Fires closed', 'Bay of Fires is closed'])
  expect(titles(both).sort()).toEqual(['Bay of Fires closed', 'Bay of Fires closed', 'Bay of Fires is closed'])
})

test('ALERTS announces a planned closure when it’s published and when it starts, unless it was cancelled', async () => {
  const { follow, post, allSent, database } = await createServerWithFollowers()
  const rider = await follow({ trails: ['bay-of-fires'] })
  const soon = new Date(Date.now() + 3000).toISOString()
  const later = new Date(Date.now() + HOUR_MS).toISOString()
  const planned = closure({ ...TRAIL, startsAt: soon, message: 'Logging' })
  await post({}, { closures: [planned, closure({ ...TRAIL, startsAt: later })] })
  await allSent()
  expect(read(rider)[0]).toMatchObject({ title: 'Bay of Fires closure planned' })
  expect(read(rider)[0]?.body).toMatch(/^Closes /)
  await expect.poll(() => titles(rider), { timeout: 15_000 }).toEqual(['Bay of Fires closure planned', 'Bay of Fires closed'])
  // The planned closure was cancelled, so nobody is alerted at its start time.
  await post({}, { closures: [] })
  await allSent()
  await database.pool.query("update pgboss.job set start_after = now() where name = 'push-closure-fan-out' and state = 'created'")
  await expect
    .poll(async () => (await database.pool.query('select count(*)::int as n from push_fan_outs')).rows[0]?.n, { timeout: 15_000 })
    .toBe(0)
  await allSent()
  expect(titles(rider)).toEqual(['Bay of Fires closure planned', 'Bay of Fires closed', 'Bay of Fires open again'])
})

test('ALERTS can be stopped one by one or all together, and stop when the push service reports that a device is gone', async () => {
  const { follow, post, allSent, visitor, database } = await createServerWithFollowers()
  const [one, all, dead, gone] = [
    await follow({ trails: ['bay-of-fires'], networks: ['st-helens'] }),
    await follow({ networks: ['st-helens'] }),
    await follow({ networks: ['st-helens'] }),
    await follow({ networks: ['st-helens'] }),
  ]
  expect((await visitor.remove(`/api/alerts/${one.id}/network/st-helens`)).statusCode).toBe(204)
  expect((await visitor.get(`/api/alerts/${one.id}`)).json()).toEqual({ networks: [], trails: ['bay-of-fires'], reopenings: true })
  expect((await visitor.remove(`/api/alerts/${all.id}`)).statusCode).toBe(204)
  expect((await visitor.get(`/api/alerts/${all.id}`)).statusCode).toBe(404)
  expect((await visitor.remove(`/api/alerts/${all.id}`)).statusCode).toBe(204)
  dead.answerWith(410)
  gone.answerWith(404)
  await post()
  await allSent()
  expect(titles(one)).toEqual(['Bay of Fires open'])
  expect(titles(all)).toEqual([])
  const left = (await database.pool.query<{ id: string }>('select id from push_subscriptions')).rows
  expect(left.map(({ id }) => id)).toEqual([one.id])
  expect((await visitor.remove(`/api/alerts/${one.id}/trail/bay-of-fires`)).statusCode).toBe(204)
  expect((await visitor.get(`/api/alerts/${one.id}`)).statusCode).toBe(404)
})

test('ALERTS a device that opted out of reopening alerts gets only closure alerts', async () => {
  const { follow, post, allSent, visitor } = await createServerWithFollowers()
  const quiet = await follow({ networks: ['st-helens'], trails: ['bay-of-fires'], reopenings: false })
  expect((await visitor.get(`/api/alerts/${quiet.id}`)).json()).toMatchObject({ reopenings: false })
  const other = await follow({ networks: ['st-helens'] })
  const soon = new Date(Date.now() + HOUR_MS).toISOString()
  const planned = closure({ ...TRAIL, startsAt: soon })
  for (const [status, closures] of [
    ['Open', []],
    ['Closed', []],
    ['Closed', [planned]],
    ['Open', [planned]],
  ] as const) {
    await post({ 'st-helens': { status } }, { closures })
    await allSent()
  }
  expect(titles(other)).toEqual(['St Helens open', 'St Helens closed', 'St Helens open again'])
  expect(titles(quiet)).toEqual(['St Helens closed', 'Bay of Fires closure planned'])
  expect(read(quiet)[1]?.body).toMatch(/^Closes /)
})

test('ALERTS at night, delays a reopening alert until the morning but sends a closure alert immediately', async () => {
  const hour = Number(new Intl.DateTimeFormat('en-GB', { timeZone: 'Australia/Hobart', hour: 'numeric', hourCycle: 'h23' }).format())
  const from = hour < 12 ? 20 : 2
  const { follow, post, allSent, site, database, features } = await createServerWithFollowers({}, { from, to: from + 1 })
  expect(site.timeZone).toBe('Australia/Hobart')
  const rider = await follow({ networks: ['st-helens'] })
  const putOff = async () => {
    const { rows } = await database.pool.query<{ hour: number; hours: number }>(
      `select date_part('hour', start_after at time zone 'Australia/Hobart')::int as hour,
        date_part('epoch', start_after - now()) / 3600 as hours from pgboss.job where name = 'push-bulk' and state = 'created'
        and start_after > now() + interval '1 minute'`,
    )
    return rows
  }
  await post()
  await expect.poll(async () => (await putOff()).length, { timeout: 15_000 }).toBe(1)
  const [job] = await putOff()
  expect(job?.hour).toBe(from)
  expect(job?.hours).toBeGreaterThan(0)
  expect(job?.hours).toBeLessThanOrEqual(25)
  expect(titles(rider)).toEqual([])
  await post({ 'st-helens': { status: 'Closed', message: 'Fire' } })
  await allSent()
  expect(titles(rider)).toEqual(['St Helens closed'])
  await post()
  await expect.poll(async () => (await putOff()).length, { timeout: 15_000 }).toBe(2)
  expect(titles(rider)).toEqual(['St Helens closed'])
  const morning = await createTestServer({
    database,
    environment: {
      VAPID_PUBLIC_KEY: KEYS.publicKey,
      VAPID_PRIVATE_KEY: KEYS.privateKey,
      OUTBOUND_LOOPBACK: 'true',
      PUBLIC_URL: 'https://trails.example.org',
    },
    site: { reopeningHours: { from: 0, to: 24 } },
  })
  await features.trailStatus.alerts.stop()
  await morning.features.trailStatus.alerts.start()
  await database.pool.query("update pgboss.job set start_after = now() where name = 'push-bulk' and state = 'created'")
  await allSent()
  expect(titles(rider)).toEqual(['St Helens closed', 'St Helens open again'])
})

test('ALERTS retries when a push service is busy, and then sends the current status', async () => {
  const { follow, post, allSent } = await createServerWithFollowers()
  const rider = await follow({ networks: ['st-helens'] })
  rider.answerWith(503)
  await post()
  await post({ 'st-helens': { status: 'Closed' } })
  await new Promise((done) => setTimeout(done, 3000))
  rider.answerWith(201)
  await allSent()
  expect(new Set(titles(rider))).toEqual(new Set(['St Helens closed']))
})

test('ALERTS accepts only public https addresses, valid keys and known topics, stores one row per browser, and limits requests', async () => {
  const { follow, visitor, service, database } = await createServerWithFollowers({ FOLLOWS_PER_ADDRESS: '3' })
  const { subscription } = service.aPhone()
  const refused = async (change: object) =>
    (await visitor.post('/api/alerts', { ...subscription, networks: ['st-helens'], trails: [], ...change })).statusCode
  for (const endpoint of [
    'http://push.example.org/x',
    'https://10.0.0.1/x',
    'https://[::1]/x',
    'https://me@push.example.org/',
    'ftp://x/',
    'x',
  ])
    expect(await refused({ endpoint }), endpoint).toBe(422)
  expect(await refused({ keys: { ...subscription.keys, auth: 'AAAA' } })).toBe(422)
  expect(await refused({ networks: ['elsewhere'] })).toBe(422)
  expect(await refused({ trails: ['elsewhere'] })).toBe(422)
  expect(await refused({ networks: [] })).toBe(422)
  const phone = await follow({ networks: ['st-helens'] })
  const again = await follow({ trails: ['bay-of-fires'] }, phone)
  expect(again.id).toBe(phone.id)
  expect((await database.pool.query('select networks, trails from push_subscriptions')).rows).toEqual([
    { networks: [], trails: ['bay-of-fires'] },
  ])
  await follow({ networks: ['st-helens'] }, phone)
  expect((await follow({ networks: ['st-helens'] })).reply.statusCode).toBe(429)
})

test('ALERTS people can also follow trails by email, and managers see how many people an update will reach', async () => {
  const { follow, post, allSent, visitor, manager, mailServer, site } = await createServerWithFollowers()
  await post()
  await allSent()
  await visitor.post('/api/subscriptions', { email: 'jo@example.org', networks: [], trails: ['bay-of-fires'] })
  const confirmation = await mailServer.emailTo('jo@example.org', 1)
  expect(confirmation.text).toContain('Bay of Fires')
  expect((await visitor.post('/api/subscriptions/confirm', { token: tokenIn(confirmation) })).json()).toEqual({
    networks: ['Bay of Fires'],
  })
  await follow({ trails: ['bay-of-fires'] })
  await follow({ networks: ['bay-of-fires'] })
  const draft = {
    networks: Object.fromEntries(site.networks.map(({ id }) => [id, { status: 'Open', message: '' }])),
    trails: { 'bay-of-fires': { status: 'Closed', message: 'Washed out' } },
    closures: [],
  }
  const countRecipients = (body: Record<string, unknown>) => manager.browser.post('/api/alerts/reach', body)
  expect((await countRecipients(draft)).json()).toEqual({ emails: 1, phones: 2 })
  expect((await countRecipients({ ...draft, trails: {} })).json()).toEqual({ emails: 0, phones: 0 })
  expect((await countRecipients({ networks: {} })).statusCode).toBe(422)
  await post({}, { trails: draft.trails })
  await allSent()
  const email = await mailServer.emailTo('jo@example.org', 2)
  expect(email.subject).toBe('Bay of Fires closed')
  expect(email.text).toContain('Bay of Fires: Closed. Washed out')
})

test('ALERTS without keys, the server sends no push alerts and tells the app so', async () => {
  const server = await createTestServer()
  const visitor = createBrowser(server.app)
  expect((await visitor.get('/api/public/alerts')).json()).toEqual({ publicKey: null })
  await expect(createTestServer({ environment: { VAPID_PUBLIC_KEY: KEYS.publicKey } })).rejects.toThrow('must be set together')
})
