import { expect, test } from 'vitest'
import { formatViewHash, parseViewHash } from './view-hash.ts'

const limits = { minZoom: 3, maxZoom: 20 }

test('MAP-04 converts a view to a hash and back, with five decimals for coordinates and two for the zoom', () => {
  expect(formatViewHash({ lat: -41.28, lng: 148.14, zoom: 12 })).toBe('#-41.28000,148.14000,12')
  expect(formatViewHash({ lat: -41.1753249, lng: 148.1121, zoom: 13.456 })).toBe('#-41.17532,148.11210,13.46')
  expect(parseViewHash('#-41.17532,148.11210,13.46', limits)).toEqual({ lat: -41.17532, lng: 148.1121, zoom: 13.46 })
  expect(parseViewHash('#-41.28%2C148.14%2C12', limits)).toEqual({ lat: -41.28, lng: 148.14, zoom: 12 })
})

test('MAP-04 rejects hashes that don’t describe a view', () => {
  const nonsense = [
    '',
    '#',
    '#main',
    '#1,2',
    '#91,0,12',
    '#0,181,12',
    '#a,b,c',
    '#1e3,0,12',
    '#0,0,12,5',
    '#<b>,0,12',
    '#NaN,0,12',
    '#0,0,-5',
    '#%E0%A4%A',
    '# 0,0,12',
  ]
  for (const hash of nonsense) expect(parseViewHash(hash, limits), hash).toBeNull()
})

test('UX-2.11 uses the nearest zoom that the map supports', () => {
  for (const [hash, zoom] of [['#0,0,25', 20] as const, ['#0,0,2.9', 3] as const, ['#0,0,100', 20] as const, ['#0,0,20', 20] as const])
    expect(parseViewHash(hash, limits), hash).toEqual({ lat: 0, lng: 0, zoom })
})
