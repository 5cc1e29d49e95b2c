import { describe, expect, test } from 'vitest'
import { formatAge, formatComing, formatDate, formatDateTime, formatDay, formatExact, fromWallText, toWallText } from './dates.ts'
import { formatDateTimeLong, formatFileDate, yearsBetween } from './table-dates.ts'

const HOBART = 'Australia/Hobart'

test('TBL-03 formats dates as DD-MMM-YY HH:mm in the network’s time zone, across a daylight-saving change', () => {
  const hobart = (iso: string) => formatDateTime(new Date(iso), HOBART)
  expect(hobart('2025-09-13T20:40:00Z')).toBe('14-Sep-25 06:40')
  expect(hobart('2026-04-04T15:30:00Z')).toBe('05-Apr-26 02:30')
  expect(hobart('2026-04-04T16:30:00Z')).toBe('05-Apr-26 02:30')
  expect(hobart('2026-01-01T13:00:00Z')).toBe('02-Jan-26 00:00')
})

test('TBL-03 formats dates as DD-MMM-YY and DD-MMM-YYYY HH:mm', () => {
  const at = new Date('2009-12-31T13:05:00Z')
  expect(formatDate(at, HOBART)).toBe('01-Jan-10')
  expect(formatDateTimeLong(at, HOBART)).toBe('01-Jan-2010 00:05')
  expect(formatDate(at, 'UTC')).toBe('31-Dec-09')
})

test('names files after the current date in the network’s time zone', () => {
  expect(formatFileDate(new Date('2025-11-13T23:30:00Z'), HOBART)).toBe('2025-11-14')
  expect(formatFileDate(new Date('2025-11-13T23:30:00Z'), 'America/Denver')).toBe('2025-11-13')
})

describe('converts to wall-clock time quickly, with the same result as Intl', () => {
  // These zones have half-hour and quarter-hour offsets, half-hour daylight saving, changes at midnight, and a skipped day.
  const ZONES = [HOBART, 'UTC', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'America/Asuncion', 'Pacific/Apia', 'America/St_Johns']
  test.each(ZONES)('%s', (timeZone) => {
    const format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    })
    const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec'
    const differing: string[] = []
    for (let ms = Date.UTC(2011, 0, 1); ms < Date.UTC(2026, 0, 1); ms += 7 * 3_599_000) {
      const [, day, month, year, time] = /^(..)\/(..)\/(....), (.....)$/.exec(format.format(ms)) ?? []
      const name = MONTHS.slice(3 * Number(month) - 3, 3 * Number(month))
      if (formatDateTimeLong(new Date(ms), timeZone) !== `${day}-${name}-${year} ${time}`) differing.push(new Date(ms).toISOString())
    }
    expect(differing).toEqual([])
  })
})

test('TBL-02 counts age in years from birthday to birthday', () => {
  const years = (born: string, now: string) => yearsBetween(new Date(born), new Date(now), HOBART)
  expect(years('1991-11-15', '2025-11-14T12:59:00Z')).toBe(33)
  expect(years('1991-11-15', '2025-11-14T13:00:00Z')).toBe(34)
  expect(years('2004-02-29', '2025-02-28T00:00:00Z')).toBe(20)
  expect(years('2004-02-29', '2025-03-01T00:00:00Z')).toBe(21)
  expect(years('2025-11-14', '2025-11-14T00:00:00Z')).toBe(0)
})

describe('AGE-1 formats each age as expected', () => {
  const now = new Date('2026-01-10T12:00:00Z')
  const age = (iso: string) => formatAge(new Date(iso), now, HOBART)

  test('AGE-1 rounds minutes and hours down, and returns nothing for a future time', () => {
    expect(age('2026-01-10T12:03:00Z')).toBe('Just now')
    expect(age('2026-01-10T11:59:01Z')).toBe('Just now')
    expect(age('2026-01-10T11:01:00Z')).toBe('59 min ago')
    expect(age('2026-01-10T10:00:00Z')).toBe('2 h ago')
    expect(age('2026-01-09T12:01:00Z')).toBe('23 h ago')
  })

  test('AGE-1 shows “Yesterday” with the time, then days up to 6, then the date, in the network’s time zone', () => {
    expect(age('2026-01-09T05:05:00Z')).toBe('Yesterday 16:05')
    expect(age('2026-01-08T13:00:00Z')).toBe('Yesterday 00:00')
    expect(age('2026-01-08T12:59:00Z')).toBe('1 d ago')
    expect(age('2026-01-07T12:00:00Z')).toBe('3 d ago')
    expect(age('2026-01-03T12:00:01Z')).toBe('6 d ago')
    expect(age('2026-01-03T12:00:00Z')).toBe('03-Jan-26')
    expect(formatAge(new Date('2025-11-06T21:20:00Z'), now, HOBART)).toBe('07-Nov-25')
  })

  test('AGE-1 shows the exact time with the day of the week', () => {
    expect(formatExact(new Date('2025-11-13T21:20:00Z'), HOBART)).toBe('Fri 14-Nov-25 08:20')
  })
})

test('T15 reads a time typed by a manager in the network’s time zone, across both daylight-saving changes', () => {
  const typed = (text: string) => fromWallText(text, HOBART).toISOString()
  expect(typed('2026-01-10T07:00')).toBe('2026-01-09T20:00:00.000Z')
  expect(typed('2026-07-10T07:00')).toBe('2026-07-09T21:00:00.000Z')
  // A repeated hour counts as its first occurrence. A skipped hour counts as if the clock hadn't changed yet.
  expect(typed('2026-04-05T02:30')).toBe('2026-04-04T15:30:00.000Z')
  expect(typed('2026-10-04T02:30')).toBe('2026-10-03T16:30:00.000Z')
  for (const text of ['2026-04-05T01:59', '2026-04-05T03:00', '2026-10-04T01:59', '2026-10-04T03:00', '2026-12-31T23:59'])
    expect(toWallText(fromWallText(text, HOBART), HOBART)).toBe(text)
  expect(formatDay('2025-11-22')).toBe('Sat 22-Nov-25')
})

test('STAT-4 shows a planned time as today or tomorrow within 24 hours, as a weekday within 7 days, and otherwise not at all', () => {
  const now = new Date('2026-11-19T09:00:00Z')
  const coming = (iso: string, length?: number) => formatComing(new Date(iso), now, HOBART, length)
  expect(coming('2026-11-19T11:30:00Z')).toBe('today 22:30')
  expect(coming('2026-11-20T03:00:00Z')).toBe('tomorrow 14:00')
  expect(coming('2026-11-20T09:00:00Z')).toBe('tomorrow 20:00')
  expect(coming('2026-11-20T09:01:00Z')).toBe('Friday 20:01')
  expect(coming('2026-11-21T03:00:00Z', 3)).toBe('Sat 14:00')
  expect(coming('2026-11-26T09:00:00Z')).toBe('Thursday 20:00')
  expect(coming('2026-11-26T09:01:00Z')).toBeNull()
  expect(coming('2026-11-19T09:00:00Z')).toBeNull()
  expect(formatComing(new Date('2026-11-19T11:30:00Z'), now, HOBART, 3, false)).toBe('Thu 22:30')
  // The day on which daylight saving ends has 25 hours.
  expect(formatComing(new Date('2026-04-05T03:00:00Z'), new Date('2026-04-04T12:30:00Z'), HOBART)).toBe('tomorrow 13:00')
})
