import { expect, test } from 'vitest'
import { packLine, unpackLine } from './packed-lines.ts'

test('a packed line has the same points to within a metre, at any length', () => {
  const line = Array.from({ length: 5000 }, (_, i) => [148 + Math.sin(i / 90), -41.2 + i * 0.000_123_4] as const)
  const unpacked = unpackLine(packLine(line))
  expect(unpacked).toHaveLength(line.length)
  for (const [i, [lng, lat]] of line.entries()) {
    expect(Math.abs((unpacked[i]?.[0] ?? 0) - lng)).toBeLessThan(0.000_005_1)
    expect(Math.abs((unpacked[i]?.[1] ?? 0) - lat)).toBeLessThan(0.000_005_1)
  }
})

test('a packed line contains small whole numbers after its first point', () => {
  expect(
    packLine([
      [148.3, -41.2],
      [148.300_02, -41.200_01],
    ]),
  ).toEqual([14_830_000, -4_120_000, 2, -1])
  expect(unpackLine(packLine([]))).toEqual([])
})
