import { expect, test } from 'vitest'
import type { Closure } from '../closure.ts'
import { decideTrailUpdate } from '../trail-status.ts'
import type { NewTrailUpdate } from '../update/trail-update.ts'
import { BLANK_CLOSURE } from '../update/trail-update-kind.ts'
import { isClosing, isMoreRestricted, newsFor, newsOfStart, type StatusNews, statusNews } from './status-news.ts'

const NOW = new Date('2026-11-17T10:00:00.000Z')
const LATER = new Date('2026-11-18T06:00:00.000Z')
const mara = { id: '6f8e2a52-58f5-4a5b-9d2f-0c8b9b1f6d03', name: 'Mara', role: 2 }
const trails = ['a', 'b', 'c'].map((id, i) => ({ id, name: id, networkId: i < 2 ? 'north' : 'south', posts: ['P1', 'P2', 'P3'] }))

function posted(input: object, before: NewTrailUpdate | null = null): NewTrailUpdate {
  const networks = { north: { status: 'Open', message: '' }, south: { status: 'Open', message: '' } }
  const context = { networkIds: ['north', 'south'], trails, before }
  const decision = decideTrailUpdate(null, mara.id, { networks, trails: {}, closures: [], ...input }, mara, context, NOW)
  if (!decision.ok) throw new Error(decision.refusal.detail)
  return decision.record
}

const closure = (more: Partial<Closure> = {}): Closure => ({
  ...BLANK_CLOSURE,
  id: '6f8e2a52-58f5-4a5b-9d2f-0c8b9b1f6e01',
  networkId: 'north',
  trailId: 'a',
  section: { from: 'P1', to: 'P2' },
  ...more,
})

const newsAfter = (input: object, before = posted({})) => statusNews(posted(input, before), before, trails, NOW)

const things = ({ networks, trails: ids }: StatusNews) => ({ networks, trails: ids })

test('T8 alerts nobody about a confirmation, but everyone about the first update', () => {
  expect(things(newsAfter({}))).toEqual({ networks: {}, trails: [] })
  expect(things(statusNews(posted({}), null, trails, NOW))).toEqual({
    networks: { north: { isOwn: true, trails: [] }, south: { isOwn: true, trails: [] } },
    trails: ['a', 'b', 'c'],
  })
})

test('T8 alerts followers of a closed section’s trail, and followers of the network because of that trail', () => {
  expect(things(newsAfter({ closures: [closure()] }))).toEqual({ networks: { north: { isOwn: false, trails: ['a'] } }, trails: ['a'] })
})

test('T8 alerts followers of every trail when their network closes, but not when only its message changes', () => {
  const south = { status: 'Open', message: '' }
  expect(things(newsAfter({ networks: { north: { status: 'Closed', message: '' }, south } }))).toEqual({
    networks: { north: { isOwn: true, trails: [] } },
    trails: ['a', 'b'],
  })
  expect(things(newsAfter({ networks: { north: { status: 'Open', message: 'Dusty' }, south } }))).toEqual({
    networks: { north: { isOwn: true, trails: [] } },
    trails: [],
  })
})

test('T15 alerts followers when a planned closure is published, and again when it begins', () => {
  const planned = closure({ section: null, startsAt: LATER.toISOString() })
  expect(newsAfter({ closures: [planned] }).trails).toEqual(['a'])
  const start = (closures: Closure[], at: Date) => newsOfStart(posted({ closures }), trails, at)
  expect(things(start([planned], LATER))).toEqual({ networks: { north: { isOwn: false, trails: ['a'] } }, trails: ['a'] })
  expect(things(start([planned], NOW))).toEqual({ networks: {}, trails: [] })
  const whole = { ...planned, id: mara.id, trailId: null }
  expect(things(start([planned, whole], LATER))).toEqual({ networks: { north: { isOwn: true, trails: ['a'] } }, trails: ['a', 'b'] })
})

test('T8 alerts a follower of a trail and its network once, and about the network only if it has other changes', () => {
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

test('T30 includes the previous status and lists what is more restricted now', () => {
  const open = { status: 'Open', parts: [], planned: [] }
  const closed = newsAfter({ trails: { a: { status: 'Closed', message: '' } } })
  expect(closed.was).toEqual({ networks: { north: open }, trails: { a: open } })
  expect(closed.restricted).toEqual({ networks: ['north'], trails: ['a'] })
  expect(isClosing(closed, { kind: 'network', id: 'north' })).toBe(true)
  const before = posted({ trails: { a: { status: 'Closed', message: '' } } })
  const opened = newsAfter({ trails: {} }, before)
  expect(opened.was.trails.a).toEqual({ ...open, status: 'Closed' })
  expect(opened.restricted).toEqual({ networks: [], trails: [] })
  // One trail closes, another opens, and the network's status doesn't change. Followers of the network receive the update as a closure.
  const both = newsAfter({ trails: { b: { status: 'Closed', message: '' } } }, before)
  expect(both.restricted).toEqual({ networks: [], trails: ['b'] })
  expect(isClosing(both, { kind: 'network', id: 'north' })).toBe(true)
  expect(isClosing(both, { kind: 'trail', id: 'a' })).toBe(false)
  const begins = newsOfStart(posted({ closures: [closure({ section: null, startsAt: LATER.toISOString() })] }), trails, LATER)
  expect(begins.restricted).toEqual({ networks: ['north'], trails: ['a'] })
})

test('T30 counts an additional section as a restriction, but not fewer sections or a change from unknown to open', () => {
  const state = (status: 'Open' | 'Partially Open' | 'Closed' | null, ...parts: string[]) => ({ status, parts, planned: [] })
  expect(isMoreRestricted(state('Partially Open', 'x', 'y'), state('Partially Open', 'x'))).toBe(true)
  expect(isMoreRestricted(state('Partially Open', 'x'), state('Partially Open', 'x', 'y'))).toBe(false)
  expect(isMoreRestricted(state('Partially Open', 'x'), state('Closed'))).toBe(false)
  expect(isMoreRestricted(state('Open'), state(null))).toBe(false)
  expect(isMoreRestricted(state('Closed'), state(null))).toBe(true)
})
