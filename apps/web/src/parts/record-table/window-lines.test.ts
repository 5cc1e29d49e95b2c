import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineAt, offsetsOf, spanOf } from './window-lines.ts'

const heights = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 300 })

test('finds the line at a position, or the first or last line for positions beyond the ends', () => {
  fc.assert(
    fc.property(heights, fc.integer({ min: -1000, max: 130_000 }), (all, px) => {
      const offsets = offsetsOf(all.length, (i) => all[i] ?? 0)
      const line = lineAt(offsets, px)
      if (px < 0) expect(line).toBe(0)
      else if (px >= (offsets[all.length] ?? 0)) expect(line).toBe(all.length - 1)
      else {
        expect(offsets[line]).toBeLessThanOrEqual(px)
        expect(offsets[line + 1]).toBeGreaterThan(px)
      }
    }),
  )
})

test('renders every line on the screen, and never more than 90 lines', () => {
  fc.assert(
    fc.property(heights, fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 300, max: 2200 }), (all, topPx, heightPx) => {
      const offsets = offsetsOf(all.length, (i) => all[i] ?? 0)
      const { first, end } = spanOf(offsets, topPx, heightPx)
      expect(end - first).toBeLessThanOrEqual(90)
      for (const i of all.keys()) {
        const onScreen = (offsets[i] ?? 0) < topPx + heightPx && (offsets[i + 1] ?? 0) > topPx
        // If lines were only a few pixels high, 90 of them might not fill a screen, but such lines don't occur.
        if (onScreen && i < first + 90) expect(i >= first && i < end).toBe(true)
      }
    }),
  )
})

test('renders no lines for an empty list', () => {
  expect(
    spanOf(
      offsetsOf(0, () => 52),
      0,
      900,
    ),
  ).toEqual({ first: 0, end: 0 })
})
