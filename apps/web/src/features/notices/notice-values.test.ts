import { noticeKind } from '@trailwarden/domain/notice/notice-kind'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { draftOf, patchOf, schemaOf, valuesOf } from './notice-values.ts'

const HOBART = 'Australia/Hobart'
// Clocks go back an hour in the night after this evening.
const EVENING = new Date('2026-04-04T20:00:00+11:00')

beforeEach(() => vi.useFakeTimers({ now: EVENING }))
afterEach(() => vi.useRealTimers())

const notice = { ...noticeKind.blank, title: 'Race day', endsAt: '2026-04-05T07:00:30.000Z', version: 1 }

test('NO4 NOTICE-1 reads the end time in the network’s time zone, also across daylight-saving changes', () => {
  const values = { title: 'Race day', text: '', level: 'Caution' as const, until: '2026-04-05T17:00' }
  expect(patchOf(null, values, HOBART)).toEqual({ title: 'Race day', endsAt: '2026-04-05T07:00:00.000Z' })
  // An ambiguous time counts as its first occurrence, because ending a notice an hour early is better than an hour late.
  expect(patchOf(null, { ...values, until: '2026-04-05T02:30' }, HOBART).endsAt).toBe('2026-04-04T15:30:00.000Z')
  expect(valuesOf(null, HOBART, EVENING).until).toBe('2026-04-04T23:59')
})

test('NOTICE-1 requires a title and a future end time', () => {
  const issues = (part: object) => {
    const read = schemaOf(HOBART).safeParse({ ...valuesOf(null, HOBART, EVENING), title: 'Race day', ...part })
    return read.error?.issues.map(({ path, message }) => `${String(path[0])}: ${message}`) ?? []
  }
  expect(issues({})).toEqual([])
  expect(issues({ title: ' ' })).toEqual(['title: Required'])
  expect(issues({ until: '' })).toEqual(['until: Required'])
  expect(issues({ until: '2026-04-04T19:59' })).toEqual(['until: This time has passed'])
  expect(issues({ until: '2062-04-04T19:59' })).toEqual(['until: Choose a time within the next year'])
})

test('NOTICE-1 sends only changed fields, and shows an expired notice again if its end time is moved', () => {
  const values = valuesOf(notice, HOBART, EVENING)
  expect(patchOf(notice, { ...values, text: 'From eight.' }, HOBART)).toEqual({ text: 'From eight.' })
  expect(patchOf({ ...notice, isEnded: true }, { ...values, until: '2026-04-06T17:00' }, HOBART)).toEqual({
    endsAt: '2026-04-06T07:00:00.000Z',
    isEnded: false,
  })
  expect([draftOf(values), draftOf({ title: 1 }), draftOf(null)]).toEqual([values, null, null])
})
