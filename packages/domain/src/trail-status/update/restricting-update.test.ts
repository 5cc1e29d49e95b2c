import { expect, test } from 'vitest'
import type { Closure } from '../closure.ts'
import { closesOnly } from '../proposal/status-proposal-rules.ts'
import type { TrailStatus } from '../public-status.ts'
import { decideTrailUpdate } from '../trail-status.ts'
import { publicStatusOf, trailAt } from '../trail-statuses.ts'
import { confirmedAtOf, confirmRestrictedOnly, keepsOtherTexts } from './restricting-update.ts'
import type { NewTrailUpdate } from './trail-update.ts'

const NOW = new Date('2026-11-17T10:00:00.000Z')
const OLD = new Date('2026-11-01T10:00:00.000Z')
const ID = '6f8e2a52-58f5-4a5b-9d2f-0c8b9b1f6d01'
const mara = { id: '6f8e2a52-58f5-4a5b-9d2f-0c8b9b1f6d03', name: 'Mara', role: 2 }
const networkIds = ['north', 'south']
const trails = ['a', 'b', 'c'].map((id, i) => ({
  id,
  name: `Trail ${id}`,
  networkId: i < 2 ? 'north' : 'south',
  posts: ['P1', 'P2', 'P3'],
}))
const closure = (more: Partial<Closure> = {}): Closure => ({
  id: '6f8e2a52-58f5-4a5b-9d2f-0c8b9b1f6e01',
  networkId: 'south',
  trailId: 'c',
  section: { from: 'P1', to: 'P2' },
  level: 'Limited',
  message: 'Washed out',
  wayAround: 'Walk',
  startsAt: '2026-10-01T00:00:00.000Z',
  endsAt: null,
  reopens: null,
  ...more,
})
const PLANNED = closure({
  id: '6f8e2a52-58f5-4a5b-9d2f-0c8b9b1f6e02',
  trailId: 'b',
  networkId: 'north',
  section: null,
  level: 'Closed',
  message: 'Works',
  startsAt: '2099-01-01T00:00:00.000Z',
})
const word = (status: TrailStatus, message = '') => ({ status, message })

function posted(input: object, before: NewTrailUpdate | null, at: Date): NewTrailUpdate {
  const decision = decideTrailUpdate(null, ID, { trails: {}, closures: [], ...input }, mara, { networkIds, trails, before }, at)
  if (!decision.ok) throw new Error(decision.refusal.detail)
  return decision.record
}
const WAS: Pick<NewTrailUpdate, 'networks' | 'trails' | 'closures'> & {
  networks: Record<'north' | 'south', { status: TrailStatus; message: string }>
} = {
  networks: { north: word('Open', 'Bridge out at P2'), south: word('Partially Open', 'Mud') },
  trails: { a: word('Partially Open', 'Loose rock') },
  closures: [closure()],
}
const before = posted(WAS, null, OLD)
const goesLive = (change: Partial<typeof WAS>) => {
  const update = posted({ ...WAS, ...change }, before, NOW)
  return closesOnly(update, before, trails, NOW)
}
const planning = (change: Partial<typeof WAS> = {}) => goesLive({ ...change, closures: [...(change.closures ?? WAS.closures), PLANNED] })

test('T20 STAT-6 publishes an update that only closes something if all other text stays the same', () => {
  expect(planning()).toBe(true)
  const { north, south } = WAS.networks
  expect(planning({ networks: { north: word('Open', 'All clear'), south } })).toBe(false)
  expect(planning({ networks: { north: word('Open'), south } })).toBe(false)
  expect(planning({ trails: { a: word('Partially Open', 'Fine') } })).toBe(false)
  for (const text of [{ message: 'Fine' }, { message: '' }, { wayAround: 'Ride through' }, { reopens: '2026-12-01' }])
    expect(planning({ closures: [closure(text)] }), JSON.stringify(text)).toBe(false)
  // Extending a closure, or giving it another ID, doesn't justify changing its text.
  expect(planning({ closures: [closure({ startsAt: '2026-09-01T00:00:00.000Z', message: 'Fine' })] })).toBe(false)
  expect(planning({ closures: [closure({ id: '6f8e2a52-58f5-4a5b-9d2f-0c8b9b1f6e03' })] })).toBe(false)
  // An update may change only the text of the part that it restricts further.
  expect(goesLive({ networks: { north: word('Closed', 'Storm'), south } })).toBe(true)
  expect(goesLive({ networks: { north: word('Closed', 'Storm'), south: word('Partially Open', 'Dry') } })).toBe(false)
  expect(goesLive({ networks: { north, south: word('Closed', 'Storm') } })).toBe(true)
  expect(goesLive({ networks: { north: word('Closed', 'Storm'), south }, trails: {} })).toBe(false)
  expect(goesLive({ networks: { north, south: word('Closed', 'Storm') }, closures: [] })).toBe(false)
  expect(goesLive({ trails: { a: word('Closed', 'Tree') } })).toBe(true)
  expect(goesLive({ trails: { ...WAS.trails, b: word('Closed', 'Tree') } })).toBe(true)
  // Closing one trail of a network doesn't justify rewriting the network's warning.
  expect(goesLive({ networks: { north: word('Open', 'All clear'), south }, trails: { a: word('Closed', 'Tree') } })).toBe(false)
  const added = { north: word('Open', 'Bridge out at P2. Tree across Trail a.'), south }
  expect(goesLive({ networks: added, trails: { a: word('Closed', 'Tree') } })).toBe(true)
  expect(planning({ networks: added })).toBe(false)
  // The author may also correct statements in the message that are no longer true, as the form suggests.
  const cheerful = posted({ ...WAS, trails: {}, networks: { north: word('Open', 'All trails open. Bridge out at P2.'), south } }, null, OLD)
  const corrected = (message: string) => {
    const update = posted(
      { ...WAS, trails: { a: word('Closed', 'Tree') }, networks: { north: word('Open', message), south } },
      cheerful,
      NOW,
    )
    return closesOnly(update, cheerful, trails, NOW)
  }
  expect(corrected('Trail a is closed. Bridge out at P2.')).toBe(true)
  expect(corrected('Trail a is closed.'), 'removes the warning').toBe(false)
  expect(goesLive({ closures: [closure({ level: 'Closed', section: null, message: 'Landslip' })] })).toBe(true)
  expect(keepsOtherTexts(before, null, trails, NOW)).toBe(true)
})

const live = (change: object) => confirmRestrictedOnly(posted({ ...WAS, ...change }, before, NOW), before, NOW)
const shown = (update: NewTrailUpdate) =>
  publicStatusOf(
    update,
    networkIds.map((id) => ({ id, name: id })),
    NOW,
  )
const agesOf = (update: NewTrailUpdate) => shown(update).networks.map(({ postedAt }) => postedAt)
const ageOf = (update: NewTrailUpdate, id: string) => {
  const trail = trails.find((one) => one.id === id)
  return trail && trailAt(shown(update), trail, NOW).postedAt
}
const [then, now] = [OLD.toISOString(), NOW.toISOString()]

test('T28 STAT-6 confirms only the networks and trails that an unapproved update restricts immediately', () => {
  expect(agesOf(live({ closures: [...WAS.closures, PLANNED] }))).toEqual([then, then])
  const closed = live({ networks: { north: word('Closed', 'Storm'), south: WAS.networks.south } })
  expect(agesOf(closed)).toEqual([now, then])
  expect([ageOf(closed, 'a'), ageOf(closed, 'c')]).toEqual([now, then])
  // Trails are confirmed separately from their network. Closing something else doesn't change a trail's confirmation.
  const tree = live({ trails: { ...WAS.trails, b: word('Closed', 'Tree') } })
  expect(agesOf(tree)).toEqual([then, then])
  expect([ageOf(tree, 'a'), ageOf(tree, 'b')]).toEqual([then, now])
  const later = new Date(NOW.getTime() + 3_600_000)
  const south = { north: WAS.networks.north, south: word('Closed', 'Storm') }
  const next = confirmRestrictedOnly(posted({ ...tree, networks: south }, tree, later), tree, later)
  expect(agesOf(next)).toEqual([then, later.toISOString()])
  expect(ageOf(next, 'b')).toBe(now)
  expect(networkIds.map((id) => confirmedAtOf(next, id))).toEqual([then, later.toISOString()])
  const approved = posted(next, next, later)
  expect([...agesOf(approved), ageOf(approved, 'b')]).toEqual(Array(3).fill(later.toISOString()))
  expect(agesOf(confirmRestrictedOnly(before, null, OLD))).toEqual([then, then])
})
