import { expect, test } from 'vitest'
import { merge } from '../record-kind.ts'
import { entryOf, POST, type Point, PointCategory, type PointPatch, pointKind } from './point-kind.ts'
import { decidePoint, isOffTrail, isWaiting, OWN_ENTRY, type PointContext } from './point-rules.ts'

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const [mara, ingrid, sam] = [1, 2, 3].map((n) => ({ id: uuid(n), name: `Manager ${n}`, role: 2 })) as [Actor, Actor, Actor]
type Actor = { id: string; name: string; role: number }
const NOW = new Date('2026-03-01T10:00:00.000Z')
const HERE = { latitude: -41.2, longitude: 148.2, accuracyM: null }
const THERE = { latitude: -41.21, longitude: 148.2, accuracyM: 4 }
const NEW_POST: PointPatch = { category: POST, code: 'BF43', place: HERE }
const BOUNDS = { west: 148, south: -42, east: 149, north: -41 }
const NOTHING: PointContext = { replaced: null, isTaken: false, posts: [], bounds: BOUNDS }

function change(current: Point | null, patch: PointPatch, actor: Actor = mara, context: Partial<PointContext> = {}) {
  const input = { recordId: uuid(9), patch, recordedAt: NOW.toISOString() }
  return decidePoint(current, input, actor, { ...NOTHING, ...context }, NOW)
}
function after(...args: Parameters<typeof change>): Point {
  const decision = change(...args)
  if (!decision.ok) throw new Error(decision.refusal.detail)
  return decision.record.record
}
const why = (...args: Parameters<typeof change>) => {
  const decision = change(...args)
  return decision.ok ? null : decision.refusal
}
const confirm = (point: Point) => ({ confirm: entryOf(point) })

test('PO1 managers alone write points', () => {
  expect(why(null, { category: 'POI', description: 'Lookout', place: HERE }, { ...mara, role: 1 })?.code).toBe('not-allowed')
  expect(after(null, { category: 'POI', description: 'Lookout', place: HERE })).toMatchObject({ description: 'Lookout', version: 1 })
})

test('PO2 one of 16 categories, a position within the network, and a description or a code', () => {
  expect(PointCategory.options).toHaveLength(16)
  for (const category of PointCategory.options)
    expect(why(null, { category, place: HERE, code: category === POST ? 'BF43' : '', description: 'x' }), category).toBeNull()
  expect(why(null, { category: 'POI', description: 'Lookout' })?.detail).toContain('position')
  expect(why(null, { category: 'POI', description: 'Lookout', place: { ...HERE, latitude: 41.2 } })?.detail).toContain('outside')
  expect(why(null, { category: 'POI', description: ' ', place: HERE })?.detail).toContain('description')
  expect(why(null, { ...NEW_POST, code: '' })?.detail).toContain('code')
  expect(why(null, { ...NEW_POST, code: '<b>' })?.code).toBe('not-valid')
  expect(after(null, { category: 'POI', description: 'Lookout', place: HERE, code: 'BF1' }).code).toBe('')
})

const SURVEYED = { source: 'emergency-markers', id: 'BF43', code: 'BF43', place: { latitude: -41.2, longitude: 148.2 } } as const
const KNOWN = { replaced: { code: SURVEYED.code, place: SURVEYED.place } }

test('PO3 a post stays a post; what is replaced is said once, as the data says it, by one point', () => {
  const post = after(null, NEW_POST)
  expect(why(post, { category: 'POI', description: 'x' })?.detail).toContain('stays a post')
  const poi = after(null, { category: 'POI', description: 'Lookout', place: HERE })
  expect(why(poi, { category: POST, code: 'BF43' })?.detail).toContain('stays a post')
  expect(why(poi, { category: 'Hazard' })).toBeNull()
  expect(why(null, { category: 'POI', description: 'x', place: HERE, replaces: SURVEYED }, mara, KNOWN)?.detail).toContain('stays a post')
  expect(why(null, { ...NEW_POST, replaces: SURVEYED }, mara, KNOWN)).toBeNull()
  expect(why(null, { ...NEW_POST, replaces: SURVEYED }, mara, { ...KNOWN, isTaken: true })?.detail).toContain('another point')
  // Otherwise a lone manager could say that a place was confirmed before.
  const elsewhere = { ...SURVEYED, place: { latitude: -41.3, longitude: 148.2 } }
  expect(why(null, { ...NEW_POST, replaces: elsewhere }, mara, KNOWN)?.code).toBe('not-valid')
  expect(why(null, { ...NEW_POST, replaces: SURVEYED })?.code).toBe('not-valid')
  expect(why(post, { replaces: SURVEYED }, mara, KNOWN)?.detail).toContain('said once')
})

test('PO4 a new post, and a new position, code or removal of one, waits; what was confirmed stays', () => {
  const post = after(null, NEW_POST)
  expect([post.confirmed, isWaiting(post)]).toEqual([null, true])
  const confirmed = after(post, confirm(post), ingrid)
  expect([confirmed.confirmed, isWaiting(confirmed)]).toEqual([entryOf(post), false])
  for (const patch of [{ place: THERE }, { code: 'BF44' }, { isGone: true }]) {
    const moved = after(confirmed, patch)
    expect([moved.confirmed, isWaiting(moved)]).toEqual([entryOf(post), true])
  }
  expect(isWaiting(after(confirmed, { notes: 'Behind the gate' }))).toBe(false)
  // Of a surveyed one the survey is what stands.
  const moved = after(null, { ...NEW_POST, place: THERE, replaces: SURVEYED }, mara, KNOWN)
  expect([moved.confirmed?.place, isWaiting(moved)]).toEqual([SURVEYED.place, true])
  // Put back to where it was, nothing waits any more.
  expect(isWaiting(after(moved, { place: HERE }))).toBe(false)
  expect(isWaiting(after(null, { category: 'POI', description: 'Lookout', place: HERE }))).toBe(false)
  // One that never was there is simply taken back.
  expect(isWaiting(after(post, { isGone: true }))).toBe(false)
})

test('PO5 a confirmation of something else than what is entered is refused; the phone shows the same', () => {
  const post = after(null, NEW_POST)
  const moved = after(post, { place: THERE })
  expect(why(moved, confirm(post), ingrid)?.code).toBe('changed-since')
  const shown = merge(pointKind, moved, { recordId: moved.id, patch: confirm(post), author: ingrid, recordedAt: '', at: '' }, {})
  expect(shown).toBe(moved)
  expect(after(moved, confirm(moved), ingrid)).toMatchObject({ confirmed: entryOf(moved), confirmedBy: ingrid.id, enteredBy: [] })
  expect(why(moved, { ...confirm(moved), code: 'BF99' }, ingrid)?.code).toBe('not-valid')
  // Twice, or by a third: nothing new.
  const done = after(moved, confirm(moved), ingrid)
  expect(after(done, confirm(moved), sam)).toBe(done)
})

test('PO6 nobody confirms what they had a part in entering, also not together with others', () => {
  const post = after(null, NEW_POST)
  expect(why(post, confirm(post), mara)).toEqual({ code: 'own-entry', detail: OWN_ENTRY })
  const both = after(post, { place: THERE }, ingrid)
  for (const author of [mara, ingrid]) expect(why(both, confirm(both), author)?.code).toBe('own-entry')
  expect(after(both, confirm(both), sam).confirmed).toEqual(entryOf(both))
  const shown = merge(pointKind, both, { recordId: both.id, patch: confirm(both), author: mara, recordedAt: '', at: '' }, {})
  expect(shown).toBe(both)
})

test('PO7 sending back needs a reason, which stays until something else is entered', () => {
  const post = after(null, NEW_POST)
  expect(why(post, { sendBack: { ...entryOf(post), reason: ' ' } }, ingrid)?.code).toBe('not-valid')
  const decision = change(post, { sendBack: { ...entryOf(post), reason: 'It stands at the bridge' } }, ingrid)
  const sent = decision.ok ? decision.record.record : post
  expect(sent.sentBack).toMatchObject({ reason: 'It stands at the bridge', by: ingrid.id })
  expect(decision.ok && Object.keys(decision.record.changes)).toEqual(['sentBack'])
  expect(after(sent, { notes: 'Yes' }).sentBack).not.toBeNull()
  expect(after(sent, { place: THERE }).sentBack).toBeNull()
  expect(after(sent, confirm(sent), sam)).toMatchObject({ sentBack: null, confirmed: entryOf(sent) })
  expect(why(after(post, { place: THERE }), { sendBack: { ...entryOf(post), reason: 'No' } }, ingrid)?.code).toBe('changed-since')
})

test('PO8 no two posts have the same code, however it is written', () => {
  const posts = [{ code: 'BF43', place: { latitude: -41.2, longitude: 148.274 }, pointId: uuid(8) }]
  expect(why(null, { ...NEW_POST, code: 'bf 043' }, mara, { posts })).toEqual({
    code: 'code-in-use',
    detail: 'BF43 exists, 6.2 km from here',
  })
  expect(why(null, { ...NEW_POST, code: 'BF44' }, mara, { posts })).toBeNull()
  // Its own is not another's, nor is that of the one it replaces.
  const surveyed = [{ code: 'BF43', place: SURVEYED.place }]
  expect(why(null, { ...NEW_POST, replaces: SURVEYED }, mara, { ...KNOWN, posts: surveyed })).toBeNull()
  const post = after(null, NEW_POST)
  expect(why(post, { code: 'BF 43' }, mara, { posts: [{ ...posts[0], pointId: post.id } as never] })).toBeNull()
})

test('PO9 more than 30 m from every trail is off the trail', () => {
  expect([isOffTrail(null), isOffTrail({ offTrailM: 30 }), isOffTrail({ offTrailM: 30.5 })]).toEqual([true, false, true])
})
