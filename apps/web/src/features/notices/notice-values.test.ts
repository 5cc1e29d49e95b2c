import { noticeKind } from '@trailwarden/domain/notice/notice-kind'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { draftOf, patchOf, schemaOf, valuesOf } from './notice-values.ts'

const HOBART = 'Australia/Hobart'
// Clocks go back an hour in the night after this evening.
const EVENING = new Date('2026-04-04T20:00:00+11:00')

beforeEach(() => vi.useFakeTimers({ now: EVENING }))
afterEach(() => vi.useRealTimers())

const notice = { ...noticeKind.blank, title: 'Race day', endsAt: '2026-04-05T07:00:30.000Z', version: 1 }

test('NO4 NOTICE-1 an end is a time on the network’s clock, across daylight saving too', () => {
  const values = { title: 'Race day', text: '', level: 'Caution' as const, until: '2026-04-05T17:00' }
  expect(patchOf(null, values, HOBART)).toEqual({ title: 'Race day', endsAt: '2026-04-05T07:00:00.000Z' })
  // Of an hour that comes twice the first is meant: rather gone too early than a day of doubt.
  expect(patchOf(null, { ...values, until: '2026-04-05T02:30' }, HOBART).endsAt).toBe('2026-04-04T15:30:00.000Z')
  expect(valuesOf(null, HOBART, EVENING).until).toBe('2026-04-04T23:59')
})

test('NOTICE-1 the form asks for a title and for an end that is still to come', () => {
  const issues = (part: object) => {
    const read = schemaOf(HOBART).safeParse({ ...valuesOf(null, HOBART, EVENING), title: 'Race day', ...part })
    return read.error?.issues.map(({ path, message }) => `${String(path[0])}: ${message}`) ?? []
  }
  expect(issues({})).toEqual([])
  expect(issues({ title: ' ' })).toEqual(['title: Required'])
  expect(issues({ until: '' })).toEqual(['until: Required'])
  expect(issues({ until: '2026-04-04T19:59' })).toEqual(['until: This time is over'])
  expect(issues({ until: '2062-04-04T19:59' })).toEqual(['until: At most a year from now'])
})

test('NOTICE-1 a change says only what differs; one that had ended is shown again', () => {
  const values = valuesOf(notice, HOBART, EVENING)
  expect(patchOf(notice, { ...values, text: 'From eight.' }, HOBART)).toEqual({ text: 'From eight.' })
  expect(patchOf({ ...notice, isEnded: true }, { ...values, until: '2026-04-06T17:00' }, HOBART)).toEqual({
    endsAt: '2026-04-06T07:00:00.000Z',
    isEnded: false,
  })
  expect([draftOf(values), draftOf({ title: 1 }), draftOf(null)]).toEqual([values, null, null])
})
