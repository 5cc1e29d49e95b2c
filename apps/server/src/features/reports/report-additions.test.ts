import { createHash, randomUUID } from 'node:crypto'
import { FollowedReport, PROTOCOL, PROTOCOL_HEADER, PullReply } from '@trailwarden/api'
import type { Report } from '@trailwarden/domain/report/report-kind'
import { createBrowser } from '@trailwarden/testkit/devices/people'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createTestDevice, settled } from '#testing/devices.ts'
import { createReporter, newFollowCode } from '#testing/reporters.ts'
import { createTestServer } from '#testing/test-server.ts'

const ofLink = (code: string) => createHash('sha256').update(code).digest('hex')
const accept = (actionId: string) => ({ accept: { actionId, rating: 'High', description: 'Log across', area: 'St Helens', trail: null } })
const PLACE = { latitude: -41.3, longitude: 148.2, accuracyM: 8 }

async function createResolvedReport() {
  const server = await createTestServer()
  const { app, database } = server
  const browser = createBrowser(app)
  const [mara, sam] = [await createTestDevice(app, database.db, { role: 2 }), await createTestDevice(app, database.db, { role: 1 })]
  const jo = createReporter(browser)
  const follow = async (code: string) => FollowedReport.parse((await browser.post('/api/report-links/open', { code })).json())
  const queue = async (who: Pick<typeof mara, 'browser'> = mara) => {
    await settled(database.db)
    const page = PullReply.parse((await who.browser.call('GET', '/api/pull', undefined, { [PROTOCOL_HEADER]: String(PROTOCOL) })).json())
    return page.documents.flatMap(({ kind, data }) => (kind === 'report' ? [data as Report] : []))
  }
  const report = await jo.report({ area: 'St Helens', place: PLACE, words: 'Log' })
  const actionId = randomUUID()
  await mara.do('report', report.recordId, accept(actionId), { baseVersion: 1 })
  await mara.do('action', actionId, { status: 'Resolved', fix: 'Cut' }, { baseVersion: 1 })
  return { ...server, browser, mara, sam, jo, follow, queue, report, actionId }
}

test('RP16 RP17 ACT-01 managers are told once that a problem isn’t fixed; merging reopens the Action with the reporter’s text', async () => {
  const { database, mara, sam, jo, follow, queue, report, actionId } = await createResolvedReport()
  const added = await jo.report({ ofLink: ofLink(report.code), isNotFixed: true, words: 'The root is still there', area: 'Buy tyres' })
  expect((await jo.send([added.command]))[0], 'sent twice').toMatchObject({ outcome: 'applied', version: 1 })
  const waiting = (await queue()).filter(({ status }) => status === 'Received')
  expect(waiting).toMatchObject([
    { id: added.recordId, addsTo: report.recordId, isNotFixed: true, words: 'The root is still there', area: 'St Helens', place: PLACE },
  ])
  expect(await queue(sam), 'members see no reports').toEqual([])
  expect(await mara.action(actionId)).toMatchObject({ status: 'Resolved', notes: [] })
  const before = await follow(report.code)
  expect(before.steps.at(-1)).toMatchObject({ name: 'Fixed' })
  expect(before.additions).toMatchObject([{ id: added.recordId, isNotFixed: true, answer: '' }])

  const merge = (who: typeof mara, more = {}) => who.do('report', added.recordId, { merge: { actionId, ...more } }, { baseVersion: 1 })
  expect((await merge(sam, { reopens: true })).outcome).toBe('forbidden')
  expect((await merge(mara)).outcome, 'it is resolved').toBe('conflict')
  expect((await merge(mara, { reopens: true })).outcome).toBe('applied')
  expect(await mara.action(actionId)).toMatchObject({
    status: 'Unresolved',
    fix: '',
    notes: [{ text: 'Not fixed, according to the reporter: The root is still there', createdByName: mara.person.displayName }],
  })
  const after = await follow(report.code)
  expect(after.steps.map(({ name }) => name)).not.toContain('Fixed')
  expect(after.additions).toMatchObject([{ answer: 'Thank you. We’ve reopened this report.' }])
  expect(JSON.stringify(after)).not.toContain(mara.person.displayName)
  const lines = await database.db.selectFrom('history').select('changes').where('recordId', '=', actionId).orderBy('id').execute()
  expect(lines.at(-1)?.changes).toMatchObject({ status: { before: 'Resolved', after: 'Unresolved' } })
})

test('RP17 added text and photos go to the remaining Action; until then, only managers and the reporter see them', async () => {
  const { browser, mara, sam, jo, follow, report, actionId } = await createResolvedReport()
  const staying = randomUUID()
  await mara.do('action', staying, { description: 'The same log', area: 'St Helens' })
  await mara.do('action', actionId, { mergedInto: staying }, { baseVersion: 2 })
  const photoId = randomUUID()
  const added = await jo.report({ ofLink: ofLink(report.code), words: 'Two logs', addPhotos: [{ id: photoId, note: '' }] })
  const jpeg = await sharp({ create: { width: 400, height: 300, channels: 3, background: 'green' } })
    .jpeg()
    .toBuffer()
  expect((await browser.putPhoto(photoId, jpeg, 'image/jpeg', jo.headers)).statusCode).toBe(204)
  expect((await sam.browser.get(`/api/photos/${photoId}`)).statusCode).toBe(404)
  expect((await follow(report.code)).additions).toMatchObject([{ words: 'Two logs', photos: [photoId] }])
  const photoOf = (code: string) => browser.post('/api/report-links/photo', { code, photoId })
  expect((await photoOf(report.code)).statusCode).toBe(200)
  expect((await photoOf(newFollowCode())).statusCode).toBe(404)

  expect((await mara.do('report', added.recordId, { merge: { actionId } }, { baseVersion: 1 })).outcome).toBe('applied')
  expect(await mara.action(staying)).toMatchObject({
    status: 'Unresolved',
    photos: [{ id: photoId, stored: true }],
    notes: [{ text: 'Added by the reporter: Two logs' }],
  })
  expect((await photoOf(report.code)).statusCode).toBe(200)
})

test('RP17 an addition to a closed report is accepted under its own number, or declined with an explanation', async () => {
  const { mara, jo, follow, queue } = await createResolvedReport()
  const closed = await jo.report({ words: 'A rock' })
  await mara.do('report', closed.recordId, { decline: { reason: 'Not a hazard', answer: '' } }, { baseVersion: 1 })
  const [first, second] = [
    await jo.report({ ofLink: ofLink(closed.code), words: 'It moves' }),
    await jo.report({ ofLink: ofLink(closed.code), words: 'Please' }),
  ]
  await mara.do('report', first.recordId, accept(randomUUID()), { baseVersion: 1 })
  await mara.do('report', second.recordId, { decline: { reason: 'Not a hazard', answer: 'We know.' } }, { baseVersion: 1 })
  const number = (await queue()).find(({ id }) => id === first.recordId)?.number
  expect((await follow(closed.code)).additions).toMatchObject([
    { answer: `Thank you. We’re dealing with it as ${number}.` },
    { answer: 'We know.' },
  ])
})

test('RP16 RP18 SEC-RATE anyone with a valid link can add text for managers to read, within the limits', async () => {
  const { browser, mara, jo, follow, queue, report } = await createResolvedReport()
  const ann = createReporter(browser)
  const other = await ann.report({ ofLink: ofLink(report.code), words: 'Buy tyres' })
  expect((await queue()).find(({ id }) => id === other.recordId)).toMatchObject({ addsTo: report.recordId })
  expect((await follow(report.code)).additions).toEqual([])
  for (const [patch, outcome] of [
    [{ ofLink: ofLink(newFollowCode()), words: 'x' }, 'gone'],
    [{ ofLink: ofLink(report.code) }, 'invalid'],
    [{ ofLink: report.code, words: 'x' }, 'invalid'],
    [{ isNotFixed: true }, 'invalid'],
    [{ ofLink: ofLink(report.code), words: 'x'.repeat(501) }, 'invalid'],
    [{ ofLink: ofLink(report.code), words: 'x', work: 'none' }, 'invalid'],
    [{ addsTo: report.recordId, words: 'x' }, 'invalid'],
  ] as const)
    expect((await jo.send([jo.command(patch).command]))[0]?.outcome, JSON.stringify(patch)).toBe(outcome)
  const plain = await jo.report()
  const reopen = { merge: { actionId: randomUUID(), reopens: true } }
  expect((await mara.do('report', plain.recordId, reopen, { baseVersion: 1 })).outcome, 'a report reopens nothing').toBe('invalid')
  const many = Array.from({ length: 12 }, () => jo.command({ ofLink: ofLink(report.code), isNotFixed: true }).command)
  const reply = await jo.push(many)
  const answers = reply.statusCode === 200 ? (reply.json() as { answers: { outcome: string }[] }).answers : []
  expect(answers.filter(({ outcome }) => outcome === 'applied').length, 'the limit of reports').toBeLessThan(10)
})
