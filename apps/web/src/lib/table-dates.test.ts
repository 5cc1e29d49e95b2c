import { expect, test } from 'vitest'
import { formatAgeShort, formatDue } from './table-dates.ts'

const ZONE = 'Australia/Hobart'
const now = new Date('2026-11-18T01:00:00Z')
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000)

test.each([
  [0.5, '30 min'],
  [23.9, '23 h'],
  [47, '1 d'],
  [24 * 17, '17 d'],
])('ACT-10 shows an age of %s hours as %s', (hours, text) => {
  expect(formatAgeShort(inHours(-hours), now)).toBe(text)
})

test('A16 ACT-10 shows when an Action is due to be resolved or rated, and how long it is overdue', () => {
  const text = (hours: number, isUnrated = false) => formatDue(inHours(hours), now, ZONE, isUnrated)
  expect(formatDue(null, now, ZONE, false)).toBeNull()
  expect(text(6 * 24 + 3)).toEqual({ text: 'Due in 6 d', isLate: false })
  expect(text(-16 * 24)).toEqual({ text: '16 d overdue', isLate: true })
  expect(text(4, true)).toEqual({ text: 'Rate by 16:00', isLate: false })
  expect(text(20, true)).toEqual({ text: 'Rate by tomorrow 08:00', isLate: false })
  expect(text(72, true)).toEqual({ text: 'Rate by Sat 12:00', isLate: false })
  expect(text(24 * 9, true)).toEqual({ text: 'Rate by 27-Nov-26', isLate: false })
})
