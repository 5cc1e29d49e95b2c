import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { freePort } from '@trailwarden/testkit/database/postgres'
import { createBrowser, createPerson, OUR_PAGES } from '@trailwarden/testkit/devices/people'
import { PgBoss } from 'pg-boss'
import { expect, onTestFinished, test } from 'vitest'
import { createMailServer } from '#testing/mail-server.ts'
import { createTestDatabase, createTestServer } from '#testing/test-server.ts'
import { type BulkKind, type MailOptions, openMail } from './mailer.ts'
import { type EmailMessage, smtpTransport, type Transport } from './transport.ts'

const QUIET = { warn: () => undefined }
const hello = async () => ({ subject: 'Hello <you>', text: 'Grüße ✓', html: '<p>Grüße ✓</p>' })
const writers = { hello }
const NOW = new Date()

async function until(isSo: () => boolean | Promise<boolean>) {
  for (let tries = 0; tries < 300; tries++) {
    if (await isSo()) return
    await new Promise((wake) => setTimeout(wake, 50))
  }
  throw new Error('the condition was never met')
}

const smtp = (url: string, from = 'trails@example.org') => smtpTransport(url, { from, siteHost: 'trails.example.org', connections: 2 })

async function createMailer(
  transport: Transport,
  database?: Awaited<ReturnType<typeof createTestDatabase>>,
  more: Partial<MailOptions> = {},
) {
  const own = database ?? (await createTestDatabase())
  const mail = await openMail(own, { transports: { urgent: transport, closure: transport, bulk: transport }, writers, log: QUIET, ...more })
  onTestFinished(() => mail.stop())
  const post = (recipient: string) => own.db.transaction().execute((tx) => mail.queueUrgent(tx, { kind: 'hello', recipient }, NOW))
  const waiting = async () => (await own.db.selectFrom('emails').select('id').execute()).length
  return { mail, post, waiting, ...own }
}

test('delivers an email over SMTP as text and HTML, and stores none of its content', async () => {
  const mailServer = await createMailServer()
  const { mail, post, waiting } = await createMailer(smtp(mailServer.url, 'Trails <trails@example.org>'))
  await mail.startSending()
  await post('jo@example.org')
  const message = await mailServer.emailTo('jo@example.org')
  expect(message).toMatchObject({ subject: 'Hello <you>', from: { name: 'Trails', address: 'trails@example.org' } })
  // Other senders share the mail server's host name.
  expect(message.messageId).toMatch(/^<[0-9a-f-]{36}@trails\.example\.org>$/)
  expect([message.text?.trim(), message.html?.trim()]).toEqual(['Grüße ✓', '<p>Grüße ✓</p>'])
  await until(async () => (await waiting()) === 0)
})

test('SEC-N5 a password reset isn’t delayed by 120 confirmations that strangers requested', async () => {
  const sent: string[] = []
  const slow = (message: EmailMessage) => new Promise<void>((done) => setTimeout(() => done(void sent.push(message.to)), 50))
  const { mail, post, db } = await createMailer({ send: slow, close: () => undefined })
  const confirm = (recipient: string) => db.transaction().execute((tx) => mail.queueConfirmation(tx, { kind: 'hello', recipient }, NOW))
  for (let i = 0; i < 120; i++) await confirm(`stranger-${i}@example.org`)
  await mail.startSending()
  await until(() => sent.length > 0)
  await post('owner@example.org')
  await until(() => sent.includes('owner@example.org'))
  // Emails already being sent, and the next one that each worker takes, may still go first.
  expect(sent.indexOf('owner@example.org')).toBeLessThan(30)
}, 60_000)

test('sends nothing if the change is rolled back', async () => {
  const sent: EmailMessage[] = []
  const { mail, post, db } = await createMailer({ send: async (message) => void sent.push(message), close: () => undefined })
  await mail.startSending()
  const rolledBack = db.transaction().execute(async (tx) => {
    await mail.queueUrgent(tx, { kind: 'hello', recipient: 'never@example.org' }, NOW)
    throw new Error('changed my mind')
  })
  await expect(rolledBack).rejects.toThrow('changed my mind')
  await post('after@example.org')
  await until(() => sent.length > 0)
  expect(sent.map((message) => message.to)).toEqual(['after@example.org'])
})

test('each of 100 emails arrives exactly once, even with three senders and every fifth attempt failing', { timeout: 60_000 }, async () => {
  const arrived: string[] = []
  let tries = 0
  const shaky: Transport = {
    async send({ to }) {
      // The connection fails before the server has accepted the email. After that, the outcome would be unknown.
      if (++tries % 5 === 0) throw new Error('connection lost')
      arrived.push(to)
    },
    close: () => undefined,
  }
  const first = await createMailer(shaky)
  const others = [await createMailer(shaky, first), await createMailer(shaky, first)]
  for (let i = 0; i < 100; i++) await first.post(`jo${i}@example.org`)
  // The queue retries immediately, because the test is about lost and duplicate emails, not about delays.
  await first.pool.query('update pgboss.job set retry_delay = 0, retry_backoff = false')
  for (const { mail } of [first, ...others]) await mail.startSending()
  await until(async () => (await first.waiting()) === 0)
  console.log(`emails: 100 queued, ${arrived.length} arrived, ${new Set(arrived).size} different, ${tries} tries`)
  expect([arrived.length, new Set(arrived).size]).toEqual([100, 100])
})

test('if a sender dies after the mail server accepted the email, the email is sent again unchanged, which is the only way to get a duplicate', async () => {
  const taken: EmailMessage[] = []
  const dying: Transport = {
    async send(message) {
      taken.push(message)
      if (taken.length === 1) throw new Error('killed before it could delete the email')
    },
    close: () => undefined,
  }
  const { mail, post, pool, waiting } = await createMailer(dying)
  await post('jo@example.org')
  await pool.query('update pgboss.job set retry_delay = 0, retry_backoff = false')
  await mail.startSending()
  await until(async () => taken.length === 2 && (await waiting()) === 0)
  expect(taken[1]).toEqual(taken[0])
})

test('if a process is killed while sending an email, another one sends the email once', async () => {
  const hanging = await createMailServer({ hangs: true })
  const database = await createTestDatabase()
  const { email } = await createPerson(database.db)
  const port = await freePort()
  const child = spawn(process.execPath, [resolve(import.meta.dirname, '../main.ts')], {
    stdio: 'ignore',
    env: { ...process.env, DATABASE_URL: database.url, PORT: String(port), SMTP_URL: hanging.url, LOG_LEVEL: 'silent' },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const reset = () =>
    fetch(`http://localhost:${port}/api/account/reset-password`, { method: 'POST', headers: OUR_PAGES, body: JSON.stringify({ email }) })
  await until(async () => (await reset().catch(() => null))?.status === 202)
  await until(() => hanging.begun() === 1)
  child.kill('SIGKILL')

  // Makes the queue treat the job as abandoned, which normally takes two minutes.
  await database.pool.query("update pgboss.job set started_on = started_on - interval '1 hour' where state = 'active'")
  const mailServer = await createMailServer()
  const written = await database.db.selectFrom('emails').select(['id', 'bodyText']).executeTakeFirstOrThrow()
  const { mail, waiting } = await createMailer(smtp(mailServer.url), database)
  const queue = new PgBoss({ db: { executeSql: (text, values) => database.pool.query(text, values) } })
  await queue.start()
  await queue.supervise('email-urgent')
  await queue.stop({ graceful: false })
  await database.pool.query("update pgboss.job set start_after = now() where state = 'retry'")
  await mail.startSending()
  const message = await mailServer.emailTo(email)
  expect(message.text?.trim()).toBe(written.bodyText?.trim())
  expect(message.messageId).toContain(written.id)
  await until(async () => (await waiting()) === 0)
  expect(mailServer.emails).toHaveLength(1)
})

function createNewsletter(count: number) {
  const riders = Array.from({ length: count }, (_, n) => ({ id: String(n).padStart(6, '0'), recipient: `rider${n}@example.org` }))
  const news: BulkKind = {
    audience: async (_tx, _details, after, limit) =>
      riders
        .filter(({ id }) => after === null || id > after)
        .slice(0, limit)
        .map(({ id, recipient }) => ({ id, recipient, details: { subscriptionId: id }, lane: 'bulk' as const })),
    write: (_tx, emails) => Promise.all(emails.map(hello)),
  }
  const arrived: string[] = []
  const transport: Transport = { send: async ({ to }) => void arrived.push(to), close: () => undefined }
  const everyone = riders.map(({ recipient }) => recipient).sort()
  return { bulk: { news }, arrived, transport, everyone }
}

test('SEC-M10 sends an urgent email while bulk email to all subscribers is stuck', async () => {
  const { bulk, transport, arrived } = createNewsletter(300)
  const release = Promise.withResolvers<void>()
  let begun = 0
  let sent = 0
  const slow: Transport = {
    async send() {
      begun++
      await release.promise
      sent++
    },
    close: () => undefined,
  }
  const { mail, post, db, waiting } = await createMailer(transport, undefined, {
    transports: { urgent: transport, closure: transport, bulk: slow },
    bulk,
  })
  await db.transaction().execute((tx) => mail.fanOut(tx, 'bulk', 'news', { updateId: 'one' }, NOW))
  await mail.startSending()
  await until(async () => begun >= 10 && (await waiting()) === 300)
  await post('jo@example.org')
  await until(() => arrived.includes('jo@example.org'))
  expect(sent).toBe(0)
  release.resolve()
  await until(async () => (await waiting()) === 0)
  expect(sent).toBe(300)
})

test('SEC-M10 a bulk email interrupted within or between batches continues, and everyone gets it exactly once', async () => {
  const { bulk, transport, arrived, everyone } = createNewsletter(95)
  const breaks = new Set(['fan-out-taken 1', 'fan-out-written 3', 'fan-out-written 6', 'fan-out-committed 4'])
  const times = new Map<string, number>()
  const onMilestone = (milestone: string) => {
    const count = (times.get(milestone) ?? 0) + 1
    times.set(milestone, count)
    if (breaks.delete(`${milestone} ${count}`)) throw new Error('killed')
  }
  const { mail, db, pool, waiting } = await createMailer(transport, undefined, { bulk, onMilestone, fanOutBatch: 10 })
  await pool.query('update pgboss.queue set retry_delay = 0, retry_backoff = false')
  await db.transaction().execute((tx) => mail.fanOut(tx, 'bulk', 'news', { updateId: 'one' }, NOW))
  await mail.startSending()
  await until(async () => (await waiting()) === 0 && (await db.selectFrom('emailFanOuts').selectAll().execute()).length === 0)
  expect([...breaks]).toEqual([])
  expect(arrived.sort()).toEqual(everyone)
})

test('SEC-M10 sends no bulk email if the change is rolled back', async () => {
  const { bulk, transport, arrived } = createNewsletter(20)
  const { mail, post, db } = await createMailer(transport, undefined, { bulk })
  await mail.startSending()
  const rolledBack = db.transaction().execute(async (tx) => {
    await mail.fanOut(tx, 'bulk', 'news', { updateId: 'one' }, NOW)
    throw new Error('changed my mind')
  })
  await expect(rolledBack).rejects.toThrow('changed my mind')
  await post('after@example.org')
  await until(() => arrived.length > 0)
  expect(arrived).toEqual(['after@example.org'])
})

test('SEC-M10 records each email separately, so one failure returns no other email to the queue', async () => {
  const { bulk, arrived, everyone } = createNewsletter(30)
  let failures = 0
  const shaky: Transport = {
    async send({ to }) {
      if (to === 'rider7@example.org' && failures++ < 2) throw new Error('connection lost')
      arrived.push(to)
    },
    close: () => undefined,
  }
  const { mail, db, pool, waiting } = await createMailer(shaky, undefined, { bulk })
  await pool.query('update pgboss.queue set retry_delay = 0, retry_backoff = false')
  await db.transaction().execute((tx) => mail.fanOut(tx, 'bulk', 'news', { updateId: 'one' }, NOW))
  await mail.startSending()
  await until(async () => arrived.length === 30 && (await waiting()) === 0)
  const { rows } = await pool.query(
    "select retry_count as n, count(*) as jobs from pgboss.job where name = 'email-bulk' group by 1 order by 1",
  )
  expect(rows).toEqual([
    { n: 0, jobs: 29 },
    { n: 2, jobs: 1 },
  ])
  expect(arrived.sort()).toEqual(everyone)
})

test('SEC-M10 still sends emails queued by the previous version', async () => {
  const { transport, arrived } = createNewsletter(0)
  const { mail, db, pool, waiting } = await createMailer(transport)
  const ids = Array.from({ length: 12 }, () => randomUUID())
  const unwritten = { personId: null, subject: null, bodyText: null, bodyHtml: null, unsubscribeUrl: null, createdAt: NOW }
  const rows = ids.map((id, n) => ({ id, kind: 'hello', recipient: `old${n}@example.org`, details: {}, ...unwritten }))
  await db.insertInto('emails').values(rows).execute()
  const queue = new PgBoss({ db: { executeSql: (text, values) => pool.query(text, values) }, migrate: false, supervise: false })
  await queue.start()
  await queue.insert(
    'letters',
    ids.map((id) => ({ data: { id } })),
  )
  await queue.stop({ graceful: false })
  await mail.startSending()
  await until(async () => (await waiting()) === 0)
  expect(arrived.sort()).toEqual(rows.map(({ recipient }) => recipient).sort())
})

test('doesn’t retry an email that was permanently refused', async () => {
  let asked = 0
  const strict = await createMailServer({
    answer(count) {
      asked = count
      return Object.assign(new Error('no such mailbox'), { responseCode: 550 })
    },
  })
  const { mail, post, waiting, pool } = await createMailer(smtp(strict.url))
  await mail.startSending()
  await post('nobody@example.org')
  await until(async () => (await waiting()) === 0)
  expect(asked).toBe(1)
  expect((await pool.query('select count(*) as n from pgboss.job where data::text || output::text like $1', ['%nobody%'])).rows).toEqual([
    { n: 0 },
  ])
})

test('SEC-H2 shows emails at /dev/mail only in development, and only on the same machine', async () => {
  const { app, database } = await createTestServer({ sendsMail: true })
  const { email } = await createPerson(database.db, { displayName: "Pat O'Hara" })
  const here = createBrowser(app, { address: '127.0.0.1' })
  await here.post('/api/account/reset-password', { email })
  await until(async () => (await here.get('/dev/mail.json')).json().emails.length === 1)
  const page = (await here.get('/dev/mail')).body
  expect(page).toContain('Hello Pat O&#39;Hara')
  expect(page).toMatch(/<a href="http:\/\/localhost:8080\/reset-password#token=[\w-]{43}">/)
  expect((await createBrowser(app).get('/dev/mail')).statusCode).toBe(404)
  for (const url of ['/dev/mail', '/dev/mail.json'])
    expect((await app.inject({ url, headers: { 'x-forwarded-for': '203.0.113.1' } })).statusCode).toBe(404)
  const production = { NODE_ENV: 'production', SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_URL: 'https://trails.example.org' }
  expect(
    (await createBrowser((await createTestServer({ environment: production })).app, { address: '127.0.0.1' }).get('/dev/mail')).statusCode,
  ).toBe(404)
  await expect(createTestServer({ environment: { NODE_ENV: 'production' } })).rejects.toThrow('PUBLIC_URL is not set; SMTP_URL is not set')
})
