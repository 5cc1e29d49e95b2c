import { randomUUID } from 'node:crypto'
import { PROTOCOL, PROTOCOL_HEADER, PullReply } from '@trailwarden/api'
import type { Report } from '@trailwarden/domain/report/report-kind'
import { aBrowser } from '@trailwarden/testkit/people'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { aDevice, settled } from '#testing/devices.ts'
import { aReporter, newFollowCode } from '#testing/reporters.ts'
import { aServer } from '#testing/test-server.ts'

async function aQueue() {
  const server = await aServer()
  const { app, database } = server
  const browser = aBrowser(app)
  const mara = await aDevice(app, database.db, { role: 2 })
  const queue = async () => {
    await settled(database.db)
    const page = PullReply.parse((await mara.browser.call('GET', '/api/pull', undefined, { [PROTOCOL_HEADER]: String(PROTOCOL) })).json())
    return page.documents.filter(({ kind }) => kind === 'report').map(({ data }) => data as Report)
  }
  const follow = async (code: string) => (await browser.post('/api/report-links/open', { code })).json()
  return { ...server, browser, mara, queue, follow, jo: aReporter(browser) }
}

const accepted = (actionId: string) => ({ accept: { actionId, rating: 'High', description: 'Log across', area: 'St Helens', trail: null } })
const photo = () =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: 'green' } })
    .jpeg()
    .toBuffer()

test('ACT-01 a report without an account has one effect however often it is sent, and its link shows what becomes of it', async () => {
  const { database, mara, queue, follow, jo } = await aQueue()
  const { command, code, recordId } = await jo.report({ words: 'Right across', canHurt: true, contact: 'jo@example.org' })
  const [again] = await jo.send([command])
  expect(again).toMatchObject({ outcome: 'applied', version: 1 })
  expect(await queue()).toMatchObject([
    { id: recordId, status: 'Received', words: 'Right across', contact: 'jo@example.org', followHash: null },
  ])
  await settled(database.db)
  const { documents } = await jo.pull()
  const [number = ''] = documents.map(({ data }) => (data as Report).number)
  expect(number).toMatch(/^\d{4}$/)
  expect(await follow(code)).toMatchObject({ number, steps: [{ name: 'Received' }], hasContact: true })
  expect(mara.actions()).toEqual([])

  const actionId = randomUUID()
  expect((await mara.do('report', recordId, accepted(actionId), { baseVersion: 1 })).outcome).toBe('applied')
  expect(await mara.action(actionId)).toMatchObject({ number, description: 'Log across', detail: 'Right across', category: 'Fallen tree' })
  await mara.do('action', actionId, { assignedTo: mara.person.id }, { baseVersion: 1 })
  await mara.do('action', actionId, { status: 'Resolved' }, { baseVersion: 2 })
  const followed = await follow(code)
  expect(followed.steps.map(({ name }: { name: string }) => name)).toEqual(['Received', 'Checked', 'Assigned', 'Fixed'])
  expect(JSON.stringify(followed)).not.toContain(mara.person.displayName)
  expect(JSON.stringify((await jo.pull()).documents)).not.toContain(mara.person.displayName)
  const { rows } = await sql<{ n: number }>`select count(*) as n from history where changes::text like '%jo@example.org%'`.execute(
    database.db,
  )
  expect(rows[0]?.n).toBe(0)
})

test('ACT-01 photos go with the report to its action, also those whose bytes come after the manager’s yes', async () => {
  const { browser, mara, follow, jo } = await aQueue()
  const [first, second] = [randomUUID(), randomUUID()]
  const put = (id: string, bytes: Buffer, who = jo) => browser.putPhoto(id, bytes, 'image/jpeg', who.headers)
  expect((await put(first, await photo())).statusCode, 'no report names it yet').toBe(404)
  const { code, recordId } = await jo.report({ addPhotos: [first, second].map((id) => ({ id, note: '' })) })
  expect((await put(first, await photo())).statusCode).toBe(204)
  expect((await put(second, await photo(), aReporter(browser))).statusCode, 'another device').toBe(404)
  expect((await follow(code)).photos).toEqual([first])
  expect((await browser.post('/api/report-links/photo', { code, photoId: first })).headers['content-type']).toBe('image/jpeg')
  expect((await browser.post('/api/report-links/photo', { code: newFollowCode(), photoId: first })).statusCode).toBe(404)
  expect((await mara.browser.get(`/api/photos/${first}`)).statusCode).toBe(200)
  const actionId = randomUUID()
  expect((await mara.do('report', recordId, accepted(actionId), { baseVersion: 1 })).outcome).toBe('applied')
  expect((await put(second, await photo())).statusCode).toBe(204)
  expect((await mara.action(actionId))?.photos).toMatchObject([
    { id: first, stored: true },
    { id: second, stored: true },
  ])
  expect((await follow(code)).photos).toEqual([first, second])
})

test('ACT-01 of two managers who decide, the first does; an action that cannot be made leaves the report in the queue', async () => {
  const { app, database, mara, queue, follow, jo } = await aQueue()
  const tom = await aDevice(app, database.db, { role: 2 })
  const { code, recordId } = await jo.report()
  const wrong = { accept: { ...accepted(randomUUID()).accept, area: 'Nowhere' } }
  expect((await mara.do('report', recordId, wrong, { baseVersion: 1 })).outcome).toBe('invalid')
  expect(await queue()).toMatchObject([{ status: 'Received', actionId: null }])
  const decline = { decline: { reason: 'Already fixed', answer: 'Cleared this morning.' } }
  expect((await mara.do('report', recordId, decline, { baseVersion: 1 })).outcome).toBe('applied')
  expect((await tom.do('report', recordId, accepted(randomUUID()), { baseVersion: 1 })).outcome).toBe('conflict')
  expect(await follow(code)).toMatchObject({
    reason: 'Already fixed',
    answer: 'Cleared this morning.',
    steps: [{ name: 'Received' }, { name: 'Closed' }],
  })
})

test('SEC-RATE reports are limited by device and range, and those over the limit wait instead of being lost', async () => {
  const { browser, queue, jo } = await aQueue()
  const commands = Array.from({ length: 14 }, () => jo.command().command)
  const answers = await jo.send(commands)
  expect(answers.map(({ outcome }) => outcome)).toEqual([...Array(10).fill('applied'), ...Array(4).fill('retry')])
  const refused = await jo.push(commands.slice(10))
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  // A class of thirty, behind the same address.
  const pupils = Array.from({ length: 30 }, () => aReporter(browser))
  for (const pupil of pupils) for (let i = 0; i < 2; i++) await pupil.report()
  expect(await queue()).toHaveLength(70)
})

test('SEC-RATE without its proof of work a report is neither stored nor counted, and nothing but reports is taken', async () => {
  const { app, database, queue, jo } = await aQueue()
  const idle = jo.command({ work: 'none' }).command
  const action = { ...jo.command().command, kind: 'action', patch: { description: 'Mine', area: 'St Helens' } }
  for (const command of [idle, action]) expect((await jo.send([command]))[0]?.outcome).toBe('invalid')
  const own = await jo.report()
  const accept = { ...jo.command(accepted(randomUUID()), undefined, own.recordId).command }
  expect((await jo.send([accept]))[0]?.outcome).toBe('forbidden')
  expect((await app.inject({ method: 'GET', url: '/api/reports/pull' })).statusCode).toBe(400)
  expect(await queue()).toHaveLength(1)
  const stored = await database.db.selectFrom('commands').select('id').where('id', 'in', [idle.id, action.id]).execute()
  expect(stored).toEqual([])
})

test('SEC-PRIV a contact address is deleted by its link at once, and some days after the report is closed', async () => {
  const { browser, database, mara, queue, follow, retention, jo } = await aQueue()
  const inDatabase = async () => {
    const { rows } = await sql<{ n: number }>`
      select (select count(*) from reports r where r::text like '%example.org%')
        + (select count(*) from commands where patch::text like '%example.org%') as n`.execute(database.db)
    return rows[0]?.n
  }
  const first = await jo.report({ contact: 'jo@example.org' })
  expect(await inDatabase()).toBe(2)
  expect((await browser.post('/api/report-links/forget-contact', { code: first.code })).statusCode).toBe(204)
  expect(await inDatabase()).toBe(0)
  expect((await follow(first.code)).hasContact).toBe(false)

  const [declined, waiting] = [await jo.report({ contact: 'a@example.org' }), await jo.report({ contact: 'b@example.org' })]
  await mara.do('report', declined.recordId, { decline: { reason: 'Not a hazard', answer: '' } }, { baseVersion: 1 })
  await sql`insert into retention_clock (only_row, checked_at, steady_since) values (true, now() + interval '88 days', now())
    on conflict (only_row) do update set checked_at = excluded.checked_at, steady_since = excluded.steady_since`.execute(database.db)
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
  expect(await retention.sweep(inDays(89))).toBe(true)
  expect(await inDatabase()).toBe(4)
  expect(await retention.sweep(inDays(91))).toBe(true)
  expect(await inDatabase()).toBe(2)
  expect((await queue()).find(({ id }) => id === waiting.recordId)?.contact).toBe('b@example.org')
})

test('RP6 a report is merged into an action that is there: it has the photo too, and each reporter reads of their own alone', async () => {
  const { app, database, browser, mara, follow, jo } = await aQueue()
  const ann = aReporter(browser)
  const [first, second] = [randomUUID(), randomUUID()]
  const known = await jo.report({ addPhotos: [{ id: first, note: '' }] })
  const actionId = randomUUID()
  await mara.do('report', known.recordId, accepted(actionId), { baseVersion: 1 })
  const again = await ann.report({ addPhotos: [{ id: second, note: '' }] })
  const put = (id: string, who: ReturnType<typeof aReporter>) =>
    photo().then((bytes) => browser.putPhoto(id, bytes, 'image/jpeg', who.headers))
  expect((await put(first, jo)).statusCode).toBe(204)

  const merge = { merge: { actionId } }
  expect((await mara.do('report', again.recordId, { merge: { actionId: randomUUID() } }, { baseVersion: 1 })).outcome).toBe('gone')
  expect((await mara.do('report', again.recordId, merge, { baseVersion: 1 })).outcome).toBe('applied')
  const tom = await aDevice(app, database.db, { role: 2 })
  expect((await tom.do('report', again.recordId, accepted(randomUUID()), { baseVersion: 1 })).outcome).toBe('conflict')
  // Its bytes come after the merge, from the device that took it.
  expect((await put(second, jo)).statusCode).toBe(404)
  expect((await put(second, ann)).statusCode).toBe(204)
  expect((await mara.action(actionId))?.photos).toMatchObject([
    { id: first, stored: true },
    { id: second, stored: true },
  ])
  expect(await follow(again.code)).toMatchObject({
    answer: 'Someone had reported this already. We have added your photo.',
    photos: [second],
    steps: [{ name: 'Received' }, { name: 'Checked' }],
  })

  await mara.do('action', actionId, { status: 'Resolved' }, { baseVersion: 2 })
  for (const [code, own] of [
    [known.code, first],
    [again.code, second],
  ] as const) {
    const followed = await follow(code)
    expect(followed.steps.at(-1)).toMatchObject({ name: 'Fixed' })
    expect([followed.photos, followed.fixedPhotos]).toEqual([[own], []])
  }
  expect((await browser.post('/api/report-links/photo', { code: known.code, photoId: second })).statusCode).toBe(404)
  const late = await ann.report()
  expect((await mara.do('report', late.recordId, merge, { baseVersion: 1 })).outcome).toBe('conflict')
})
