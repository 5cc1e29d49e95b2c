import { randomUUID } from 'node:crypto'
import { SETTINGS_ID } from '@trailwarden/domain'
import { as, createBrowser, createPerson, PASSWORD } from '@trailwarden/testkit/devices/people'
import { expect, test } from 'vitest'
import { postTrailUpdate } from '#features/trail-status/trail-status-store.ts'
import { createDeviceFor } from '#testing/devices.ts'
import { createMailServer, tokenIn } from '#testing/mail-server.ts'
import { createTestServer } from '#testing/test-server.ts'

const EMAIL = 'find.me@example.org'
const NEW_EMAIL = 'find.me.too@example.org'
const PHONE = '0499 123 456'
// The phone number contains a space, because one in a few thousand random ids contains the same four digits in a row.
const TRACES = ['find.me', '0499 123', 'Unforgettable']

async function everythingIn(pool: { query(sql: string): Promise<{ rows: Record<string, string>[] }> }) {
  const { rows: tables } = await pool.query(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  const dump: string[] = []
  for (const { name } of tables) {
    const { rows } = await pool.query(`select t::text as row from ${name} t`)
    dump.push(...rows.map(({ row }) => `${name} ${row}`))
  }
  return { tables: tables.length, rows: dump }
}

const hits = (lines: string[]) => lines.filter((line) => TRACES.some((trace) => line.includes(trace)))

test('ACC-07 deleting an account removes its address, phone number and name from the database, email queue and logs', async () => {
  // The mail server refuses emails for now, so they stay in the queue with the reason.
  const busy = await createMailServer({ answer: () => Object.assign(new Error(`mailbox of ${EMAIL} is busy`), { responseCode: 451 }) })
  const logged: string[] = []
  const { app, database, site } = await createTestServer({
    environment: { SMTP_URL: busy.url, LOG_LEVEL: 'debug' },
    logTo: { write: (line) => void logged.push(line) },
    sendsMail: true,
  })
  await createPerson(database.db, { role: 2 })
  const { person, browser } = await as(app, database.db, { role: 2, email: EMAIL, displayName: 'Unforgettable' })
  await browser.patch('/api/me', { phone: PHONE })
  const networks = Object.fromEntries(site.networks.map(({ id }) => [id, { status: 'Open', message: '' }]))
  await postTrailUpdate(database.db, site, { id: person.id, name: person.displayName, role: 2 }, { networks }, new Date())
  const phone = createDeviceFor(browser, database.db)
  await phone.do('settings', SETTINGS_ID, { reviewerId: person.id })
  const action = await phone.report()
  await phone.do('action', action, { addNote: { id: randomUUID(), text: 'a note' }, assignedTo: person.id })
  await browser.post('/api/account/change-email', { email: NEW_EMAIL, password: PASSWORD })
  await createBrowser(app).post('/api/account/reset-password', { email: EMAIL })
  await createBrowser(app).post('/api/account/register', { displayName: 'Other', email: EMAIL, password: 'greasy roots' })
  await createBrowser(app).post('/api/account/login', { email: EMAIL, password: 'wrong' })
  while (!(await everythingIn(database.pool)).rows.some((row) => row.startsWith('pgboss.job') && row.includes('451'))) {
    await new Promise((wake) => setTimeout(wake, 50))
  }
  const before = await everythingIn(database.pool)
  expect(hits(before.rows).length).toBeGreaterThan(5)

  expect((await browser.post('/api/account/delete', { password: PASSWORD })).statusCode).toBe(204)

  const after = await everythingIn(database.pool)
  console.log(
    `forgetting: ${hits(before.rows).length} rows named the person, ${hits(after.rows).length} after; ${after.tables} tables, ${logged.length} log lines searched`,
  )
  expect(hits(after.rows)).toEqual([])
  expect(hits(logged)).toEqual([])
  const stored = await database.db.selectFrom('actions').selectAll().where('id', '=', action).executeTakeFirstOrThrow()
  expect(stored).toMatchObject({ description: 'Tree across the track', createdBy: person.id, createdByName: 'Former user' })
  expect(stored.notes).toMatchObject([{ text: 'a note', createdByName: 'Former user' }])
  const update = await database.db.selectFrom('trailUpdates').selectAll().executeTakeFirstOrThrow()
  expect(update).toMatchObject({ createdBy: person.id, createdByName: 'Former user', networks })
})

test('a link can’t confirm a change of address after its user has been deleted', async () => {
  const mailServer = await createMailServer()
  const { app, database } = await createTestServer({ environment: { SMTP_URL: mailServer.url }, sendsMail: true })
  const { browser } = await as(app, database.db)
  await browser.post('/api/account/change-email', { email: NEW_EMAIL, password: PASSWORD })
  const token = tokenIn(await mailServer.emailTo(NEW_EMAIL))
  await browser.post('/api/account/delete', { password: PASSWORD })
  expect((await createBrowser(app).post('/api/account/confirm-email', { token })).statusCode).toBe(410)
})
