import { expect, test } from 'vitest'
import type { Actor } from '../person/person.ts'
import { isPastEnd, MOST_CLOSURES } from './closure.ts'
import { closureText } from './closure-text.ts'
import { PublicStatus } from './public-status.ts'
import { changedNetworks, changedTrails, decideTrailUpdate, type NewTrailUpdate } from './trail-status.ts'
import { publicStatusOf, trailAt } from './trail-statuses.ts'

const manager: Actor = { id: '0190a000-0000-7000-8000-000000000002', name: 'Ranger', role: 2 }
const networks = [
  { id: 'north', name: 'North' },
  { id: 'south', name: 'South' },
]
const trails = [
  { id: 'ridge', networkId: 'north', posts: ['N01', 'N02', 'N03', 'N04'] },
  { id: 'creek', networkId: 'north', posts: ['N05', 'N06'] },
  { id: 'unposted', networkId: 'north', posts: [] },
  { id: 'loop', networkId: 'south', posts: ['S01'] },
]
const now = new Date('2026-01-01T00:00:00Z')
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)
const open = { status: 'Open', message: '' }
const follows = { ...open, base: 'Open' }
const closureId = (n: number) => `0190a000-0000-7000-8000-00000000010${n}`
const ofRidge = {
  id: closureId(1),
  networkId: 'north',
  trailId: 'ridge',
  section: null,
  level: 'Closed',
  message: '',
  wayAround: '',
  startsAt: null,
  endsAt: null,
  reopens: null,
}
const section = { ...ofRidge, section: { from: 'N02', to: 'N03' } }

const decide = (input: object, before: NewTrailUpdate | null = null, at = now) =>
  decideTrailUpdate(
    null,
    '0190a000-0000-7000-8000-0000000000aa',
    { networks: { north: follows, south: open }, ...input },
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

/** As everyone reads it: asked at `at`, looked at `later` hours afterwards. */
function read(update: NewTrailUpdate, at = now) {
  const answer = PublicStatus.parse(JSON.parse(JSON.stringify(publicStatusOf(update, networks, at))))
  const trailOf = (id: string) => trails.find((trail) => trail.id === id) ?? { id, networkId: 'north' }
  return {
    answer,
    network: (id: string) => answer.networks.find((network) => network.id === id),
    trail: (id: string, when = at) => trailAt(answer, trailOf(id), when),
  }
}

test('T11 a trail of the site may have a status and a message of its own, and no other', () => {
  const { trail } = read(post({ trails: { ridge: { status: 'Closed', message: ' Tree down ' } } }))
  expect(trail('ridge')).toMatchObject({ status: 'Closed', message: 'Tree down', isNetworks: false })
  expect(refusalOf({ trails: { nowhere: open } })).toBe('no such trail: nowhere')
})

test('T12 a trail without a status of its own follows its network and says so; a closed network closes all', () => {
  const { trail } = read(post({ trails: { ridge: { status: 'Closed', message: '' } } }))
  expect(trail('creek')).toMatchObject({ status: 'Open', isNetworks: true })
  expect(trail('loop')).toMatchObject({ status: 'Open', isNetworks: true })
  const closed = { networks: { north: { status: 'Closed', message: 'Fire' }, south: open }, trails: { ridge: open } }
  expect(read(post(closed)).trail('ridge')).toMatchObject({ status: 'Closed', isNetworks: true, message: 'Fire' })
  expect(trailAt(null, { id: 'ridge', networkId: 'north' }, now)).toMatchObject({ status: null, isNetworks: true })
  expect(trailAt(read(post({})).answer, { id: 'elsewhere', networkId: null }, now).status).toBeNull()
})

test('T13 a network follows its trails unless its status was set by hand', () => {
  const closed = { status: 'Closed', message: '' }
  const statusOf = (input: object) => read(post(input)).network('north')?.status
  expect(statusOf({})).toBe('Open')
  expect(statusOf({ trails: { ridge: closed } })).toBe('Partially Open')
  expect(statusOf({ trails: { ridge: closed, creek: closed, unposted: closed } })).toBe('Closed')
  expect(statusOf({ closures: [section] })).toBe('Partially Open')
  expect(statusOf({ networks: { north: open, south: open }, trails: { ridge: closed } })).toBe('Open')
  // What trails without a word are does not change with what the network becomes.
  expect(read(post({ trails: { ridge: closed } })).trail('creek').status).toBe('Open')
})

test('T14 a closure is of a network, a trail or a section of one, between posts in whichever order', () => {
  const { trail } = read(post({ closures: [section] }))
  expect(trail('ridge')).toMatchObject({ status: 'Partially Open', isNetworks: false, closures: [{ section: { from: 'N02', to: 'N03' } }] })
  expect(post({ closures: [{ ...section, section: { from: 'N03', to: 'N02' } }] }).closures[0]?.section).toEqual({ from: 'N02', to: 'N03' })
  expect(read(post({ closures: [{ ...section, level: 'Limited' }] })).trail('ridge').status).toBe('Open')
  expect(read(post({ closures: [ofRidge] })).trail('ridge').status).toBe('Closed')
  const whole = read(post({ closures: [{ ...ofRidge, trailId: null }] }))
  expect([whole.network('north')?.status, whole.trail('creek').status, whole.trail('loop').status]).toEqual(['Closed', 'Closed', 'Open'])
  const wrong: [object, string][] = [
    [{ networkId: 'east' }, 'no such network: east'],
    [{ trailId: 'loop' }, 'no such trail: loop'],
    [{ section: { from: 'N02', to: 'S01' } }, 'S01 is not on this trail'],
    [{ section: { from: 'N02', to: 'N02' } }, 'a section runs between two different posts'],
    [{ section: { from: null, to: null } }, 'a section runs between two different posts'],
    [{ trailId: null }, 'a section is of a trail'],
    [{ section: null, level: 'Limited' }, 'only a section can be limited'],
    [{ endsAt: now.toISOString() }, 'a closure must end after it begins'],
  ]
  for (const [change, reason] of wrong) expect(refusalOf({ closures: [{ ...section, ...change }] })).toBe(reason)
  expect(refusalOf({ closures: [section, section] })).toBe('a closure is named twice')
  expect(refusalOf({ closures: Array.from({ length: MOST_CLOSURES + 1 }, () => section) })).toContain('closures')
  // Where no posts are known, their names are text.
  expect(refusalOf({ closures: [{ ...section, trailId: 'unposted', section: { from: 'the bridge', to: null } }] })).toBeNull()
})

test('T15 a closure begins by itself at its time, whoever reads and whenever they asked', () => {
  const planned = post({ closures: [{ ...ofRidge, startsAt: hours(6).toISOString(), endsAt: hours(9).toISOString() }] })
  const { answer, trail } = read(planned)
  expect(trail('ridge')).toMatchObject({ status: 'Open', closures: [], planned: [{ id: closureId(1) }] })
  expect(trail('ridge', hours(6))).toMatchObject({ status: 'Closed', planned: [], changedAt: hours(6).toISOString() })
  expect(answer.networks[0]).toMatchObject({ status: 'Open', later: [{ at: hours(6).toISOString(), status: 'Partially Open' }] })
  const asked = read(planned, hours(7))
  expect(asked.network('north')).toMatchObject({ status: 'Partially Open', changedAt: hours(6).toISOString() })
  expect(asked.network('north')?.later).toBeUndefined()
  // A clock that is behind the server's answer is not believed.
  expect(asked.trail('ridge', hours(-100)).status).toBe('Closed')
  // Without a time it begins with the post, by the server's clock.
  expect(post({ closures: [ofRidge] }, null, hours(3)).closures[0]?.startsAt).toBe(hours(3).toISOString())
})

test('T16 a closure never ends by itself: past its end, reopening is not confirmed', () => {
  const { trail } = read(post({ closures: [{ ...ofRidge, endsAt: hours(9).toISOString() }] }))
  const awaits = (after: number) => trail('ridge', hours(after)).closures.map((closure) => isPastEnd(closure, hours(after)))
  expect(awaits(8)).toEqual([false])
  expect(trail('ridge', hours(200)).status).toBe('Closed')
  expect(awaits(200)).toEqual([true])
})

test('T17 an update that does not speak of trails leaves what was said of them', () => {
  const before = post({ trails: { creek: { status: 'Closed', message: 'Flooded' } }, closures: [section] })
  const after = post({ networks: { north: open, south: open } }, before, hours(1))
  expect(after).toMatchObject({ trails: before.trails, closures: before.closures })
  expect(post({ trails: {}, closures: [] }, before, hours(1))).toMatchObject({ trails: {}, closures: [] })
  // A closure that was accepted stays acceptable, though its end has passed since.
  const ended = post({ closures: [{ ...ofRidge, endsAt: hours(1).toISOString() }] })
  expect(post({ closures: ended.closures }, ended, hours(5)).closures).toEqual(ended.closures)
})

test('T18 a status has the time it changed beside the time it was confirmed', () => {
  const first = post({ closures: [section] })
  const confirmed = post({ closures: first.closures }, first, hours(5))
  const { network, trail } = read(confirmed, hours(5))
  expect(network('north')).toMatchObject({ changedAt: now.toISOString(), postedAt: hours(5).toISOString() })
  expect(trail('ridge')).toMatchObject({ changedAt: now.toISOString(), postedAt: hours(5).toISOString() })
  const reopened = post({ closures: [] }, confirmed, hours(9))
  expect(read(reopened, hours(9)).network('north')).toMatchObject({ status: 'Open', changedAt: hours(9).toISOString() })
  expect(reopened.outcome?.trails.ridge).toBe(hours(9).toISOString())
})

test('T8 an update is news of the trails of which it says something else', () => {
  const first = post({ closures: [section] })
  expect(changedTrails(first, null)).toEqual(['ridge'])
  expect(changedTrails(post({ closures: first.closures }, first, hours(1)), first)).toEqual([])
  const moved = post({ closures: first.closures.map((closure) => ({ ...closure, message: 'Crew at work' })) }, first, hours(1))
  expect(changedTrails(moved, first)).toEqual(['ridge'])
  expect(changedNetworks(moved, first)).toEqual(['north'])
  expect(changedTrails(post({ closures: [], trails: { creek: open } }, first, hours(1)), first)).toEqual(['creek', 'ridge'])
})

test('T19 a closure is told in one text', () => {
  const words = { time: (at: Date) => at.toISOString().slice(0, 16), day: (date: string) => date }
  const textOf = (change: object, at = now) => {
    const [closure] = post({ closures: [{ ...section, ...change }] }).closures
    return closure && closureText(closure, at, words)
  }
  expect(textOf({})).toBe('Closed between N02 and N03.')
  expect(textOf({ section: { from: null, to: 'N02' }, message: 'Storm damage', wayAround: 'Old Dam Track' })).toBe(
    'Closed from the start to N02. Storm damage. Way around: Old Dam Track.',
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
