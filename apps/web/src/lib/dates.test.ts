import { expect, test } from 'vitest'
import { formatAge, formatDateTime } from './dates.ts'

test('dates are written DD-MMM-YY HH:mm in the network’s own time, across a daylight-saving change', () => {
  const hobart = (iso: string) => formatDateTime(new Date(iso), 'Australia/Hobart')
  expect(hobart('2025-09-13T20:40:00Z')).toBe('14-Sep-25 06:40')
  expect(hobart('2026-04-04T15:30:00Z')).toBe('05-Apr-26 02:30')
  expect(hobart('2026-04-04T16:30:00Z')).toBe('05-Apr-26 02:30')
  expect(hobart('2026-01-01T13:00:00Z')).toBe('02-Jan-26 00:00')
})

test('ages are rounded down, and nothing lies in the future', () => {
  const now = new Date('2026-01-10T12:00:00Z')
  const age = (iso: string) => formatAge(new Date(iso), now)
  expect(age('2026-01-10T12:03:00Z')).toBe('just now')
  expect(age('2026-01-10T11:59:01Z')).toBe('just now')
  expect(age('2026-01-10T11:01:00Z')).toBe('59 min ago')
  expect(age('2026-01-08T12:01:00Z')).toBe('47 h ago')
  expect(age('2026-01-08T11:00:00Z')).toBe('2 days ago')
})
