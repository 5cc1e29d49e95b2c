import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WebhookTry } from '@trailwarden/api'
import { as, createPerson, PASSWORD } from '@trailwarden/testkit/devices/people'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import type { Db } from '#db/database.ts'
import { isPublicAddress } from '#http/security/public-address.ts'
import { createTestDevice, REPORT } from '#testing/devices.ts'
import { createTestServer } from '#testing/test-server.ts'
import { sendWebhook } from './send-webhook.ts'
import { type DeliveryDependencies, deliver } from './webhook-delivery.ts'
import { removeOldMessages } from './webhook-store.ts'

const DAY_MS = 86_400_000
const LOCAL = { WEBHOOK_PRIVATE_ADDRESSES: 'true', WEBHOOK_RETRY_SECONDS: '1' }
/** Generous because the machine may be busy. Each wait ends as soon as the condition is met. */
const SOON = { timeout: 60_000, interval: 50 }

type Received = { headers: IncomingHttpHeaders; body: string }

async function createReceiver(
  answer: (response: ServerResponse, count: number) => void = (response) => void response.writeHead(204).end(),
) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => {
      body += part
    })
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      answer(response, received.length)
    })
  })
  const listen = async (port = 0) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen()
  const { port } = server.address() as AddressInfo
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { received, url: `http://127.0.0.1:${port}/hook`, server, listen: () => listen(port) }
}

/** Follows the Standard Webhooks specification, without our code. */
function isSigned({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const wanted = `v1,${createHmac('sha256', key).update(text).digest('base64')}`
  return (
    Math.abs(Date.now() / 1000 - Number(headers['webhook-timestamp'])) < 300 &&
    String(headers['webhook-signature']).split(' ').includes(wanted)
  )
}

async function createWebhook(app: FastifyInstance, db: Db, url: string, events = ['action', 'status']) {
  const { browser, person } = await as(app, db, { role: 4 })
  const made = await browser.post('/api/webhooks', { name: 'Works system', url, events, proof: { password: PASSWORD } })
  expect(made.statusCode, made.body).toBe(201)
  const { webhook, secret } = made.json()
  const now = async () => (await browser.get('/api/webhooks')).json().webhooks[0]
  const tries = async (): Promise<WebhookTry[]> => (await browser.get(`/api/webhooks/${webhook.id}/tries`)).json().tries
  return { administrator: browser, person, id: webhook.id as string, secret: secret as string, now, tries }
}

const waitingOf = (db: Db) => db.selectFrom('webhookMessages').selectAll().where('doneAt', 'is', null).execute()

function deliveryOf(db: Db, changes: Partial<DeliveryDependencies> = {}) {
  const emails: { kind: string; recipient: string }[] = []
  const mail = { queueUrgent: async (_: unknown, message: { kind: string; recipient: string }) => void emails.push(message) }
  const deps: DeliveryDependencies = {
    db,
    mail,
    sending: { allowsPrivate: true, timeoutMs: 2000, version: 'test' },
    restMs: 0,
    onMilestone: () => undefined,
    ...changes,
  }
  return { deps, emails }
}

test('SEC-WEBHOOKS sends only changes that were applied, signed and with public data only', async () => {
  const receiver = await createReceiver()
  const { app, database, site, features, config } = await createTestServer({ environment: LOCAL })
  await features.webhooks.delivery.start()
  const { secret, now } = await createWebhook(app, database.db, receiver.url)
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const phone = await createTestDevice(app, database.db, { role: 2, displayName: 'Unforgettable', email: 'find.me@example.org' })
  const id = await phone.report({ description: 'Words of a rider', place: { latitude: -41.3, longitude: 148.2, accuracyM: 8 } })
  await phone.do('action', id, { rating: 'High', assignedTo: phone.person.id }, { baseVersion: 1 })
  await phone.do('action', id, { status: 'Resolved' }, { baseVersion: 2 })
  await phone.do('action', id, { status: 'Unresolved' }, { baseVersion: 3 })
  await phone.do('action', id, { deleted: true }, { baseVersion: 4 })
  const networks = Object.fromEntries(site.networks.map((network) => [network.id, { status: 'Open', message: 'Dry' }]))
  const update = randomUUID()
  await phone.do('trail-update', update, { networks, basedOn: null })
  // The server refuses the repeated update, so it sends no webhook message.
  expect((await phone.do('trail-update', update, { networks, basedOn: null })).outcome).toBe('forbidden')
  const member = await createTestDevice(app, database.db)
  expect((await member.do('action', await member.report(), { status: 'Resolved' }, { baseVersion: 1 })).outcome).toBe('forbidden')

  await expect.poll(() => receiver.received.length, SOON).toBe(7)
  const messages = receiver.received.map(({ body }) => JSON.parse(body))
  const ofAction = messages.filter(({ data }) => data.id === id).toSorted((a, b) => a.data.version - b.data.version)
  expect(ofAction.map(({ type }) => type)).toEqual([
    'action.created',
    'action.changed',
    'action.resolved',
    'action.reopened',
    'action.deleted',
  ])
  expect(ofAction[1].data).toMatchObject({ area: REPORT.area, rating: 'High', status: 'Unresolved', version: 2 })
  expect(ofAction[1].data.changed).toEqual(expect.arrayContaining(['rating', 'assignedTo']))
  expect(ofAction[0].data.url).toBe(`${config.PUBLIC_URL}/actions/view/${id}`)
  expect(messages.find(({ type }) => type === 'status.posted').data).toMatchObject({ id: update, networks })
  expect(messages.filter(({ type }) => type === 'action.created')).toHaveLength(2)
  expect(receiver.received.every((one) => isSigned(one, secret))).toBe(true)
  expect(receiver.received.some((one) => isSigned({ ...one, body: `${one.body} ` }, secret))).toBe(false)
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(7)
  for (const { body } of receiver.received)
    for (const trace of ['Unforgettable', 'find.me', phone.person.id, 'Words of a rider']) expect(body).not.toContain(trace)
  await expect.poll(async () => (await now()).waiting, SOON).toBe(0)
  expect(await now()).toMatchObject({ failingSince: null, pausedAt: null, lastTry: { status: 204, problem: null } })
})

test('SEC-WEBHOOKS retries after an error or a refused connection with the same ID and bytes, until the message is accepted', async () => {
  const receiver = await createReceiver((response, count) => void response.writeHead(count === 1 ? 500 : 200).end('x'.repeat(100_000)))
  const { app, database, features } = await createTestServer({ environment: LOCAL })
  const { secret, tries, now } = await createWebhook(app, database.db, receiver.url, ['action'])
  receiver.server.close()
  await (await createTestDevice(app, database.db)).report()
  await features.webhooks.delivery.start()
  await expect.poll(async () => (await tries()).map(({ problem }) => problem), SOON).toContain('Connection refused')
  expect(await now()).toMatchObject({ waiting: 1, failingSince: expect.any(String) })
  await receiver.listen()
  await expect.poll(async () => (await now()).waiting, SOON).toBe(0)
  expect(receiver.received.map((one) => isSigned(one, secret))).toEqual([true, true])
  const [first, second] = receiver.received
  expect([second?.headers['webhook-id'], second?.body]).toEqual([first?.headers['webhook-id'], first?.body])
  expect((await tries()).slice(0, 2).map(({ status }) => status)).toEqual([200, 500])
  expect(await now()).toMatchObject({ failingSince: null, failedTries: 0 })
})

test('SEC-WEBHOOKS gives up on receivers that don’t respond or never finish, and follows no redirects', async () => {
  const hanging = await createReceiver(() => undefined)
  const options = { allowsPrivate: true, timeoutMs: 300, version: 'test' }
  const message = (url: string) => ({ id: randomUUID(), url, body: '{}', secrets: [Buffer.alloc(32)] })
  expect(await sendWebhook(message(hanging.url), options, new Date())).toMatchObject({ status: null, problem: 'No response within 10 s' })
  const elsewhere = await createReceiver()
  const redirecting = await createReceiver((response) => void response.writeHead(307, { location: elsewhere.url }).end())
  expect(await sendWebhook(message(redirecting.url), options, new Date())).toMatchObject({ status: 307 })
  expect(elsewhere.received).toHaveLength(0)
  const endless = await createReceiver((response) => {
    response.writeHead(200)
    const flow = () => {
      while (!response.destroyed && response.write('x'.repeat(4096)));
    }
    response.on('drain', flow)
    flow()
  })
  expect(await sendWebhook(message(endless.url), { ...options, timeoutMs: 20_000 }, new Date())).toMatchObject({ status: 200 })
})

test('SEC-WEBHOOKS sends messages only to public addresses', async () => {
  const inside = [
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
  ]
  const inside6 = [
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    'fd12::1',
    'ff02::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '2001:db8::1',
  ]
  for (const address of [...inside, ...inside6, 'x', '']) expect([address, isPublicAddress(address)]).toEqual([address, false])
  for (const address of ['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'])
    expect([address, isPublicAddress(address)]).toEqual([address, true])

  const receiver = await createReceiver()
  const { app, database } = await createTestServer()
  const { browser } = await as(app, database.db, { role: 4 })
  const add = (url: string) => browser.post('/api/webhooks', { name: 'X', url, events: ['action'], proof: { password: PASSWORD } })
  const wrong = [
    ...[receiver.url, 'http://example.org/', 'ftp://example.org/', 'https://', 'https://user:word@example.org/', 'x'],
    ...['https://10.0.0.1/', 'https://127.1/', 'https://2130706433/', 'https://0x7f.1/', 'https://[::1]/', 'https://[::ffff:127.0.0.1]/'],
    ...['https://169.254.169.254/latest', `https://example.org/${'x'.repeat(500)}`],
  ]
  for (const url of wrong) expect([url, (await add(url)).statusCode]).toEqual([url, 422])
  const made = await add('https://localhost/')
  expect(made.statusCode).toBe(201)
  const tested = await browser.post(`/api/webhooks/${made.json().webhook.id}/test`, {})
  expect(tested.json()).toMatchObject({ status: null, problem: 'Not a public address' })
  const options = { allowsPrivate: false, version: 'test' }
  for (const url of [receiver.url, receiver.url.replace('127.0.0.1', 'localhost')])
    expect(await sendWebhook({ id: randomUUID(), url, body: '', secrets: [] }, options, new Date())).toMatchObject({
      problem: 'Not a public address',
    })
  expect(receiver.received).toHaveLength(0)
})

test('SEC-WEBHOOKS pauses a webhook after three days of failures, emails each administrator once, and can resume it', async () => {
  const receiver = await createReceiver((response) => void response.writeHead(503).end())
  const { app, database } = await createTestServer({ environment: LOCAL })
  const { db } = database
  const { administrator, person, id, now } = await createWebhook(app, db, receiver.url)
  const other = await createPerson(db, { role: 4 })
  await createPerson(db, { role: 4, disabled: true })
  const phone = await createTestDevice(app, db, { role: 2 })
  await phone.report()
  await phone.report()
  const { deps, emails } = deliveryOf(db)
  const waiting = await waitingOf(db)
  const start = Date.now()
  const tryAll = (days: number) => Promise.all(waiting.map((message) => deliver(deps, message.id, new Date(start + days * DAY_MS))))
  expect(await tryAll(0)).toEqual([false, false])
  await tryAll(2.99)
  expect(await now()).toMatchObject({ pausedAt: null, waiting: 2, failedTries: 4 })
  expect(emails).toEqual([])
  await tryAll(3.01)
  await tryAll(3.02)
  expect(emails.map(({ kind, recipient }) => [kind, recipient]).sort()).toEqual(
    [person, other].map(({ email }) => ['webhook-paused', email]).sort(),
  )
  expect(await now()).toMatchObject({ pausedAt: expect.any(String), waiting: 0 })
  const sent = receiver.received.length
  await phone.report()
  await tryAll(3.03)
  expect([receiver.received.length, await waitingOf(db)]).toEqual([sent, []])

  expect((await administrator.patch(`/api/webhooks/${id}`, { paused: false })).json()).toMatchObject({ pausedAt: null, failingSince: null })
  await phone.report()
  expect(await waitingOf(db)).toHaveLength(1)
  const { entries } = (await administrator.get('/api/audit-log?event=webhook-resumed')).json()
  expect(entries[0]).toMatchObject({ details: { name: 'Works system' }, subject: null })
})

test('SEC-WEBHOOKS repeats a message unchanged if the process died after sending it, and pauses between attempts to a failing address', async () => {
  const receiver = await createReceiver()
  const { app, database } = await createTestServer({ environment: LOCAL })
  const { db } = database
  await createWebhook(app, db, receiver.url)
  await (await createTestDevice(app, db)).report()
  const [message] = await waitingOf(db)
  if (!message) throw new Error('no message')
  const dying = deliveryOf(db, {
    onMilestone: () => {
      throw new Error('killed')
    },
  })
  await expect(deliver(dying.deps, message.id, new Date())).rejects.toThrow('killed')
  const { deps } = deliveryOf(db)
  expect(await deliver(deps, message.id, new Date())).toBe(true)
  expect(await deliver(deps, message.id, new Date())).toBe(true)
  const [first, second] = receiver.received
  expect(receiver.received).toHaveLength(2)
  expect([second?.headers['webhook-id'], second?.body]).toEqual([first?.headers['webhook-id'], message.body])

  const failing = await createReceiver((response) => void response.writeHead(500).end())
  await db.updateTable('webhooks').set({ url: failing.url }).execute()
  const phone = await createTestDevice(app, db)
  await phone.report()
  await phone.report()
  const resting = deliveryOf(db, { restMs: 60_000 })
  for (const one of await waitingOf(db)) expect(await deliver(resting.deps, one.id, new Date())).toBe(false)
  expect(failing.received).toHaveLength(1)
})

test('SEC-WEBHOOKS signs with both the new and the old secret for a day; no response, log or export shows a secret later', async () => {
  const receiver = await createReceiver()
  const lines: string[] = []
  const { app, database, features } = await createTestServer({
    environment: { ...LOCAL, LOG_LEVEL: 'debug' },
    logTo: { write: (line) => void lines.push(line) },
  })
  await features.webhooks.delivery.start()
  const { db } = database
  const { administrator, id, secret, tries } = await createWebhook(app, db, receiver.url)
  const renewed = (await administrator.post(`/api/webhooks/${id}/secret`, {})).json().secret
  expect(renewed).not.toBe(secret)
  const test = async () => (await administrator.post(`/api/webhooks/${id}/test`, {})).json()
  expect(await test()).toMatchObject({ type: 'test', status: 204 })
  expect([secret, renewed].map((one) => isSigned(receiver.received[0] as Received, one))).toEqual([true, true])
  await db
    .updateTable('webhooks')
    .set({ oldSecretUntil: new Date(Date.now() - 1000) })
    .execute()
  await test()
  expect([secret, renewed].map((one) => isSigned(receiver.received[1] as Received, one))).toEqual([false, true])
  expect((await tries()).map(({ type }) => type)).toEqual(['test', 'test'])
  for (let n = 0; n < 8; n++) await test()
  expect((await test()).code).toBe('too-many-requests')
  for (const url of ['/api/webhooks', `/api/webhooks/${id}/tries`, '/api/audit-log']) {
    const { body } = await administrator.get(url)
    for (const one of [secret, renewed]) expect(body).not.toContain(one.slice(6))
  }
  for (const one of [secret, renewed]) expect(lines.join('')).not.toContain(one.slice(6))
  expect((await administrator.remove(`/api/webhooks/${id}`)).statusCode).toBe(204)
  expect(await db.selectFrom('webhookTries').select('id').execute()).toEqual([])
  for (const path of [`/api/webhooks/${id}/test`, `/api/webhooks/${id}/secret`])
    expect((await administrator.post(path, {})).statusCode).toBe(404)
})

test('SEC-WEBHOOKS removes messages and attempts after 14 days, and allows at most 20 webhooks', async () => {
  const { app, database } = await createTestServer({ environment: LOCAL })
  const { db } = database
  const { administrator } = await createWebhook(app, db, 'http://127.0.0.1:9/')
  await (await createTestDevice(app, db)).report()
  const sweep = removeOldMessages(db)
  await sweep(new Date(Date.now() + 13 * DAY_MS))
  expect(await waitingOf(db)).toHaveLength(1)
  await sweep(new Date(Date.now() + 15 * DAY_MS))
  expect(await waitingOf(db)).toHaveLength(0)
  const add = () =>
    administrator.post('/api/webhooks', { name: 'X', url: 'https://example.org/', events: ['status'], proof: { password: PASSWORD } })
  for (let n = 1; n < 20; n++) expect((await add()).statusCode).toBe(201)
  expect((await add()).statusCode).toBe(422)
})

test('SEC-N4 a webhook is suspended with its creator, and nothing is queued or sent until it’s taken over', async () => {
  const { app, database } = await createTestServer({ environment: { WEBHOOK_PRIVATE_ADDRESSES: 'true' } })
  const { db } = database
  const boss = await as(app, db, { role: 4, displayName: 'Bea Boss' })
  const { person, id } = await createWebhook(app, db, 'http://127.0.0.1:9/')
  const phone = await createTestDevice(app, db)
  const messages = async () => (await db.selectFrom('webhookMessages').selectAll().execute()).length
  await phone.report()
  expect(await messages()).toBe(1)
  expect((await boss.browser.patch(`/api/users/${person.id}`, { disabled: true })).statusCode).toBe(200)
  await phone.report()
  expect(await messages()).toBe(1)
  expect((await boss.browser.get('/api/webhooks')).json().webhooks).toMatchObject([{ isSuspended: true, madeBy: person.displayName }])
  const taken = await boss.browser.post(`/api/webhooks/${id}/take-over`, { proof: { password: PASSWORD } })
  expect(taken.json()).toMatchObject({ isSuspended: false, heldBy: 'Bea Boss', madeBy: person.displayName })
  await phone.report()
  expect(await messages()).toBe(2)
})
