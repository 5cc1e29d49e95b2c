import { expect, test } from 'vitest'
import { type Closure, MOST_CLOSURES } from './closure.ts'
import { addStatus } from './known-status.ts'
import { PublicStatus, statusAt, type TrailStatus } from './public-status.ts'
import { trailAt, trailStatusesOf } from './trail-statuses.ts'

const HOUR_MS = 3_600_000
const at = (hours: number) => new Date(Date.parse('2026-06-01T12:00:00Z') + hours * HOUR_MS).toISOString()

type Statement = Partial<PublicStatus> & { word?: TrailStatus | null; base?: TrailStatus; later?: { at: string; status: TrailStatus }[] }

function answer(epoch: string | undefined, orderNumber: number, hours: number, statement: Statement = {}): PublicStatus {
  const { word = 'Open', base, later, ...more } = statement
  const postedAt = at(hours)
  const network = {
    id: 'n',
    name: 'North',
    status: word,
    message: '',
    postedAt: word && postedAt,
    ...(base && { base }),
    ...(later && { later }),
  }
  return PublicStatus.parse(JSON.parse(JSON.stringify({ asOf: postedAt, postedAt, orderNumber, epoch, networks: [network], ...more })))
}

const closure = (id: string, more: Partial<Closure> = {}): Closure => ({
  id: `0190a000-0000-7000-8000-${id.padStart(12, '0')}`,
  networkId: 'n',
  trailId: 'a',
  section: null,
  level: 'Closed',
  message: '',
  wayAround: '',
  startsAt: at(-100),
  endsAt: null,
  reopens: null,
  ...more,
})

const knownAfter = (...received: PublicStatus[]) => {
  const [first, ...others] = received
  if (!first) throw new Error('no answers received')
  // Devices parse stored status from text, so the test does too.
  return others.reduce((known, one) => PublicStatus.parse(JSON.parse(JSON.stringify(addStatus(known, one)))), addStatus(null, first))
}
const networkAfter = (...received: PublicStatus[]) => knownAfter(...received).networks[0]?.status
const trailAfter = (...received: PublicStatus[]) => trailAt(knownAfter(...received), { id: 'a', networkId: 'n' }, new Date(at(24))).status

test('D1 shows the update with the higher order number within an epoch, whatever the order of arrival and time', () => {
  const open = answer('one', 5, 0)
  for (const hours of [-24, 0, 24]) {
    const closed = answer('one', 6, hours, { word: 'Closed' })
    expect(networkAfter(open, closed)).toBe('Closed')
    expect(networkAfter(closed, open)).toBe('Closed')
    expect(networkAfter(closed, { ...open, asOf: at(48) })).toBe('Closed')
  }
})

test('D1 accepts a known update again only from a later response, and keeps its notices if the response has none', () => {
  const first = answer('one', 5, 0, { asOf: at(1), notices: [{ id: 'fire' }] })
  const known = addStatus(null, first)
  expect(addStatus(known, { ...first })).toBe(known)
  expect(addStatus(known, { ...first, asOf: at(0.5) })).toBe(known)
  const { notices: _, ...bare } = first
  expect(addStatus(known, { ...bare, asOf: at(2) })).toMatchObject({ asOf: at(2), notices: [{ id: 'fire' }] })
  // Sync delivers the update with the update's own time. The age shown comes from the latest server response.
  expect(addStatus(known, answer('one', 6, 0.5, { word: 'Closed' }))).toMatchObject({ asOf: at(1), networks: [{ status: 'Closed' }] })
})

test('D2 replaces the known status after a restore only with an update published later', () => {
  const lost = answer('one', 9, 0, { word: 'Closed' })
  const restored = answer('two', 5, -24, { asOf: at(1) })
  const postedAgain = answer('two', 6, 2)
  expect(networkAfter(lost, restored)).toBe('Closed')
  expect(networkAfter(lost, postedAgain)).toBe('Open')
  expect(networkAfter(lost, restored, postedAgain)).toBe('Open')
  // After the update is published again, neither the lost update nor a copy of it reappears.
  expect(networkAfter(lost, restored, postedAgain, lost)).toBe('Open')
  // After a restore, the server may reuse order numbers, so equal numbers of two epochs don't identify one update.
  expect(networkAfter(lost, answer('two', 12, -1, { asOf: at(1) }))).toBe('Closed')
  // A later update from before the restore was lost too, so it doesn't open trails that the restored server has closed.
  expect(networkAfter(answer('two', 5, -24, { word: 'Closed', asOf: at(1) }), answer('one', 9, 0))).toBe('Closed')
})

test('D2 accepts the same update in a new epoch if the restore lost nothing', () => {
  const before = answer('one', 9, 0, { word: 'Closed' })
  const after = answer('two', 9, 0, { word: 'Closed', asOf: at(1) })
  const known = knownAfter(before, after)
  expect(known.answers).toBeUndefined()
  expect(known.epoch).toBe('two')
  expect(networkAfter(before, after, answer('two', 10, -1))).toBe('Open')
})

test('D2 treats a response without an epoch like one from a different epoch', () => {
  const known = answer('one', 9, 0, { word: 'Closed' })
  expect(networkAfter(known, answer(undefined, 12, -1, { asOf: at(1) }))).toBe('Closed')
  expect(networkAfter(known, answer(undefined, 1, 1))).toBe('Open')
})

test('D3 shows every network, trail and section with the more restrictive status of both epochs until the new epoch has an update', () => {
  const lost = answer('one', 9, 0, {
    word: 'Partially Open',
    base: 'Open',
    trails: {
      a: { word: { status: 'Closed', message: 'Tree' }, changedAt: null },
      b: { word: { status: 'Open', message: '' }, changedAt: null },
    },
    closures: [closure('1', { trailId: 'c', section: { from: 'P1', to: 'P2' } })],
    later: [{ at: at(30), status: 'Closed' }],
  })
  const restored = answer('two', 5, -24, {
    word: 'Partially Open',
    base: 'Partially Open',
    asOf: at(1),
    closures: [
      closure('1', { trailId: 'c', section: { from: 'P2', to: 'P3' } }),
      closure('2', { trailId: 'd', level: 'Limited', section: { from: 'P1', to: null } }),
    ],
  })
  for (const known of [knownAfter(lost, restored), knownAfter(restored, lost)]) {
    const now = (id: string) => trailAt(known, { id, networkId: 'n' }, new Date(at(24)))
    expect(known.networks[0]).toMatchObject({ status: 'Partially Open', postedAt: at(0) })
    expect(now('a')).toMatchObject({ status: 'Closed', message: 'Tree' })
    expect(now('b').status).toBe('Partially Open')
    expect(now('c').closures.map(({ section }) => section)).toEqual(
      expect.arrayContaining([
        { from: 'P1', to: 'P2' },
        { from: 'P2', to: 'P3' },
      ]),
    )
    expect(now('d').closures).toHaveLength(1)
    expect(new Set(trailStatusesOf(known)?.closures.map(({ id }) => id)).size).toBe(3)
    expect(known.networks[0] && statusAt(known.networks[0], new Date(at(31)))).toBe('Closed')
    // Uses the server's number, because a form starts with the server's status.
    expect(known).toMatchObject({ epoch: 'two', orderNumber: 5, asOf: at(1) })
  }
  const third = answer('three', 4, -30, { asOf: at(2), closures: [closure('7', { trailId: null })] })
  const known = knownAfter(lost, restored, third)
  expect(trailAt(known, { id: 'b', networkId: 'n' }, new Date(at(24))).status).toBe('Closed')
  expect(addStatus(addStatus(known, lost), restored)).toBe(known)
})

test('D3 ranks unknown as worse than Open and better than any restriction', () => {
  const empty = answer('two', 0, 0, { word: null, postedAt: null, asOf: at(1) })
  expect(networkAfter(answer('one', 9, 0), empty)).toBe(null)
  expect(networkAfter(answer('one', 9, 0, { word: 'Closed' }), empty)).toBe('Closed')
  const closedTrail = answer('one', 9, 0, { trails: { a: { word: { status: 'Closed', message: '' }, changedAt: null } } })
  expect(knownAfter(closedTrail, empty).postedAt).toBe(at(0))
  expect(trailAfter(closedTrail, empty)).toBe('Closed')
  expect(trailAt(knownAfter(closedTrail, empty), { id: 'b', networkId: 'n' }, new Date(at(24))).status).toBe('Partially Open')
})

test('D3 closes the trails of closures that don’t fit into a response', () => {
  const many = (first: number) => Array.from({ length: MOST_CLOSURES }, (_, i) => closure(String(first + i), { trailId: `t${first + i}` }))
  const known = knownAfter(answer('one', 9, 0, { closures: many(0) }), answer('two', 5, -1, { asOf: at(1), closures: many(1000) }))
  for (const id of ['t0', 't299', 't1000', 't1299']) expect(trailAt(known, { id, networkId: 'n' }, new Date(at(24))).status).toBe('Closed')
})

test('D4 uses a shortened response until the full one for the same update arrives, and never replaces the full one', () => {
  const before = answer('one', 5, 0)
  const short = answer('one', 6, 1, { word: 'Closed', isShortened: true, trails: null, asOf: at(3) })
  const whole = answer('one', 6, 1, { word: 'Closed', asOf: at(2) })
  expect(networkAfter(before, short)).toBe('Closed')
  expect(trailAfter(before, { ...short, networks: before.networks })).toBe(null)
  expect(knownAfter(before, short, whole).isShortened).toBeUndefined()
  expect(knownAfter(before, whole, short).isShortened).toBeUndefined()
})
