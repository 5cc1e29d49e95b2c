import { expect, test } from 'vitest'
import type { Actor } from '../person/person.ts'
import { isPastEnd, MOST_CLOSURES, type TrailWord } from './closure.ts'
import { networkOutcome } from './network-outcome.ts'
import { PublicStatus } from './public-status.ts'
import { findStillClosed } from './still-closed.ts'
import { closureText } from './text/closure-text.ts'
import { changedNetworks, changedTrails, completeOutcome, decideTrailUpdate } from './trail-status.ts'
import { NOT_CONFIRMED_SINCE_RESTORE, publicStatusOf, restoredUpdate, trailAt } from './trail-statuses.ts'
import { confirmNothing } from './update/restricting-update.ts'
import type { NewTrailUpdate } from './update/trail-update.ts'
import { BLANK_CLOSURE } from './update/trail-update-kind.ts'

const manager: Actor = { id: '0190a000-0000-7000-8000-000000000002', name: 'Ranger', role: 2 }
const networks = [
  { id: 'north', name: 'North' },
  { id: 'south', name: 'South' },
]
const trails = [
  { id: 'ridge', name: 'Ridge', networkId: 'north', posts: ['N01', 'N02', 'N03', 'N04'] },
  { id: 'creek', name: 'Creek', networkId: 'north', posts: ['N05', 'N06'] },
  { id: 'unposted', name: 'Unposted', networkId: 'north', posts: [] },
  { id: 'loop', name: 'Loop', networkId: 'south', posts: ['S01'] },
]
const now = new Date('2026-01-01T00:00:00Z')
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)
const open = { status: 'Open', message: '' }
const closureId = (n: number) => `0190a000-0000-7000-8000-00000000010${n}`
const ofRidge = {
  ...BLANK_CLOSURE,
  id: closureId(1),
  networkId: 'north',
  trailId: 'ridge',
}
const section = { ...ofRidge, section: { from: 'N02', to: 'N03' } }

const decide = (input: object, before: NewTrailUpdate | null = null, at = now) =>
  decideTrailUpdate(
    null,
    '0190a000-0000-7000-8000-0000000000aa',
    { networks: { north: open, south: open }, ...input },
    manager,
    { networkIds: ['north', 'south'], trails, before },
    at,
  )

function post(input: object, before: NewTrailUpdate | null = null, at = now): NewTrailUpdate {
  const decision = decide(input, before, at)
  if (!decision.ok) throw new Error(decision.refusal.detail)
  return decision.record
}

const refusalOf = (input: object) => {
  const decision = decide(input)
  return decision.ok ? null : decision.refusal.detail
}

function read(update: NewTrailUpdate, at = now) {
  const answer = PublicStatus.parse(JSON.parse(JSON.stringify(publicStatusOf(update, networks, at))))
  const trailOf = (id: string) => trails.find((trail) => trail.id === id) ?? { id, networkId: 'north' }
  return {
    answer,
    network: (id: string) => answer.networks.find((network) => network.id === id),
    trail: (id: string, when = at) => trailAt(answer, trailOf(id), when),
  }
}

test('T11 accepts a status and a message for a trail of the site, and refuses other trails', () => {
  const { trail } = read(post({ trails: { ridge: { status: 'Closed', message: ' Tree down ' } } }))
  expect(trail('ridge')).toMatchObject({ status: 'Closed', message: 'Tree down', isNetworks: false })
  expect(refusalOf({ trails: { nowhere: open } })).toBe('no such trail: nowhere')
})

test('T12 shows the network’s status for a trail without its own status, and closes all trails of a closed network', () => {
  const { trail } = read(post({ trails: { ridge: { status: 'Closed', message: '' } } }))
  expect(trail('creek')).toMatchObject({ status: 'Open', isNetworks: true })
  expect(trail('loop')).toMatchObject({ status: 'Open', isNetworks: true })
  const closed = { networks: { north: { status: 'Closed', message: 'Fire' }, south: open }, trails: { ridge: open } }
  expect(read(post(closed)).trail('ridge')).toMatchObject({ status: 'Closed', isNetworks: true, message: 'Fire' })
  expect(trailAt(null, { id: 'ridge', networkId: 'north' }, now)).toMatchObject({ status: null, isNetworks: true })
  expect(trailAt(read(post({})).answer, { id: 'elsewhere', networkId: null }, now).status).toBeNull()
})

const closed = { status: 'Closed', message: '' }
const partial = { status: 'Partially Open', message: '' }

test('T13 STAT-1 shows riders the more restrictive of the manager’s status and the trails’ statuses', () => {
  const statusOf = (input: object) => read(post(input)).network('north')?.status
  const north = (status: string) => ({ networks: { north: { status, message: '' }, south: open } })
  const all = { ridge: closed, creek: closed, unposted: closed }
  expect(statusOf({})).toBe('Open')
  expect(statusOf({ trails: { ridge: closed } })).toBe('Partially Open')
  expect(statusOf({ trails: { ridge: partial } })).toBe('Partially Open')
  expect(statusOf({ trails: all })).toBe('Closed')
  expect(statusOf({ closures: [section] })).toBe('Partially Open')
  expect(statusOf({ closures: [{ ...section, level: 'Limited' }] })).toBe('Partially Open')
  expect(statusOf({ ...north('Partially Open') })).toBe('Partially Open')
  expect(statusOf({ ...north('Partially Open'), trails: all })).toBe('Closed')
  expect(statusOf({ ...north('Closed'), trails: { ridge: open } })).toBe('Closed')
  // The server stores the manager's status as set. Version 2.9 of the app sends the status as `base`.
  expect(post({ trails: { ridge: closed } }).networks.north).toEqual({ status: 'Open', message: '' })
  const older = { networks: { north: { ...partial, base: 'Open' }, south: open }, trails: { ridge: closed } }
  expect(post(older).networks.north).toEqual({ status: 'Open', message: '' })
  const { outcome: _, ...stored } = post({ trails: { ridge: closed } })
  expect(read(completeOutcome({ ...stored, outcome: null }, trails)).network('north')).toMatchObject({
    status: 'Partially Open',
    exceptions: 'Ridge closed.',
  })
})

test('T13 STAT-3 explains what stays closed when Open is chosen, what riders will see, and how to open the rest', () => {
  const north = trails.filter(({ networkId }) => networkId === 'north')
  const find = (part: object) =>
    findStillClosed({ word: 'Open', message: '', trails: north, words: {}, closures: [], ...part }, 'North', now)
  const shut: TrailWord = { status: 'Closed', message: '' }
  expect(find({})).toBeNull()
  expect(find({ word: 'Partially Open', words: { ridge: shut } })).toBeNull()
  const creek: TrailWord = { status: 'Open', message: '' }
  expect(find({ words: { ridge: shut, creek } })).toEqual({
    text: 'Ridge stays closed.',
    reading: 'Partially Open. Ridge closed.',
    subject: 'Ridge',
    opened: { words: { creek }, closures: [] },
  })
  const planned = { ...ofRidge, id: closureId(2), startsAt: hours(5).toISOString() }
  expect(find({ closures: [section, planned] })).toMatchObject({
    text: 'Part of Ridge stays closed.',
    subject: 'Ridge',
    opened: { closures: [planned] },
  })
  expect(find({ words: { ridge: shut, creek: shut } })).toMatchObject({ text: 'Ridge and Creek stay closed.', subject: 'Ridge and Creek' })
  const all = { ridge: shut, creek: shut, unposted: shut }
  expect(find({ words: all })).toMatchObject({ text: 'All trails stay closed.', reading: 'Closed.', opened: { words: {} } })
  const whole = find({ closures: [{ ...ofRidge, trailId: null }] })
  expect(whole).toMatchObject({ text: 'All of North stays closed.', reading: 'Closed.', subject: 'all of North', opened: { closures: [] } })
})

test('T25 STAT-2 leaves a trail unchanged when another trail in its network closes, and names the closure', () => {
  const { trail } = read(post({ trails: { ridge: closed } }))
  expect(trail('creek')).toMatchObject({ status: 'Open', isNetworks: true, elsewhere: 'Ridge closed.' })
  expect(trail('ridge')).toMatchObject({ status: 'Closed', elsewhere: '' })
  expect(trail('loop')).toMatchObject({ status: 'Open', elsewhere: '' })
  const partly = { networks: { north: { status: 'Partially Open', message: 'Care at the creek' }, south: open } }
  expect(read(post(partly)).trail('creek')).toMatchObject({ status: 'Partially Open', message: 'Care at the creek' })
  expect(read(post({ ...partly, closures: [section] })).trail('creek')).toMatchObject({
    status: 'Open',
    elsewhere: 'Part of Ridge closed.',
  })
  // A planned closure doesn't affect today's status. When the closure begins, no trail becomes more open.
  const planned = read(post({ ...partly, closures: [{ ...section, startsAt: hours(6).toISOString() }] }))
  expect(planned.trail('creek').status).toBe('Partially Open')
  expect(planned.trail('creek', hours(7)).status).toBe('Partially Open')
})

test('T26 STAT-2 adds sentences to a network’s status that name what is closed or limited', () => {
  const of = (input: object, message = '') =>
    read(post({ networks: { north: { status: 'Open', message }, south: open }, ...input })).network('north')?.exceptions ?? ''
  const limited = { ...section, id: closureId(2), trailId: 'creek', section: { from: 'N05', to: 'N06' }, level: 'Limited' }
  expect(of({})).toBe('')
  expect(of({ trails: { ridge: closed } })).toBe('Ridge closed.')
  expect(of({ trails: { ridge: closed, creek: closed } })).toBe('Ridge and Creek closed.')
  expect(of({ closures: [section] })).toBe('Part of Ridge closed.')
  expect(of({ closures: [section, limited] })).toBe('Part of Ridge closed. Part of Creek limited.')
  expect(of({ closures: [limited], trails: { ridge: closed, unposted: partial } })).toBe(
    'Ridge closed. Part of Creek limited. Unposted partially open.',
  )
  expect(of({ trails: { ridge: closed, creek: closed, unposted: closed } }), 'the status already says so').toBe('')
  const many = ['a', 'b', 'c', 'd'].map((id) => ({ id, name: id, networkId: 'north', posts: [] }))
  const words = { a: closed, b: closed, c: closed } as Record<string, TrailWord>
  const statements = { word: 'Open' as const, message: '', trails: many, words, closures: [] }
  expect(networkOutcome(statements, now).exceptions).toBe('3 trails closed.')
  expect(of({ trails: { ridge: closed } }, 'Ridge is closed for tree work.')).toBe('')
  expect(of({ closures: [section] }, 'Closed between N02 and N03.')).toBe('')
  expect(of({ trails: { ridge: closed } }, 'Ridge is open again.')).toBe('Ridge closed.')
  expect(of({ trails: { ridge: closed } }, 'Ridgeline track closed.')).toBe('Ridge closed.')
  // The text includes a planned closure once it begins, even on an offline device.
  const { answer } = read(post({ closures: [{ ...ofRidge, startsAt: hours(6).toISOString(), endsAt: hours(9).toISOString() }] }))
  expect(answer.networks[0]).toMatchObject({
    later: [{ at: hours(6).toISOString(), status: 'Partially Open', exceptions: 'Ridge closed.' }],
    upcoming: [{ trail: 'Ridge', isPart: false, startsAt: hours(6).toISOString(), endsAt: hours(9).toISOString() }],
  })
  const plannedLimit = read(post({ closures: [{ ...limited, startsAt: hours(6).toISOString() }] })).answer
  expect(plannedLimit.networks[0]?.upcoming).toMatchObject([{ trail: 'Creek', isPart: true, isLimited: true }])
})

test('T14 closes a network, a trail or a section of one, with its posts in either order', () => {
  const { trail } = read(post({ closures: [section] }))
  expect(trail('ridge')).toMatchObject({ status: 'Partially Open', isNetworks: false, closures: [{ section: { from: 'N02', to: 'N03' } }] })
  expect(post({ closures: [{ ...section, section: { from: 'N03', to: 'N02' } }] }).closures[0]?.section).toEqual({ from: 'N02', to: 'N03' })
  expect(read(post({ closures: [{ ...section, level: 'Limited' }] })).trail('ridge').status).toBe('Partially Open')
  expect(read(post({ closures: [ofRidge] })).trail('ridge').status).toBe('Closed')
  const whole = read(post({ closures: [{ ...ofRidge, trailId: null }] }))
  expect([whole.network('north')?.status, whole.trail('creek').status, whole.trail('loop').status]).toEqual(['Closed', 'Closed', 'Open'])
  const wrong: [object, string][] = [
    [{ networkId: 'east' }, 'no such network: east'],
    [{ trailId: 'loop' }, 'no such trail: loop'],
    [{ section: { from: 'N02', to: 'S01' } }, 'S01 is not on this trail'],
    [{ section: { from: 'N02', to: 'N02' } }, 'a section must run between two different posts'],
    [{ section: { from: null, to: null } }, 'a section must run between two different posts'],
    [{ trailId: null }, 'a section needs a trail'],
    [{ section: null, level: 'Limited' }, 'only a section can be limited'],
    [{ startsAt: now.toISOString(), endsAt: now.toISOString() }, 'a closure must end after it begins'],
  ]
  for (const [change, reason] of wrong) expect(refusalOf({ closures: [{ ...section, ...change }] })).toBe(reason)
  expect(refusalOf({ closures: [section, section] })).toBe('two closures have the same ID')
  expect(refusalOf({ closures: Array.from({ length: MOST_CLOSURES + 1 }, () => section) })).toContain('closures')
  // If the site doesn't know a trail's posts, managers can name them freely.
  expect(refusalOf({ closures: [{ ...section, trailId: 'unposted', section: { from: 'the bridge', to: null } }] })).toBeNull()
})

test('T15 begins a closure automatically at its start time, for every reader and in every response', () => {
  const planned = post({ closures: [{ ...ofRidge, startsAt: hours(6).toISOString(), endsAt: hours(9).toISOString() }] })
  const { answer, trail } = read(planned)
  expect(trail('ridge')).toMatchObject({ status: 'Open', closures: [], planned: [{ id: closureId(1) }] })
  expect(trail('ridge', hours(6))).toMatchObject({ status: 'Closed', planned: [], changedAt: hours(6).toISOString() })
  expect(answer.networks[0]).toMatchObject({ status: 'Open', later: [{ at: hours(6).toISOString(), status: 'Partially Open' }] })
  const asked = read(planned, hours(7))
  expect(asked.network('north')).toMatchObject({ status: 'Partially Open', changedAt: hours(6).toISOString() })
  expect(asked.network('north')?.later).toBeUndefined()
  // If the device's clock is behind the server's answer, its time is ignored.
  expect(asked.trail('ridge', hours(-100)).status).toBe('Closed')
  // Without a start time, the closure begins when it is published, by the server's clock.
  expect(post({ closures: [ofRidge] }, null, hours(3)).closures[0]?.startsAt).toBe(hours(3).toISOString())
})

test('T16 never ends a closure automatically, and shows after its end that reopening isn’t confirmed', () => {
  const { trail } = read(post({ closures: [{ ...ofRidge, endsAt: hours(9).toISOString() }] }))
  const awaits = (after: number) => trail('ridge', hours(after)).closures.map((closure) => isPastEnd(closure, hours(after)))
  expect(awaits(8)).toEqual([false])
  expect(trail('ridge', hours(200)).status).toBe('Closed')
  expect(awaits(200)).toEqual([true])
})

test('T16 STAT-10 accepts a closure that arrives after its end, and shows that reopening isn’t confirmed', () => {
  // A ranger closed the trail offline until a time that has passed when the update reaches the server.
  const update = post({ closures: [{ ...ofRidge, endsAt: hours(2).toISOString() }] }, null, hours(3))
  const [closure] = update.closures
  const { network, trail } = read(update, hours(3))
  expect(closure).toMatchObject({ startsAt: hours(3).toISOString(), endsAt: hours(2).toISOString() })
  expect([network('north')?.status, trail('ridge').status]).toEqual(['Partially Open', 'Closed'])
  expect(trail('ridge').closures.map((one) => closureText(one, hours(3), { time: String, day: String }))).toEqual([
    'Closed. Reopening not confirmed.',
  ])
  // Later updates may repeat it or change its text, but not give it new times that end before they begin.
  expect(post({ closures: [{ ...closure, message: 'Bridge out' }] }, update, hours(4)).closures).toMatchObject([{ message: 'Bridge out' }])
  expect(decide({ closures: [{ ...closure, endsAt: hours(1).toISOString() }] }, update, hours(4))).toMatchObject({
    ok: false,
    refusal: { detail: 'a closure must end after it begins' },
  })
})

test('T17 leaves trails unchanged if an update doesn’t include them', () => {
  const before = post({ trails: { creek: { status: 'Closed', message: 'Flooded' } }, closures: [section] })
  const after = post({ networks: { north: open, south: open } }, before, hours(1))
  expect(after).toMatchObject({ trails: before.trails, closures: before.closures })
  expect(post({ trails: {}, closures: [] }, before, hours(1))).toMatchObject({ trails: {}, closures: [] })
  // An accepted closure stays valid even after its end has passed.
  const ended = post({ closures: [{ ...ofRidge, endsAt: hours(1).toISOString() }] })
  expect(post({ closures: ended.closures }, ended, hours(5)).closures).toEqual(ended.closures)
})

test('T18 stores both when a status changed and when it was last confirmed', () => {
  const first = post({ closures: [section] })
  const confirmed = post({ closures: first.closures }, first, hours(5))
  const { network, trail } = read(confirmed, hours(5))
  expect(network('north')).toMatchObject({ changedAt: now.toISOString(), postedAt: hours(5).toISOString() })
  expect(trail('ridge')).toMatchObject({ changedAt: now.toISOString(), postedAt: hours(5).toISOString() })
  const reopened = post({ closures: [] }, confirmed, hours(9))
  expect(read(reopened, hours(9)).network('north')).toMatchObject({ status: 'Open', changedAt: hours(9).toISOString() })
  expect(reopened.outcome?.trails.ridge).toBe(hours(9).toISOString())
})

test('T8 lists the trails that an update changes', () => {
  const first = post({ closures: [section] })
  expect(changedTrails(first, null)).toEqual(['ridge'])
  expect(changedTrails(post({ closures: first.closures }, first, hours(1)), first)).toEqual([])
  const moved = post({ closures: first.closures.map((closure) => ({ ...closure, message: 'Crew at work' })) }, first, hours(1))
  expect(changedTrails(moved, first)).toEqual(['ridge'])
  expect(changedNetworks(moved, first)).toEqual(['north'])
  expect(changedTrails(post({ closures: [], trails: { creek: open } }, first, hours(1)), first)).toEqual(['creek', 'ridge'])
})

test('T19 describes a closure in a single text', () => {
  const words = { time: (at: Date) => at.toISOString().slice(0, 16), day: (date: string) => date }
  const textOf = (change: object, at = now) => {
    const [closure] = post({ closures: [{ ...section, ...change }] }).closures
    return closure && closureText(closure, at, words)
  }
  expect(textOf({})).toBe('Closed between N02 and N03.')
  expect(textOf({ section: { from: null, to: 'N02' }, message: 'Storm damage', wayAround: 'Old Dam Track' })).toBe(
    'Closed from the start to N02. Storm damage. Detour: Old Dam Track.',
  )
  expect(textOf({ section: { from: 'N03', to: null }, level: 'Limited' })).toBe('Limited from N03 to the finish.')
  expect(textOf({ section: null, startsAt: hours(7).toISOString() })).toBe('Closes 2026-01-01T07:00.')
  expect(textOf({ startsAt: hours(7).toISOString(), endsAt: hours(9).toISOString(), reopens: '2026-01-03' })).toBe(
    'Closed between N02 and N03 from 2026-01-01T07:00 until 2026-01-01T09:00. Likely to reopen 2026-01-03.',
  )
  expect(textOf({ endsAt: hours(9).toISOString(), reopens: '2026-01-03' }, hours(10))).toBe(
    'Closed between N02 and N03. Reopening not confirmed.',
  )
})

test('T31 shows Open as unknown and Closed as closed after a restore, until confirmed again', () => {
  const posted = decideTrailUpdate(
    null,
    closureId(7),
    { networks: { north: open, south: { status: 'Closed', message: 'Flooded' } }, trails: {}, closures: [ofRidge] },
    manager,
    { networkIds: ['north', 'south'], trails, before: null },
    now,
  )
  if (!posted.ok) throw new Error('not posted')
  const stored = { ...posted.record, orderNumber: 1, emailed: null }
  const restored = restoredUpdate(stored, { id: manager.id, name: 'Restore' }, closureId(8), hours(1))
  const status = publicStatusOf(restored, networks, hours(2))
  expect(status.networks).toMatchObject([
    { id: 'north', status: null, message: NOT_CONFIRMED_SINCE_RESTORE, postedAt: null },
    { id: 'south', status: 'Closed', message: 'Flooded' },
  ])
  // `postedAt` isn't the time of the restore, so devices keep showing the status that they had received.
  expect(status.postedAt).toBe(now.toISOString())
  const statusOf = (id: string, networkId: string) => trailAt(status, { id, networkId }, hours(2)).status
  expect([statusOf('ridge', 'north'), statusOf('creek', 'north'), statusOf('loop', 'south')]).toEqual(['Closed', null, 'Closed'])

  const context = { networkIds: ['north', 'south'], trails, before: { ...restored, orderNumber: 2, emailed: null } }
  const again = decideTrailUpdate(
    null,
    closureId(9),
    { networks: { north: open, south: open }, trails: {}, closures: [] },
    manager,
    context,
    hours(3),
  )
  if (!again.ok) throw new Error('not posted')
  expect(publicStatusOf(again.record, networks, hours(4)).networks.map((network) => network.status)).toEqual(['Open', 'Open'])
  const sentAgain = confirmNothing(again.record, context.before)
  expect(publicStatusOf(sentAgain, networks, hours(4)).networks.map((network) => network.status)).toEqual([null, null])
})
