import { expect, test } from 'vitest'
import type { Actor } from '../person/person.ts'
import { photoChanges } from '../photo/photos.ts'
import type { RecordHistory } from '../record-history.ts'
import { findContested, type RecordKind } from '../record-kind.ts'
import { changeActionBackTo } from './action-history.ts'
import { type Action, actionKind, DESCRIPTION_MAX_LENGTH, DETAIL_MAX_LENGTH, NOTE_MAX_LENGTH } from './action-kind.ts'
import { isFixedAction, isWaitingAction, mergedActions, stayingAction } from './action-merge.ts'
import { type ActionContext, canEditAction, canSeeAction, decideAction, projectAction, trailsOfArea } from './action-rules.ts'
import { dueAt, isOverdue } from './due.ts'
import { compareWorstFirst, Rating, ratingPriority } from './rating.ts'

const uuid = (n: number) => `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`
const visitor: Actor = { id: uuid(9), name: '', role: 0 }
const member: Actor = { id: uuid(1), name: 'Sam', role: 1 }
const other: Actor = { id: uuid(3), name: 'Kim', role: 1 }
const manager: Actor = { id: uuid(2), name: 'Ranger', role: 2 }
const reviewer = { id: uuid(4), name: 'Rae', email: 'rae@example.org' }
const assignee = { id: uuid(5), name: 'Ash', email: 'ash@example.org' }
const now = new Date('2026-01-01T00:00:00.000Z')
const later = new Date('2026-01-02T00:00:00.000Z')
const context: ActionContext = {
  areas: [
    { name: 'North', networkId: 'north' },
    { name: 'South', networkId: 'south' },
    { name: 'Plateau', networkId: 'north' },
  ],
  trails: [
    { name: 'Ridge', area: 'North' },
    { name: 'Creek', area: 'South' },
  ],
  memberEdits: 'any',
  assignee: null,
  reviewer: null,
}
const report = { description: 'Tree down', area: 'North' }

const decide = (current: Action | null, patch: object, actor = member, changes: Partial<ActionContext> = {}, at = now) =>
  decideAction(current, { recordId: uuid(100), patch, recordedAt: '2025-12-31T23:00:00.000Z' }, actor, { ...context, ...changes }, at)

function accepted(decision: ReturnType<typeof decide>) {
  if (!decision.ok) throw new Error(decision.refusal.detail)
  return decision.record
}
const refusal = (decision: ReturnType<typeof decide>) => (decision.ok ? null : decision.refusal.code)
const createAction = (changes: Partial<Action> = {}): Action => ({ ...accepted(decide(null, report)).record, number: '0001', ...changes })

test('A1 ACT-03 creates an Action as Unresolved and Unrated, with the server’s author and times', () => {
  const { record, deleted, changes } = accepted(decide(null, report))
  expect(actionKind.document.parse(record)).toEqual(record)
  expect(record).toMatchObject({
    id: uuid(100),
    rating: 'Unrated',
    status: 'Unresolved',
    version: 1,
    completedAt: null,
  })
  expect(record).toMatchObject({ createdBy: member.id, createdByName: 'Sam', createdAt: now.toISOString(), updatedBy: member.id })
  expect(record.recordedAt).toBe('2025-12-31T23:00:00.000Z')
  expect(deleted).toBe(false)
  expect(changes.description).toEqual({ before: null, after: 'Tree down' })
  expect(refusal(decide(null, report, visitor))).toBe('not-allowed')
})

test('A2 lets only managers change the rating, status and assignee, and delete an Action', () => {
  for (const patch of [{ rating: 'High' }, { status: 'Resolved' }, { assignedTo: assignee.id }, { deleted: true }]) {
    expect(refusal(decide(createAction(), patch, member, { assignee })), JSON.stringify(patch)).toBe('not-allowed')
    expect(refusal(decide(null, { ...report, ...patch }, member, { assignee })), JSON.stringify(patch)).toBe('not-allowed')
    expect(refusal(decide(createAction(), { description: 'x', ...patch }, member, { assignee }))).toBe('not-allowed')
    expect(decide(createAction(), patch, manager, { assignee }).ok, JSON.stringify(patch)).toBe(true)
  }
  expect(accepted(decide(createAction(), { deleted: true }, manager))).toMatchObject({
    deleted: true,
    changes: { deleted: { after: true } },
  })
  expect(refusal(decide(null, { deleted: true }, manager))).toBe('gone')
})

test('A21 shows riders only the Actions that a manager has ticked', () => {
  expect(createAction().isShownToRiders).toBe(false)
  for (const current of [null, createAction()])
    expect(refusal(decide(current, { ...report, isShownToRiders: true }, member))).toBe('not-allowed')
  expect(accepted(decide(createAction(), { isShownToRiders: true }, manager))).toMatchObject({
    record: { isShownToRiders: true },
    changes: { isShownToRiders: { before: false, after: true } },
  })
})

test('A3 lets members change unresolved Actions (all, or only their own if the site is set that way), and managers any Action', () => {
  const patch = { detail: 'Two metres across' }
  expect(decide(createAction(), patch, other).ok).toBe(true)
  expect(refusal(decide(createAction({ status: 'Resolved' }), patch, member))).toBe('not-allowed')
  expect(refusal(decide(createAction({ status: 'Resolved' }), { addNote: { id: uuid(50), text: 'x' } }, member))).toBe('not-allowed')
  expect(decide(createAction({ status: 'Resolved' }), patch, manager).ok).toBe(true)
  expect(refusal(decide(createAction(), patch, other, { memberEdits: 'own' }))).toBe('not-allowed')
  expect(decide(createAction(), patch, member, { memberEdits: 'own' }).ok).toBe(true)
  expect(decide(createAction({ assignedTo: other.id }), patch, other, { memberEdits: 'own' }).ok).toBe(true)
  expect(canEditAction(visitor, createAction(), 'any')).toBe(false)
})

test('A4 ACT-04 sets the completion time when an Action is Resolved, and clears it when the status changes again', () => {
  const resolved = accepted(decide(createAction(), { status: 'Resolved' }, manager)).record
  expect(resolved.completedAt).toBe(now.toISOString())
  const described = accepted(decide(resolved, { description: 'Tree gone' }, manager, {}, later)).record
  expect(described.completedAt).toBe(now.toISOString())
  expect(accepted(decide(resolved, { status: 'Unresolved' }, manager, {}, later)).record.completedAt).toBeNull()
})

test('A5 ACT-06 copies the assignee’s name and address, and assigns new Actions to the default reviewer', () => {
  const assigned = accepted(decide(createAction(), { assignedTo: assignee.id }, manager, { assignee })).record
  expect(assigned).toMatchObject({ assignedTo: assignee.id, assignedName: 'Ash', assignedEmail: 'ash@example.org' })
  expect(refusal(decide(createAction(), { assignedTo: assignee.id }, manager))).toBe('not-valid')
  expect(accepted(decide(assigned, { assignedTo: null }, manager)).record).toMatchObject({ assignedTo: null, assignedEmail: null })
  expect(accepted(decide(null, report, member, { reviewer })).record).toMatchObject({ assignedTo: reviewer.id, assignedName: 'Rae' })
  const both = accepted(decide(null, { ...report, assignedTo: assignee.id }, manager, { reviewer, assignee }))
  expect(both.record.assignedTo).toBe(assignee.id)
  expect(accepted(decide(createAction(), { detail: 'x' }, member, { reviewer })).record.assignedTo).toBeNull()
})

test('A6 requires an area of the site, and accepts only a trail of that area’s network or none', () => {
  expect(refusal(decide(null, { description: 'x', area: 'Nowhere' }))).toBe('not-valid')
  expect(refusal(decide(null, { description: 'x' }))).toBe('not-valid')
  expect(decide(null, { ...report, trail: 'Ridge' }).ok).toBe(true)
  expect(refusal(decide(null, { ...report, trail: 'Creek' }))).toBe('not-valid')
  const onRidge = createAction({ trail: 'Ridge' })
  const moved = accepted(decide(onRidge, { area: 'South' }))
  expect(moved.record).toMatchObject({ area: 'South', trail: null })
  expect(moved.changes.trail).toEqual({ before: 'Ridge', after: null })
  expect(accepted(decide(onRidge, { area: 'South', trail: 'Creek' })).record.trail).toBe('Creek')
})

test('UX-1.7 offers an area the trails of its whole network, even if the area has none', () => {
  const names = (area: string) => trailsOfArea(context.areas, context.trails, area).map(({ name }) => name)
  expect(names('Plateau')).toEqual(names('North'))
  expect(names('Plateau')).toContain('Ridge')
  expect(names('Nowhere')).toEqual([])
  expect(accepted(decide(null, { ...report, area: 'Plateau', trail: 'Ridge' })).record).toMatchObject({ area: 'Plateau', trail: 'Ridge' })
  expect(refusal(decide(null, { ...report, area: 'Plateau', trail: 'Creek' }))).toBe('not-valid')
})

test('A7 adds each note only once, with the server’s time and author', () => {
  const addNote = { id: uuid(50), text: ' Still there ' }
  const once = accepted(decide(createAction(), { addNote }, other, {}, later)).record
  expect(once.notes).toEqual([
    { id: uuid(50), text: 'Still there', createdAt: later.toISOString(), createdBy: other.id, createdByName: 'Kim' },
  ])
  const twice = accepted(decide(once, { addNote }, other))
  expect(twice.record).toEqual(once)
  expect(refusal(decide(once, { notes: [] }, manager))).toBe('not-valid')
  expect(refusal(decide(once, { addNote: { ...addNote, createdByName: 'Boss' } }, other))).toBe('not-valid')
})

test('A15 SEC-M4 refuses the 101st note with a specific reason', () => {
  const stamp = { text: 'x', createdAt: now.toISOString(), createdBy: member.id, createdByName: 'Sam' }
  const notes = (amount: number) => Array.from({ length: amount }, (_, i) => ({ id: uuid(1000 + i), ...stamp }))
  const addNote = { id: uuid(50), text: 'One more' }
  expect(accepted(decide(createAction({ notes: notes(99) }), { addNote }, member)).record.notes).toHaveLength(100)
  expect(refusal(decide(createAction({ notes: notes(100) }), { addNote }, member))).toBe('too-many-notes')
  expect(refusal(decide(createAction({ notes: notes(100) }), { addNote }, manager))).toBe('too-many-notes')
  // A repeated note isn't a new note. Even with too many notes, everything else can still be changed.
  expect(decide(createAction({ notes: notes(100) }), { addNote: { id: uuid(1000), text: 'x' } }, member).ok).toBe(true)
  expect(decide(createAction({ notes: notes(600) }), { detail: 'Two metres across' }, member).ok).toBe(true)
})

test('A8 shows managers every Action, members unresolved Actions and their own, and visitors none', () => {
  const cases = [
    createAction(),
    createAction({ status: 'Resolved' }),
    createAction({ status: 'Resolved', createdBy: other.id, assignedTo: other.id }),
  ]
  expect(cases.map((action) => canSeeAction(visitor, action))).toEqual([false, false, false])
  expect(cases.map((action) => canSeeAction(member, action))).toEqual([true, true, false])
  expect(cases.map((action) => canSeeAction(other, action))).toEqual([true, false, true])
  expect(canSeeAction(other, createAction({ status: 'Resolved', assignedTo: other.id }))).toBe(true)
  expect(cases.map((action) => canSeeAction(manager, action))).toEqual([true, true, true])
})

test('A9 shows the assignee’s address only to managers and the assignee', () => {
  const action = createAction({ assignedTo: other.id, assignedName: 'Kim', assignedEmail: 'kim@example.org' })
  expect(projectAction(action, member)).toEqual({ ...action, assignedEmail: null })
  expect(projectAction(action, other)).toEqual(action)
  expect(projectAction(action, manager)).toEqual(action)
})

test('A10 ACT-05 orders ratings by priority', () => {
  const ratings = ['Extreme', 'High', 'Medium', 'Low', 'Unrated'] as const
  expect([...ratings, null].map(ratingPriority)).toEqual([2, 3, 4, 5, 1, 0])
})

test('A25 sorts the worst Actions first, and the oldest first within a rating', () => {
  const at = (rating: Rating, createdAt: string) => ({ rating, createdAt, recordedAt: '2026-11-03T00:00:00Z' })
  const sorted = Rating.options.flatMap((rating) => [
    at(rating, '2026-11-02T00:00:00Z'),
    at(rating, ''),
    at(rating, '2026-11-01T00:00:00Z'),
  ])
  expect(sorted.toSorted(compareWorstFirst)).toEqual(
    (['Extreme', 'High', 'Unrated', 'Medium', 'Low'] as const).flatMap((rating) => [
      at(rating, '2026-11-01T00:00:00Z'),
      at(rating, '2026-11-02T00:00:00Z'),
      at(rating, ''),
    ]),
  )
})

test('A11 ACT-16 refuses a change that contains an ID, a number, a timestamp or an unknown field', () => {
  const protectedText = ['id', 'number', 'version', 'completedAt', 'assignedName', 'assignedEmail', 'recordedAt', 'photoStored', 'notes']
  const stamps = ['createdAt', 'createdBy', 'createdByName', 'updatedAt', 'updatedBy', 'updatedByName', 'deletedAt', 'colour']
  for (const word of [...protectedText, ...stamps]) {
    expect(refusal(decide(null, { ...report, [word]: 'x' }, manager)), word).toBe('not-valid')
    expect(refusal(decide(createAction(), { [word]: 'x' }, manager)), word).toBe('not-valid')
  }
})

test('A12 merges changes to different fields, and creates no version for a change without effect', () => {
  const first = accepted(decide(createAction(), { detail: 'by Sam' }, member)).record
  const second = accepted(decide(first, { rating: 'High' }, manager)).record
  expect(second).toMatchObject({ detail: 'by Sam', rating: 'High', version: 3 })
  const same = accepted(decide(second, { detail: 'by Sam', rating: 'High' }, manager, {}, later))
  expect(same).toEqual({ record: second, deleted: false, changes: {} })
  const place = { latitude: -41.2, longitude: 148.1, accuracyM: 5 }
  const asStored = { accuracyM: 5, latitude: -41.2, longitude: 148.1 }
  expect(accepted(decide(createAction({ place: asStored }), { place })).changes).toEqual({})
})

test('A13 ACT-01 trims and limits text, and requires a complete location or none', () => {
  const over = (max: number) => 'x'.repeat(max + 1)
  for (const patch of [
    { description: '   ' },
    { description: over(DESCRIPTION_MAX_LENGTH) },
    { detail: over(DETAIL_MAX_LENGTH) },
    { addNote: { id: uuid(50), text: over(NOTE_MAX_LENGTH) } },
    { addNote: { id: uuid(50), text: ' ' } },
    { place: { latitude: -41.2 } },
    { place: { latitude: -91, longitude: 0, accuracyM: null } },
    { place: { latitude: 0, longitude: 181, accuracyM: null } },
  ])
    expect(refusal(decide(createAction(), patch)), JSON.stringify(patch).slice(0, 60)).toBe('not-valid')
  // No database can store these characters, but a keyboard or a faulty paste may produce them.
  expect(accepted(decide(createAction(), { description: ' Tree\u0000 \ud800down ' })).record.description).toBe('Tree \ufffddown')
  expect(accepted(decide(createAction({ place: { latitude: 1, longitude: 2, accuracyM: 3 } }), { place: null })).record.place).toBeNull()
})

/** Applies these changes in order and records their history as the server would. */
function life(...patches: object[]) {
  const lines: RecordHistory['lines'] = []
  let action: Action | null = null
  for (const patch of patches) {
    const { record, changes } = accepted(decide(action, patch, manager, { assignee }))
    const at = { recordedAt: now.toISOString(), createdAt: now.toISOString() }
    lines.unshift({ version: record.version, changes, ...at, createdBy: manager.id, createdByName: manager.name })
    action = { ...record, number: '0001' }
  }
  if (!action) throw new Error('no patches')
  return { action, lines }
}

test('A14 restores an earlier version by changing every field that differs, except notes', () => {
  const place = { latitude: -41.2, longitude: 148.1, accuracyM: 5 }
  const { action, lines } = life(
    { ...report, trail: 'Ridge', detail: 'Two metres' },
    { description: 'Wrong', area: 'South', place, addNote: { id: uuid(50), text: 'Seen' } },
    { rating: 'High', assignedTo: assignee.id, status: 'Resolved' },
  )
  const first = changeActionBackTo(lines, 1, action)
  expect(first).toEqual({
    description: 'Tree down',
    area: 'North',
    trail: 'Ridge',
    place: null,
    rating: 'Unrated',
    status: 'Unresolved',
    assignedTo: null,
  })
  const { record, changes } = accepted(decide(action, first ?? {}, manager))
  expect(record).toMatchObject({ description: 'Tree down', trail: 'Ridge', version: 4, completedAt: null })
  expect(record.notes).toHaveLength(1)
  expect(changes.description).toEqual({ before: 'Wrong', after: 'Tree down' })
  expect(changeActionBackTo(lines, 2, action)).toEqual({ rating: 'Unrated', status: 'Unresolved', assignedTo: null })
  expect(changeActionBackTo(lines, 3, action)).toBeNull()
  expect(changeActionBackTo(lines.slice(0, 2), 2, action)).toBeNull()
  // The text of this late command was replaced as soon as the command was applied, so no earlier version contained the text.
  const late = { version: 3, changes: { description: { before: 'Late', after: 'Wrong' } } }
  const withLateLine = [{ ...lines[0], ...late } as (typeof lines)[number], ...lines]
  expect(changeActionBackTo(withLateLine, 2, action)).toEqual({ rating: 'Unrated', status: 'Unresolved', assignedTo: null })
  expect(refusal(decide(action, first ?? {}, member))).toBe('not-allowed')
})

test('A16 calculates the due time of an unresolved Action from its rating, and marks it overdue from then on', () => {
  const dueHours = { Extreme: 24, High: 168 }
  const extreme = createAction({ rating: 'Extreme', createdAt: now.toISOString(), recordedAt: '2025-12-24T00:00:00.000Z' })
  expect(dueAt(extreme, dueHours)).toEqual(later)
  expect(isOverdue(extreme, dueHours, later)).toBe(false)
  expect(isOverdue(extreme, dueHours, new Date(later.getTime() + 1))).toBe(true)
  // An unsent change has only the device's time.
  expect(dueAt({ ...extreme, createdAt: '' }, dueHours)).toEqual(new Date('2025-12-25T00:00:00.000Z'))
  for (const never of [
    { ...extreme, status: 'Resolved' as const },
    { ...extreme, rating: 'Low' as const },
  ]) {
    expect(dueAt(never, dueHours)).toBeNull()
    expect(isOverdue(never, dueHours, new Date('2036-01-01T00:00:00.000Z'))).toBe(false)
  }
  expect(dueAt(extreme, undefined)).toBeNull()
})

test('A17 lets managers put an Action on hold until it is Resolved, and refuses text that arrives later', () => {
  const waiting = { waitingFor: ' Parts ', waitingUntil: '2026-02-01' }
  expect(refusal(decide(createAction(), waiting, member))).toBe('not-allowed')
  const set = accepted(decide(createAction(), waiting, manager)).record
  expect(set).toMatchObject({ status: 'Unresolved', waitingFor: 'Parts', waitingUntil: '2026-02-01' })
  expect([isWaitingAction(set), isWaitingAction(createAction())]).toEqual([true, false])
  expect(accepted(decide(set, { waitingFor: '' }, manager)).record.waitingUntil).toBeNull()
  const resolved = accepted(decide(set, { status: 'Resolved' }, manager))
  expect(resolved.record).toMatchObject({ waitingFor: '', waitingUntil: null })
  expect(resolved.changes.waitingFor).toEqual({ before: 'Parts', after: '' })
  expect(refusal(decide(resolved.record, waiting, manager))).toBe('changed-since')
  // One person made both changes, and the device combined them.
  expect(accepted(decide(set, { waitingFor: 'Rain', status: 'Resolved' }, manager)).record.waitingFor).toBe('')
  for (const odd of [{ waitingFor: 'x'.repeat(201) }, { waitingUntil: 'soon' }, { waitingUntil: '2026-02-30' }])
    expect(refusal(decide(createAction(), odd, manager)), JSON.stringify(odd)).toBe('not-valid')
})

test('A18 ACT-04 stores the fix when an Action is Resolved, and clears it when the Action is reopened', () => {
  const patch = { status: 'Resolved', fix: 'Cut and moved' }
  expect(refusal(decide(createAction(), patch, member))).toBe('not-allowed')
  const fixed = accepted(decide(createAction(), patch, manager)).record
  expect(fixed).toMatchObject({ status: 'Resolved', fix: 'Cut and moved' })
  const bare = accepted(decide(createAction(), { status: 'Resolved' }, manager)).record
  expect([fixed, bare, { ...fixed, mergedInto: uuid(7) }].map(isFixedAction)).toEqual([true, false, false])
  const again = accepted(decide(fixed, { status: 'Unresolved' }, manager))
  expect(again.record.fix).toBe('')
  expect(again.changes.fix).toEqual({ before: 'Cut and moved', after: '' })
  expect(refusal(decide(again.record, { fix: 'Better words' }, manager))).toBe('changed-since')
  expect(accepted(decide(fixed, { fix: 'Better words' }, manager)).record.fix).toBe('Better words')
  expect(refusal(decide(createAction(), { ...patch, fix: 'x'.repeat(2001) }, manager))).toBe('not-valid')
})

test('A19 resolves a duplicate in the change that merges it, and undoes the merge when the duplicate is reopened', () => {
  const patch = { mergedInto: uuid(7) }
  expect(refusal(decide(createAction(), patch, member))).toBe('not-allowed')
  expect(refusal(decide(createAction(), { mergedInto: uuid(100) }, manager))).toBe('not-valid')
  const before = accepted(decide(createAction({ number: '0042' }), { waitingFor: 'Parts' }, manager)).record
  const { record, changes } = accepted(decide(before, patch, manager, {}, later))
  expect(record).toMatchObject({ ...patch, status: 'Resolved', completedAt: later.toISOString(), number: '0042', waitingFor: '' })
  expect(Object.keys(changes).sort()).toEqual(['mergedInto', 'status', 'waitingFor'])
  const undone = { mergedInto: null, status: 'Unresolved', completedAt: null }
  for (const undo of [{ status: 'Unresolved' }, { mergedInto: null, status: 'Unresolved' }])
    expect(accepted(decide(record, undo, manager)).record).toMatchObject(undone)
  expect(accepted(decide(createAction(), { ...patch, status: 'Unresolved' }, manager)).record.status).toBe('Resolved')
})

test('A20 follows a chain of duplicates to its end, and finds the Actions merged into one', () => {
  const [a, b, c, d] = [
    { id: uuid(1), mergedInto: uuid(2) },
    { id: uuid(2), mergedInto: uuid(3) },
    { id: uuid(3), mergedInto: null },
    { id: uuid(4), mergedInto: uuid(3) },
  ] as const
  const all = [a, b, c, d]
  const staying = (from: (typeof all)[number], known: readonly (typeof all)[number][] = all) =>
    stayingAction((id) => known.find((one) => one.id === id), from).id
  expect(all.map((one) => staying(one))).toEqual([c.id, c.id, c.id, c.id])
  expect(staying(a, [a, b])).toBe(b.id)
  expect(mergedActions(all, c)).toEqual([a, b, d])
  expect(mergedActions(all, b)).toEqual([a])
  // The server prevents circular merges, but a device must not loop forever if one exists.
  const circle = [a, { id: uuid(2), mergedInto: uuid(1) }]
  expect(stayingAction((id) => circle.find((one) => one.id === id), a).id).toBe(uuid(2))
  expect(mergedActions(circle, a)).toEqual([circle[1]])
})

test('A14 restores a version from before on-hold, fix and merge fields existed', () => {
  const { action, lines } = life(report, { description: 'Wrong', waitingFor: 'Parts' }, { status: 'Resolved', fix: 'Cut' })
  const newer = ['waitingFor', 'waitingUntil', 'fix', 'mergedInto']
  const without = (changes: object) => Object.fromEntries(Object.entries(changes).filter(([name]) => !newer.includes(name)))
  const old = lines.map((line) => (line.version === 1 ? { ...line, changes: without(line.changes) as typeof line.changes } : line))
  expect(changeActionBackTo(old, 1, action)).toEqual({ description: 'Tree down', status: 'Unresolved', fix: '' })
})

test('PH5 lets managers mark a photo as taken after the fix, and keeps the mark when an older app adds a note', () => {
  const photo = { id: uuid(60), note: '' }
  const addPhotos = [{ ...photo, after: true }]
  expect(refusal(decide(createAction(), { addPhotos }, member))).toBe('not-allowed')
  const marked = accepted(decide(createAction(), { addPhotos }, manager))
  expect(marked.record.photos).toEqual([{ ...photo, stored: false, after: true }])
  expect(marked.changes.photos).toEqual({ before: [], after: addPhotos })
  const noted = accepted(decide(marked.record, { notePhotos: [{ ...photo, note: 'Done' }] }, member)).record
  expect(noted.photos).toEqual([{ ...photo, note: 'Done', stored: false, after: true }])
  const unmark = photoChanges(noted.photos, [{ ...photo, note: 'Done' }])
  expect(unmark).toEqual({ notePhotos: [{ ...photo, note: 'Done', after: false }] })
  expect(accepted(decide(noted, unmark, manager)).record.photos).toEqual([{ ...photo, note: 'Done', stored: false }])
})

const CONTESTED = [
  { patch: { rating: 'High', detail: 'x' }, setSince: ['rating', 'detail'], contested: [{ field: 'rating', fields: ['rating'] }] },
  { patch: { detail: 'x' }, setSince: ['detail'], contested: [] },
  {
    patch: { status: 'Resolved', fix: 'Cut', assignedTo: null },
    setSince: ['status', 'assignedTo'],
    contested: [
      { field: 'status', fields: ['status', 'fix'] },
      { field: 'assignedTo', fields: ['assignedTo'] },
    ],
  },
  { patch: { mergedInto: uuid(7) }, setSince: ['status'], contested: [{ field: 'status', fields: ['mergedInto'] }] },
  { patch: { fix: 'Cut', rating: 'Low' }, setSince: ['fix'], contested: [] },
]

test.for(CONTESTED)(
  'A24 SYN-2 contests $contested when $patch arrives after others have changed $setSince',
  ({ patch, setSince, contested }) => {
    expect(findContested(actionKind as RecordKind, patch, setSince)).toEqual(contested)
  },
)
