import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeActionBackTo } from '../action/action-history.ts'
import { type Action, type ActionPatch, actionKind, photosOf } from '../action/action-kind.ts'
import { decideAction } from '../action/action-rules.ts'
import type { Actor } from '../person/person.ts'
import { merge } from '../record-kind.ts'
import { patchesOf } from './photo-blur.ts'

const uuid = (n: number) => `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`
const sam: Actor = { id: uuid(1), name: 'Sam', role: 1 }
const manager: Actor = { id: uuid(2), name: 'Ranger', role: 2 }
const AT = '2026-01-01T00:00:00.000Z'
const context = { areas: [{ name: 'North', networkId: 'north' }], trails: [], memberEdits: 'any', assignee: null, reviewer: null } as const

const mergeOne = (action: Action | null, patch: ActionPatch) =>
  merge(actionKind, action, { recordId: uuid(100), patch, author: sam, recordedAt: AT, at: AT }, {})
const decide = (action: Action | null, patch: object, actor = sam) =>
  decideAction(action, { recordId: uuid(100), patch, recordedAt: AT }, actor, context, new Date(AT))
function accepted(decision: ReturnType<typeof decide>) {
  if (!decision.ok) throw new Error(decision.refusal.detail)
  return decision.record
}
const photo = (n: number, note = '') => ({ id: uuid(n), note })
const idsOf = (action: Action) => photosOf(action).map(({ id }) => id)
const createAction = (patch: object = {}) => accepted(decide(null, { description: 'Tree down', area: 'North', ...patch })).record
/** An Action as an earlier app version wrote it. */
const fromBefore = (photoId: string | null, photoStored = true): Action => ({ ...createAction(), photos: [], photoId, photoStored })

test('PH1 ACT-14 keeps all photos that two people add offline, in whatever order their changes arrive', () => {
  const createPatch = (from: number) =>
    fc
      .uniqueArray(fc.integer({ min: from, max: from + 5 }), { maxLength: 3 })
      .map((ids): ActionPatch => ({ addPhotos: ids.map((n) => photo(n, `note ${n}`)) }))
  fc.assert(
    fc.property(
      fc.array(createPatch(200), { maxLength: 4 }),
      fc.array(createPatch(300), { maxLength: 4 }),
      fc.array(fc.boolean()),
      (mine, theirs, order) => {
        const arriving: ActionPatch[] = []
        const [left, right] = [[...mine], [...theirs]]
        for (const isMine of order) arriving.push(...(isMine ? left : right).splice(0, 1))
        arriving.push(...left, ...right)
        // The device sends each change twice, as if a response had been lost.
        const after = [...arriving, ...arriving].reduce<Action>(mergeOne, fromBefore(uuid(9)))
        const wanted = new Set([uuid(9), ...[...mine, ...theirs].flatMap(({ addPhotos = [] }) => addPhotos.map(({ id }) => id))])
        expect(new Set(idsOf(after))).toEqual(wanted)
        expect(idsOf(after)).toHaveLength(wanted.size)
        expect(after.photoId).toBe(uuid(9))
        // A device applies its unsent changes to the received record, which must not duplicate the device's own photos.
        const onPhone = mine.reduce<Action>(mergeOne, after)
        expect(new Set(idsOf(onPhone))).toEqual(wanted)
      },
    ),
  )
})

test('PH1 edits or removes a photo by its ID without affecting other people’s photos', () => {
  const two = createAction({ addPhotos: [photo(201, 'From below'), photo(202)] })
  const noted = accepted(decide(two, { notePhotos: [photo(202, ' The root '), photo(299, 'unknown')] }))
  expect(photosOf(noted.record).map(({ note }) => note)).toEqual(['From below', 'The root'])
  expect(noted.changes.photos).toEqual({
    before: [photo(201, 'From below'), photo(202)],
    after: [photo(201, 'From below'), photo(202, 'The root')],
  })
  const left = accepted(decide(noted.record, { removePhotos: [uuid(201)], addPhotos: [photo(203)] })).record
  expect(idsOf(left)).toEqual([uuid(202), uuid(203)])
  expect(accepted(decide(left, { removePhotos: [uuid(201)] })).changes).toEqual({})
  expect(decide(two, { addPhotos: [{ id: 'x', note: '' }] }).ok).toBe(false)
  expect(decide(two, { addPhotos: [photo(204, 'x'.repeat(201))] }).ok).toBe(false)
  expect(decide(two, { photos: [] }).ok).toBe(false)
})

test('PH2 ACT-14 refuses the 9th photo of a record with a specific reason', () => {
  const photos = (amount: number) => Array.from({ length: amount }, (_, i) => photo(200 + i))
  const full = createAction({ addPhotos: photos(8) })
  const refusal = (patch: object) => {
    const decision = decide(full, patch)
    return decision.ok ? null : decision.refusal.code
  }
  expect(decide(null, { description: 'Tree down', area: 'North', addPhotos: photos(9) }).ok).toBe(false)
  expect(refusal({ addPhotos: [photo(300)] })).toBe('too-many-photos')
  expect(refusal({ addPhotos: [photo(300)], removePhotos: [uuid(200)] })).toBeNull()
  expect(refusal({ addPhotos: [photo(200)], detail: 'More' })).toBeNull()
})

test('PH3 ACT-14 gives older apps, which support only one photo, the first one', () => {
  const two = createAction({ addPhotos: [photo(201), photo(202)] })
  expect([two.photoId, two.photoStored]).toEqual([uuid(201), false])
  expect(accepted(decide(two, { removePhotos: [uuid(201)] })).record.photoId).toBe(uuid(202))
  const retaken = accepted(decide(two, { photoId: uuid(300) }))
  expect(idsOf(retaken.record)).toEqual([uuid(300), uuid(202)])
  const removed = accepted(decide(two, { photoId: null })).record
  expect([idsOf(removed), removed.photoId]).toEqual([[uuid(202)], uuid(202)])
  expect(idsOf(createAction({ photoId: uuid(400) }))).toEqual([uuid(400)])
})

test('PH4 ACT-14 reads the photo of an Action from before multiple photos existed, and keeps it when another is added', () => {
  const before = fromBefore(uuid(9))
  expect(photosOf(before)).toEqual([{ id: uuid(9), note: '', stored: true }])
  expect(photosOf(fromBefore(null))).toEqual([])
  const after = accepted(decide(before, { addPhotos: [photo(201)] })).record
  expect(after).toMatchObject({ photoId: uuid(9), photoStored: true })
  expect(photosOf(after).map(({ stored }) => stored)).toEqual([true, false])
  expect(accepted(decide(before, { detail: '' })).record).toBe(before)
})

test('A14 ACT-14 restores the photos of an earlier version, and removes those added since then', () => {
  const lines: Parameters<typeof changeActionBackTo>[0] = []
  let action: Action | null = null
  const patches = [
    { description: 'Tree down', area: 'North', addPhotos: [photo(201, 'Below')] },
    { removePhotos: [uuid(201)], addPhotos: [photo(202)] },
    { notePhotos: [photo(202, 'Root')] },
  ]
  for (const patch of patches) {
    const { record, changes } = accepted(decide(action, patch, manager))
    const by = { createdBy: manager.id, createdByName: manager.name }
    lines.unshift({ version: record.version, changes, recordedAt: AT, createdAt: AT, ...by })
    action = record
  }
  const now = action as Action
  expect(changeActionBackTo(lines, 1, now)).toEqual({ addPhotos: [photo(201, 'Below')], removePhotos: [uuid(202)] })
  expect(changeActionBackTo(lines, 2, now)).toEqual({ notePhotos: [photo(202)] })
  expect(changeActionBackTo(lines, 3, now)).toBeNull()
  // History lines from an earlier version contain only the first photo.
  const old = lines.map(({ changes: { photos: _, ...changes }, ...line }) => ({ ...line, changes }))
  expect(changeActionBackTo(old, 1, now)).toEqual({ addPhotos: [photo(201)], removePhotos: [uuid(202)] })
})

test('PH6 lets managers blur boxes within a photo, and removes the blur if there are no boxes', () => {
  const box = { x: 0.25, y: 0.1, width: 0.5, height: 0.25 }
  const two = createAction({ addPhotos: [photo(201, 'Below'), photo(202)] })
  const blur = (boxes: unknown, actor = manager) => decide(two, { blurPhotos: [{ id: uuid(202), boxes }] }, actor)
  const blurred = accepted(blur([box, box]))
  expect(photosOf(blurred.record).map(({ boxes }) => boxes)).toEqual([undefined, [box, box]])
  expect(blurred.changes).toEqual({ blurPhotos: { before: 0, after: 2 } })
  const noted = accepted(decide(blurred.record, { notePhotos: [photo(202, 'Root')] }, manager)).record
  expect(photosOf(noted)[1]).toMatchObject({ note: 'Root', boxes: [box, box] })
  const shown = accepted(decide(noted, { blurPhotos: [{ id: uuid(202), boxes: [] }] }, manager))
  expect(photosOf(shown.record)[1]).not.toHaveProperty('boxes')
  expect(shown.changes).toEqual({ blurPhotos: { before: 2, after: 0 } })
  expect(accepted(decide(blurred.record, { removePhotos: [uuid(202)] }, manager)).changes).not.toHaveProperty('blurPhotos')
  expect(accepted(decide(two, { blurPhotos: [{ id: uuid(299), boxes: [box] }] }, manager)).record).toBe(two)
  expect(accepted(blur(Array(20).fill(box))).record.version).toBe(two.version + 1)
  const outside = [
    { x: -0.1 },
    { y: 1.01 },
    { x: 0.6 },
    { y: 0.9 },
    { width: 0 },
    { height: 0.001 },
    { width: 1.1 },
    { x: Number.NaN },
    { x: '0' },
    { label: 'Mara' },
  ].map((part) => [{ ...box, ...part }])
  for (const boxes of [...outside, Array(21).fill(box), null, box]) expect(blur(boxes).ok, JSON.stringify(boxes)).toBe(false)
  const member = blur([box], sam)
  expect(member.ok ? null : member.refusal.code).toBe('not-allowed')
})

test('PH7 reduces the content of a box to at most four patches along its longer side', () => {
  expect(patchesOf({ width: 400, height: 400 })).toEqual({ columns: 4, rows: 4 })
  expect(patchesOf({ width: 400, height: 80 })).toEqual({ columns: 4, rows: 1 })
  expect(patchesOf({ width: 10, height: 900 })).toEqual({ columns: 1, rows: 4 })
  expect(patchesOf({ width: 3, height: 2 })).toEqual({ columns: 4, rows: 3 })
})
