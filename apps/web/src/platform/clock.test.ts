import { expect, test } from 'vitest'
import { createClock } from './clock.ts'

const DAY_MS = 86_400_000
const NOON = Date.parse('2026-06-01T12:00:00Z')
const at = (days: number) => NOON + days * DAY_MS

/** `passed` is the true number of days since noon. */
function createTestDevice(offDays: number) {
  const stored = new Map<string, string>()
  const device = { offDays, passed: 0 }
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  }
  const start = () => {
    const startedAt = device.passed
    const wall = () => at(device.passed + device.offDays)
    // The steady clock starts at zero when the page opens.
    return createClock({ storage: () => storage, wall, steady: () => (device.passed - startedAt) * DAY_MS })
  }
  return { device, start }
}
const iso = (ms: number) => new Date(ms).toISOString()

test('STAT-12 shows nothing as newer on a device whose clock is behind, by using the server’s time plus elapsed time', () => {
  const { device, start } = createTestDevice(-40)
  const clock = start()
  clock.note(iso(at(0)))
  expect(clock.read()).toBe(at(0))
  device.passed = 2
  expect(clock.read()).toBe(at(2))
  device.offDays = -400
  expect(clock.read()).toBe(at(2))
})

test('STAT-12 remembers the latest server time and how far the clock is behind, even after an offline restart', () => {
  const { device, start } = createTestDevice(-40)
  start().note(iso(at(0)))
  device.passed = 3
  const clock = start()
  expect(clock.read()).toBe(at(3))
  // A cached response contains an older time, which changes nothing.
  expect(clock.note(iso(at(-5)))).toBe(false)
  expect(clock.read()).toBe(at(3))
  device.offDays = -400
  expect(start().read()).toBe(at(0))
})

test('STAT-12 shows times as older, never newer, while the device’s clock is ahead, and correctly once it’s fixed', () => {
  const { device, start } = createTestDevice(40)
  const clock = start()
  clock.note(iso(at(0)))
  expect(clock.read()).toBe(at(40))
  device.offDays = 0
  device.passed = 1
  expect(clock.read()).toBe(at(1))
  expect(start().read()).toBe(at(1))
})

test('STAT-12 uses the server time that another tab has received', () => {
  const { start } = createTestDevice(-40)
  const [one, other] = [start(), start()]
  one.note(iso(at(0)))
  expect(other.read()).toBe(at(0))
  expect(other.note(iso(at(-1)))).toBe(false)
})
