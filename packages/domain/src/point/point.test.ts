import { expect, test } from 'vitest'
import { merge } from '../record-kind.ts'
import { entryOf, LANDING_ZONE, POST, type Point, PointCategory, type PointPatch, pointKind } from './point-kind.ts'
import { decidePoint, isOffTrail, isWaiting, OWN_ENTRY, type PointContext } from './point-rules.ts'

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const [mara, ingrid, sam] = [1, 2, 3].map((n) => ({ id: uuid(n), name: `Manager ${n}`, role: 2 })) as [Actor, Actor, Actor]
type Actor = { id: string; name: string; role: number }
const NOW = new Date('2026-03-01T10:00:00.000Z')
const HERE = { latitude: -41.2, longitude: 148.2, accuracyM: null }
const THERE = { latitude: -41.21, longitude: 148.2, accuracyM: 4 }
const NEW_POST: PointPatch = { category: POST, code: 'BF43', place: HERE }
const BOUNDS = { west: 148, south: -42, east: 149, north: -41 }
const NOTHING: PointContext = { replaced: null, isTaken: false, posts: [], bounds: BOUNDS, approvalBlock: null }

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

test('PO1 lets only managers write points', () => {
  expect(why(null, { category: 'POI', description: 'Lookout', place: HERE }, { ...mara, role: 1 })?.code).toBe('not-allowed')
  expect(after(null, { category: 'POI', description: 'Lookout', place: HERE })).toMatchObject({ description: 'Lookout', version: 1 })
})

test('PO2 requires one of 16 categories, a position within the network, and a description or a code', () => {
  expect(PointCategory.options).toHaveLength(16)
  for (const category of PointCategory.options)
    expect(why(null, { category, place: HERE, code: category === POST ? 'BF43' : '', description: 'x' }), category).toBeNull()
  expect(why(null, { category: 'POI', description: 'Lookout' })?.detail).toContain('location')
  expect(why(null, { category: 'POI', description: 'Lookout', place: { ...HERE, latitude: 41.2 } })?.detail).toContain('outside')
  expect(why(null, { category: 'POI', description: ' ', place: HERE })?.detail).toContain('description')
  expect(why(null, { ...NEW_POST, code: '' })?.detail).toContain('code')
  expect(why(null, { ...NEW_POST, code: '<b>' })?.code).toBe('not-valid')
  expect(after(null, { category: 'POI', description: 'Lookout', place: HERE, code: 'BF1' }).code).toBe('')
})

const SURVEYED = { source: 'emergency-markers', id: 'BF43', code: 'BF43', place: { latitude: -41.2, longitude: 148.2 } } as const
const KNOWN = { replaced: { code: SURVEYED.code, place: SURVEYED.place } }

test('PO3 never turns a post into something else, and a surveyed record can be replaced only once, by a point created with its values', () => {
  const post = after(null, NEW_POST)
  expect(why(post, { category: 'POI', description: 'x' })?.detail).toContain('can’t change category')
  const poi = after(null, { category: 'POI', description: 'Lookout', place: HERE })
  expect(why(poi, { category: POST, code: 'BF43' })?.detail).toContain('can’t change category')
  expect(why(poi, { category: 'Hazard' })).toBeNull()
  expect(why(null, { category: 'POI', description: 'x', place: HERE, replaces: SURVEYED }, mara, KNOWN)?.detail).toContain(
    'can’t change category',
  )
  expect(why(null, { ...NEW_POST, replaces: SURVEYED }, mara, KNOWN)).toBeNull()
  expect(why(null, { ...NEW_POST, replaces: SURVEYED }, mara, { ...KNOWN, isTaken: true })?.detail).toContain('another point')
  // Without this check, a manager could pretend that a different location had already been confirmed.
  const elsewhere = { ...SURVEYED, place: { latitude: -41.3, longitude: 148.2 } }
  expect(why(null, { ...NEW_POST, replaces: elsewhere }, mara, KNOWN)?.code).toBe('not-valid')
  expect(why(null, { ...NEW_POST, replaces: SURVEYED })?.code).toBe('not-valid')
  expect(why(post, { replaces: SURVEYED }, mara, KNOWN)?.detail).toContain('can’t be changed')
})

const NEW_ZONE: PointPatch = { category: LANDING_ZONE, description: 'Paddock', place: HERE }
const SURVEYED_ZONE = { ...SURVEYED, source: 'landing-zones', id: 'lz-1', code: '', description: 'Paddock', notes: '' } as const
const KNOWN_ZONE = { replaced: { code: '', place: SURVEYED.place, description: 'Paddock', notes: '' } }

test('PO3 never turns a landing zone into something else, or something else into a landing zone', () => {
  const zone = after(null, NEW_ZONE)
  expect(why(zone, { category: 'POI' })?.detail).toContain('landing zone')
  const poi = after(null, { category: 'POI', description: 'Lookout', place: HERE })
  expect(why(poi, { category: LANDING_ZONE })?.detail).toContain('landing zone')
  const asPoi = { ...NEW_ZONE, category: 'POI' as const, replaces: SURVEYED_ZONE }
  expect(why(null, asPoi, mara, KNOWN_ZONE)?.detail).toContain('landing zone')
  expect(why(null, { ...NEW_ZONE, replaces: { ...SURVEYED_ZONE, source: 'places' } }, mara, KNOWN_ZONE)?.detail).toContain('landing zone')
  const claim = { ...SURVEYED_ZONE, description: 'Another paddock' }
  expect(why(null, { ...NEW_ZONE, replaces: claim }, mara, KNOWN_ZONE)?.code).toBe('not-valid')
})

test('PO4 requires confirmation of a new, moved, removed or changed landing zone', () => {
  const zone = after(null, NEW_ZONE)
  expect([zone.confirmed, zone.enteredBy, isWaiting(zone)]).toEqual([null, [mara.id], true])
  expect(why(zone, confirm(zone), mara)?.code).toBe('own-entry')
  const confirmed = after(zone, confirm(zone), ingrid)
  expect([confirmed.confirmed, isWaiting(confirmed)]).toEqual([entryOf(zone), false])
  for (const patch of [{ place: THERE }, { description: 'Oval' }, { notes: 'Power line to the north' }, { isGone: true }]) {
    const changed = after(confirmed, patch)
    expect([changed.confirmed, isWaiting(changed)]).toEqual([entryOf(zone), true])
    expect(after(changed, confirm(changed), ingrid).confirmed).toEqual(entryOf(changed))
  }
  // Until a second manager confirms a change to a surveyed landing zone, the survey's values apply, even if the change removes the zone.
  const moved = after(null, { ...NEW_ZONE, place: THERE, replaces: SURVEYED_ZONE }, mara, KNOWN_ZONE)
  expect([moved.confirmed?.place, isWaiting(moved)]).toEqual([SURVEYED.place, true])
  expect(isWaiting(after(moved, { place: HERE }))).toBe(false)
  // Earlier app versions don't send the surveyed description. Without it, no surveyed value counts as confirmed.
  const { description: _, notes: __, ...older } = SURVEYED_ZONE
  const removed = after(null, { ...NEW_ZONE, isGone: true, replaces: older }, mara, KNOWN_ZONE)
  expect([removed.confirmed, isWaiting(removed)]).toEqual([null, true])
})

test('PO6 stops managers from confirming entries of people linked to them by recent access, but lets them send these back', () => {
  const post = after(null, NEW_POST)
  const block = { approvalBlock: 'You can’t approve this.' }
  expect(why(post, confirm(post), ingrid, block)).toEqual({ code: 'own-entry', detail: 'You can’t approve this.' })
  expect(why(post, { sendBack: { ...entryOf(post), reason: 'No' } }, ingrid, block)).toBeNull()
})

test('PO4 requires confirmation of a new post, location, code or removal, and keeps the confirmed values until then', () => {
  const post = after(null, NEW_POST)
  expect([post.confirmed, isWaiting(post)]).toEqual([null, true])
  const confirmed = after(post, confirm(post), ingrid)
  expect([confirmed.confirmed, isWaiting(confirmed)]).toEqual([entryOf(post), false])
  for (const patch of [{ place: THERE }, { code: 'BF44' }, { isGone: true }]) {
    const moved = after(confirmed, patch)
    expect([moved.confirmed, isWaiting(moved)]).toEqual([entryOf(post), true])
  }
  expect(isWaiting(after(confirmed, { notes: 'Behind the gate' }))).toBe(false)
  // The survey's values of a post apply until a second manager confirms the new ones.
  const moved = after(null, { ...NEW_POST, place: THERE, replaces: SURVEYED }, mara, KNOWN)
  expect([moved.confirmed?.place, isWaiting(moved)]).toEqual([SURVEYED.place, true])
  expect(isWaiting(after(moved, { place: HERE }))).toBe(false)
  expect(isWaiting(after(null, { category: 'POI', description: 'Lookout', place: HERE }))).toBe(false)
  // A post that was never confirmed can be removed without confirmation.
  expect(isWaiting(after(post, { isGone: true }))).toBe(false)
})

test('PO5 refuses a confirmation that differs from the entry, on both the server and the device', () => {
  const post = after(null, NEW_POST)
  const moved = after(post, { place: THERE })
  expect(why(moved, confirm(post), ingrid)?.code).toBe('changed-since')
  const shown = merge(pointKind, moved, { recordId: moved.id, patch: confirm(post), author: ingrid, recordedAt: '', at: '' }, {})
  expect(shown).toBe(moved)
  expect(after(moved, confirm(moved), ingrid)).toMatchObject({ confirmed: entryOf(moved), confirmedBy: ingrid.id, enteredBy: [] })
  expect(why(moved, { ...confirm(moved), code: 'BF99' }, ingrid)?.code).toBe('not-valid')
  const done = after(moved, confirm(moved), ingrid)
  expect(after(done, confirm(moved), sam)).toBe(done)
})

test('PO6 stops managers from confirming an entry to which they contributed, even together with others', () => {
  const post = after(null, NEW_POST)
  expect(why(post, confirm(post), mara)).toEqual({ code: 'own-entry', detail: OWN_ENTRY })
  const both = after(post, { place: THERE }, ingrid)
  for (const author of [mara, ingrid]) expect(why(both, confirm(both), author)?.code).toBe('own-entry')
  expect(after(both, confirm(both), sam).confirmed).toEqual(entryOf(both))
  const shown = merge(pointKind, both, { recordId: both.id, patch: confirm(both), author: mara, recordedAt: '', at: '' }, {})
  expect(shown).toBe(both)
})

test('PO7 requires a reason to send an entry back, and keeps the reason until something else is entered', () => {
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

test('PO8 refuses two posts with the same code, however it is written', () => {
  const posts = [{ code: 'BF43', place: { latitude: -41.2, longitude: 148.274 }, pointId: uuid(8) }]
  expect(why(null, { ...NEW_POST, code: 'bf 043' }, mara, { posts })).toEqual({
    code: 'code-in-use',
    detail: 'BF43 exists, 6.2 km from here',
  })
  expect(why(null, { ...NEW_POST, code: 'BF44' }, mara, { posts })).toBeNull()
  // Two codes don't count as in use: the point's own code, and the code of the post that it replaces.
  const surveyed = [{ code: 'BF43', place: SURVEYED.place }]
  expect(why(null, { ...NEW_POST, replaces: SURVEYED }, mara, { ...KNOWN, posts: surveyed })).toBeNull()
  const post = after(null, NEW_POST)
  expect(why(post, { code: 'BF 43' }, mara, { posts: [{ ...posts[0], pointId: post.id } as never] })).toBeNull()
})

test('PO9 reports a position more than 30 m from every trail as off the trail', () => {
  expect([isOffTrail(null), isOffTrail({ offTrailM: 30 }), isOffTrail({ offTrailM: 30.5 })]).toEqual([true, false, true])
})

test('GEO-01 accepts each of the 16 marker categories', () => {
  expect([...PointCategory.options].sort()).toEqual([
    'Access Point',
    'Action',
    'Action Complete',
    'Airstrip',
    'Casualty',
    'Casualty Complete',
    'Emergency Marker',
    'Finish Point',
    'Hazard',
    'Hazard Resolved',
    'Helicopter LZ',
    'High-risk Feature',
    'POI',
    'Start Point',
    'Task',
    'Task Complete',
  ])
  for (const category of PointCategory.options)
    expect(why(null, category === POST ? NEW_POST : { category, description: 'Here', place: HERE }), category).toBeNull()
})
