import { expect, test } from 'vitest'
import { hazardsHere, isPublicHazard, PublicHazard } from './public-hazard.ts'

const HERE = { latitude: -41.3, longitude: 148.2, accuracyM: 8 }
/** 0.0001° of latitude is 11.1 m. */
const north = (metres: number) => ({ ...HERE, latitude: HERE.latitude + metres / 111_195 })
let n = 0
const createHazard = (changes: Partial<PublicHazard> = {}): PublicHazard => ({
  id: `0190a000-0000-7000-8000-${String(++n).padStart(12, '0')}`,
  category: 'Fallen tree',
  area: 'North',
  trail: null,
  place: HERE,
  since: '2026-01-01T00:00:00.000Z',
  ...changes,
})

test('A22 publishes only the category, location and time of a ticked Action, and only while it’s unresolved', () => {
  expect(isPublicHazard({ isShownToRiders: true, status: 'Unresolved' })).toBe(true)
  expect(isPublicHazard({ isShownToRiders: true, status: 'Resolved' })).toBe(false)
  expect(isPublicHazard({ isShownToRiders: false, status: 'Unresolved' })).toBe(false)
  expect(Object.keys(PublicHazard.shape).sort()).toEqual(['area', 'category', 'id', 'place', 'since', 'trail'])
})

test('RP13 offers hazards within 50 m that have the same category or none, nearest first', () => {
  const [far, near, next, unsaid, mud, nowhere] = [
    createHazard({ place: north(52) }),
    createHazard({ place: north(5) }),
    createHazard({ place: north(48) }),
    createHazard({ place: north(30), category: null }),
    createHazard({ place: north(1), category: 'Washout or mud' }),
    createHazard({ place: null }),
  ]
  const all = [far, near, next, unsaid, mud, nowhere]
  const here = (place: typeof HERE | null, category: 'Fallen tree' | null) => hazardsHere(all, place, category).map(({ hazard }) => hazard)
  expect(here(HERE, 'Fallen tree')).toEqual([near, unsaid, next])
  expect(here(HERE, null)).toEqual([mud, near, unsaid, next])
  expect(here(null, 'Fallen tree')).toEqual([])
  expect(hazardsHere(all, HERE, null)[1]?.metres).toBeCloseTo(5, 0)
})
