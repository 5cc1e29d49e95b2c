/** Two people decide without having seen each other's change (RULES.md, A24). */
import { NOT_APPLIED, RecordHistory } from '@trailwarden/domain'
import { expect, test } from 'vitest'
import { createTestDevice } from '#testing/devices.ts'
import { createMailServer } from '#testing/mail-server.ts'
import { createTestServer } from '#testing/test-server.ts'

async function twoManagers(environment: Record<string, string> = {}) {
  const { app, database } = await createTestServer({ environment, sendsMail: environment.SMTP_URL !== undefined })
  const [mara, tom] = await Promise.all([
    createTestDevice(app, database.db, { displayName: 'Mara', role: 2 }),
    createTestDevice(app, database.db, { displayName: 'Tom Ashby', role: 2 }),
  ])
  const historyOf = async (id: string) => RecordHistory.parse((await mara.browser.get(`/api/actions/${id}/history`)).json()).lines
  return { database, mara, tom, historyOf, id: await mara.report() }
}

test('SYN-2 a late rating doesn’t replace a newer one; its author gets both values, the history contains it, and no email is sent', async () => {
  const mailServer = await createMailServer()
  const { mara, tom, historyOf, id, database } = await twoManagers({ SMTP_URL: mailServer.url })
  await tom.do('action', id, { rating: 'Low' }, { baseVersion: 1 })
  const late = mara.command('action', id, { rating: 'Extreme', detail: 'Two metres deep' }, { baseVersion: 1 })
  const [answer] = await mara.send([late])
  expect(answer).toMatchObject({
    outcome: 'merged',
    version: 3,
    replaced: [],
    contested: [{ field: 'rating', fields: ['rating'], theirs: 'Low', yours: 'Extreme', by: tom.person.id, at: expect.any(String) }],
  })
  // The server applies the other fields of the change. Sending the change again gets the first response.
  expect(await tom.action(id)).toMatchObject({ rating: 'Low', detail: 'Two metres deep', version: 3 })
  expect(await mara.send([late])).toEqual([answer])
  const [line] = await historyOf(id)
  expect(line).toMatchObject({
    version: 3,
    createdByName: 'Mara',
    changes: { [NOT_APPLIED]: { before: null, after: { rating: 'Extreme' } } },
  })
  expect(await database.db.selectFrom('emails').select('kind').execute()).toEqual([])
  // The stored response contains no names, so a deleted account leaves no name here.
  expect(JSON.stringify(answer)).not.toContain('Tom')

  expect(await mara.do('action', id, { rating: 'Extreme' }, { baseVersion: 3 })).toMatchObject({ outcome: 'applied', version: 4 })
  expect(await tom.action(id)).toMatchObject({ rating: 'Extreme' })
})

test.for([
  { field: 'assignedTo', theirs: 'tom', yours: 'mara' },
  { field: 'assignedTo', theirs: 'tom', yours: null },
  { field: 'status', theirs: 'Resolved', yours: 'Unresolved' },
])('SYN-2 a late change to $field (to $yours) leaves it at $theirs and creates no version', async ({ field, theirs, yours }) => {
  const { mara, tom, id } = await twoManagers()
  const idOf = (name: string | null) => (name === 'tom' ? tom.person.id : name === 'mara' ? mara.person.id : name)
  // The next change sets the field back to its old value, which must count as a change too.
  await mara.do('action', id, { assignedTo: mara.person.id }, { baseVersion: 1 })
  await tom.do('action', id, { [field]: idOf(theirs) }, { baseVersion: 2 })
  const answer = await mara.do('action', id, { [field]: idOf(yours) }, { baseVersion: 1 })
  expect(answer).toMatchObject({ outcome: 'merged', version: 3, contested: [{ field, theirs: idOf(theirs), yours: idOf(yours) }] })
  expect(await mara.action(id)).toMatchObject({ [field]: idOf(theirs), version: 3 })
})

test('SYN-2 fields changed together with a late status aren’t applied, and a merge can’t apply a late status', async () => {
  const { mara, tom, historyOf, id } = await twoManagers()
  const twin = await tom.report()
  await tom.do('action', id, { status: 'Resolved' }, { baseVersion: 1 })
  await tom.do('action', id, { status: 'Unresolved' }, { baseVersion: 2 })
  expect(await mara.do('action', id, { status: 'Resolved', fix: 'Cut up' }, { baseVersion: 1 })).toMatchObject({
    outcome: 'merged',
    contested: [{ field: 'status', fields: ['status', 'fix'], theirs: 'Unresolved', yours: 'Resolved' }],
  })
  expect(await mara.do('action', id, { mergedInto: twin }, { baseVersion: 1 })).toMatchObject({
    outcome: 'merged',
    contested: [{ field: 'status', fields: ['mergedInto'], theirs: 'Unresolved', yours: 'Resolved' }],
  })
  expect(await tom.action(id)).toMatchObject({ status: 'Unresolved', fix: '', mergedInto: null, version: 3 })
  expect((await historyOf(id))[1]?.changes).toEqual({ [NOT_APPLIED]: { before: null, after: { status: 'Resolved', fix: 'Cut up' } } })
})

test('SYN-2 a newer decision contests all late decisions of another user, which don’t contest each other', async () => {
  const { mara, tom, id } = await twoManagers()
  await tom.do('action', id, { rating: 'Low' }, { baseVersion: 1 })
  const rate = (rating: string, baseVersion: number) => mara.do('action', id, { rating }, { baseVersion })
  for (const rating of ['High', 'Extreme'])
    expect(await rate(rating, 1)).toMatchObject({ version: 2, contested: [{ theirs: 'Low', yours: rating, by: tom.person.id }] })
  // Two equal decisions don't conflict. Neither do two decisions by the same person.
  expect(await rate('Low', 1)).toMatchObject({ outcome: 'applied', version: 2 })
  expect(await rate('High', 2)).toMatchObject({ outcome: 'applied', version: 3 })
  expect(await rate('Extreme', 2)).toMatchObject({ outcome: 'applied', version: 4 })
})

test('SYN-2 when two managers decide at the same moment, one decision is applied and the other is contested', async () => {
  const { mara, tom, id } = await twoManagers()
  const answers = await Promise.all([
    mara.do('action', id, { rating: 'High' }, { baseVersion: 1 }),
    tom.do('action', id, { rating: 'Low' }, { baseVersion: 1 }),
  ])
  expect(answers.map(({ outcome }) => outcome).sort()).toEqual(['applied', 'merged'])
  expect(answers.filter(({ contested }) => contested)).toHaveLength(1)
  expect(answers.map(({ version }) => version)).toEqual([2, 2])
})
