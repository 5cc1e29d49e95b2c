import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { show } from '../../testing/show.tsx'
import { useOwnPosition } from './own-position.ts'
import { PlaceLines } from './place-lines.tsx'

const CAR_PARK = { latitude: -41.3, longitude: 148.2 }
const TREE = { latitude: -41.32, longitude: 148.23 }
const START = Date.UTC(2026, 10, 19)

let report: PositionCallback
beforeEach(() => {
  vi.useFakeTimers({ now: START })
  // jsdom has no geolocation.
  const geolocation = {
    watchPosition(onFix: PositionCallback) {
      report = onFix
      return 1
    },
    clearWatch: () => {},
  }
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: geolocation })
})
afterEach(() => void vi.useRealTimers())

const find = (coords: { latitude: number; longitude: number }, accuracy: number) =>
  act(() => report({ coords: { ...coords, accuracy }, timestamp: Date.now() } as GeolocationPosition))
const wait = (seconds: number) => act(() => void vi.advanceTimersByTime(seconds * 1000))
const open = () =>
  renderHook(({ photoAt }: { photoAt: number | null }) => useOwnPosition(1, photoAt), { initialProps: { photoAt: null as number | null } })

test('EMG-R2 a form that was opened at the car park follows the rider, even if the first fix was more accurate', () => {
  const { result } = open()
  find(CAR_PARK, 5)
  wait(10)
  find(TREE, 8)
  // Trees may block the signal for a moment.
  expect(result.current.place).toEqual({ ...CAR_PARK, accuracyM: 5 })
  wait(590)
  find(TREE, 8)
  expect(result.current).toEqual({ place: { ...TREE, accuracyM: 8 }, ageMs: 0, trouble: null })
})

test('EMG-R2 after the first photo, the location stays where the photo was taken', () => {
  const { result, rerender } = open()
  find(TREE, 40)
  rerender({ photoAt: Date.now() })
  wait(5)
  find(TREE, 6)
  expect(result.current.place).toEqual({ ...TREE, accuracyM: 6 })
  wait(600)
  find(CAR_PARK, 3)
  expect(result.current).toEqual({ place: { ...TREE, accuracyM: 6 }, ageMs: 0, trouble: null })
})

test('EMG-R2 a location that is more than a minute old shows its age, and after five minutes its accuracy isn’t known', () => {
  const { result } = open()
  find(TREE, 6)
  wait(60)
  expect(result.current.ageMs).toBe(0)
  wait(190)
  expect(result.current).toMatchObject({ place: { accuracyM: 6 }, ageMs: 250_000 })
  wait(60)
  expect(result.current.place).toEqual({ ...TREE, accuracyM: 1000 })
})

test('EMG-R2 describes an old location with its age and without its accuracy', () => {
  vi.useRealTimers()
  show(<PlaceLines place={{ ...TREE, accuracyM: 1000 }} ageMs={310_000} />)
  const text = document.body.textContent
  expect(text).toContain('Location from 5 min ago. You may have moved.')
  expect(text).toContain('Accuracy not known')
  expect(text).toContain('-41.320')
  expect(text).not.toContain('-41.32000')
})
