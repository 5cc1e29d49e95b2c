import { as, createBrowser, createPerson, PASSWORD } from '@trailwarden/testkit/devices/people'
import { expect, test } from 'vitest'
import { createMailServer } from '#testing/mail-server.ts'
import { createTestServer } from '#testing/test-server.ts'

async function createServerWithMail() {
  const mailServer = await createMailServer()
  const environment = { SMTP_URL: mailServer.url, PUBLIC_URL: 'https://trails.example.org' }
  return { mailServer, ...(await createTestServer({ environment, sendsMail: true })) }
}

test('SEC-PASSWORD changing the password needs the old one, limits guesses, and ends other sessions, devices and links', async () => {
  const { app, database, mailServer } = await createServerWithMail()
  const { person, browser } = await as(app, database.db)
  const other = createBrowser(app)
  await other.post('/api/account/login', { email: person.email, password: PASSWORD })
  const change = (current: string, password: string) => browser.post('/api/account/change-password', { current, password })
  expect((await change(PASSWORD, 'password')).json()).toMatchObject({ status: 422, code: 'weak-password' })
  expect((await change(PASSWORD, 'loose gravel here')).statusCode).toBe(204)
  expect((await browser.get('/api/me')).json().person.id).toBe(person.id)
  expect((await other.get('/api/me')).json().person).toBeNull()
  expect(await database.db.selectFrom('knownDevices').selectAll().execute()).toEqual([])
  await expect
    .poll(() => mailServer.emails.map(({ subject }) => subject), { timeout: 20_000 })
    .toContainEqual(expect.stringMatching(/^Your password for .* was changed$/))
  expect((await other.post('/api/account/login', { email: person.email, password: PASSWORD })).statusCode).toBe(401)
  expect((await other.post('/api/account/login', { email: person.email, password: 'loose gravel here' })).statusCode).toBe(200)
  const guesses = []
  for (let n = 0; n < 6; n++) guesses.push((await change(`guess ${n}`, 'loose gravel there')).statusCode)
  expect(guesses).toEqual([403, 403, 403, 403, 403, 429])
  const events = await database.db.selectFrom('auditLog').select('event').where('event', '=', 'password-changed').execute()
  expect(events).toHaveLength(1)
})

test('SEC-PASSWORD a manager’s new password also needs 12 characters', async () => {
  const { app, database } = await createTestServer()
  const { browser } = await as(app, database.db, { role: 2 })
  const reply = await browser.post('/api/account/change-password', { current: PASSWORD, password: 'loose dirt' })
  expect(reply.json()).toMatchObject({ code: 'weak-password', detail: 'Use at least 12 characters' })
})

test('SEC-NOTICE a login on a new device sends one notice; registering and logging in on known devices send none', async () => {
  const { app, database, mailServer } = await createServerWithMail()
  const waiting = async () => (await database.db.selectFrom('emails').select('id').execute()).length
  const allSent = () => expect.poll(waiting, { timeout: 20_000 }).toBe(0)
  const phone = createBrowser(app)
  const [email, password] = ['jo@example.org', 'greasy roots']
  await phone.post('/api/account/register', { displayName: 'Jo', email, password })
  await phone.post('/api/account/logout')
  await phone.post('/api/account/login', { email, password })
  await allSent()
  expect(mailServer.emails).toEqual([])
  const stranger = createBrowser(app, { address: '198.51.100.4' })
  for (let n = 0; n < 2; n++) await stranger.post('/api/account/login', { email, password })
  const message = await mailServer.emailTo(email)
  expect(message.subject).toMatch(/^New login to /)
  expect(message.text).toMatch(/device you hadn’t used before: Unknown device, on \w+day,? \d+ \w+ 20\d\d at \d+:\d\d [ap]m\./)
  expect(message.text).toContain('https://trails.example.org/reset-password#token=')
  await allSent()
  expect(mailServer.emails).toHaveLength(1)
  // If another person logs in on this device, they're also notified, because the device is new for their account.
  const other = await createPerson(database.db)
  await phone.post('/api/account/login', { email: other.email, password: PASSWORD })
  expect((await mailServer.emailTo(other.email)).subject).toMatch(/^New login to /)
})
