import { expect, test } from 'vitest'
import { measureRise } from './free-place.ts'

const TOAST = { left: 12, right: 378, top: 700, bottom: 756 }
const at = (top: number, bottom: number, left = 300, right = 360) => ({ left, right, top, bottom })

test('UX-2.6 leaves a toast where it is if it covers nothing, including a small margin', () => {
  expect(measureRise(TOAST, [at(770, 830), at(640, 690)], 72)).toBe(0)
  expect(measureRise(TOAST, [at(760, 830)], 72)).toBeGreaterThan(0)
})

test('UX-2.6 moves a toast above anything it would cover, repeatedly if necessary', () => {
  expect(measureRise(TOAST, [at(720, 768)], 72)).toBe(44)
  expect(measureRise(TOAST, [at(720, 768), at(640, 690)], 72)).toBe(124)
  expect(measureRise(TOAST, [at(720, 768, 380, 440)], 72)).toBe(44)
  expect(measureRise(TOAST, [at(720, 768, 400, 440)], 72)).toBe(0)
})

test('UX-2.6 finds no place if everything is occupied', () => {
  expect(measureRise(TOAST, [at(0, 800)], 72)).toBeNull()
})
