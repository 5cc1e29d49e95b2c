import { randomUUID } from 'node:crypto'
import { as, createBrowser, PASSWORD } from '@trailwarden/testkit/devices/people'
import { expect, test } from 'vitest'
import { createTestDevice } from '#testing/devices.ts'
import { createMailServer, tokenIn } from '#testing/mail-server.ts'
import { createTestServer } from '#testing/test-server.ts'

async function createSubscribedServer() {
  const mailServer = await createMailServer()
  const environment = {
    SMTP_URL: mailServer.url,
    PUBLIC_URL: 'https://trails.example.org',
    SUBSCRIPTIONS_PER_EMAIL: '100',
    SUBSCRIPTIONS_PER_ADDRESS: '1000',
  }
  const server = await createTestServer({ environment, sendsMail: true })
  const visitor = createBrowser(server.app)
  const manager = await createTestDevice(server.app, server.database.db, { role: 2 })
  const subscribe = async (email: string, networks: string[], n = 1) => {
    expect((await visitor.post('/api/subscriptions', { email, networks })).statusCode).toBe(202)
    const token = tokenIn(await mailServer.emailTo(email, n))
    return visitor.post('/api/subscriptions/confirm', { token })
  }
  const networksWith = (status: string, changed: Record<string, string> = {}) => ({
    networks: Object.fromEntries(server.site.networks.map(({ id }) => [id, { status: changed[id] ?? status, message: '' }])),
  })
  let latest: string | null = null
  const post = (patch: object) => {
    const [id, basedOn] = [randomUUID(), latest]
    latest = id
    return manager.do('trail-update', id, { ...patch, basedOn })
  }
  const waiting = async () =>
    Number(
      (await server.database.pool.query('select (select count(*) from emails) + (select count(*) from email_fan_outs) as n')).rows[0]?.n,
    )
  const allSent = () => expect.poll(waiting, { timeout: 15_000 }).toBe(0)
  return { ...server, mailServer, visitor, manager, subscribe, networksWith, post, allSent }
}

test('sends status emails only after confirmation, then one for each update that changes something', async () => {
  const { mailServer, visitor, subscribe, networksWith, post, allSent, database } = await createSubscribedServer()
  await visitor.post('/api/subscriptions', { email: 'never@example.org', networks: ['st-helens'] })
  const confirmed = await subscribe('jo@example.org', ['st-helens'])
  expect(confirmed.json()).toEqual({ networks: ['St Helens'] })
  await post(networksWith('Open'))
  await allSent()
  await post(networksWith('Open'))
  await post(networksWith('Open', { 'bay-of-fires': 'Closed' }))
  await post(networksWith('Open', { 'bay-of-fires': 'Closed', 'st-helens': 'Closed' }))
  await allSent()
  const to = (address: string) => mailServer.emails.filter(({ recipients }) => recipients.includes(address)).map(({ subject }) => subject)
  expect(to('jo@example.org')).toEqual([expect.stringContaining('Confirm'), 'St Helens open', 'St Helens closed'])
  expect(to('never@example.org')).toEqual([expect.stringContaining('Confirm')])
  // The link works only once, and the database doesn't contain its token.
  const token = tokenIn(await mailServer.emailTo('jo@example.org'))
  expect((await visitor.post('/api/subscriptions/confirm', { token })).json().code).toBe('link-expired')
  const stored = JSON.stringify((await database.pool.query('select * from status_subscriptions')).rows)
  expect(stored).not.toContain(token)
  expect((await visitor.post('/api/subscriptions', { email: 'jo@example.org', networks: ['elsewhere'] })).statusCode).toBe(422)
})

test('people can unsubscribe without logging in, with the email program’s button (RFC 8058), or with a link and one more button', async () => {
  const { app, mailServer, subscribe, networksWith, post, allSent, database } = await createSubscribedServer()
  await subscribe('jo@example.org', ['st-helens'])
  await subscribe('kim@example.org', ['st-helens', 'bay-of-fires'])
  await post(networksWith('Closed'))
  const sent = [await mailServer.emailTo('jo@example.org', 2), await mailServer.emailTo('kim@example.org', 2)]
  const urls = sent.map((message) => {
    const header = (name: string) => message.headers.find(({ key }) => key === name)?.value ?? ''
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const url = /^<(https:\/\/trails\.example\.org\/\S+)>$/.exec(header('list-unsubscribe'))?.[1] ?? ''
    expect(message.text).toContain(url)
    expect(message.html).toContain(`href="${url}"`)
    return new URL(url).pathname
  })
  const [byProgram = '', byHand = ''] = urls
  // An email program sends a form without a cookie, Origin or Referer.
  const oneClick = await app.inject({
    method: 'POST',
    url: byProgram,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  expect(oneClick.statusCode).toBe(200)
  const multipart = {
    'content-type': 'multipart/form-data; boundary=x',
    origin: 'https://mail.example.com',
    'sec-fetch-site': 'cross-site',
  }
  const body = '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
  expect((await app.inject({ method: 'POST', url: byProgram, headers: multipart, payload: body })).statusCode).toBe(200)

  // Mail scanners open this link, so opening it must not unsubscribe anyone.
  const page = await app.inject(byHand)
  expect(page.body).toContain('<form method="post"><button>Unsubscribe</button></form>')
  expect(page.headers['cache-control']).toBe('no-store')
  const emails = async () => (await database.db.selectFrom('statusSubscriptions').select('email').execute()).map(({ email }) => email)
  expect(await emails()).toEqual(['kim@example.org'])
  await app.inject({ method: 'POST', url: byHand, headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: '' })
  expect(await emails()).toEqual([])
  expect(
    (await app.inject({ method: 'POST', url: '/api/subscriptions/none/unsubscribe', headers: multipart, payload: body })).statusCode,
  ).toBe(200)

  await allSent()
  const before = mailServer.emails.length
  await post(networksWith('Open'))
  await allSent()
  expect(mailServer.emails.length).toBe(before)
  // All other requests must still come from our own pages.
  expect((await app.inject({ method: 'POST', url: '/api/subscriptions', headers: multipart, payload: body })).statusCode).toBe(403)
})

test('UX-2.1 managers see how many people will get an update by email, and members don’t', async () => {
  const { app, database, subscribe, networksWith, manager } = await createSubscribedServer()
  await subscribe('jo@example.org', ['st-helens'])
  await subscribe('kim@example.org', ['st-helens', 'bay-of-fires'])
  const member = await createTestDevice(app, database.db, { role: 1 })
  const post = async (networks: object) => {
    const id = randomUUID()
    await manager.do('trail-update', id, { ...networks })
    await manager.fetch()
    return `trail-update ${id}`
  }
  expect(manager.mirror.get(await post(networksWith('Open')))).toMatchObject({ emailed: 2 })
  expect(manager.mirror.get(await post(networksWith('Open', { 'bay-of-fires': 'Closed' })))).toMatchObject({ emailed: 1 })
  const same = await post(networksWith('Open', { 'bay-of-fires': 'Closed' }))
  expect(manager.mirror.get(same)).toMatchObject({ emailed: 0 })
  await member.fetch()
  expect(member.mirror.get(same)).toMatchObject({ emailed: null })
})

test('SEC-M10 publishing writes one row for 500 subscribers; each then gets one email, except those who unsubscribed', {
  timeout: 60_000,
}, async () => {
  const mailServer = await createMailServer()
  const environment = { SMTP_URL: mailServer.url, PUBLIC_URL: 'https://trails.example.org', FAN_OUT_BATCH: '120' }
  const { app, mail, database, site } = await createTestServer({ environment })
  await database.pool.query(
    `insert into status_subscriptions (id, email, networks, created_at)
     select gen_random_uuid(), 'rider' || n || '@example.org', '{st-helens}', now() from generate_series(1, 500) n`,
  )
  const manager = await createTestDevice(app, database.db, { role: 2 })
  const networks = Object.fromEntries(site.networks.map(({ id }) => [id, { status: 'Closed', message: '' }]))
  const command = manager.command('trail-update', randomUUID(), { networks })
  await manager.send([command])
  await manager.send([command])
  const count = async (table: string) => Number((await database.pool.query(`select count(*) as n from ${table}`)).rows[0]?.n)
  expect([await count('email_fan_outs'), await count('emails'), await count('pgboss.job')]).toEqual([1, 0, 1])

  const { rows } = await database.pool.query<{ id: string }>(`select id from status_subscriptions where email = 'rider7@example.org'`)
  await app.inject({ method: 'POST', url: `/api/subscriptions/${rows[0]?.id}/unsubscribe`, payload: '' })
  await mail.startSending()
  await expect.poll(() => count('email_fan_outs'), { timeout: 30_000 }).toBe(0)
  await expect.poll(() => count('emails'), { timeout: 50_000 }).toBe(0)
  const reached = mailServer.emails.flatMap(({ recipients }) => recipients)
  expect([reached.length, new Set(reached).size, reached.includes('rider7@example.org')]).toEqual([499, 499, false])
})

test('SEC-M10 doesn’t send a queued email if its recipient has unsubscribed', async () => {
  let asked = 0
  const busy = Object.assign(new Error('try later'), { responseCode: 451 })
  const mailServer = await createMailServer({ answer: () => (asked++ === 0 ? busy : null) })
  const { app, database, site } = await createTestServer({ environment: { SMTP_URL: mailServer.url }, sendsMail: true })
  const id = randomUUID()
  await database.pool.query(
    `insert into status_subscriptions (id, email, networks, created_at) values ($1, 'jo@example.org', '{st-helens}', now())`,
    [id],
  )
  const manager = await createTestDevice(app, database.db, { role: 2 })
  const networks = Object.fromEntries(site.networks.map(({ id: network }) => [network, { status: 'Closed', message: '' }]))
  await manager.do('trail-update', randomUUID(), { networks })
  const jobs = async (state: string) =>
    Number(
      (await database.pool.query('select count(*) as n from pgboss.job where name = $1 and state = $2', ['email-closure', state])).rows[0]
        ?.n,
    )
  await expect.poll(() => jobs('retry'), { timeout: 15_000 }).toBe(1)
  await app.inject({ method: 'POST', url: `/api/subscriptions/${id}/unsubscribe`, payload: '' })
  await database.pool.query("update pgboss.job set start_after = now() where state = 'retry'")
  await expect.poll(() => jobs('completed'), { timeout: 15_000 }).toBe(1)
  expect([asked, mailServer.emails.length]).toEqual([1, 0])
})

test('deleting an account removes its address from the subscriptions', async () => {
  const { app, database } = await createTestServer()
  const { browser, person } = await as(app, database.db, { role: 1 })
  await database.db
    .insertInto('statusSubscriptions')
    .values({
      id: randomUUID(),
      email: person.email,
      networks: ['st-helens'],
      wanted: null,
      tokenHash: null,
      expiresAt: null,
      createdAt: new Date(),
    })
    .execute()
  expect((await browser.post('/api/account/delete', { password: PASSWORD })).statusCode).toBe(204)
  expect(await database.db.selectFrom('statusSubscriptions').selectAll().execute()).toEqual([])
})
