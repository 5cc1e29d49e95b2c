import { expect, test } from 'vitest'
import type { Actor } from '../person/person.ts'
import { isUnconfirmed, PublicStatus } from './public-status.ts'
import { type AuthorKnew, changedNetworks, decideTrailUpdate } from './trail-status.ts'
import { publicStatusOf } from './trail-statuses.ts'
import { compareUpdates, MESSAGE_MAX_LENGTH, type NewTrailUpdate, type TrailUpdate } from './update/trail-update.ts'
import { BLANK_CLOSURE } from './update/trail-update-kind.ts'

const manager: Actor = { id: '0190a000-0000-7000-8000-000000000002', name: 'Ranger', role: 2 }
const member: Actor = { ...manager, role: 1 }
const id = '0190a000-0000-7000-8000-0000000000aa'
const now = new Date('2026-01-01T00:00:00Z')
const networks = [
  { id: 'north', name: 'North' },
  { id: 'south', name: 'South' },
]
const networkIds = networks.map((n) => n.id)
const posted = { networks: { north: { status: 'Open', message: '' }, south: { status: 'Closed', message: ' Creek is up ' } } }
const trails = [
  { id: 'ridge', name: 'Ridge', networkId: 'north', posts: ['N01', 'N02', 'N03'] },
  { id: 'creek', name: 'Creek', networkId: 'north', posts: [] },
  { id: 'loop', name: 'Loop', networkId: 'south', posts: [] },
]
type After = { before?: NewTrailUpdate | null; authorKnew?: AuthorKnew }
const post = (input: unknown, actor = manager, current: TrailUpdate | null = null, after: After = {}) =>
  decideTrailUpdate(current, id, input, actor, { networkIds, trails, before: null, ...after }, now)

function createUpdate(): TrailUpdate {
  const decision = post(posted)
  if (!decision.ok) throw new Error(decision.refusal.detail)
  return { ...decision.record, emailed: null, orderNumber: 7 }
}

test('T1 UPD-01 lets only managers publish trail status', () => {
  expect(post(posted, member)).toMatchObject({ ok: false, refusal: { code: 'not-allowed' } })
  expect(post(posted)).toMatchObject({ ok: true })
})

test('T2 UPD-01 requires one of the three statuses for every network of the site, and refuses other networks', () => {
  expect(post({ networks: { north: { status: 'Open', message: '' } } })).toMatchObject({
    ok: false,
    refusal: { detail: 'no status for south' },
  })
  expect(post({ networks: { ...posted.networks, south: { status: 'unknown', message: '' } } })).toMatchObject({
    ok: false,
    refusal: { code: 'not-valid' },
  })
  expect(post({ networks: { ...posted.networks, east: { status: 'Open', message: '' } } })).toMatchObject({
    ok: false,
    refusal: { detail: 'no such network: east' },
  })
  expect(post(null)).toMatchObject({ ok: false, refusal: { code: 'not-valid' } })
})

test('T3 UPD-01 accepts an empty message, and trims and limits messages', () => {
  expect(createUpdate().networks).toMatchObject({ north: { message: '' }, south: { message: 'Creek is up' } })
  const long = { networks: { ...posted.networks, north: { status: 'Open', message: 'x'.repeat(MESSAGE_MAX_LENGTH + 1) } } }
  expect(post(long)).toMatchObject({ ok: false, refusal: { code: 'not-valid' } })
})

test('T4 never changes an update, and stamps it with the server’s time and its author', () => {
  expect(post(posted, manager, createUpdate())).toMatchObject({ ok: false, refusal: { code: 'not-allowed' } })
  expect(post({ ...posted, createdAt: '1999-01-01', createdBy: 'someone' })).toMatchObject({
    record: { createdAt: now, createdBy: manager.id },
  })
})

test('T5 shows a network without a status as unknown, never Open', () => {
  const status = publicStatusOf(createUpdate(), [...networks, { id: 'west', name: 'West' }], now)
  expect(status.networks).toMatchObject([{ status: 'Open' }, { status: 'Closed' }, { id: 'west', status: null, postedAt: null }])
  expect(publicStatusOf(null, networks, now)).toMatchObject({ postedAt: null, networks: [{ status: null }, { status: null }] })
  expect(PublicStatus.parse(status)).toEqual(status)
})

test('T6 treats a status older than the age limit as unconfirmed', () => {
  const postedAt = '2026-01-01T00:00:00.000Z'
  expect(isUnconfirmed(postedAt, 24, new Date('2026-01-02T00:00:00Z'))).toBe(false)
  expect(isUnconfirmed(postedAt, 24, new Date('2026-01-02T00:00:01Z'))).toBe(true)
  expect(isUnconfirmed(null, 24, now)).toBe(false)
})

const accepted = (input: unknown, after: After = {}): NewTrailUpdate => {
  const decision = post(input, manager, null, after)
  if (!decision.ok) throw new Error(decision.refusal.detail)
  return decision.record
}
const words = (north: string, south = 'Open', messages: { north?: string; south?: string } = {}) => ({
  networks: { north: { status: north, message: messages.north ?? '' }, south: { status: south, message: messages.south ?? '' } },
})
const closed = (trailId: string, more: object = {}) => ({
  ...BLANK_CLOSURE,
  id: `0190a000-0000-7000-8000-0000000000b${trails.findIndex(({ id }) => id === trailId)}`,
  networkId: trailId === 'loop' ? 'south' : 'north',
  trailId,
  ...more,
})

test('T7 STAT-10 refuses an update that opens something unless its author knew the latest update', () => {
  const before = accepted(words('Closed'))
  const superseded = { ok: false, refusal: { code: 'superseded' } }
  const openSeen = accepted(words('Open'))
  for (const authorKnew of [{ is: 'untold' }, { is: 'earlier', update: null }, { is: 'earlier', update: openSeen }] as const)
    expect(post(words('Open'), manager, null, { before, authorKnew })).toMatchObject(superseded)
  expect(post(words('Open'), manager, null, { before, authorKnew: { is: 'latest' } })).toMatchObject({ ok: true })
  expect(post({ ...words('Open'), basedOn: 'the one before' })).toMatchObject({ ok: false, refusal: { code: 'not-valid' } })
  // The rules check permission and validity before they compare the update with the latest one.
  const late = { before, authorKnew: { is: 'untold' } } as const
  expect(post(words('Open'), member, null, late)).toMatchObject({ refusal: { code: 'not-allowed' } })
  expect(post({}, manager, null, late)).toMatchObject({ refusal: { code: 'not-valid' } })
  expect(Object.keys(createUpdate())).not.toContain('basedOn')
})

test('T27 STAT-10 merges a late, closure-only update into the latest update without losing any closure or text', () => {
  const seen = accepted({ ...words('Open', 'Open', { north: 'All good' }), closures: [closed('creek')] })
  const office = accepted(
    {
      ...words('Open', 'Closed', { north: 'All good', south: 'Fire' }),
      closures: seen.closures,
      trails: { loop: { status: 'Closed', message: 'Fire' } },
    },
    { before: seen },
  )
  const ranger = { ...words('Open', 'Open', { north: 'Bridge out' }), closures: [...seen.closures, closed('ridge')] }
  const merged = accepted(ranger, { before: office, authorKnew: { is: 'earlier', update: seen } })
  expect(merged.networks).toMatchObject({ north: { message: 'Bridge out' }, south: { status: 'Closed', message: 'Fire' } })
  expect(merged.trails).toEqual(office.trails)
  expect(merged.closures.map(({ trailId }) => trailId)).toEqual(['creek', 'ridge'])
  expect(merged.outcome?.networks).toMatchObject({ north: { status: 'Closed' }, south: { status: 'Closed' } })
  expect(merged.posted).toMatchObject({ networks: { south: { status: 'Open' } } })
  // The server doesn't know which update the author saw. The new update may still close more than the latest one, and the result combines
  // both messages.
  const closing = {
    ...words('Closed', 'Closed', { north: 'Bridge out', south: 'Smoke' }),
    trails: office.trails,
    closures: office.closures,
  }
  const again = accepted(closing, { before: office, authorKnew: { is: 'earlier', update: null } })
  expect(again.networks).toEqual({
    north: { status: 'Closed', message: 'Bridge out. All good' },
    south: { status: 'Closed', message: 'Smoke. Fire' },
  })
  // Confirming Closed after someone else has opened the network closes it again. An update that changes something else and leaves Closed
  // unchanged doesn't.
  const shut = accepted(words('Closed', 'Open'))
  const opened = accepted(words('Open', 'Open'), { before: shut })
  const knew = { before: opened, authorKnew: { is: 'earlier', update: shut } } as const
  expect(accepted(words('Closed', 'Open'), knew).networks).toMatchObject({ north: { status: 'Closed' } })
  expect(accepted(words('Closed', 'Closed'), knew).networks).toMatchObject({ north: { status: 'Open' }, south: { status: 'Closed' } })
  // The two updates changed one closure, so the result covers the extent and time of each.
  const section = closed('ridge', { section: { from: 'N01', to: 'N02' }, startsAt: now.toISOString(), endsAt: '2026-01-02T00:00:00.000Z' })
  const first = accepted({ ...words('Open'), closures: [section] })
  const longer = accepted({ ...words('Open'), closures: [{ ...section, endsAt: '2026-01-05T00:00:00.000Z' }] }, { before: first })
  const whole = { ...words('Open'), closures: [{ ...section, section: null, endsAt: '2026-01-03T00:00:00.000Z' }] }
  const both = accepted(whole, { before: longer, authorKnew: { is: 'earlier', update: first } })
  expect(both.closures).toMatchObject([{ section: null, level: 'Closed', endsAt: '2026-01-05T00:00:00.000Z' }])
})

test('T27 STAT-10 accepts a closure although networks were added to the site or removed from it while its author was offline', () => {
  const before = (input: unknown, hour: number, after: After = {}) => {
    const at = new Date(now.getTime() + hour * 3_600_000)
    const context = { networkIds: [...networkIds, 'west'], trails, before: null, ...after }
    const decision = decideTrailUpdate(null, id, input, manager, context, at)
    if (!decision.ok) throw new Error(decision.refusal.detail)
    return decision.record
  }
  const seen = accepted(words('Open'))
  const west = { status: 'Closed', message: 'Fire' }
  const onWest = closed('loop', { networkId: 'west', trailId: null })
  const office = before({ networks: { ...words('Open').networks, west }, closures: [onWest] }, 1, { before: seen })
  const bridge = { ...words('Open', 'Open', { north: 'Bridge out' }), closures: [closed('ridge')] }
  for (const known of [seen, null]) {
    const closing = known ? bridge : { ...words('Closed'), closures: [closed('ridge')] }
    const merged = before(closing, 2, { before: office, authorKnew: { is: 'earlier', update: known } })
    expect(merged.networks).toMatchObject({ west })
    expect(merged.closures.map(({ networkId }) => networkId).sort()).toEqual(['north', 'west'])
    expect(merged.outcome?.networks.west).toMatchObject({ status: 'Closed', confirmedAt: office.createdAt.toISOString() })
    expect(merged.outcome?.networks.south?.confirmedAt).toBeUndefined()
  }
  const onlyNetworks = before(words('Closed'), 2, { before: office, authorKnew: { is: 'earlier', update: seen } })
  expect(onlyNetworks.closures).toEqual(office.closures)
  // An update that opens something is still refused.
  const late = { before: accepted(words('Closed')), authorKnew: { is: 'earlier', update: null } } as const
  expect(post({ networks: { north: { status: 'Open', message: '' } } }, manager, null, late)).toMatchObject({
    refusal: { code: 'superseded' },
  })
  // Nobody has set the new network's status yet, so it stays unknown.
  const unset = before(bridge, 1, { before: seen })
  expect(publicStatusOf(unset, [...networks, { id: 'west', name: 'West' }], now).networks).toMatchObject([
    { status: 'Partially Open' },
    { status: 'Open' },
    { status: null },
  ])
  // An author whose latest update has the network must include it, and so must programs.
  for (const authorKnew of [{ is: 'latest' }, { is: 'earlier', update: office }, { is: 'untold' }] as const)
    expect(() => before(bridge, 2, { before: office, authorKnew })).toThrow('no status for west')
  // The network West has been removed since.
  const removed = { before: accepted(words('Open'), { before: office }), authorKnew: { is: 'earlier', update: office } } as const
  const shut = accepted({ networks: { ...words('Closed').networks, west }, closures: [onWest] }, removed)
  expect(Object.keys(shut.networks)).toEqual(networkIds)
  expect(shut.outcome?.networks.north?.status).toBe('Closed')
})

test('T27 accepts a closure of a trail that was removed from the site while its author was offline, without any effect', () => {
  const before = accepted(words('Open'))
  const gone = { status: 'Closed', message: 'Slip' }
  const onOld = closed('old', { id: '0190a000-0000-7000-8000-0000000000bb' })
  const late = { ...words('Open'), trails: { old: gone }, closures: [onOld, closed('ridge')] }
  for (const authorKnew of [{ is: 'latest' }, { is: 'earlier', update: before }] as const) {
    const update = accepted(late, { before, authorKnew })
    expect(update.trails).toMatchObject({ old: gone })
    expect(update.closures.map(({ trailId }) => trailId).toSorted()).toEqual(['old', 'ridge'])
    expect(publicStatusOf(update, networks, now).networks[0]).toMatchObject({ status: 'Partially Open', exceptions: 'Ridge closed.' })
  }
  const refusalOf = (input: object, authorKnew: AuthorKnew) => {
    const decision = post({ ...words('Open'), ...input }, manager, null, { before, authorKnew })
    return decision.ok ? null : decision.refusal.detail
  }
  // It may reopen nothing, and programs read the site's trails.
  expect(refusalOf({ trails: { old: { status: 'Open', message: '' } } }, { is: 'latest' })).toBe('no such trail: old')
  expect(refusalOf({ closures: [onOld] }, { is: 'untold' })).toBe('no such trail: old')
})

test('T8 lists the networks whose status or message an update changes', () => {
  const update = createUpdate()
  expect(changedNetworks(update, null)).toEqual(['north', 'south'])
  expect(changedNetworks(update, update)).toEqual([])
  expect(changedNetworks(accepted({ networks: { ...update.networks, north: { status: 'Closed', message: '' } } }), update)).toEqual([
    'north',
  ])
  expect(
    changedNetworks({ ...update, networks: { ...update.networks, south: { status: 'Closed', message: 'Bridge is out' } } }, update),
  ).toEqual(['south'])
})

test('T10 treats the update with the higher number as the later one, whatever their times are', () => {
  const at = (orderNumber: number, createdAt: string) => ({ id, createdAt, orderNumber })
  const [first, second] = [at(1, '2026-01-02T00:00:00.000Z'), at(2, '2026-01-01T00:00:00.000Z')]
  expect([second, first].toSorted(compareUpdates)).toEqual([first, second])
  // Updates without a number were created before numbers existed. They are sorted by time, before those with a number.
  const [old, older] = [at(0, '2026-01-04T00:00:00.000Z'), at(0, '2026-01-03T00:00:00.000Z')]
  expect([second, old, first, older].toSorted(compareUpdates)).toEqual([older, old, first, second])
  expect(publicStatusOf(createUpdate(), networks, now, 'an epoch')).toMatchObject({ orderNumber: 7, epoch: 'an epoch' })
  expect(publicStatusOf(null, networks, now)).toMatchObject({ orderNumber: 0 })
})
