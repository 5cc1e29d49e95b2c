import { randomUUID } from 'node:crypto'
import { Overview, PROTOCOL, PROTOCOL_HEADER, PullReply } from '@trailwarden/api'
import { isMutedReport } from '@trailwarden/domain/report/muted-report'
import { decisionOf, type Report } from '@trailwarden/domain/report/report-kind'
import { createBrowser } from '@trailwarden/testkit/devices/people'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { isMutedReport as isMutedReportSql } from '#db/records/muted-reports.ts'
import { createTestDevice, settled } from '#testing/devices.ts'
import { createReporter, newFollowCode } from '#testing/reporters.ts'
import { createTestServer } from '#testing/test-server.ts'

async function createReportQueue() {
  const server = await createTestServer()
  const { app, database } = server
  const browser = createBrowser(app)
  const mara = await createTestDevice(app, database.db, { role: 2 })
  const sentOf = async (kind: string, who: Pick<typeof mara, 'browser'>) => {
    await settled(database.db)
    const page = PullReply.parse((await who.browser.call('GET', '/api/pull', undefined, { [PROTOCOL_HEADER]: String(PROTOCOL) })).json())
    return page.documents.filter((one) => one.kind === kind).map(({ data }) => data)
  }
  const queue = async () => (await sentOf('report', mara)) as Report[]
  const follow = async (code: string) => (await browser.post('/api/report-links/open', { code })).json()
  const mute = async (recordId: string, muted = true, who = mara) => {
    const { rows } = await sql<{ id: string }>`select created_by as id from reports where id = ${recordId}`.execute(database.db)
    const [{ id } = { id: '' }] = rows
    expect((await who.do('reporter', id, { muted })).outcome).toMatch(/applied|merged/)
    return id
  }
  return { ...server, browser, mara, sentOf, queue, follow, mute, jo: createReporter(browser) }
}

const accepted = (actionId: string) => ({ accept: { actionId, rating: 'High', description: 'Log across', area: 'St Helens', trail: null } })
const photo = () =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: 'green' } })
    .jpeg()
    .toBuffer()

test('ACT-01 a report without an account is processed once even if it’s sent twice, and its link shows its progress', async () => {
  const { database, mara, queue, follow, jo } = await createReportQueue()
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

test('ACT-01 a report’s photos are added to its Action, even if they arrive after the report was accepted', async () => {
  const { browser, mara, follow, jo } = await createReportQueue()
  const [first, second] = [randomUUID(), randomUUID()]
  const put = (id: string, bytes: Buffer, who = jo) => browser.putPhoto(id, bytes, 'image/jpeg', who.headers)
  expect((await put(first, await photo())).statusCode, 'no report names it yet').toBe(404)
  const { code, recordId } = await jo.report({ addPhotos: [first, second].map((id) => ({ id, note: '' })) })
  expect((await put(first, await photo())).statusCode).toBe(204)
  expect((await put(second, await photo(), createReporter(browser))).statusCode, 'another device').toBe(404)
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

test('SEC-N7 the link to a report marked as not genuine no longer shows its text and photos', async () => {
  const { browser, mara, follow, jo } = await createReportQueue()
  const photoId = randomUUID()
  const { code, recordId } = await jo.report({ words: 'Buy this', addPhotos: [{ id: photoId, note: '' }] })
  expect((await browser.putPhoto(photoId, await photo(), 'image/jpeg', jo.headers)).statusCode).toBe(204)
  const open = () => browser.post('/api/report-links/photo', { code, photoId })
  expect([(await follow(code)).words, (await open()).statusCode]).toEqual(['Buy this', 200])
  const decline = { decline: { reason: 'Not a genuine report', answer: '' } }
  expect((await mara.do('report', recordId, decline, { baseVersion: 1 })).outcome).toBe('applied')
  const closed = await follow(code)
  expect(closed).toMatchObject({ words: '', photos: [], additions: [], reason: null })
  expect(closed.steps.at(-1)).toMatchObject({ name: 'Closed' })
  expect((await open()).statusCode).toBe(404)
})

test('ACT-01 when two managers decide, the first decision counts; if the Action can’t be created, the report stays in the queue', async () => {
  const { app, database, mara, queue, follow, jo } = await createReportQueue()
  const tom = await createTestDevice(app, database.db, { role: 2 })
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

test('SEC-RATE reports are limited by device and address range, and those over the limit are retried rather than lost', async () => {
  const { browser, queue, jo } = await createReportQueue()
  const commands = Array.from({ length: 14 }, () => jo.command().command)
  const answers = await jo.send(commands)
  expect(answers.map(({ outcome }) => outcome)).toEqual([...Array(10).fill('applied'), ...Array(4).fill('retry')])
  const refused = await jo.push(commands.slice(10))
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  const pupils = Array.from({ length: 30 }, () => createReporter(browser))
  for (const pupil of pupils) for (let i = 0; i < 2; i++) await pupil.report()
  expect(await queue()).toHaveLength(70)
  // Seventy-four proofs of work need a million hashes, which takes a second or two on an idle core and half a minute on a busy one.
}, 120_000)

test('NET-1 one abuser can’t stop a whole address range from reporting danger', async () => {
  const { app, queue } = await createReportQueue()
  const from = (address: string) => createReporter(createBrowser(app, { address }))
  // All proofs of work come first. They take minutes on a busy machine, and the address's budget would refill in that time.
  const floods = Array.from({ length: 12 }, () => {
    const abuser = from('203.0.113.5')
    return { abuser, commands: Array.from({ length: 10 }, () => abuser.command().command) }
  })
  const abuser = from('203.0.113.5')
  const dangers = Array.from({ length: 5 }, () => abuser.command({ canHurt: true }).command)
  for (const flood of floods) await flood.abuser.send(flood.commands)
  const more = await abuser.send(dangers)
  expect(more.map(({ outcome }) => outcome)).toEqual(['applied', 'applied', 'applied', 'retry', 'retry'])
  const neighbour = from('203.0.113.9')
  expect((await neighbour.push([neighbour.command().command])).statusCode).toBe(429)
  expect((await neighbour.report({ canHurt: true, words: 'Bridge is gone' })).recordId).toBeTruthy()
  expect((await queue()).filter(({ words }) => words === 'Bridge is gone')).toHaveLength(1)
}, 240_000)

test('SEC-RATE a report without proof of work is neither stored nor counted, and visitors can send only reports', async () => {
  const { app, database, queue, jo } = await createReportQueue()
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

test('SEC-PRIV deletes a contact address immediately through its link, or some days after the report is closed', async () => {
  const { browser, database, mara, queue, follow, sweep, jo } = await createReportQueue()
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
  expect(await sweep(inDays(89))).toBe(true)
  expect(await inDatabase()).toBe(4)
  expect(await sweep(inDays(91))).toBe(true)
  expect(await inDatabase()).toBe(2)
  expect((await queue()).find(({ id }) => id === waiting.recordId)?.contact).toBe('b@example.org')
})

test('RP6 a merged report adds its photo to the Action, and each reporter sees only their own report', async () => {
  const { app, database, browser, mara, follow, jo } = await createReportQueue()
  const ann = createReporter(browser)
  const [first, second] = [randomUUID(), randomUUID()]
  const known = await jo.report({ addPhotos: [{ id: first, note: '' }] })
  const actionId = randomUUID()
  await mara.do('report', known.recordId, accepted(actionId), { baseVersion: 1 })
  const again = await ann.report({ addPhotos: [{ id: second, note: '' }] })
  const put = (id: string, who: ReturnType<typeof createReporter>) =>
    photo().then((bytes) => browser.putPhoto(id, bytes, 'image/jpeg', who.headers))
  expect((await put(first, jo)).statusCode).toBe(204)

  const merge = { merge: { actionId } }
  expect((await mara.do('report', again.recordId, { merge: { actionId: randomUUID() } }, { baseVersion: 1 })).outcome).toBe('gone')
  expect((await mara.do('report', again.recordId, merge, { baseVersion: 1 })).outcome).toBe('applied')
  const tom = await createTestDevice(app, database.db, { role: 2 })
  expect((await tom.do('report', again.recordId, accepted(randomUUID()), { baseVersion: 1 })).outcome).toBe('conflict')
  // The report's second photo arrives after the merge. Only the device that took it can upload it.
  expect((await put(second, jo)).statusCode).toBe(404)
  expect((await put(second, ann)).statusCode).toBe(204)
  expect((await mara.action(actionId))?.photos).toMatchObject([
    { id: first, stored: true },
    { id: second, stored: true },
  ])
  expect(await follow(again.code)).toMatchObject({
    answer: 'Someone else had already reported this. We’ve added your photo.',
    photos: [second],
    steps: [{ name: 'Received' }, { name: 'Checked' }],
  })

  // A photo that the Action took over can't be claimed again, not even by the reporter who took it.
  const claimedAgain = ann.command({ addPhotos: [{ id: second, note: '' }] })
  expect(await ann.send([claimedAgain.command])).toMatchObject([{ outcome: 'invalid' }])

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

test('REP-3 a report whose command has the same ID as its record can be merged like any other report', async () => {
  const { mara, jo, queue } = await createReportQueue()
  const actionId = randomUUID()
  await mara.do('report', (await jo.report({})).recordId, accepted(actionId), { baseVersion: 1 })
  const { command, recordId } = jo.command({ addPhotos: [{ id: randomUUID(), note: '' }] })
  expect(await jo.send([{ ...command, id: recordId }])).toMatchObject([{ outcome: 'applied' }])
  expect((await mara.do('report', recordId, { merge: { actionId } }, { baseVersion: 1 })).outcome).toBe('applied')
  expect((await mara.action(actionId))?.photos).toHaveLength(1)
  expect((await queue()).map(decisionOf)).toEqual(expect.arrayContaining(['Accepted', 'Merged']))
})

test('RP8 a muted reporter gets the same responses and limits as any other reporter', async () => {
  const { browser, database, follow, mute, jo } = await createReportQueue()
  const ann = createReporter(browser)
  for (const who of [jo, ann]) await who.report({ words: 'Buy cheap tyres' })
  await settled(database.db)
  const [first] = (await jo.pull()).documents
  await mute(first?.id ?? '')

  const transcript = async (who: typeof jo) => {
    const photoId = randomUUID()
    const { command, code } = who.command({ words: 'Tyres!', contact: 'jo@example.org', addPhotos: [{ id: photoId, note: '' }] })
    const replies = [await who.push([command]), await who.push([command])]
    replies.push(await browser.putPhoto(photoId, await photo(), 'image/jpeg', who.headers))
    await settled(database.db)
    replies.push(await browser.call('GET', '/api/reports/pull', undefined, who.headers))
    replies.push(await browser.post('/api/report-links/open', { code }))
    replies.push(await browser.post('/api/report-links/photo', { code, photoId }))
    replies.push(await browser.post('/api/report-links/forget-contact', { code }))
    replies.push(await who.push(Array.from({ length: 12 }, () => who.command().command)))
    replies.push(await who.push([who.command().command]))
    const texts = replies.map(({ statusCode, headers, body }) => {
      const { date: _, 'x-request-id': __, ...steady } = headers
      return `${statusCode} ${JSON.stringify(steady)} ${body}`
        .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'an id')
        .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time')
        .replace(/("number" ?: ?)"\d+"/g, '$1"a number"')
        .replace(/"(cursor|receipt)":"[^"]*"/g, '"$1":"a place in the feed"')
        .replace(/"(retry-after|x-ratelimit-[a-z]+|content-length)":"\d+"/g, '"$1":"a number"')
    })
    return { texts, followed: await follow(code) }
  }
  const [muted, other] = [await transcript(jo), await transcript(ann)]
  expect(muted.texts).toEqual(other.texts)
  expect(muted.texts.join()).not.toMatch(/mute/i)
  expect(muted.followed).toMatchObject({ steps: [{ name: 'Received' }], photos: [expect.any(String)] })
})

test('RP9 RP10 muted reports are counted only if they mention an injury; every manager can see them and unmute the reporter', async () => {
  const { app, database, browser, mara, sentOf, queue, mute, jo } = await createReportQueue()
  const tom = await createTestDevice(app, database.db, { role: 2 })
  const sam = await createTestDevice(app, database.db, { role: 1 })
  const spam = await jo.report({ words: 'Buy cheap tyres' })
  const honest = await createReporter(browser).report({ words: 'Log on the trail' })
  const reporterId = await mute(spam.recordId)
  const later = [await jo.report({ words: 'More tyres' }), await jo.report({ words: 'A rider is injured' })]
  expect(await queue(), 'managers have them all').toHaveLength(4)
  const { reports } = Overview.parse((await mara.browser.get('/api/management/overview')).json())
  expect(reports?.waiting, 'the honest one and the injury').toBe(2)
  expect(await sentOf('reporter', tom)).toMatchObject([{ id: reporterId, muted: true, updatedByName: mara.person.displayName }])
  expect([await sentOf('reporter', sam), await sentOf('report', sam)]).toEqual([[], []])

  const actionId = randomUUID()
  expect((await tom.do('report', later[0]?.recordId ?? '', accepted(actionId), { baseVersion: 1 })).outcome).toBe('applied')
  expect(await tom.action(actionId)).toMatchObject({ detail: 'More tyres' })
  await mute(honest.recordId, true, tom)
  await mute(spam.recordId, true, tom)
  await mute(spam.recordId, false, tom)
  expect((await mara.do('reporter', randomUUID(), { muted: true })).outcome, 'nobody').toBe('gone')
  const log = await database.db
    .selectFrom('auditLog')
    .select(['event', 'actorId'])
    .where('subjectId', '=', reporterId)
    .orderBy('id')
    .execute()
  expect(log).toEqual([
    { event: 'reporter-muted', actorId: mara.person.id },
    { event: 'reporter-unmuted', actorId: tom.person.id },
  ])
  const history = await database.db.selectFrom('history').select('changes').where('recordId', '=', reporterId).orderBy('id').execute()
  expect(history.map(({ changes }) => changes)).toEqual([
    { muted: { before: null, after: true } },
    { muted: { before: true, after: false } },
  ])
})

test('RP10 the database and the domain rules agree on which text mentions danger', async () => {
  const { database, mute, jo } = await createReportQueue()
  const { recordId } = await jo.report()
  const reporterId = await mute(recordId)
  const begins = ['', 'The ', 'x', '9', 'é', '(', 'NO ', '\n', '-']
  const words = ['hurt', 'Injured', 'KNIFE', 'fell off', 'tyres', 'fallen', 'kılled', 'die', 'soldier', '000', '(|)', 'blessé', '.*', '']
  const cases = begins.flatMap((begin) => words.map((word) => `${begin}${word} here`))
  for (const canHurt of [false, true]) {
    const { rows } = await sql<{ words: string; isMuted: boolean }>`
      select r.words, ${isMutedReportSql} as is_muted
      from (select words, ${canHurt}::boolean as can_hurt, ${reporterId}::uuid as created_by from unnest(${cases}::text[]) words) r`.execute(
      database.db,
    )
    expect(rows).toHaveLength(cases.length)
    for (const row of rows)
      expect(isMutedReport({ words: row.words, canHurt, createdBy: reporterId }, new Set([reporterId])), row.words).toBe(row.isMuted)
    expect(rows.some(({ isMuted }) => isMuted)).toBe(!canHurt)
  }
})

test('RP9 SEC-PRIV deletes the contact address of a muted report some days after the report arrived', async () => {
  const { database, queue, mute, sweep, jo } = await createReportQueue()
  const muted = await jo.report({ contact: 'a@example.org' })
  const injury = await jo.report({ contact: 'b@example.org', words: 'He is hurt' })
  await mute(muted.recordId)
  await sql`insert into retention_clock (only_row, checked_at, steady_since) values (true, now() + interval '88 days', now())
    on conflict (only_row) do update set checked_at = excluded.checked_at, steady_since = excluded.steady_since`.execute(database.db)
  const contacts = async () => new Map((await queue()).map(({ id, contact }) => [id, contact]))
  for (const [days, left] of [
    [89, 'a@example.org'],
    [91, null],
  ] as const) {
    expect(await sweep(new Date(Date.now() + days * 86_400_000))).toBe(true)
    expect((await contacts()).get(muted.recordId)).toBe(left)
  }
  expect((await contacts()).get(injury.recordId), 'it stands in the queue').toBe('b@example.org')
  const { rows } = await sql`select from commands where patch::text like '%a@example.org%'`.execute(database.db)
  expect(rows).toHaveLength(0)
})
