import { expect, test } from 'vitest'
import type { Actor } from '../../person/person.ts'
import type { Closure } from '../closure.ts'
import type { TrailStatus } from '../public-status.ts'
import { decideTrailUpdate } from '../trail-status.ts'
import type { NewTrailUpdate } from '../update/trail-update.ts'
import type { StatusProposal, StatusProposalPatch } from './status-proposal-kind.ts'
import { closesOnly, decideProposal } from './status-proposal-rules.ts'

const NOW = new Date('2026-11-17T10:00:00.000Z')
const ID = '6f8e2a52-58f5-4a5b-9d2f-0c8b9b1f6d01'
const mara: Actor = { id: '6f8e2a52-58f5-4a5b-9d2f-0c8b9b1f6d03', name: 'Mara', role: 2 }
const tom: Actor = { id: '6f8e2a52-58f5-4a5b-9d2f-0c8b9b1f6d04', name: 'Tom', role: 2 }
const networkIds = ['north', 'south']
const trails = ['a', 'b', 'c'].map((id, i) => ({ id, name: id, networkId: i < 2 ? 'north' : 'south', posts: ['P1', 'P2', 'P3'] }))
const hours = (count: number) => new Date(NOW.getTime() + count * 3_600_000).toISOString()

const networksOf = (north: TrailStatus, south: TrailStatus = 'Open', message = '') => ({
  north: { status: north, message },
  south: { status: south, message: '' },
})
const closure = (more: Partial<Closure> = {}): Closure => ({
  id: '6f8e2a52-58f5-4a5b-9d2f-0c8b9b1f6e01',
  networkId: 'north',
  trailId: 'a',
  section: null,
  level: 'Closed',
  message: '',
  wayAround: '',
  startsAt: hours(-1),
  endsAt: null,
  reopens: null,
  ...more,
})

function posted(input: object, before: NewTrailUpdate | null = null): NewTrailUpdate {
  const decision = decideTrailUpdate(null, ID, { trails: {}, closures: [], ...input }, mara, { networkIds, trails, before }, NOW)
  if (!decision.ok) throw new Error(decision.refusal.detail)
  return decision.record
}
const goesLive = (was: object | null, is: object) => {
  const before = was && posted(was)
  return closesOnly(posted(is, before), before, trails, NOW)
}

test('T20 requires no approval for an update that closes something and opens nothing', () => {
  const open = { networks: networksOf('Open') }
  expect(goesLive(open, { networks: networksOf('Closed') })).toBe(true)
  expect(goesLive(open, { networks: networksOf('Partially Open') })).toBe(true)
  expect(goesLive(open, { networks: networksOf('Open'), closures: [closure()] })).toBe(true)
  expect(goesLive(open, { networks: networksOf('Open'), trails: { a: { status: 'Closed', message: 'Tree' } } })).toBe(true)
  const limited = closure({ level: 'Limited', section: { from: 'P1', to: 'P2' } })
  expect(goesLive(open, { ...open, closures: [limited] })).toBe(true)
  expect(goesLive({ ...open, closures: [limited] }, { ...open, closures: [{ ...limited, level: 'Closed' as const }] })).toBe(true)
  const planned = closure({ startsAt: hours(5), endsAt: hours(9) })
  expect(goesLive(open, { ...open, closures: [planned] })).toBe(true)
  expect(goesLive({ ...open, closures: [planned] }, { ...open, closures: [{ ...planned, startsAt: hours(4) }] })).toBe(true)
  expect(goesLive({ ...open, closures: [planned] }, { ...open, closures: [{ ...planned, endsAt: null }] })).toBe(true)
  expect(goesLive(null, { networks: networksOf('Closed', 'Closed') })).toBe(true)
})

test('T20 requires approval to open anything now or later, to confirm, to change text and to publish a first status', () => {
  const open = { networks: networksOf('Open') }
  expect(goesLive({ networks: networksOf('Closed') }, open)).toBe(false)
  expect(goesLive({ networks: networksOf('Closed') }, { networks: networksOf('Partially Open') })).toBe(false)
  expect(goesLive({ networks: networksOf('Closed', 'Open') }, { networks: networksOf('Open', 'Closed') })).toBe(false)
  expect(goesLive(open, open)).toBe(false)
  expect(goesLive(open, { networks: networksOf('Open', 'Open', 'Ride on, all is well') })).toBe(false)
  expect(goesLive(null, open)).toBe(false)
  const was = { ...open, closures: [closure()] }
  expect(goesLive(was, open)).toBe(false)
  // The cases: another trail is closed instead, the closure ends earlier, it starts later, and Closed becomes Limited.
  expect(goesLive(was, { ...open, closures: [closure({ trailId: 'b' })] })).toBe(false)
  expect(goesLive(was, { ...open, closures: [closure({ endsAt: hours(2) })] })).toBe(false)
  const planned = { ...open, closures: [closure({ startsAt: hours(5) })] }
  expect(goesLive(planned, { networks: networksOf('Open', 'Closed') })).toBe(false)
  expect(goesLive(planned, { networks: networksOf('Open', 'Closed'), closures: [closure({ startsAt: hours(6) })] })).toBe(false)
  const section = closure({ section: { from: 'P1', to: 'P2' } })
  expect(goesLive({ ...open, closures: [section] }, { ...open, closures: [{ ...section, level: 'Limited' as const }] })).toBe(false)
  expect(goesLive({ ...open, trails: { a: { status: 'Closed', message: '' } } }, { networks: networksOf('Open', 'Closed') })).toBe(false)
})

const CLOSED = posted({ networks: networksOf('Closed') })
const decide = (
  current: StatusProposal | null,
  patch: StatusProposalPatch,
  actor = mara,
  isSuperseded = false,
  approvalBlock: string | null = null,
) =>
  decideProposal(
    current,
    { recordId: ID, patch, recordedAt: NOW.toISOString() },
    actor,
    {
      networkIds,
      trails,
      ...(isSuperseded ? { before: CLOSED, authorKnew: { is: 'earlier', update: null } } : { before: null }),
      approvalBlock,
    },
    NOW,
  )
const why = (...args: Parameters<typeof decide>) => {
  const decision = decide(...args)
  return decision.ok ? null : decision.refusal.code
}
const OPEN: StatusProposalPatch = { networks: networksOf('Open'), trails: {}, closures: [], basedOn: null }
function proposed(answer?: StatusProposalPatch, actor = tom): StatusProposal {
  const made = decide(null, OPEN)
  const decision = answer && made.ok ? decide(made.record.record, answer, actor) : made
  if (!decision.ok) throw new Error(decision.refusal.detail)
  return decision.record.record
}

test('T22 stops authors from confirming or declining their own proposals, and lets only authors withdraw them', () => {
  expect(why(proposed(), { confirm: true })).toBe('own-entry')
  expect(why(proposed(), { decline: { reason: 'Wrong' } })).toBe('own-entry')
  expect(why(proposed(), { withdraw: true }, tom)).toBe('not-allowed')
  expect(proposed({ withdraw: true }, mara).state).toBe('Withdrawn')
  const confirmed = decide(proposed(), { confirm: true }, tom)
  expect(confirmed).toMatchObject({
    ok: true,
    record: { record: { state: 'Confirmed', updatedByName: 'Tom' }, changes: { state: { before: 'Waiting', after: 'Confirmed' } } },
  })
  expect(proposed({ decline: { reason: ' The bridge is still out ' } })).toMatchObject({
    state: 'Declined',
    reason: 'The bridge is still out',
  })
  expect(why(proposed(), { confirm: true }, { ...tom, role: 1 })).toBe('not-allowed')
  expect(why(null, OPEN, { ...mara, role: 1 })).toBe('not-allowed')
  // AP2: a manager whom the author recently granted access may decline but not confirm.
  expect(why(proposed(), { confirm: true }, tom, false, 'Mara invited you')).toBe('own-entry')
  expect(why(proposed(), { decline: { reason: '' } }, tom, false, 'Mara invited you')).toBeNull()
})

test('T23 accepts one decision on a proposal, and never changes the proposal', () => {
  const declined = proposed({ decline: { reason: '' } })
  expect(why(declined, { confirm: true }, tom)).toBe('changed-since')
  expect(why(proposed({ confirm: true }), { withdraw: true })).toBe('changed-since')
  expect(why(proposed(), { networks: networksOf('Closed') })).toBe('not-valid')
  expect(why(proposed(), { confirm: true, networks: networksOf('Closed') }, tom)).toBe('not-valid')
  expect(why(proposed(), { confirm: true, decline: { reason: '' } }, tom)).toBe('not-valid')
  expect(why(null, { ...OPEN, confirm: true })).toBe('gone')
})

test('T24 checks a proposal like an update, and refuses to let it replace an update that its author hadn’t seen', () => {
  expect(why(null, { ...OPEN, networks: { north: { status: 'Open', message: '' } } })).toBe('not-valid')
  expect(why(null, OPEN, mara, true)).toBe('superseded')
  expect(why(proposed(), { confirm: true }, tom, true)).toBe('superseded')
  expect(why(proposed(), { decline: { reason: '' } }, tom, true)).toBeNull()
})
