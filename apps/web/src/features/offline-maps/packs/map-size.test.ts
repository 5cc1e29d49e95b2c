import { expect, test } from 'vitest'
import { shareText, sizeText, timeLeft, timeLeftText } from './map-size.ts'

test('UX-2.14 shows the size in one unit, and the downloaded part in the same unit as the total', () => {
  expect([128_974, 6_000_000, 34_200_000, 2_100_000_000].map(sizeText)).toEqual(['129 kB', '6.0 MB', '34 MB', '2.1 GB'])
  expect(shareText(22_000_000, 64, 100)).toBe('14 of 22 MB')
  expect(shareText(128_974, 0, 147)).toBe('0 of 129 kB')
  expect(shareText(3_000_000, 1, 10)).toBe('0.3 of 3.0 MB')
})

test('UX-2.14 shows the remaining time after three seconds, in steps of ten seconds and then in minutes', () => {
  expect(timeLeft(2999, 50, 50)).toBeNull()
  expect(timeLeft(5000, 0, 50)).toBeNull()
  expect(timeLeft(5000, 50, 100)).toBe(10_000)
  expect([900, 22_000, 54_000, 56_000, 200_000].map(timeLeftText)).toEqual([
    'about 10 s left',
    'about 20 s left',
    'about 50 s left',
    'about 1 min left',
    'about 3 min left',
  ])
})
