import { expect, test } from 'vitest'
import { shownStatus } from './shown-status.ts'

const POSTED = '2026-01-01T00:00:00.000Z'
const open = { id: 'one', name: 'One', status: 'Open' as const, message: 'Dry and fast.', postedAt: POSTED }
const after = (hours: number) => new Date(Date.parse(POSTED) + hours * 3_600_000)
const shown = (hours: number, limit = 168, isWritten = false) => shownStatus(open, limit, 'Australia/Hobart', after(hours), isWritten)

test('HOME-02 within its age limit a status is what was posted', () => {
  expect(shown(167)).toEqual({ shape: 'Open', word: 'Open', message: 'Dry and fast.' })
})

test('HOME-02 past it it loses its shape, says for how long it was not confirmed, and what was said last', () => {
  expect(shown(8 * 24 + 5)).toEqual({ shape: null, word: 'Not confirmed for 8 days', message: 'Last said: Open. Dry and fast.' })
  expect(shown(30, 24).word).toBe('Not confirmed for 30 h')
})

test('HOME-02 a page that is written ahead says since when instead', () => {
  expect(shown(8 * 24, 168, true).word).toBe('Not confirmed since 01-Jan-26 11:00')
})

test('HOME-02 a network nobody spoke of is unknown', () => {
  const nothing = shownStatus({ ...open, status: null, postedAt: null }, 168, 'UTC', after(1))
  expect(nothing).toEqual({ shape: null, word: 'Unknown', message: 'Trail information unavailable' })
})
