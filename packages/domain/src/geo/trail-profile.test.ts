import { expect, test } from 'vitest'
import { stopsAlong } from './trail-posts.ts'
import { heightAt, profileOf, rideTime, rideTimeText, slopesOf } from './trail-profile.ts'

test('TR12 TRAILS-2 climb and descent are summed from turn to turn; what rises or falls by less than 3 m is no slope', () => {
  // Up 10 to 110 (the dip by 1 does not count), down 15 to 95 (nor does the bump by 1).
  expect(slopesOf([100, 102, 101, 104, 110, 108, 109, 105, 95])).toEqual({ climbM: 10, descentM: 15 })
  // By hand: +20, -5, +8, -3.
  expect(slopesOf([0, 20, 15, 23, 20])).toEqual({ climbM: 28, descentM: 8 })
  // Slowly, a metre at a time, is a slope all the same.
  expect(slopesOf([5, 6, 7, 8, 9, 10])).toEqual({ climbM: 5, descentM: 0 })
  expect(slopesOf([5, 6, 5, 4, 5, 6])).toEqual({ climbM: 0, descentM: 0 })
  expect(slopesOf([5])).toBeNull()
  expect(slopesOf([])).toBeNull()
})

test('TR12 what is climbed less what is descended is the way from the first height to the last, to within a slope', () => {
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

// A degree of latitude is 111.195 km on the sphere that distances are measured on: 0.01° are 1112 m.
const NORTH = [
  [148, -41],
  [148, -40.99],
  [148, -40.98],
] as const

test('TR13 TRAILS-2 a profile goes along the trail from its start, over all of its lines; without a height for each position there is none', () => {
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

test('TR14 TRAILS-2 a ride takes its length at the fastest and slowest speed, a minute for 10 m climbed, to 5 minutes, or 15 over two hours', () => {
  // 6 km: 18 min at 20 km/h and 36 at 10, with 8 for the climb: 26 and 44.
  expect(rideTime({ lengthM: 6000, climbM: 80 }, [10, 15, 20])).toEqual({ fromMin: 25, toMin: 45 })
  // 42.2 km: 126.6 and 253.2, with 113: 239.6 and 366.2, to the quarter.
  expect(rideTime({ lengthM: 42_200, climbM: 1130 }, [10, 20])).toEqual({ fromMin: 240, toMin: 360 })
  // Without speeds of the site: 16 and 8 km/h.
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

test('TR15 TRAILS-2 posts stand in riding order with what happened between them; of more than 12, quiet stretches fold', () => {
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
  // Two in a row are as short as their fold.
  expect(words(stopsAlong(posts(13), [tree]))).toEqual(['BF1', 'BF2', 'BF3', 'Fallen tree', 'BF4', 'BF5 to BF12, 8 posts', 'BF13'])
  expect(words(stopsAlong([], [tree]))).toEqual(['Fallen tree'])
})
