import { expect, test } from 'vitest'
import { merge } from '../record-kind.ts'
import { type Notice, type NoticePatch, noticeKind } from './notice-kind.ts'
import { decideNotice, isInForce, whyNotEnd } from './notice-rules.ts'
import { noticesAt, type PublicNotice, readNotices } from './public-notice.ts'

const mara = { id: '00000000-0000-4000-8000-000000000001', name: 'Mara', role: 2 }
const ID = '00000000-0000-4000-8000-00000000000a'
const NOW = new Date('2026-03-01T10:00:00.000Z')
const hours = (count: number) => new Date(NOW.getTime() + count * 3_600_000).toISOString()
const BAN: NoticePatch = { title: 'Total fire ban today', text: 'No fires or stoves.', level: 'Fire', endsAt: hours(5) }

const change = (current: Notice | null, patch: NoticePatch, actor = mara, now = NOW) =>
  decideNotice(current, { recordId: ID, patch, recordedAt: NOW.toISOString() }, actor, now)
const why = (...args: Parameters<typeof change>) => {
  const decision = change(...args)
  return decision.ok ? null : decision.refusal.code
}
function made(patch: NoticePatch = BAN): Notice {
  const decision = change(null, patch)
  if (!decision.ok) throw new Error(decision.refusal.detail)
  return decision.record.record
}

test('NO1 lets only managers write and end notices', () => {
  expect(why(null, BAN)).toBeNull()
  expect(why(null, BAN, { ...mara, role: 1 })).toBe('not-allowed')
  expect(why(made(), { isEnded: true }, { ...mara, role: 1 })).toBe('not-allowed')
  expect(why(made(), {}, { ...mara, role: 1 })).toBe('not-allowed')
})

test('NO2 requires a title, an end time and a level, and trims and limits text', () => {
  expect(made({ ...BAN, title: '  Race day  ' })).toMatchObject({ title: 'Race day', version: 1, isEnded: false })
  expect(why(null, { ...BAN, title: ' ' })).toBe('not-valid')
  expect(why(null, { ...BAN, title: 'x'.repeat(41) })).toBe('not-valid')
  expect(why(null, { ...BAN, text: 'x'.repeat(141) })).toBe('not-valid')
  const { endsAt: _, ...endless } = BAN
  expect(why(null, endless)).toBe('not-valid')
  expect(why(null, { ...BAN, endsAt: 'tomorrow' })).toBe('not-valid')
  expect(why(null, { ...BAN, level: 'Fatal' as never })).toBe('not-valid')
})

test('NO3 requires an end time in the future and within a year, but accepts a notice that expired before it was sent', () => {
  expect(whyNotEnd(hours(1), NOW)).toBeNull()
  expect(whyNotEnd(hours(0), NOW)).toBe('This time has passed')
  expect(whyNotEnd('', NOW)).toBe('Required')
  expect(whyNotEnd(hours(24 * 367), NOW)).toBe('Choose a time within the next year')
  expect(why(null, { ...BAN, endsAt: hours(24 * 367) })).toBe('not-valid')
  const late = change(null, BAN, mara, new Date(hours(6)))
  expect(late.ok && isInForce(late.record.record, new Date(hours(6)))).toBe(false)
})

const shown = (id: string, postedAt: string, endsAt: string): PublicNotice => ({
  id,
  title: id,
  text: '',
  level: 'Caution',
  postedAt,
  endsAt,
})

test('NO4 ends a notice at its exact end time, in any time format and across daylight saving', () => {
  // 02:30 local time occurs twice in Hobart on this night, one hour apart.
  const [first, second] = ['2026-04-05T02:30:00+11:00', '2026-04-05T02:30:00+10:00']
  const notices = [
    shown('a', NOW.toISOString(), new Date(first).toISOString()),
    shown('b', NOW.toISOString(), new Date(second).toISOString()),
  ]
  const at = (time: string) => noticesAt(notices, new Date(time)).map(({ id }) => id)
  expect(at('2026-04-05T02:29:59+11:00')).toEqual(['a', 'b'])
  expect(at(first)).toEqual(['b'])
  expect(at('2026-04-05T02:29:59+10:00')).toEqual(['b'])
  expect(at(second)).toEqual([])
  expect(isInForce({ endsAt: hours(1), isEnded: true }, NOW)).toBe(false)
  expect(isInForce({ endsAt: hours(1), isEnded: false }, NOW)).toBe(true)
})

test('NO5 lists the newest notice first, and skips only notices that it can’t read', () => {
  const notices = [shown('old', hours(-2), hours(1)), shown('new', hours(-1), hours(1))]
  expect(noticesAt(notices, NOW).map(({ id }) => id)).toEqual(['new', 'old'])
  expect(readNotices([...notices, { id: 'x' }, null]).map(({ id }) => id)).toEqual(['old', 'new'])
  expect([readNotices(undefined), readNotices('x')]).toEqual([[], []])
})

test('NO6 keeps an ended notice ended when an older edit arrives, and lets managers post it again', () => {
  const ended = merge(noticeKind, made(), { recordId: ID, patch: { isEnded: true }, author: mara, recordedAt: hours(1), at: hours(1) }, {})
  const edited = change(ended, { text: 'Stoves too.' })
  expect(edited.ok && edited.record.record).toMatchObject({ text: 'Stoves too.', isEnded: true })
  const again = change(ended, { isEnded: false, endsAt: hours(30) })
  expect(again.ok && isInForce(again.record.record, NOW)).toBe(true)
})
