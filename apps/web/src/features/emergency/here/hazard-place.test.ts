import { expect, test } from 'vitest'
import { hazardPlace } from './hazard-place.ts'

const data = { index: { describe: () => null } }
const place = (accuracyM: number | null, distanceM = 412) => hazardPlace(data, { position: [148.223456, -41.323456], accuracyM }, distanceM)

test('TR19 describes a hazard’s location to responders no more precisely than it was surveyed or reported', () => {
  expect(place(null)).toBe('410 m from the post, -41.32346, 148.22346')
  expect(place(8)).toBe('410 m from the post, -41.32346, 148.22346')
  expect(place(60)).toBe('about 400 m from the post, -41.3235, 148.2235')
  expect(place(350)).toBe('within 800 m of the post, -41.323, 148.223')
  expect(place(5000)).toBe('-41.32, 148.22')
})
