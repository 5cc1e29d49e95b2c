import { randomUUID } from 'node:crypto'
import { FollowedReport } from '@trailwarden/api'
import { createBrowser } from '@trailwarden/testkit/devices/people'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createTestDevice } from '#testing/devices.ts'
import { createMailServer } from '#testing/mail-server.ts'
import { createReporter } from '#testing/reporters.ts'
import { createTestServer } from '#testing/test-server.ts'

const REFUSED = { outcome: 'conflict', refusal: { code: 'changed-since' } }

test('A19 refuses to merge into a missing, deleted or merged Action, or to delete an Action that others are merged into', async () => {
  const { app, database } = await createTestServer()
  const mara = await createTestDevice(app, database.db, { role: 2 })
  const [a, b, c] = [await mara.report(), await mara.report(), await mara.report()]
  const merge = (id: string, mergedInto: string | null) => mara.do('action', id, { mergedInto }, { baseVersion: 1 })
  expect(await merge(a, a)).toMatchObject({ outcome: 'invalid' })
  expect(await merge(a, randomUUID())).toMatchObject(REFUSED)
  expect(await merge(a, b)).toMatchObject({ outcome: 'applied' })
  expect(await mara.action(a)).toMatchObject({ mergedInto: b, status: 'Resolved' })
  expect(await merge(b, c)).toMatchObject({ outcome: 'applied' })
  expect(await merge(c, a)).toMatchObject(REFUSED)
  // Merging into the end of the chain would also create a cycle.
  expect(await mara.do('action', b, { mergedInto: a }, { baseVersion: 2 })).toMatchObject(REFUSED)
  expect(await mara.do('action', c, { deleted: true }, { baseVersion: 1 })).toMatchObject(REFUSED)
  expect((await mara.do('action', b, { mergedInto: null, status: 'Unresolved' }, { baseVersion: 2 })).outcome).toBe('applied')
  expect((await mara.do('action', c, { deleted: true }, { baseVersion: 1 })).outcome).toBe('applied')
  expect(await mara.do('action', b, { mergedInto: c }, { baseVersion: 3 })).toMatchObject(REFUSED)
  expect((await mara.do('action', a, { status: 'Unresolved' }, { baseVersion: 2 })).outcome).toBe('applied')
  expect(await mara.action(a)).toMatchObject({ mergedInto: null, completedAt: null })
})

test('A19 when two managers merge two Actions into each other at the same time, only one succeeds', async () => {
  const { app, database } = await createTestServer()
  const [mara, tom] = [await createTestDevice(app, database.db, { role: 2 }), await createTestDevice(app, database.db, { role: 2 })]
  for (let round = 0; round < 20; round++) {
    const [a, b] = [await mara.report(), await mara.report()]
    const answers = await Promise.all([
      mara.do('action', a, { mergedInto: b }, { baseVersion: 1 }),
      tom.do('action', b, { mergedInto: a }, { baseVersion: 1 }),
    ])
    expect(answers.map(({ outcome }) => outcome).sort()).toEqual(['applied', 'conflict'])
  }
})

test('A17 A18 a late change from the same device doesn’t undo a newer one, and is stored in the history', async () => {
  const { app, database } = await createTestServer()
  const mara = await createTestDevice(app, database.db, { role: 2 })
  const id = await mara.report()
  const resolve = mara.command('action', id, { status: 'Resolved', fix: 'Cut' }, { baseVersion: 1 })
  const reopen = mara.command('action', id, { status: 'Unresolved' }, { baseVersion: 1 })
  expect((await mara.send([reopen]))[0]?.outcome).toBe('applied')
  expect((await mara.send([resolve]))[0]?.outcome).toBe('applied')
  expect(await mara.action(id)).toMatchObject({ status: 'Unresolved', fix: '' })
  const { rows } = await sql<{ changes: string }>`select changes::text from history where record_id = ${id}`.execute(database.db)
  expect(JSON.stringify(rows)).toContain('Cut')
})

async function createTeam({ sendsMail = true } = {}) {
  const mailServer = await createMailServer()
  const server = await createTestServer({ environment: { SMTP_URL: mailServer.url }, sendsMail })
  const { app, database } = server
  const browser = createBrowser(app)
  const mara = await createTestDevice(app, database.db, { role: 2 })
  const accepted = async (contact: string | null, patch: Record<string, unknown> = {}) => {
    const jo = createReporter(browser)
    const { recordId, code } = await jo.report({ ...(contact && { contact }), ...patch })
    const actionId = randomUUID()
    const accept = { actionId, rating: 'High', description: 'Log across', area: 'St Helens', trail: null }
    expect((await mara.do('report', recordId, { accept }, { baseVersion: 1 })).outcome).toBe('applied')
    return { actionId, recordId, code, jo }
  }
  const change = async (id: string, patch: Record<string, unknown>) =>
    expect((await mara.do('action', id, patch, { baseVersion: (await mara.action(id))?.version ?? 1 })).outcome).toBe('applied')
  const sent = async () => {
    await expect.poll(() => database.db.selectFrom('emails').select('id').execute(), { timeout: 20_000 }).toEqual([])
    return mailServer.emails.filter(({ subject = '' }) => subject.startsWith('Report '))
  }
  const textsTo = async (address: string) =>
    (await sent()).filter(({ to }) => to?.[0]?.address === address).map(({ subject, text }) => `${subject?.replace(/\d+/, 'N')}: ${text}`)
  const follow = async (code: string) => FollowedReport.parse((await browser.post('/api/report-links/open', { code })).json())
  return { ...server, browser, mara, accepted, change, textsTo, follow, mailServer }
}

test('RP5 emails reporters once when their problem is fixed, including the fix, and again only if the fix changes', async () => {
  const { accepted, change, textsTo, database, mara } = await createTeam()
  const { actionId } = await accepted('jo@example.org')
  const bare = await accepted('bo@example.org')
  await change(bare.actionId, { status: 'Resolved' })
  await change(actionId, { status: 'Resolved', fix: 'Cut and moved' })
  const [first = '', ...others] = await textsTo('jo@example.org')
  expect(first).toMatch(/^Report N: fixed: .*What was done: Cut and moved/s)
  expect(first).not.toContain(mara.person.displayName)
  expect(others).toEqual([])
  expect(await textsTo('bo@example.org')).toEqual([])
  await change(actionId, { status: 'Unresolved' })
  await change(actionId, { status: 'Resolved', fix: 'Cut and moved' })
  await change(actionId, { fix: 'Cut, moved and burnt' })
  expect(await textsTo('jo@example.org')).toHaveLength(1)
  await change(actionId, { status: 'Unresolved' })
  await change(actionId, { status: 'Resolved', fix: 'Another tree cut' })
  expect(await textsTo('jo@example.org')).toHaveLength(2)
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from pgboss.job where data::text || coalesce(output::text, '') like '%example.org%'`.execute(database.db)
  expect(rows[0]?.n).toBe(0)
})

test('RP5 sends one email with the final fix if the Action is reopened, fixed again or merged before sending', async () => {
  const { accepted, change, textsTo, mail } = await createTeam({ sendsMail: false })
  const [jo, bo, other] = [await accepted('jo@example.org'), await accepted('bo@example.org'), await accepted('jo@example.org')]
  await change(jo.actionId, { status: 'Resolved', fix: 'Cut' })
  await change(bo.actionId, { mergedInto: jo.actionId })
  await change(other.actionId, { mergedInto: jo.actionId })
  await change(jo.actionId, { status: 'Unresolved' })
  await change(jo.actionId, { status: 'Resolved', fix: 'Cut and burnt' })
  await mail.startSending()
  const texts = await textsTo('jo@example.org')
  expect(texts.filter((text) => text.includes('What was done: Cut and burnt'))).toHaveLength(1)
  expect(new Set(texts).size).toBe(texts.length)
  expect(texts.some((text) => /What was done: Cut$/m.test(text))).toBe(false)
  expect((await textsTo('bo@example.org')).filter((text) => text.includes('What was done: Cut and burnt'))).toHaveLength(1)
})

test('RP5 A20 emails reporters of duplicates once about the merge and once about the fix, with links to the remaining Action', async () => {
  const { accepted, change, textsTo, follow } = await createTeam()
  const [a, b, c] = [await accepted('a@example.org'), await accepted('b@example.org'), await accepted('A@example.org')]
  await change(a.actionId, { mergedInto: b.actionId })
  expect(await textsTo('a@example.org')).toEqual([
    expect.stringContaining('Someone else had already reported this. We’ve added your report to theirs.'),
  ])
  await change(a.actionId, { mergedInto: null, status: 'Unresolved' })
  await change(a.actionId, { mergedInto: b.actionId })
  await change(b.actionId, { mergedInto: c.actionId })
  expect(await textsTo('a@example.org')).toHaveLength(1)
  expect(await textsTo('b@example.org')).toHaveLength(1)
  expect(await follow(a.code)).toMatchObject({ isMerged: true, fix: '', steps: [{ name: 'Received' }, { name: 'Checked' }] })
  await change(c.actionId, { status: 'Resolved', fix: 'Cut' })
  expect([...(await textsTo('a@example.org')), ...(await textsTo('A@example.org'))]).toHaveLength(2)
  expect(await textsTo('b@example.org')).toHaveLength(2)
  expect(await follow(a.code)).toMatchObject({ isMerged: true, fix: 'Cut', steps: [{}, {}, { name: 'Fixed' }] })
  expect(await follow(c.code)).toMatchObject({ isMerged: false, fix: 'Cut' })
  const late = await accepted('late@example.org')
  await change(late.actionId, { mergedInto: a.actionId })
  expect(await textsTo('late@example.org')).toEqual([expect.stringMatching(/already reported this.*What was done: Cut/s)])
})

test('RP5 sends one email with the manager’s explanation when a report is declined, but none if it isn’t genuine', async () => {
  const { browser, mara, textsTo } = await createTeam()
  const jo = createReporter(browser)
  const decline = async (contact: string, reason: string) => {
    const { recordId } = await jo.report({ contact })
    expect((await mara.do('report', recordId, { decline: { reason, answer: 'It is a jump.' } }, { baseVersion: 1 })).outcome).toBe(
      'applied',
    )
  }
  await decline('jo@example.org', 'Not a hazard')
  await decline('no@example.org', 'Not a genuine report')
  expect(await textsTo('jo@example.org')).toEqual([expect.stringMatching(/Not a hazard.*It is a jump\./s)])
  expect(await textsTo('no@example.org')).toEqual([])
})

test('SEC-PRIV removes a deleted address from all queues, and closes a merged report when its remaining Action is closed', async () => {
  const { app, database, sweep } = await createTestServer()
  const browser = createBrowser(app)
  const mara = await createTestDevice(app, database.db, { role: 2 })
  const made = async (contact: string) => {
    const { recordId, code } = await createReporter(browser).report({ contact })
    const actionId = randomUUID()
    await mara.do(
      'report',
      recordId,
      { accept: { actionId, rating: 'High', description: 'Log', area: 'St Helens', trail: null } },
      { baseVersion: 1 },
    )
    return { actionId, recordId, code }
  }
  const [a, b] = [await made('a@example.net'), await made('b@example.net')]
  await mara.do('action', a.actionId, { mergedInto: b.actionId }, { baseVersion: 1 })
  const waiting = async () => (await database.db.selectFrom('emails').select('recipient').execute()).map(({ recipient }) => recipient)
  expect(await waiting()).toEqual(['a@example.net'])
  await sql`insert into retention_clock (only_row, checked_at, steady_since) values (true, now() + interval '98 days', now())
    on conflict (only_row) do update set checked_at = excluded.checked_at, steady_since = excluded.steady_since`.execute(database.db)
  const contacts = async () =>
    (await sql<{ contact: string | null }>`select contact from reports order by 1`.execute(database.db)).rows.map((r) => r.contact)
  expect(await sweep(new Date(Date.now() + 99 * 86_400_000))).toBe(true)
  // This Action was merged long ago. Its reporter must still be notified, because the remaining Action is open.
  expect(await contacts()).toEqual(['a@example.net', 'b@example.net'])
  expect((await browser.post('/api/report-links/forget-contact', { code: a.code })).statusCode).toBe(204)
  expect(await waiting()).toEqual([])
  const { rows } = await sql<{ n: number }>`select count(*) as n from report_news`.execute(database.db)
  expect(rows[0]?.n).toBe(0)
})

test('ACT-01 the progress page shows only photos taken after the fix', async () => {
  const { browser, mara, accepted, change, follow } = await createTeam()
  const { actionId, code } = await accepted(null)
  const [inside, after] = [randomUUID(), randomUUID()]
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'green' } })
    .jpeg()
    .toBuffer()
  const addPhotos = [
    { id: inside, note: 'Who was there' },
    { id: after, note: '', after: true },
  ]
  await change(actionId, { status: 'Resolved', fix: 'Cut', addPhotos })
  expect((await follow(code)).fixedPhotos).toEqual([])
  for (const id of [inside, after]) expect((await mara.browser.putPhoto(id, bytes)).statusCode).toBe(204)
  expect((await follow(code)).fixedPhotos).toEqual([after])
  expect((await browser.post('/api/report-links/photo', { code, photoId: after })).statusCode).toBe(200)
  expect((await browser.post('/api/report-links/photo', { code, photoId: inside })).statusCode).toBe(404)
  expect((await mara.action(actionId))?.photos).toMatchObject([{ id: inside }, { id: after, after: true }])
})
