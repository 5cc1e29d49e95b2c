import { expect, test } from 'vitest'
import type { Actor } from '../person/person.ts'
import { isUnconfirmed, PublicStatus } from './public-status.ts'
import { changedNetworks, compareUpdates, decideTrailUpdate, MESSAGE_MAX_LENGTH, type TrailUpdate } from './trail-status.ts'
import { publicStatusOf } from './trail-statuses.ts'

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
const post = (input: unknown, actor = manager, current: TrailUpdate | null = null, isSuperseded = false) =>
  decideTrailUpdate(current, id, input, actor, { networkIds, trails: [], before: null, isSuperseded }, now)

function anUpdate(): TrailUpdate {
  const decision = post(posted)
  if (!decision.ok) throw new Error(decision.refusal.detail)
  return { ...decision.record, emailed: null, orderNumber: 7 }
}

test('T1 only managers post trail status', () => {
  expect(post(posted, member)).toMatchObject({ ok: false, refusal: { code: 'not-allowed' } })
  expect(post(posted)).toMatchObject({ ok: true })
})

test('T2 every network of the site needs one of the three statuses, and no other network is named', () => {
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

test('T3 a message is optional, trimmed and limited', () => {
  expect(anUpdate().networks).toMatchObject({ north: { message: '' }, south: { message: 'Creek is up' } })
  const long = { networks: { ...posted.networks, north: { status: 'Open', message: 'x'.repeat(MESSAGE_MAX_LENGTH + 1) } } }
  expect(post(long)).toMatchObject({ ok: false, refusal: { code: 'not-valid' } })
})

test('T4 an update is never changed afterwards, and its stamps are the server’s', () => {
  expect(post(posted, manager, anUpdate())).toMatchObject({ ok: false, refusal: { code: 'not-allowed' } })
  expect(post({ ...posted, createdAt: '1999-01-01', createdBy: 'someone' })).toMatchObject({
    record: { createdAt: now, createdBy: manager.id },
  })
})

test('T5 a network nobody has spoken of is unknown, never Open', () => {
  const status = publicStatusOf(anUpdate(), [...networks, { id: 'west', name: 'West' }], now)
  expect(status.networks).toMatchObject([{ status: 'Open' }, { status: 'Closed' }, { id: 'west', status: null, postedAt: null }])
  expect(publicStatusOf(null, networks, now)).toMatchObject({ postedAt: null, networks: [{ status: null }, { status: null }] })
  expect(PublicStatus.parse(status)).toEqual(status)
})

test('T6 past the age limit a status is unconfirmed', () => {
  const postedAt = '2026-01-01T00:00:00.000Z'
  expect(isUnconfirmed(postedAt, 24, new Date('2026-01-02T00:00:00Z'))).toBe(false)
  expect(isUnconfirmed(postedAt, 24, new Date('2026-01-02T00:00:01Z'))).toBe(true)
  expect(isUnconfirmed(null, 24, now)).toBe(false)
})

test('T7 an update whose author did not know the latest one is refused, whole, and for nobody else’s fault', () => {
  expect(post({ ...posted, basedOn: id }, manager, null, true)).toMatchObject({ ok: false, refusal: { code: 'superseded' } })
  expect(post({ ...posted, basedOn: null })).toMatchObject({ ok: true })
  expect(post({ ...posted, basedOn: 'the one before' })).toMatchObject({ ok: false, refusal: { code: 'not-valid' } })
  // Who may not post, or says nothing valid, hears that first.
  expect(post(posted, member, null, true)).toMatchObject({ refusal: { code: 'not-allowed' } })
  expect(post({}, manager, null, true)).toMatchObject({ refusal: { code: 'not-valid' } })
  expect(Object.keys(anUpdate())).not.toContain('basedOn')
})

test('T8 an update is news of the networks whose status or message it changes', () => {
  const update = anUpdate()
  expect(changedNetworks(update, null)).toEqual(['north', 'south'])
  expect(changedNetworks(update, update)).toEqual([])
  expect(changedNetworks({ ...update, networks: { ...update.networks, north: { status: 'Closed', message: '' } } }, update)).toEqual([
    'north',
  ])
  expect(
    changedNetworks({ ...update, networks: { ...update.networks, south: { status: 'Closed', message: 'Bridge is out' } } }, update),
  ).toEqual(['south'])
})

test('T10 of two updates the later is the one with the higher number, whatever their times say', () => {
  const at = (orderNumber: number, createdAt: string) => ({ id, createdAt, orderNumber })
  const [first, second] = [at(1, '2026-01-02T00:00:00.000Z'), at(2, '2026-01-01T00:00:00.000Z')]
  expect([second, first].toSorted(compareUpdates)).toEqual([first, second])
  // Without numbers, as fetched before there were any: by time, and below those with one.
  const [old, older] = [at(0, '2026-01-04T00:00:00.000Z'), at(0, '2026-01-03T00:00:00.000Z')]
  expect([second, old, first, older].toSorted(compareUpdates)).toEqual([older, old, first, second])
  expect(publicStatusOf(anUpdate(), networks, now, 'an epoch')).toMatchObject({ orderNumber: 7, epoch: 'an epoch' })
  expect(publicStatusOf(null, networks, now)).toMatchObject({ orderNumber: 0 })
})
