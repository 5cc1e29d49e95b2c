import { expect, test } from 'vitest'
import { stopsAlong } from './trail-posts.ts'
import { heightAt, profileOf, rideTime, rideTimeText, slopesOf } from './trail-profile.ts'

test('TR12 TRAILS-2 adds up climb and descent between turning points, and ignores changes below 3 m', () => {
  // Climbs from 100 to 110 (the dip of 1 doesn't count) and descends from 110 to 95 (the bump of 1 doesn't count).
  expect(slopesOf([100, 102, 101, 104, 110, 108, 109, 105, 95])).toEqual({ climbM: 10, descentM: 15 })
  // Calculated by hand from the changes in height: +20, -5, +8, -3.
  expect(slopesOf([0, 20, 15, 23, 20])).toEqual({ climbM: 28, descentM: 8 })
  // A slow climb of one metre at a time still counts as a slope.
  expect(slopesOf([5, 6, 7, 8, 9, 10])).toEqual({ climbM: 5, descentM: 0 })
  expect(slopesOf([5, 6, 5, 4, 5, 6])).toEqual({ climbM: 0, descentM: 0 })
  expect(slopesOf([5])).toBeNull()
  expect(slopesOf([])).toBeNull()
})

test('TR12 calculates climb minus descent to within 3 m of the difference between the first and last height', () => {
  let seed = 7
  const next = () => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed / 2_147_483_647
  }
  for (let run = 0; run < 200; run++) {
    const heights = Array.from({ length: 2 + Math.floor(next() * 60) }, () => Math.round(next() * 40))
    const slopes = slopesOf(heights)
    const way = (heights.at(-1) ?? 0) - (heights[0] ?? 0)
    expect(Math.abs((slopes?.climbM ?? 0) - (slopes?.descentM ?? 0) - way)).toBeLessThan(3)
  }
})

// One degree of latitude is 111.195 km on the sphere used for distances, so 0.01° is 1112 m.
const NORTH = [
  [148, -41],
  [148, -40.99],
  [148, -40.98],
] as const

test('TR13 TRAILS-2 measures a profile from the start across all lines, and returns none if a height is missing', () => {
  const profile = profileOf({
    lines: [NORTH.slice(0, 2), NORTH.slice(1)],
    heights: [
      [10, 30],
      [30, 20],
    ],
  })
  expect(profile.map(({ alongM, heightM }) => [Math.round(alongM), heightM])).toEqual([
    [0, 10],
    [1112, 30],
    [1112, 30],
    [2224, 20],
  ])
  expect(profileOf({ lines: [NORTH], heights: null })).toEqual([])
  expect(profileOf({ lines: [NORTH], heights: [[1, 2]] })).toEqual([])
  expect(heightAt(profile, 556)).toBeCloseTo(20, 1)
  expect(heightAt(profile, 9999)).toBe(20)
  expect(heightAt(profile, 0)).toBe(10)
  expect(heightAt([], 0)).toBeNull()
})

test('TR14 TRAILS-2 estimates riding time from the length, both speeds and the climb, rounded to 5 or 15 minutes', () => {
  // 6 km takes 18 min at 20 km/h and 36 min at 10 km/h. Adding 8 min for the climb gives 26 and 44 min.
  expect(rideTime({ lengthM: 6000, climbM: 80 }, [10, 15, 20])).toEqual({ fromMin: 25, toMin: 45 })
  // 42.2 km takes 126.6 min at 20 km/h and 253.2 min at 10 km/h. Adding 113 min gives 239.6 and 366.2 min, rounded to quarter hours.
  expect(rideTime({ lengthM: 42_200, climbM: 1130 }, [10, 20])).toEqual({ fromMin: 240, toMin: 360 })
  // The default speeds are 16 and 8 km/h.
  expect(rideTime({ lengthM: 4000, climbM: 0 }, [])).toEqual({ fromMin: 15, toMin: 30 })
  expect(rideTime({ lengthM: 100, climbM: 0 }, [10, 20])).toEqual({ fromMin: 5, toMin: 5 })
  expect(rideTimeText({ fromMin: 25, toMin: 45 })).toBe('25–45 min')
  expect(rideTimeText({ fromMin: 5, toMin: 5 })).toBe('5 min')
  expect(rideTimeText({ fromMin: 240, toMin: 360 })).toBe('4–6 h')
  expect(rideTimeText({ fromMin: 100, toMin: 165 })).toBe('1:40–2:45 h')
})

const posts = (count: number) => Array.from({ length: count }, (_, i) => ({ code: `BF${i + 1}`, alongM: i * 1000 }))
const words = (stops: ReturnType<typeof stopsAlong<{ code: string; alongM: number }, { name: string; alongM: number }>>) =>
  stops.map((stop) => {
    if (stop.kind === 'post') return stop.post.code
    return stop.kind === 'event' ? stop.event.name : `${stop.posts[0]?.code} to ${stop.posts.at(-1)?.code}, ${stop.posts.length} posts`
  })

test('TR15 TRAILS-2 lists posts and events in riding order, and collapses uneventful stretches if there are more than 12', () => {
  const tree = { name: 'Fallen tree', alongM: 2500 }
  expect(words(stopsAlong(posts(4), [tree]))).toEqual(['BF1', 'BF2', 'BF3', 'Fallen tree', 'BF4'])
  expect(words(stopsAlong(posts(12), []))).toHaveLength(12)
  expect(words(stopsAlong(posts(13), []))).toEqual(['BF1 to BF12, 12 posts', 'BF13'])
  expect(words(stopsAlong(posts(42), [{ name: 'Washed out', alongM: 30_500 }]))).toEqual([
    'BF1 to BF30, 30 posts',
    'BF31',
    'Washed out',
    'BF32',
    'BF33 to BF41, 9 posts',
    'BF42',
  ])
  // Two posts in a row aren't folded, because the folded line would be just as long.
  expect(words(stopsAlong(posts(13), [tree]))).toEqual(['BF1', 'BF2', 'BF3', 'Fallen tree', 'BF4', 'BF5 to BF12, 8 posts', 'BF13'])
  expect(words(stopsAlong([], [tree]))).toEqual(['Fallen tree'])
})
