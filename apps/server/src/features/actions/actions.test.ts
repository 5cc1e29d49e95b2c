import { randomUUID } from 'node:crypto'
import { type Action, actionKind, canSeeAction, projectAction, RecordHistory, SETTINGS_ID } from '@trailwarden/domain'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTestDevice, REPORT } from '#testing/devices.ts'
import { createMailServer } from '#testing/mail-server.ts'
import { createTestServer } from '#testing/test-server.ts'

async function twoDevices() {
  const { app, database, ...rest } = await createTestServer()
  const member = await createTestDevice(app, database.db, { displayName: 'Sam' })
  const manager = await createTestDevice(app, database.db, { displayName: 'Ranger', role: 2 })
  return { app, database, member, manager, ...rest }
}

test('ACT-03 a new action starts Unresolved and Unrated, with a four-digit number that is never reused', async () => {
  const { member, manager } = await twoDevices()
  const ids = await Promise.all(Array.from({ length: 12 }, () => member.report()))
  await member.fetch()
  const numbers = member.actions().map(({ number }) => number)
  expect(new Set(numbers).size).toBe(12)
  for (const number of numbers) expect(number).toMatch(/^\d{4}$/)
  const first = await manager.action(ids[0] ?? '')
  expect(first).toMatchObject({ status: 'Unresolved', rating: 'Unrated', version: 1, createdByName: 'Sam', completedAt: null })
  expect(actionKind.document.parse(first)).toEqual(first)
  for (const id of ids) expect((await manager.do('action', id, { deleted: true }, { baseVersion: 1 })).outcome).toBe('applied')
  const again = await member.action(await member.report())
  expect(numbers).not.toContain(again?.number)
})

test('ACT-04 setting the status to Resolved sets the completion time, and any other status clears it', async () => {
  const { member, manager } = await twoDevices()
  const id = await member.report()
  await manager.do('action', id, { status: 'Resolved' }, { baseVersion: 1 })
  const resolved = await manager.action(id)
  expect(Date.now() - Date.parse(resolved?.completedAt ?? '')).toBeLessThan(60_000)
  expect(resolved?.completedAt).toBe(resolved?.updatedAt)
  await manager.do('action', id, { status: 'Unresolved' }, { baseVersion: 2 })
  expect((await manager.action(id))?.completedAt).toBeNull()
})

test('ACT-06 assigning copies the name and email address, is limited to managers, and defaults to the reviewer', async () => {
  const { app, database, member, manager } = await twoDevices()
  const { person: ash } = await createTestDevice(app, database.db, { displayName: 'Ash' })
  const id = await member.report()
  expect(await member.do('action', id, { assignedTo: ash.id }, { baseVersion: 1 })).toMatchObject({ outcome: 'forbidden', version: null })
  expect(await manager.do('action', id, { assignedTo: ash.id }, { baseVersion: 1 })).toMatchObject({ outcome: 'applied', version: 2 })
  expect(await manager.action(id)).toMatchObject({ assignedTo: ash.id, assignedName: 'Ash', assignedEmail: ash.email })
  expect(await member.action(id)).toMatchObject({ assignedName: 'Ash', assignedEmail: null })
  expect((await manager.do('action', id, { assignedTo: randomUUID() }, { baseVersion: 2 })).outcome).toBe('invalid')
  expect((await manager.do('action', id, { assignedTo: 'nobody' }, { baseVersion: 2 })).outcome).toBe('invalid')

  await manager.do('settings', SETTINGS_ID, { reviewerId: manager.person.id }, { baseVersion: 0 })
  const reviewed = await manager.action(await member.report())
  expect(reviewed).toMatchObject({ assignedTo: manager.person.id, assignedName: 'Ranger', assignedEmail: manager.person.email })
  await database.db.updateTable('people').set({ role: 1 }).where('id', '=', manager.person.id).execute()
  expect(await member.action(await member.report())).toMatchObject({ assignedTo: null })
})

test('UX-1.7 accepts a trail of the area’s network, even if the area has no trails, and refuses trails of other networks', async () => {
  const { member } = await twoDevices()
  const at = (trail: string) => member.do('action', randomUUID(), { description: 'Loose plank', area: 'Blue Tier', trail })
  expect((await at('Blue Tier')).outcome).toBe('applied')
  expect((await at('Bay of Fires')).outcome).toBe('applied')
  expect((await at('Icarus')).outcome).toBe('invalid')
})

test('ACT-16 clients can’t set the ID, the number or the timestamps', async () => {
  const { member, manager } = await twoDevices()
  const id = await member.report()
  for (const field of ['id', 'number', 'version', 'createdAt', 'createdBy', 'createdByName', 'updatedAt', 'updatedBy', 'completedAt']) {
    expect((await manager.do('action', id, { [field]: randomUUID() }, { baseVersion: 1 })).outcome, field).toBe('invalid')
    expect((await manager.do('action', randomUUID(), { ...REPORT, [field]: '0001' })).outcome, field).toBe('invalid')
  }
  await manager.fetch()
  expect(manager.actions()).toHaveLength(1)
  expect(await manager.action(id)).toMatchObject({ id, version: 1 })
})

test('ACT-06 emails the default reviewer and the assignee once each, and only if the change was applied', async () => {
  const mailServer = await createMailServer()
  const { app, database } = await createTestServer({ environment: { SMTP_URL: mailServer.url }, sendsMail: true })
  const member = await createTestDevice(app, database.db)
  const manager = await createTestDevice(app, database.db, { role: 2, displayName: 'Rae' })
  const assignee = await createTestDevice(app, database.db, { displayName: 'Ash' })
  await manager.do('settings', SETTINGS_ID, { reviewerId: manager.person.id }, { baseVersion: 0 })
  const id = randomUUID()
  const report = member.command('action', id, REPORT)
  const [first, ...repeats] = await Promise.all([1, 2, 3].map(() => member.send([report])))
  expect(repeats).toEqual([first, first])
  expect((await member.do('action', id, { rating: 'High' }, { baseVersion: 1 })).outcome).toBe('forbidden')
  await manager.do('action', id, { assignedTo: assignee.person.id }, { baseVersion: 1 })
  const toReviewer = await mailServer.emailTo(manager.person.email)
  expect(toReviewer.subject).toContain('is assigned to you')
  expect(toReviewer.text).toContain('Tree across the track')
  expect(toReviewer.text).toContain(`/actions/view/${id}`)
  expect((await mailServer.emailTo(assignee.person.email)).subject).toMatch(/^Action \d{4} in St Helens is assigned to you$/)
  expect(mailServer.emails).toHaveLength(2)
  await expect.poll(() => database.db.selectFrom('emails').selectAll().execute()).toEqual([])
})

test('UX-1.4 an email about an Action describes its location as the app does, and adds coordinates', async () => {
  const mailServer = await createMailServer()
  const { app, database } = await createTestServer({ environment: { SMTP_URL: mailServer.url }, sendsMail: true })
  const manager = await createTestDevice(app, database.db, { role: 2 })
  const assignee = await createTestDevice(app, database.db, { displayName: 'Ash' })
  // This location is 20 m north of BF17, and 980 m after BF16 along the trail.
  const place = { latitude: -41.17028, longitude: 148.12125, accuracyM: 5 }
  await manager.report({ area: 'Bay of Fires', place, assignedTo: assignee.person.id })
  const { text } = await mailServer.emailTo(assignee.person.email)
  expect(text).toContain('Where: At BF17, Bay of Fires (-41.17028, 148.12125)')
})

test('ACT-04 notifies the reporter once when someone else resolves an Action, and not about later edits', async () => {
  const mailServer = await createMailServer()
  const { app, database } = await createTestServer({ environment: { SMTP_URL: mailServer.url }, sendsMail: true })
  const member = await createTestDevice(app, database.db)
  const manager = await createTestDevice(app, database.db, { role: 2 })
  const [own, id] = [await manager.report(), await member.report()]
  await manager.do('action', own, { status: 'Resolved' }, { baseVersion: 1 })
  await manager.do('action', id, { status: 'Resolved' }, { baseVersion: 1 })
  await manager.do('action', id, { detail: 'Cut up and carried off' }, { baseVersion: 2 })
  const message = await mailServer.emailTo(member.person.email)
  expect(message.subject).toMatch(/^Action \d{4} in St Helens is resolved$/)
  expect(message.text).toContain('The problem you recorded has been resolved. Thank you.')
  expect(message.text).toContain(`/actions/view/${id}`)
  await expect.poll(() => database.db.selectFrom('emails').selectAll().execute()).toEqual([])
  expect(mailServer.emails).toHaveLength(1)
})

test('merges changes to different fields; if two changes set the same field, the later one wins and the other author is notified', async () => {
  const mailServer = await createMailServer()
  const { app, database } = await createTestServer({ environment: { SMTP_URL: mailServer.url }, sendsMail: true })
  const [ann, ben, manager] = await Promise.all([
    createTestDevice(app, database.db, { displayName: 'Ann' }),
    createTestDevice(app, database.db, { displayName: 'Ben' }),
    createTestDevice(app, database.db, { displayName: 'Ranger', role: 2 }),
  ])
  const id = await manager.report()
  expect(await ann.do('action', id, { detail: 'from Ann' }, { baseVersion: 1 })).toMatchObject({ outcome: 'applied', version: 2 })
  expect(await manager.do('action', id, { rating: 'High' }, { baseVersion: 1 })).toMatchObject({ outcome: 'applied', version: 3 })
  expect(await ben.do('action', id, { detail: 'from Ben' }, { baseVersion: 1 })).toMatchObject({
    outcome: 'merged',
    version: 4,
    replaced: ['detail'],
  })
  expect(await manager.action(id)).toMatchObject({ detail: 'from Ben', rating: 'High', version: 4 })
  // Ben edits his own text again, so nobody else's text is replaced.
  expect(await ben.do('action', id, { detail: 'more from Ben' }, { baseVersion: 1 })).toMatchObject({ outcome: 'applied', replaced: [] })
  expect(await ben.do('action', id, { detail: 'more from Ben' }, { baseVersion: 1 })).toMatchObject({ outcome: 'applied', version: 5 })

  const { lines } = RecordHistory.parse((await manager.browser.get(`/api/actions/${id}/history`)).json())
  expect(
    lines.map(({ version, createdByName, changes }) => [version, createdByName, changes.detail?.before, changes.detail?.after]),
  ).toEqual([
    [5, 'Ben', 'from Ben', 'more from Ben'],
    [4, 'Ben', 'from Ann', 'from Ben'],
    [3, 'Ranger', undefined, undefined],
    [2, 'Ann', '', 'from Ann'],
    [1, 'Ranger', null, ''],
  ])
  const notice = await mailServer.emailTo(ann.person.email)
  expect(notice.subject).toMatch(/^Your change to Action \d{4} was replaced$/)
  expect(notice.text).toContain('(detail)')
  expect(mailServer.emails).toHaveLength(1)
})

test('refuses edits to deleted or unknown Actions as gone, and members’ edits to resolved ones as forbidden', async () => {
  const { member, manager } = await twoDevices()
  const [deleted, resolved] = [await member.report(), await member.report()]
  await manager.do('action', deleted, { deleted: true }, { baseVersion: 1 })
  await manager.do('action', resolved, { status: 'Resolved' }, { baseVersion: 1 })
  expect(await member.do('action', deleted, { detail: 'x' }, { baseVersion: 1 })).toMatchObject({
    outcome: 'gone',
    refusal: { code: 'gone' },
  })
  expect(await member.do('action', deleted, REPORT)).toMatchObject({ outcome: 'gone' })
  expect(await member.do('action', resolved, { detail: 'x' }, { baseVersion: 1 })).toMatchObject({ outcome: 'forbidden' })
  expect(await member.do('action', randomUUID(), { detail: 'x' }, { baseVersion: 3 })).toMatchObject({ outcome: 'gone' })
  expect(await manager.action(deleted)).toBeUndefined()
  expect(await manager.action(resolved)).toMatchObject({ status: 'Resolved', detail: '' })
})

test('unusual characters in a patch never cause a server error that could block a queue', async () => {
  const { member } = await twoDevices()
  const odd = ['\u0000', 'Tree \u0000 down', '\ud800', 'x'.repeat(201), '🌲'.repeat(100), '<b>bold</b>', 7, null, { a: 1 }, ['x']]
  const answers = await member.send(odd.map((description) => member.command('action', randomUUID(), { ...REPORT, description })))
  expect(answers.map(({ outcome }) => outcome)).toEqual([
    'invalid',
    'applied',
    'applied',
    'invalid',
    'applied',
    'applied',
    'invalid',
    'invalid',
    'invalid',
    'invalid',
  ])
  const other = await member.send([
    { ...member.command('action', randomUUID(), REPORT), recordedAt: '0000-01-01T00:00:00Z' },
    { ...member.command('action', randomUUID(), REPORT), kind: 'weather' },
    member.command('action', randomUUID(), { ...REPORT, '\u0000': '\u0000' }),
    member.command('action', randomUUID(), REPORT, { baseVersion: 9e15 }),
    member.command('action', randomUUID(), REPORT),
  ])
  expect(other.map(({ outcome }) => outcome)).toEqual(['applied', 'invalid', 'invalid', 'gone', 'applied'])
})

test('A8 A9 SQL and domain rules agree on which Actions and fields each user receives', async () => {
  const { app, database, site } = await createTestServer()
  const devices = await Promise.all([1, 1, 2, 4].map((role) => createTestDevice(app, database.db, { role })))
  const people = devices.map(({ person }) => person.id)
  const someone = fc.constantFrom(...people)
  const createAction = fc.record({
    status: fc.constantFrom('Unresolved' as const, 'Resolved' as const),
    createdBy: someone,
    assignedTo: fc.option(someone),
    deleted: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(createAction, { minLength: 1, maxLength: 30 }), async (cases) => {
      await database.pool.query('delete from actions')
      const at = new Date().toISOString()
      const stamps = { recordedAt: at, createdAt: at, createdByName: 'x', updatedAt: at, updatedBy: people[0] ?? '', updatedByName: 'x' }
      const fields = { ...actionKind.blank, description: 'x', area: site.areas[0]?.name ?? '', rating: 'Low' as const }
      const actions = cases.map(({ deleted, ...one }, i) => ({
        deleted,
        action: {
          ...fields,
          ...one,
          ...stamps,
          id: randomUUID(),
          number: String(i).padStart(4, '0'),
          version: 1,
          assignedName: one.assignedTo && 'x',
          assignedEmail: one.assignedTo && 'x@example.org',
          completedAt: one.status === 'Resolved' ? at : null,
        } satisfies Action,
      }))
      for (const {
        action: { photoStored: _, photos: __, ...action },
        deleted,
      } of actions)
        await database.db
          .insertInto('actions')
          .values({ ...action, notes: '[]', deletedAt: deleted ? at : null })
          .execute()
      for (const { person, fetch, actions: held } of devices) {
        await fetch()
        const expected = actions
          .filter(({ action, deleted }) => !deleted && canSeeAction(person, action))
          .map(({ action }) => projectAction(action, person))
        const byId = (a: Action, b: Action) => a.id.localeCompare(b.id)
        expect(held().sort(byId)).toEqual(expected.sort(byId))
      }
    }),
    { numRuns: 25 },
  )
})

test('members can change only their own Actions if the site is configured that way', async () => {
  const { app, database } = await createTestServer({ site: { memberEdits: 'own' } })
  const [ann, ben] = await Promise.all([createTestDevice(app, database.db), createTestDevice(app, database.db)])
  const id = await ann.report()
  expect((await ben.do('action', id, { detail: 'x' }, { baseVersion: 1 })).outcome).toBe('forbidden')
  expect((await ann.do('action', id, { detail: 'x' }, { baseVersion: 1 })).outcome).toBe('applied')
})
