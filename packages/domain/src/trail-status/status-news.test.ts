import { expect, test } from 'vitest'
import type { Closure } from './closure.ts'
import { newsFor, newsOfStart, statusNews } from './status-news.ts'
import { decideTrailUpdate, type NewTrailUpdate } from './trail-status.ts'

const NOW = new Date('2026-11-17T10:00:00.000Z')
const LATER = new Date('2026-11-18T06:00:00.000Z')
const mara = { id: '6f8e2a52-58f5-4a5b-9d2f-0c8b9b1f6d03', name: 'Mara', role: 2 }
const trails = ['a', 'b', 'c'].map((id, i) => ({ id, networkId: i < 2 ? 'north' : 'south', posts: ['P1', 'P2', 'P3'] }))

function posted(input: object, before: NewTrailUpdate | null = null): NewTrailUpdate {
  const networks = { north: { status: 'Open', message: '' }, south: { status: 'Open', message: '' } }
  const context = { networkIds: ['north', 'south'], trails, before }
  const decision = decideTrailUpdate(null, mara.id, { networks, trails: {}, closures: [], ...input }, mara, context, NOW)
  if (!decision.ok) throw new Error(decision.refusal.detail)
  return decision.record
}

const closure = (more: Partial<Closure> = {}): Closure => ({
  id: '6f8e2a52-58f5-4a5b-9d2f-0c8b9b1f6e01',
  networkId: 'north',
  trailId: 'a',
  section: { from: 'P1', to: 'P2' },
  level: 'Closed',
  message: '',
  wayAround: '',
  startsAt: null,
  endsAt: null,
  reopens: null,
  ...more,
})

const newsAfter = (input: object, before = posted({})) => statusNews(posted(input, before), before, trails, NOW)

test('T8 a confirmation is news of nothing; the first update of everything', () => {
  expect(newsAfter({})).toEqual({ networks: {}, trails: [] })
  expect(statusNews(posted({}), null, trails, NOW)).toEqual({
    networks: { north: { isOwn: true, trails: [] }, south: { isOwn: true, trails: [] } },
    trails: ['a', 'b', 'c'],
  })
})

test('T8 a closed section is news of its trail, and of its network by that trail', () => {
  // Set by hand, the network itself stays Open.
  expect(newsAfter({ closures: [closure()] })).toEqual({ networks: { north: { isOwn: false, trails: ['a'] } }, trails: ['a'] })
})

test('T8 a closed network is news of all its trails; its message alone of none', () => {
  const south = { status: 'Open', message: '' }
  expect(newsAfter({ networks: { north: { status: 'Closed', message: '' }, south } })).toEqual({
    networks: { north: { isOwn: true, trails: [] } },
    trails: ['a', 'b'],
  })
  expect(newsAfter({ networks: { north: { status: 'Open', message: 'Dusty' }, south } })).toEqual({
    networks: { north: { isOwn: true, trails: [] } },
    trails: [],
  })
})

test('T15 a planned closure is news as it is posted, and once more as it begins, if it begins then', () => {
  const planned = closure({ section: null, startsAt: LATER.toISOString() })
  expect(newsAfter({ closures: [planned] }).trails).toEqual(['a'])
  expect(newsOfStart([planned], trails, LATER)).toEqual({ networks: { north: { isOwn: false, trails: ['a'] } }, trails: ['a'] })
  expect(newsOfStart([planned], trails, NOW)).toEqual({ networks: {}, trails: [] })
  const whole = { ...planned, trailId: null }
  expect(newsOfStart([planned, whole], trails, LATER)).toEqual({ networks: { north: { isOwn: true, trails: ['a'] } }, trails: ['a', 'b'] })
})

test('T8 who follows a trail and its network hears of the trail once, and of the network where it has more', () => {
  const news = newsAfter({ closures: [closure()] })
  expect(newsFor(news, { networks: ['north'], trails: ['a'] })).toEqual([{ kind: 'trail', id: 'a' }])
  expect(newsFor(news, { networks: ['north'], trails: ['b'] })).toEqual([{ kind: 'network', id: 'north' }])
  expect(newsFor(news, { networks: ['south'], trails: [] })).toEqual([])
  const both = newsAfter({ closures: [closure(), closure({ id: mara.id, trailId: 'b' })] })
  expect(newsFor(both, { networks: ['north'], trails: ['a'] })).toEqual([
    { kind: 'network', id: 'north' },
    { kind: 'trail', id: 'a' },
  ])
})
