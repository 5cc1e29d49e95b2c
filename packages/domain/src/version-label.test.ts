import { expect, test } from 'vitest'
import { versionLabel } from './version-label.ts'

test('SHELL-06 shows the version with two digits after the point', () => {
  expect(versionLabel('2.9.0')).toBe('2.09')
  expect(versionLabel('2.9.13')).toBe('2.09')
  expect(versionLabel('2.10.0')).toBe('2.10')
  expect(versionLabel('11.0.1')).toBe('11.00')
})

test('SHELL-06 refuses an invalid version: a leading zero, a third digit or a missing part', () => {
  for (const wrong of ['2.09.0', '02.9.0', '2.100.0', '2.9', 'v2.9.0', '']) expect(() => versionLabel(wrong)).toThrow('is not a version')
})
