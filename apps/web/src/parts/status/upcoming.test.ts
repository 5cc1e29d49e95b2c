import { expect, test } from 'vitest'
import { upcomingLines, upcomingText } from './upcoming.tsx'

test('STAT-4 describes a closure in one line with the trail’s name, and mentions if it is partial or limited', () => {
  const text = (kind: object) => upcomingText({ isPart: false, ...kind }, 'Sat 14:00')
  expect(text({})).toBe('Closes Sat 14:00')
  expect(text({ trail: 'Icarus' })).toBe('Icarus closes Sat 14:00')
  expect(text({ trail: 'Icarus', isPart: true })).toBe('Part of Icarus closes Sat 14:00')
  expect(text({ isPart: true })).toBe('Part closes Sat 14:00')
  expect(text({ isPart: true, isLimited: true })).toBe('Limited from Sat 14:00')
  expect(text({ trail: 'Icarus', isPart: true, isLimited: true })).toBe('Part of Icarus limited from Sat 14:00')
})

test('STAT-4 lists up to two of a network’s closures within 7 days and counts the rest, or lists none if the network is closed', () => {
  const now = new Date('2026-11-18T00:00:00Z')
  const closing = (trail: string, days: number) => ({
    trail,
    isPart: false,
    startsAt: new Date(now.getTime() + days * 86_400_000).toISOString(),
    endsAt: null,
    message: '',
  })
  const lines = (days: readonly number[], more: object = {}) =>
    upcomingLines(
      {
        id: 'st-helens',
        name: 'St Helens',
        status: 'Open',
        message: '',
        postedAt: now.toISOString(),
        upcoming: days.map((day, i) => closing(`Trail ${i + 1}`, day)),
        ...more,
      },
      'Australia/Hobart',
      now,
    )
  expect(lines([])).toEqual([])
  expect(lines([3, 8])).toEqual(['Trail 1 closes Sat 11:00'])
  expect(lines([2, 3, 4, 5, 9])).toEqual(['Trail 1 closes Fri 11:00', 'Trail 2 closes Sat 11:00', '2 more planned closures'])
  expect(lines([3], { status: 'Closed' })).toEqual([])
  expect(lines([3], { later: [{ at: now.toISOString(), status: 'Closed' }] })).toEqual([])
})
