import { BlurBox } from '@trailwarden/domain'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boxBetween, boxByKey, MIDDLE, movedBox, resizedBox } from './blur-boxes.ts'

test('PH6 draws a box in either direction, and none for two taps in the same place', () => {
  const box = { x: 0.2, y: 0.1, width: 0.3, height: 0.4 }
  expect(boxBetween({ x: 0.2, y: 0.1 }, { x: 0.5, y: 0.5 })).toEqual(box)
  expect(boxBetween({ x: 0.5, y: 0.5 }, { x: 0.2, y: 0.1 })).toEqual(box)
  expect(boxBetween({ x: 0.9, y: 0.9 }, { x: 1.4, y: 3 })).toEqual({ x: 0.9, y: 0.9, width: 0.1, height: 0.1 })
  expect(boxBetween({ x: 0.5, y: 0.5 }, { x: 0.505, y: 0.8 })).toBeNull()
})

test('PH6 moves, resizes and removes a box by keyboard', () => {
  expect(boxByKey(MIDDLE, 'ArrowRight', false)).toEqual({ ...MIDDLE, x: 0.41 })
  expect(boxByKey(MIDDLE, 'ArrowUp', true)).toEqual({ ...MIDDLE, height: 0.19 })
  expect(boxByKey(MIDDLE, 'Delete', false)).toBeNull()
  expect(boxByKey(MIDDLE, 'Tab', false)).toBeUndefined()
})

test('PH6 keeps a box within the photo after any drawing, move or resize', () => {
  const share = fc.double({ min: -3, max: 3, noNaN: true })
  const point = fc.record({ x: share, y: share })
  fc.assert(
    fc.property(point, point, fc.array(fc.tuple(fc.boolean(), point), { maxLength: 8 }), (a, b, steps) => {
      const last = steps.reduce((box, [isMove, by]) => (isMove ? movedBox(box, by) : resizedBox(box, by)), boxBetween(a, b) ?? MIDDLE)
      expect(BlurBox.safeParse(last).success, JSON.stringify(last)).toBe(true)
    }),
  )
})
