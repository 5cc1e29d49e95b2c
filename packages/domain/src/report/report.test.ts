import { expect, test } from 'vitest'
import { visibleTo } from '../record-kind.ts'
import { isMutedReport, mentionsDanger } from './muted-report.ts'
import { type Report, type ReportContext, type ReportPatch, reportKind } from './report-kind.ts'
import { reportNews } from './report-news.ts'
import { decideReport, decideReporter } from './report-rules.ts'
import { seenBy } from './seen-by.ts'
import { similarTo } from './similar.ts'

const NOW = new Date('2026-11-17T10:00:00Z')
const ID = '6f8e2a52-58f5-4a5b-9d2f-0c8b9b1f6d01'
const device = { id: '6f8e2a52-58f5-8a5b-9d2f-0c8b9b1f6d02', name: '', role: 0 }
const mara = { id: '6f8e2a52-58f5-4a5b-9d2f-0c8b9b1f6d03', name: 'Mara', role: 2 }
const follow = 'a'.repeat(64)

const decide = (current: Report | null, patch: ReportPatch, actor = device, context: ReportContext = {}) =>
  decideReport(current, { recordId: ID, patch, recordedAt: NOW.toISOString() }, actor, NOW, context)

function made(patch: ReportPatch = {}): Report {
  const decision = decide(null, { category: 'Fallen tree', follow, ...patch })
  if (!decision.ok) throw new Error(decision.refusal.detail)
  return decision.record.record
}

const photos = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `6f8e2a52-58f5-4a5b-9d2f-0c8b9b1f6e0${i}`, note: '' }))
const accept = { actionId: ID, rating: 'High', description: 'Log', area: 'St Helens', trail: null } as const
const decline = { reason: 'Not a hazard', answer: 'It is a part of the trail.' } as const

test('RP1 lets anyone create a report with a link and at most three photos, but not one with a decision', () => {
  expect(made({ addPhotos: photos(3) })).toMatchObject({ status: 'Received', category: 'Fallen tree', followHash: follow, version: 1 })
  expect(decide(null, { category: 'Fallen tree' })).toMatchObject({ ok: false })
  expect(decide(null, { follow, addPhotos: photos(4) })).toMatchObject({ ok: false, refusal: { code: 'too-many-photos' } })
  expect(decide(null, { follow, decline }, mara)).toMatchObject({ ok: false, refusal: { code: 'gone' } })
  expect(decide(null, { follow, decline })).toMatchObject({ ok: false, refusal: { code: 'not-allowed' } })
})

test('RP2 never changes the content of a report, but lets managers accept or decline it', () => {
  const report = made()
  expect(decide(report, { words: 'More' })).toMatchObject({ ok: false, refusal: { code: 'not-allowed' } })
  expect(decide(report, { words: 'More' }, mara)).toMatchObject({ ok: false, refusal: { code: 'not-valid' } })
  expect(decide(report, { accept, words: 'More' }, mara)).toMatchObject({ ok: false, refusal: { code: 'not-valid' } })
  expect(decide(report, { accept }, mara)).toMatchObject({ ok: true, record: { record: { status: 'Accepted', actionId: ID } } })
  expect(decide(report, { decline }, mara)).toMatchObject({
    ok: true,
    record: { record: { status: 'Declined', reason: 'Not a hazard' }, changes: { status: { before: 'Received', after: 'Declined' } } },
  })
})

test('RP2 PH6 lets managers blur the photos of a report until it is decided', () => {
  const report = made({ addPhotos: photos(1) })
  const blurPhotos = [{ id: report.photos[0]?.id ?? '', boxes: [{ x: 0, y: 0, width: 0.5, height: 0.5 }] }]
  expect(decide(report, { blurPhotos })).toMatchObject({ ok: false, refusal: { code: 'not-allowed' } })
  expect(decide(null, { follow, blurPhotos })).toMatchObject({ ok: false })
  expect(decide(report, { blurPhotos, decline }, mara)).toMatchObject({ ok: false, refusal: { code: 'not-valid' } })
  const blurred = decide(report, { blurPhotos }, mara)
  expect(blurred).toMatchObject({ ok: true, record: { record: { version: 2, status: 'Received' }, changes: { blurPhotos: { after: 1 } } } })
  const declined = decide(report, { decline }, mara)
  expect(decide(declined.ok ? declined.record.record : null, { blurPhotos }, mara)).toMatchObject({
    ok: false,
    refusal: { code: 'changed-since' },
  })
})

test('RP3 accepts only one decision on a report', () => {
  const decision = decide(made(), { decline }, mara)
  const declined = decision.ok ? decision.record.record : null
  expect(decide(declined, { accept }, mara)).toMatchObject({ ok: false, refusal: { code: 'changed-since' } })
})

test('RP4 shows the contact only to managers and the reporting device, never in the history, and the link’s hash to nobody', () => {
  const decision = decide(null, { category: 'Overgrown', follow, contact: 'jo@example.org' })
  if (!decision.ok) throw new Error(decision.refusal.detail)
  expect(JSON.stringify(decision.record.changes)).not.toMatch(/example\.org|aaaa/)
  const seenBy = (reader: { id: string; role: number }) => visibleTo(reportKind, decision.record.record, reader)
  expect(seenBy(mara)).toMatchObject({ contact: 'jo@example.org', followHash: null })
  expect(seenBy(device)).toMatchObject({ contact: 'jo@example.org', followHash: null })
  expect(seenBy({ id: ID, role: 1 })).toMatchObject({ contact: null, followHash: null })
})

test('RP5 notifies reporters of merges and fixes, but not of edited text, resolving without a fix or a second merge', () => {
  const open = { status: 'Unresolved', fix: '', mergedInto: null } as const
  const resolved = { ...open, status: 'Resolved' } as const
  const fixed = { ...resolved, fix: 'Cut' } as const
  const merged = { ...resolved, mergedInto: ID } as const
  const news = (before: Parameters<typeof reportNews>[0], after: Parameters<typeof reportNews>[1], staying = after) =>
    reportNews(before, after, staying)
  for (const before of [open, resolved, merged]) expect(news(before, fixed)).toEqual({ kind: 'fixed', fix: 'Cut' })
  expect(news(open, merged, open)).toEqual({ kind: 'merged', fix: '' })
  expect(news(open, merged, fixed)).toEqual({ kind: 'merged', fix: 'Cut' })
  expect(news({ ...merged, mergedInto: device.id }, merged, fixed)).toEqual({ kind: 'merged', fix: 'Cut' })
  expect(news({ ...merged, mergedInto: device.id }, merged, open)).toBeNull()
  for (const [before, after] of [
    [null, fixed],
    [open, resolved],
    [fixed, { ...fixed, fix: 'Cut and moved' }],
    [fixed, open],
    [fixed, merged],
    [merged, { ...merged, fix: 'Cut' }],
  ] as const)
    expect(news(before, after), JSON.stringify([before, after])).toBeNull()
})

test('RP6 merges a report of a known problem into its Action, and notifies the reporter', () => {
  const merge = { actionId: ID }
  expect(decide(made({ addPhotos: photos(1) }), { merge }, mara)).toMatchObject({
    ok: true,
    record: { record: { status: 'Accepted', actionId: ID, answer: 'Someone else had already reported this. We’ve added your photo.' } },
  })
  expect(decide(made(), { merge }, mara)).toMatchObject({ ok: true, record: { record: { answer: expect.not.stringContaining('photo') } } })
  expect(decide(made(), { merge })).toMatchObject({ ok: false, refusal: { code: 'not-allowed' } })
  expect(decide(made(), { merge, accept }, mara)).toMatchObject({ ok: false, refusal: { code: 'not-valid' } })
  expect(decide(null, { follow, merge }, mara)).toMatchObject({ ok: false, refusal: { code: 'gone' } })
})

test('RP7 finds similar reports and Actions within 500 m and 60 days, nearest first', () => {
  const at = (id: string, north: number, days = 0) => ({
    id,
    place: { latitude: -41.2 + north / 111_195, longitude: 148.2, accuracyM: null },
    createdAt: new Date(NOW.getTime() - days * 86_400_000).toISOString(),
  })
  const others = [
    at('far', 501),
    at('mid', 300),
    at('near', 20, 59),
    at('old', 10, 61),
    at('self', 0),
    { ...at('no place', 0), place: null },
  ]
  const near = similarTo(at('self', 0), others)
  expect(near.map(({ one, metres }) => [one.id, Math.round(metres)])).toEqual([
    ['near', 20],
    ['mid', 300],
  ])
  expect(similarTo({ ...at('self', 0), place: null }, others)).toEqual([])
})

test('RP8 lets only managers mute and unmute a reporter, and records both in the history', () => {
  const mute = (current: Parameters<typeof decideReporter>[0], patch: object, actor = mara) =>
    decideReporter(current, { recordId: device.id, patch, recordedAt: NOW.toISOString() }, actor, NOW)
  const muted = mute(null, { muted: true })
  if (!muted.ok) throw new Error(muted.refusal.detail)
  expect(muted.record).toMatchObject({ record: { id: device.id, muted: true, version: 1, updatedByName: 'Mara' } })
  expect(muted.record.changes).toEqual({ muted: { before: null, after: true } })
  expect(mute(muted.record.record, { muted: false })).toMatchObject({
    ok: true,
    record: { record: { muted: false, version: 2 }, changes: { muted: { before: true, after: false } } },
  })
  expect(mute(muted.record.record, { muted: true })).toMatchObject({ ok: true, record: { changes: {} } })
  for (const actor of [device, { ...mara, role: 1 }])
    for (const patch of [{ muted: true }, {}])
      expect(mute(null, patch, actor)).toMatchObject({ ok: false, refusal: { code: 'not-allowed' } })
})

test('RP9 hides only the reports of muted reporters', () => {
  const spam = { words: 'Buy cheap tyres', canHurt: false, createdBy: device.id }
  expect(isMutedReport(spam, new Set([device.id]))).toBe(true)
  expect(isMutedReport(spam, new Set([mara.id]))).toBe(false)
  expect(isMutedReport(spam, new Set())).toBe(false)
})

test('RP10 never hides a report that mentions an injury or danger', () => {
  const isHidden = (words: string, canHurt = false) => isMutedReport({ words, canHurt, createdBy: device.id }, new Set([device.id]))
  for (const words of [
    'My friend is hurt',
    'INJURED rider at the bridge',
    'broken collarbone',
    'he fell off the bridge and cannot move',
    'Someone stretched a wire across the trail',
    'please send help',
    'lots of blood,she is unconscious',
    'call 000',
    '(accident)',
    'Unfall, Frau verletzt',
    'Un cycliste est blessé',
  ])
    expect(isHidden(words), words).toBe(false)
  expect(isHidden('', true), 'someone could get hurt').toBe(false)
  for (const words of ['', 'Buy cheap tyres', 'you are all idiots', 'A tree fell across the trail', 'lol lol lol', 'Great skills', 'first'])
    expect(isHidden(words), words).toBe(true)
  expect(mentionsDanger({ words: 'hurtful', canHurt: false }), 'errs on the side of too many').toBe(true)
})

const HAZARD = '6f8e2a52-58f5-4a5b-9d2f-0c8b9b1f6d09'
const seen = { id: HAZARD, category: 'Fallen tree', area: 'North', trail: 'Ridge' } as const

test('RP14 links a reporter who has seen the same public hazard to its Action, and uses only the location of their report', () => {
  const place = { latitude: -41.3, longitude: 148.2, accuracyM: 8 }
  const patch = {
    category: 'Overgrown',
    area: 'Buy tyres',
    trail: 'Cheap',
    place,
    follow,
    sees: HAZARD,
    contact: 'jo@example.org',
  } as const
  expect(decide(null, patch, device, { seen })).toMatchObject({
    ok: true,
    record: {
      record: {
        status: 'Accepted',
        actionId: HAZARD,
        category: 'Fallen tree',
        area: 'North',
        trail: 'Ridge',
        place,
        contact: 'jo@example.org',
      },
      changes: { status: { before: 'Received', after: 'Accepted' } },
    },
  })
  expect(made({ sees: HAZARD }), 'shown on the device until the server answers').toMatchObject({ status: 'Received', actionId: null })
})

test('RP15 leaves a report to a manager if it has text or photos or mentions danger, or if its hazard is no longer public', () => {
  for (const more of [{ words: 'It is worse' }, { addPhotos: photos(1) }, { canHurt: true }])
    expect(decide(null, { follow, sees: HAZARD, ...more }, device, { seen })).toMatchObject({
      ok: true,
      record: { record: { status: 'Received', actionId: null, ...('words' in more && more) } },
    })
  expect(decide(null, { follow, sees: HAZARD })).toMatchObject({ ok: true, record: { record: { status: 'Received', actionId: null } } })
  expect(decide(made(), { sees: HAZARD }, mara, { seen }), 'doesn’t decide an existing report').toMatchObject({ ok: false })
})

const adds = { id: HAZARD, category: 'Overgrown', area: 'North', trail: 'Ridge', place: null } as const
const ofLink = 'b'.repeat(64)

test('RP16 lets anyone with the link add text, photos or “not fixed”, with the report’s category and location', () => {
  const place = { latitude: -41.3, longitude: 148.2, accuracyM: 8 }
  for (const more of [{ words: 'Bigger than I thought' }, { addPhotos: photos(1) }, { isNotFixed: true }])
    expect(decide(null, { follow, ofLink, area: 'Buy tyres', place, sees: ID, ...more }, device, { adds, seen })).toMatchObject({
      ok: true,
      record: { record: { status: 'Received', addsTo: HAZARD, category: 'Overgrown', area: 'North', trail: 'Ridge', place: null } },
    })
  expect(decide(null, { follow, ofLink }, device, { adds }), 'nothing').toMatchObject({ ok: false, refusal: { code: 'not-valid' } })
  expect(decide(null, { follow, ofLink, words: 'x' }), 'no such link').toMatchObject({ ok: false, refusal: { code: 'gone' } })
  expect(decide(null, { follow, isNotFixed: true })).toMatchObject({ ok: false, refusal: { code: 'not-valid' } })
  expect(decide(null, { follow, ofLink, words: 'x', addPhotos: photos(4) }, device, { adds })).toMatchObject({ ok: false })
  expect(decide(made(), { ofLink, words: 'x' }, device, { adds }), 'doesn’t change an existing report').toMatchObject({ ok: false })
})

test('RP17 merges additions with or without reopening the Action, accepts or declines them, and notifies their author', () => {
  const decision = decide(null, { follow, ofLink, isNotFixed: true }, device, { adds })
  const added = decision.ok ? decision.record.record : null
  const answered = (patch: ReportPatch, of = added) => decide(of, patch, mara)
  expect(answered({ merge: { actionId: ID } })).toMatchObject({
    ok: true,
    record: { record: { answer: 'Thank you. We’ve added your information.' } },
  })
  expect(answered({ merge: { actionId: ID, reopens: true } })).toMatchObject({
    ok: true,
    record: { record: { status: 'Accepted', actionId: ID, answer: 'Thank you. We’ve reopened this report.' } },
  })
  expect(answered({ accept })).toMatchObject({ ok: true, record: { record: { answer: expect.stringContaining('dealing with it as') } } })
  expect(answered({ decline })).toMatchObject({ ok: true, record: { record: { answer: decline.answer } } })
  expect(answered({ merge: { actionId: ID, reopens: true } }, made())).toMatchObject({ ok: false, refusal: { code: 'not-valid' } })
  expect(decide(added, { merge: { actionId: ID, reopens: true } })).toMatchObject({ ok: false, refusal: { code: 'not-allowed' } })
})

test('RP18 A23 doesn’t count an addition as one more person who has seen the problem', () => {
  const at = { actionId: HAZARD, createdAt: '2026-11-17T10:00:00Z' }
  const reports = [
    { ...at, number: '0010', createdBy: 'jo' },
    { ...at, number: '0011', createdBy: 'ann', addsTo: ID },
  ]
  expect(seenBy({ id: HAZARD, number: '0010' }, reports, new Set())).toBeNull()
})

test('A23 counts each reporting device once, except the first device and muted ones', () => {
  const report = (createdBy: string, minute: number, changes: object = {}) =>
    ({ actionId: HAZARD, number: `00${minute}`, createdBy, createdAt: `2026-11-17T10:${minute}:00Z`, ...changes }) as const
  const action = { id: HAZARD, number: '0010' }
  expect(seenBy(action, [report('jo', 10)], new Set())).toBeNull()
  const reports = [
    report('jo', 10),
    report('jo', 11),
    report('ann', 12),
    report('ann', 14),
    report('kim', 13),
    report('sam', 15, { actionId: ID }),
  ]
  expect(seenBy(action, reports, new Set())).toEqual({ more: 2, lastAt: '2026-11-17T10:14:00Z' })
  expect(seenBy(action, reports, new Set(['ann']))).toEqual({ more: 1, lastAt: '2026-11-17T10:13:00Z' })
  expect(seenBy({ id: 'another', number: '0001' }, reports, new Set())).toBeNull()
})
