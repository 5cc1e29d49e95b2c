import { expect, test } from 'vitest'
import { patchOf, schemaOf, valuesOf } from './work-day-values.ts'

const HOBART = 'Australia/Hobart'
const JOB = { actionId: '00000000-0000-4000-8000-000000000001', what: 'Log', minutes: 30, tools: '' }

test('WD3 schedules a new work day for the next Saturday in the network’s time zone, and stores its times as UTC', () => {
  // Friday evening in UTC is already Saturday in Hobart.
  const start = valuesOf(null, HOBART, new Date('2026-11-20T20:00:00Z'))
  expect(start.starts).toBe('2026-11-28T08:30')
  const values = { ...start, title: 'Bay of Fires', back: '15:30', jobs: [JOB] }
  expect(patchOf(null, values, HOBART)).toEqual({
    title: 'Bay of Fires',
    jobs: [JOB],
    startsAt: '2026-11-27T21:30:00.000Z',
    backBy: '2026-11-28T04:30:00.000Z',
  })
})

test('WD3 requires a job, and an end time after the start time', async () => {
  const values = { ...valuesOf(null, HOBART, new Date()), title: 'Bay of Fires' }
  const wrong = (change: object) => schemaOf.safeParse({ ...values, ...change }).error?.issues.map(({ message }) => message)
  expect(wrong({})).toEqual(['Choose at least one'])
  expect(wrong({ jobs: [JOB], back: '08:30' })).toEqual(['Must be later than the start time'])
  expect(wrong({ jobs: [JOB], back: '15:30' })).toBeUndefined()
})
