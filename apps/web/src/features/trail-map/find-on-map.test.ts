import { expect, test } from 'vitest'
import { parseCoordinates } from './find-on-map.ts'

test('MAP-14 two numbers are a place when they are on earth', () => {
  expect(parseCoordinates('-41.17532, 148.1121')).toEqual([148.1121, -41.17532])
  expect(parseCoordinates(' -41.17532 148.1121 ')).toEqual([148.1121, -41.17532])
  expect(parseCoordinates('90;-180')).toEqual([-180, 90])
  for (const text of ['91, 0', '0, 181', 'BF17', '41', '1,2,3', '', '-41.17532,']) expect(parseCoordinates(text), text).toBeNull()
})
