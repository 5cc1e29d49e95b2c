import { expect, test } from 'vitest'
import { createDailyBucket } from './rate-limit.ts'

const MINUTE_MS = 60_000

/** Counts accepted requests if someone sends 50 at a time as often as the limit allows. */
function flood(minutes: number): number {
  const bucket = createDailyBucket(60, 2500, 10_000)
  let through = 0
  for (let now = 0; now < minutes * MINUTE_MS; ) {
    const waitSeconds = bucket.take('someone', now, 50)
    if (waitSeconds === 0) through += 50
    now += Math.max(100, waitSeconds * 1000)
  }
  return through
}

test('SEC-M11 allows a burst of 2,500, then 60 a minute, and no more than the daily limit over several days', () => {
  expect(flood(1)).toBeLessThanOrEqual(2500 + 60)
  expect(flood(61)).toBeLessThanOrEqual(2500 + 61 * 60)
  const days = flood(30 * 24 * 60) / 30
  expect(days).toBeLessThanOrEqual(10_000 + 10_000 / 30)
  // If one limit refuses a request, the request doesn't count towards the other.
  const bucket = createDailyBucket(1, 50, 100)
  expect(bucket.take('a', 0, 50)).toBe(0)
  for (let i = 0; i < 10; i += 1) expect(bucket.take('a', 0, 50)).toBeGreaterThan(0)
  expect(bucket.take('a', 50 * MINUTE_MS, 50)).toBe(0)
  expect(bucket.take('b', 0, 50)).toBe(0)
})
