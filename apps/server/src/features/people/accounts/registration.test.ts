import { randomUUID } from 'node:crypto'
import type { RegistrationMode } from '@trailwarden/domain'
import { as, createBrowser, createPerson } from '@trailwarden/testkit/devices/people'
import { expect, test } from 'vitest'
import { wideRanges } from '#http/security/rate-limit.ts'
import { createMailServer, tokenIn } from '#testing/mail-server.ts'
import { createTestServer } from '#testing/test-server.ts'
import { removeExpiredAccess } from '../privacy/remove-expired.ts'

const JO = { displayName: 'Jo Berg', email: 'jo@example.org' }
const PASSWORD = 'greasy roots'

const modeOf = (registration: RegistrationMode) => ({ signIn: { passkeyFromRole: null, registration } })

test('ACC-11 PE18 the server enforces who can get an account in each registration mode', async () => {
  const outcomes: Record<string, number[]> = {}
  for (const mode of ['open', 'confirmed', 'invited', 'closed'] as const) {
    const { app, database } = await createTestServer({ site: modeOf(mode) })
    const { browser } = await as(app, database.db, { role: 2 })
    const visitor = createBrowser(app)
    const replies = [
      await visitor.post('/api/account/register', { ...JO, password: PASSWORD }),
      await visitor.post('/api/account/request', { ...JO, email: 'ask@example.org' }),
      await browser.post('/api/users', { displayName: 'Ann', email: 'ann@example.org' }),
    ]
    outcomes[mode] = replies.map((reply) => reply.statusCode)
    for (const reply of replies) if (reply.statusCode >= 400) expect(reply.json().code).toBe('registration-closed')
    const member = await createPerson(database.db)
    expect((await visitor.post('/api/account/login', { email: member.email, password: 'greasy roots ahead' })).statusCode).toBe(200)
  }
  expect(outcomes).toEqual({ open: [201, 403, 201], confirmed: [403, 202, 201], invited: [403, 403, 201], closed: [403, 403, 403] })
})

test('ACC-11 an account request gives no access; approving it sends an invitation, and declining it removes it', async () => {
  const mailServer = await createMailServer()
  const { app, database } = await createTestServer({
    environment: { SMTP_URL: mailServer.url },
    sendsMail: true,
    site: modeOf('confirmed'),
  })
  const { person: manager, browser } = await as(app, database.db, { role: 2, displayName: 'Mia' })
  await createPerson(database.db, { role: 1 })
  const visitor = createBrowser(app)
  expect((await visitor.post('/api/account/request', { ...JO, email: ' Jo@Example.org ' })).statusCode).toBe(202)
  expect((await visitor.post('/api/account/request', JO)).statusCode).toBe(202)
  expect((await visitor.post('/api/account/request', { displayName: 'Eve', email: 'eve@example.org' })).statusCode).toBe(202)
  expect(await database.db.selectFrom('people').select('id').where('email', '=', JO.email).execute()).toEqual([])
  const { requests } = (await browser.get('/api/user-access')).json()
  expect(requests).toMatchObject([JO, { displayName: 'Eve', email: 'eve@example.org' }])

  // Managers get one email about both requests, without any text entered by strangers.
  const notice = await mailServer.emailTo(manager.email)
  expect(notice.text).toContain('/management/users')
  expect(`${notice.text}${notice.html}`).not.toMatch(/jo@example|Jo Berg/)

  const [jo, eve] = requests.map(({ id }: { id: string }) => `/api/account-requests/${id}`)
  expect((await browser.remove(eve)).statusCode).toBe(204)
  expect((await browser.remove(eve)).statusCode).toBe(404)
  const confirmed = await browser.post(`${jo}/confirm`)
  expect([confirmed.statusCode, confirmed.json().user.role]).toEqual([201, 1])
  expect((await browser.post(`${jo}/confirm`)).statusCode).toBe(404)
  const token = tokenIn(await mailServer.emailTo(JO.email))
  expect((await visitor.post('/api/account/set-password', { token, password: PASSWORD })).statusCode).toBe(204)
  expect((await visitor.post('/api/account/login', { email: JO.email, password: PASSWORD })).statusCode).toBe(200)
  expect(mailServer.emails.filter(({ recipients }) => recipients.includes(manager.email))).toHaveLength(1)
  expect(mailServer.emails.filter(({ recipients }) => recipients.includes('eve@example.org'))).toEqual([])
})

test('ACC-11 a request with a taken address gets the same response, stores nothing and notifies the address’s owner', async () => {
  const mailServer = await createMailServer()
  const { app, database } = await createTestServer({
    environment: { SMTP_URL: mailServer.url },
    sendsMail: true,
    site: modeOf('confirmed'),
  })
  const owner = await createPerson(database.db)
  const [taken, free] = [
    await createBrowser(app).post('/api/account/request', { displayName: 'Jo', email: owner.email }),
    await createBrowser(app).post('/api/account/request', JO),
  ]
  const shape = ({ statusCode, body, headers }: typeof taken) => [statusCode, body, Object.keys(headers).sort()]
  expect(shape(taken)).toEqual(shape(free))
  expect((await database.db.selectFrom('accountRequests').select('email').execute()).map(({ email }) => email)).toEqual([JO.email])
  expect((await mailServer.emailTo(owner.email)).subject).toContain('already have an account')
})

test('SEC-N6 a flood of account requests from one address doesn’t prevent genuine requests', async () => {
  const { app, database } = await createTestServer({ site: modeOf('confirmed'), environment: { REGISTRATIONS_PER_ADDRESS: '100000' } })
  const flood = createBrowser(app, { address: '198.51.100.7' })
  const codes = new Map<number, number>()
  for (let i = 0; i < 1000; i++) {
    const { statusCode } = await flood.post('/api/account/request', { displayName: 'X', email: `x${i}@example.org` })
    codes.set(statusCode, (codes.get(statusCode) ?? 0) + 1)
  }
  expect([...codes]).toEqual([
    [202, 20],
    [429, 980],
  ])
  expect((await createBrowser(app, { address: '203.0.113.9' }).post('/api/account/request', JO)).statusCode).toBe(202)
  expect(await database.db.selectFrom('accountRequests').select('id').execute()).toHaveLength(21)
}, 120_000)

test('SEC-N6 a flood of account requests from a thousand IP ranges neither blocks nor removes genuine requests', async () => {
  const { app, database } = await createTestServer({ site: modeOf('confirmed') })
  const ask = async (address: string, email: string) =>
    (await createBrowser(app, { address }).post('/api/account/request', { displayName: 'X', email })).statusCode
  expect(await ask('203.0.113.9', 'before@example.org')).toBe(202)
  expect(await ask('100.3.9.9', 'same.range@example.org')).toBe(202)
  const flood = (i: number) => [`100.${i % 250}.${Math.floor(i / 250)}.1`, `many${i}@example.org`] as const
  // Most of the flood is added directly, because a thousand requests take too long.
  await database.db
    .insertInto('accountRequests')
    .values(
      Array.from({ length: 990 }, (_, i) => {
        const [address, email] = flood(i)
        const { wide, narrow } = wideRanges(address)
        return { id: randomUUID(), displayName: 'X', email, askedAt: new Date(), wideRange: wide, narrowRange: narrow }
      }),
    )
    .execute()
  for (let i = 990; i < 1030; i++) expect(await ask(...flood(i))).toBe(202)
  expect(await ask('9.9.9.9', 'after@example.org')).toBe(202)
  const rows = await database.db.selectFrom('accountRequests').select('email').execute()
  expect(rows).toHaveLength(1000)
  expect(rows.map(({ email }) => email)).toEqual(
    expect.arrayContaining(['before@example.org', 'same.range@example.org', 'after@example.org']),
  )
}, 120_000)

test('SEC-N6 one IPv4 range can send 60 account requests in 30 days, however many addresses it has', async () => {
  const { app } = await createTestServer({ site: modeOf('confirmed') })
  const codes: number[] = []
  for (let i = 0; i < 100; i++) {
    const visitor = createBrowser(app, { address: `198.51.100.${i % 50}` })
    codes.push((await visitor.post('/api/account/request', { displayName: 'X', email: `x${i}@example.org` })).statusCode)
  }
  expect(codes.filter((code) => code === 202)).toHaveLength(60)
  expect((await createBrowser(app, { address: '203.0.113.9' }).post('/api/account/request', JO)).statusCode).toBe(202)
}, 60_000)

test('ACC-11 requests are limited by IP address and email address, contain only name and address, and expire after 30 days', async () => {
  const { app, database } = await createTestServer({ site: modeOf('confirmed'), environment: { REGISTRATIONS_PER_ADDRESS: '4' } })
  const visitor = createBrowser(app)
  expect((await visitor.post('/api/account/request', { ...JO, role: 4 })).statusCode).toBe(422)
  const codes: number[] = []
  for (let i = 0; i < 5; i++) codes.push((await visitor.post('/api/account/request', { ...JO, email: `jo${i}@example.org` })).statusCode)
  expect(codes).toEqual([202, 202, 202, 202, 429])
  const step = removeExpiredAccess(database.db)
  await step(new Date(Date.now() + 29 * 86_400_000))
  expect(await database.db.selectFrom('accountRequests').select('id').execute()).toHaveLength(4)
  await step(new Date(Date.now() + 31 * 86_400_000))
  expect(await database.db.selectFrom('accountRequests').select('id').execute()).toEqual([])
})
