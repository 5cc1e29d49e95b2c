import type { HomeTrail } from '@trailwarden/site'
import { expect, test } from 'vitest'
import type { TrailCondition } from '#parts/map/drawn-condition.ts'
import { homeLines } from './home-lines.ts'

const trail = (id: string, y: number, more: Partial<HomeTrail> = {}): HomeTrail => ({
  id,
  name: id,
  area: 'St Helens',
  grade: 'blue',
  lines: [[100, y, 500, y]],
  posts: { SH01: 0.25, SH02: 0.75 },
  ...more,
})

const drawn = (trails: readonly HomeTrail[], of: Record<string, Partial<TrailCondition>>, badges: { at: [number, number] }[] = []) =>
  homeLines(trails, ({ id }) => ({ condition: 'open', sections: [], ...of[id] }), badges)

test('STAT-2 draws a closed trail on the home map as closed, with a mark in the middle, and an open trail without a mark', () => {
  const { lines, pieces, marks } = drawn([trail('icarus', 100), trail('garnup', 300)], { icarus: { condition: 'closed' } })
  expect(lines).toEqual([
    { key: 'icarus', d: 'M100 100L500 100', grade: 'blue', condition: 'closed' },
    { key: 'garnup', d: 'M100 300L500 300', grade: 'blue', condition: 'open' },
  ])
  expect(pieces).toEqual([])
  expect(marks).toEqual([{ key: 'icarus', condition: 'closed', at: [(300 / 960) * 100, (100 / 560) * 100] }])
})

test('STAT-2 draws a closed section as part of its trail, or the whole trail as Partially Open if the section’s posts are unknown', () => {
  const sections = [{ from: 'SH01', to: 'SH02', condition: 'closed' as const }]
  const of = { icarus: { condition: 'partial' as const, sections } }
  const known = drawn([trail('icarus', 100)], of)
  expect(known.lines[0]?.condition).toBe('open')
  expect(known.pieces).toEqual([{ key: 'icarus 0.25', d: 'M200 100L400 100', grade: 'blue', condition: 'closed' }])
  expect(known.marks.map(({ condition }) => condition)).toEqual(['closed'])
  const unknown = drawn([trail('icarus', 100, { posts: {} })], of)
  expect(unknown.lines[0]?.condition).toBe('partial')
  expect(unknown.pieces).toEqual([])
})

test('STAT-2 keeps marks apart from each other and clear of badges, and draws none on link trails', () => {
  const closed = { condition: 'closed' as const }
  const all = { a: closed, b: closed, link: closed }
  // The lines are so short and so close together that only one mark fits.
  const close = [trail('a', 100, { lines: [[100, 100, 110, 100]] }), trail('b', 104, { lines: [[100, 104, 120, 104]] })]
  expect(drawn(close, all).marks.map(({ key }) => key)).toEqual(['a'])
  // The long line's mark moves to make room for the short line's mark.
  const beside = [trail('a', 100), trail('b', 104, { lines: [[290, 104, 310, 104]] })]
  expect(drawn(beside, all).marks.map(({ key }) => key)).toEqual(['b', 'a'])
  expect(drawn([trail('link', 300, { grade: 'link' })], all).marks).toEqual([])
  const [mark] = drawn([trail('a', 280)], all, [{ at: [(300 / 960) * 100, 50] }]).marks
  expect(Math.abs((mark?.at[0] ?? 0) - (300 / 960) * 100)).toBeGreaterThan(10)
})
