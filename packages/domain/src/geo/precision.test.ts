import { expect, test } from 'vitest'
import { notationsOf } from './grid-reference.ts'
import { accuracyText, awayText, distanceFrom, hasDirection, isRough, precisionOf } from './precision.ts'

test('TR17 EMG-R2 divides accuracy into four bands, each with a number of decimals, and rounds accuracy up', () => {
  const bandOf = (accuracyM: number | null, ageMs?: number) => {
    const { band, decimals } = precisionOf(accuracyM, ageMs)
    return `${band} ${decimals}`
  }
  expect([0, 8, 30, 30.1, 31, 100, 100.1, 1000, 1000.1, 5000].map((accuracyM) => bandOf(accuracyM))).toEqual([
    'exact 5',
    'exact 5',
    'exact 5',
    'near 4',
    'near 4',
    'near 4',
    'rough 3',
    'rough 3',
    'lost 2',
    'lost 2',
  ])
  expect([null, Number.NaN].map((accuracyM) => bandOf(accuracyM))).toEqual(['rough 3', 'rough 3'])
  expect([bandOf(8, 300_000), bandOf(8, 300_001), bandOf(5000, 300_001)]).toEqual(['exact 5', 'rough 3', 'lost 2'])
  expect([8, 30.4, 350, 999.2, 1240, 5000, null].map((accuracyM) => accuracyText(precisionOf(accuracyM)))).toEqual([
    'accurate to 8 m',
    'only accurate to 31 m',
    'only accurate to 350 m',
    'only accurate to 1 km',
    'only accurate to 1.3 km',
    'only accurate to 5 km',
    'accuracy not known',
  ])
  expect([null, 30, 31].map(isRough)).toEqual([false, false, true])
})

test('TR17 EMG-R2 shortens minutes and grid references when degrees have fewer decimals', () => {
  const position = [148.12124, -41.17044] as const
  expect(notationsOf(position, 'MGA2020', 5)).toEqual({
    decimal: '-41.17044, 148.12124',
    minutes: '41° 10.226′ S, 148° 07.274′ E',
    grid: 'MGA2020 zone 55, E 594 055, N 5 441 716',
  })
  expect(notationsOf(position, 'MGA2020', 4)).toEqual({
    decimal: '-41.1704, 148.1212',
    minutes: '41° 10.23′ S, 148° 07.27′ E',
    grid: 'MGA2020 zone 55, about E 594 060, N 5 441 720',
  })
  expect(notationsOf(position, 'MGA2020', 2)).toEqual({
    decimal: '-41.17, 148.12',
    minutes: '41° 10′ S, 148° 07′ E',
    grid: 'MGA2020 zone 55, about E 594 000, N 5 442 000',
  })
  expect(notationsOf(position, 'MGRS', 3).grid).toBe('MGRS 55G EQ 940 417')
})

test('TR18 EMG-R2 gives distances exactly, approximately, as a maximum or not at all', () => {
  const distanceAt = (metres: number, accuracyM: number | null) => distanceFrom(precisionOf(accuracyM), metres)
  expect([8, 30, 80, 350, 1000, 5000, null].map((accuracyM) => distanceAt(64, accuracyM))).toEqual([
    '60 m',
    '60 m',
    'about 50 m',
    'within 450 m',
    'within 1.1 km',
    null,
    null,
  ])
  expect([distanceAt(10, 80), distanceAt(1230, 80), distanceAt(1230, 8)]).toEqual(['about 50 m', 'about 1.25 km', '1.2 km'])
  const away = (metres: number, accuracyM: number) => awayText(precisionOf(accuracyM), metres)
  expect([away(4, 8), away(44, 8), away(44, 80), away(44, 350), away(44, 5000)]).toEqual([
    'Right here',
    '40 m away',
    'about 50 m away',
    'within 400 m',
    null,
  ])
})

test('E19 EMG-R4 gives a compass direction if the distance is at least three times the accuracy, and never for a rough position', () => {
  expect([
    hasDirection(precisionOf(20), 60),
    hasDirection(precisionOf(20), 59),
    hasDirection(precisionOf(100), 300),
    hasDirection(precisionOf(101), 3000),
    hasDirection(precisionOf(null), 3000),
  ]).toEqual([true, false, true, false, false])
})
