import { NOT_CONFIRMED_SINCE_RESTORE } from '@trailwarden/domain'
import { expect, test } from 'vitest'
import { shownStatus } from './shown-status.ts'

const POSTED = '2026-01-01T00:00:00.000Z'
const open = { id: 'one', name: 'One', status: 'Open' as const, message: 'Dry and fast.', postedAt: POSTED }
const after = (hours: number) => new Date(Date.parse(POSTED) + hours * 3_600_000)
const shown = (hours: number, limit = 168, isWritten = false) => shownStatus(open, limit, 'Australia/Hobart', after(hours), isWritten)

test('HOME-02 shows the latest status until its age limit', () => {
  expect(shown(167)).toEqual({ shape: 'Open', word: 'Open', message: 'Dry and fast.' })
})

test('HOME-02 past the age limit, shows no symbol, only how long the status has been unconfirmed and what it was', () => {
  expect(shown(8 * 24 + 5)).toEqual({ shape: null, word: 'Not confirmed for 8 days', message: 'Last status: Open. Dry and fast.' })
  expect(shown(30, 24).word).toBe('Not confirmed for 30 h')
})

test('HOME-02 shows "since" with a date instead of a duration on prerendered pages', () => {
  expect(shown(8 * 24, 168, true).word).toBe('Not confirmed since 01-Jan-26 11:00')
})

test('HOME-02 shows the status of a network without updates as unknown', () => {
  const nothing = shownStatus({ ...open, status: null, message: '', postedAt: null }, 168, 'UTC', after(1))
  expect(nothing).toEqual({ shape: null, word: 'Unknown', message: 'Trail information unavailable' })
})

test('SEC-N3 shows a network as not confirmed after a restore, while planned closures still begin', () => {
  const restored = { ...open, status: null, message: NOT_CONFIRMED_SINCE_RESTORE, postedAt: null }
  expect(shownStatus(restored, 168, 'UTC', after(1))).toEqual({ shape: null, word: 'Not confirmed since a system restore', message: '' })
  const closing = { ...restored, later: [{ at: after(2).toISOString(), status: 'Closed' as const }] }
  expect(shownStatus(closing, 168, 'UTC', after(1)).shape).toBeNull()
  expect(shownStatus(closing, 168, 'UTC', after(3)).shape).toBe('Closed')
})
