import { expect, test } from 'vitest'
import type { Actor } from '../person/person.ts'
import type { Closure } from './closure.ts'
import type { TrailStatus } from './public-status.ts'
import type { StatusProposal, StatusProposalPatch } from './status-proposal-kind.ts'
import { closesOnly, decideProposal } from './status-proposal-rules.ts'
import { decideTrailUpdate, type NewTrailUpdate } from './trail-status.ts'

const NOW = new Date('2026-11-17T10:00:00.000Z')
const ID = '6f8e2a52-58f5-4a5b-9d2f-0c8b9b1f6d01'
const mara: Actor = { id: '6f8e2a52-58f5-4a5b-9d2f-0c8b9b1f6d03', name: 'Mara', role: 2 }
const tom: Actor = { id: '6f8e2a52-58f5-4a5b-9d2f-0c8b9b1f6d04', name: 'Tom', role: 2 }
const networkIds = ['north', 'south']
const trails = ['a', 'b', 'c'].map((id, i) => ({ id, networkId: i < 2 ? 'north' : 'south', posts: ['P1', 'P2', 'P3'] }))
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

test('T20 what closes something and opens nothing does not wait', () => {
  const open = { networks: networksOf('Open') }
  expect(goesLive(open, { networks: networksOf('Closed') })).toBe(true)
  expect(goesLive(open, { networks: networksOf('Partially Open') })).toBe(true)
  expect(goesLive(open, { networks: networksOf('Open'), closures: [closure()] })).toBe(true)
  expect(goesLive(open, { networks: networksOf('Open'), trails: { a: { status: 'Closed', message: 'Tree' } } })).toBe(true)
  const limited = closure({ level: 'Limited', section: { from: 'P1', to: 'P2' } })
  expect(goesLive(open, { ...open, closures: [limited] })).toBe(true)
  expect(goesLive({ ...open, closures: [limited] }, { ...open, closures: [{ ...limited, level: 'Closed' as const }] })).toBe(true)
  // A plan, and one that is to begin earlier or last longer.
  const planned = closure({ startsAt: hours(5), endsAt: hours(9) })
  expect(goesLive(open, { ...open, closures: [planned] })).toBe(true)
  expect(goesLive({ ...open, closures: [planned] }, { ...open, closures: [{ ...planned, startsAt: hours(4) }] })).toBe(true)
  expect(goesLive({ ...open, closures: [planned] }, { ...open, closures: [{ ...planned, endsAt: null }] })).toBe(true)
  expect(goesLive(null, { networks: networksOf('Closed', 'Closed') })).toBe(true)
})

test('T20 what opens anything, now or later, waits; so does a confirmation, another text, and the first word on a network', () => {
  const open = { networks: networksOf('Open') }
  expect(goesLive({ networks: networksOf('Closed') }, open)).toBe(false)
  expect(goesLive({ networks: networksOf('Closed') }, { networks: networksOf('Partially Open') })).toBe(false)
  // One opens as the other closes.
  expect(goesLive({ networks: networksOf('Closed', 'Open') }, { networks: networksOf('Open', 'Closed') })).toBe(false)
  expect(goesLive(open, open)).toBe(false)
  expect(goesLive(open, { networks: networksOf('Open', 'Open', 'Ride on, all is well') })).toBe(false)
  expect(goesLive(null, open)).toBe(false)
  const was = { ...open, closures: [closure()] }
  expect(goesLive(was, open)).toBe(false)
  // Another trail is closed in its place; the end comes nearer; the plan is put off; closed becomes limited.
  expect(goesLive(was, { ...open, closures: [closure({ trailId: 'b' })] })).toBe(false)
  expect(goesLive(was, { ...open, closures: [closure({ endsAt: hours(2) })] })).toBe(false)
  const planned = { ...open, closures: [closure({ startsAt: hours(5) })] }
  expect(goesLive(planned, { networks: networksOf('Open', 'Closed') })).toBe(false)
  expect(goesLive(planned, { networks: networksOf('Open', 'Closed'), closures: [closure({ startsAt: hours(6) })] })).toBe(false)
  const section = closure({ section: { from: 'P1', to: 'P2' } })
  expect(goesLive({ ...open, closures: [section] }, { ...open, closures: [{ ...section, level: 'Limited' as const }] })).toBe(false)
  expect(goesLive({ ...open, trails: { a: { status: 'Closed', message: '' } } }, { networks: networksOf('Open', 'Closed') })).toBe(false)
})

const decide = (current: StatusProposal | null, patch: StatusProposalPatch, actor = mara, isSuperseded = false) =>
  decideProposal(
    current,
    { recordId: ID, patch, recordedAt: NOW.toISOString() },
    actor,
    { networkIds, trails, before: null, isSuperseded },
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

test('T22 nobody confirms or declines their own proposal; its author withdraws it, and nobody else', () => {
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
})

test('T23 a proposal is answered once, and stays as it was proposed', () => {
  const declined = proposed({ decline: { reason: '' } })
  expect(why(declined, { confirm: true }, tom)).toBe('changed-since')
  expect(why(proposed({ confirm: true }), { withdraw: true })).toBe('changed-since')
  expect(why(proposed(), { networks: networksOf('Closed') })).toBe('not-valid')
  expect(why(proposed(), { confirm: true, networks: networksOf('Closed') }, tom)).toBe('not-valid')
  expect(why(proposed(), { confirm: true, decline: { reason: '' } }, tom)).toBe('not-valid')
  expect(why(null, { ...OPEN, confirm: true })).toBe('gone')
})

test('T24 a proposal is held to the rules of an update as it is made, and is not confirmed over what its author did not know', () => {
  expect(why(null, { ...OPEN, networks: { north: { status: 'Open', message: '' } } })).toBe('not-valid')
  expect(why(null, OPEN, mara, true)).toBe('superseded')
  expect(why(proposed(), { confirm: true }, tom, true)).toBe('superseded')
  expect(why(proposed(), { decline: { reason: '' } }, tom, true)).toBeNull()
})
