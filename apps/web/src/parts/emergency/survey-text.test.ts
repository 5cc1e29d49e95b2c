import { buildTrailIndex } from '@trailwarden/domain'
import type { EmergencyMarker, SiteBundle, Way } from '@trailwarden/site'
import { beforeAll, expect, test } from 'vitest'
import { landingText, neighboursOf, wayText } from './survey-text.ts'

/** All sample sites, with the posts before and after each post. */
let posts: { post: EmergencyMarker; near: ReturnType<typeof neighboursOf> }[]

beforeAll(async () => {
  // The module name is in a variable so that the compiler doesn't check that module, which needs Node, with browser types.
  const reader = '@trailwarden/site/files'
  const { readSiteBundle }: { readSiteBundle: (folder: string) => Promise<{ bundle: SiteBundle }> } = await import(reader)
  const sites = await Promise.all(
    ['st-helens', 'demo-park', 'field-team'].map((name) =>
      readSiteBundle(new URL(`../../../../../sites/${name}`, import.meta.url).pathname),
    ),
  )
  posts = sites.flatMap(({ bundle }) => {
    const index = buildTrailIndex(bundle)
    return bundle.markers.map((post) => ({ post, near: neighboursOf({ index }, post, index.trailsOf(post)) }))
  })
})

const FOOT_UP = 'Foot/Bike Access from the previous marker direction (up the trail)'
const FOOT_DOWN = 'Foot/Bike Access from the next marker direction (down the trail)'
const UP = 'Vehicle Access from the previous marker direction (up the trail)'
const DOWN = 'Vehicle Access from the next marker direction (down the trail)'
const STOP = 'No access past Rd x Trail'

/** ROAD, AWAY and SIDE differ from post to post. */
const WAYS: Record<string, string> = {
  [`Limited (within 100m of EM) 2WD | ${FOOT_UP}`]: 'ROAD. Any car can get within 100 m. On foot or by bike SIDE.',
  [`Limited (within 500m of EM) 2WD | ${FOOT_UP}`]: 'ROAD. Any car can get within 500 m. On foot or by bike SIDE.',
  [`Limited (within 500m of EM) 2WD | ${FOOT_DOWN}`]: 'ROAD. Any car can get within 500 m. On foot or by bike SIDE.',
  [`Limited (within 500m of EM) 2WD | ${UP}`]: 'ROAD. Any car can get within 500 m, SIDE.',
  [`Limited (within 500m of EM) 2WD | ${DOWN}`]: 'ROAD. Any car can get within 500 m, SIDE.',
  [`Limited (within 500m of EM) 4WD only | ${FOOT_UP}`]: 'ROAD. Only 4WDs can get within 500 m. On foot or by bike SIDE.',
  [`Limited (within 500m of EM) 4WD only | ${FOOT_DOWN}`]: 'ROAD. Only 4WDs can get within 500 m. On foot or by bike SIDE.',
  [`Limited (within 500m of EM) 4WD only | ${UP}`]: 'ROAD. Only 4WDs can get within 500 m, SIDE.',
  [`Limited (within 500m of EM) 4WD only | ${DOWN}`]: 'ROAD. Only 4WDs can get within 500 m, SIDE.',
  [`${STOP} | ${FOOT_UP}`]: 'ROAD. Vehicles can go only as far as the road crossing, AWAY away. On foot or by bike SIDE.',
  [`${STOP} | ${FOOT_DOWN}`]: 'ROAD. Vehicles can go only as far as the road crossing, AWAY away. On foot or by bike SIDE.',
  [`${STOP} | ${UP}`]: 'ROAD. Vehicles can go only as far as the road crossing, AWAY away. Vehicles come SIDE.',
  [`${STOP} | ${DOWN}`]: 'ROAD. Vehicles can go only as far as the road crossing, AWAY away. Vehicles come SIDE.',
  'Direct access | Direct Access at EM': 'ROAD. Vehicles can reach the post.',
}

/** The results also depend on whether the landing zone’s position is known. */
const LANDINGS: Record<string, string> = {
  'Unsealed road setdown': 'Can land AWAY, on an unsealed road.',
  'Cleared area: flat (min 30 x 30)': 'Can land AWAY, on flat cleared ground, at least 30 m by 30 m.',
  'Cleared area: sloping (min 30 x 30)': 'Can land AWAY, on sloping cleared ground, at least 30 m by 30 m.',
  'Identified suitable winch zone': 'Winch only, no landing.',
}

const AWAY = /\d[\d.]* k?m(?= away)|\d[\d.]* k?m [a-z-]+(?=, on)/

test('MAP-07 turns the ways in and out of every sample post into sentences', () => {
  expect(posts.length).toBeGreaterThan(100)
  const seen = new Set<string>()
  for (const { post, near } of posts)
    for (const way of [post.access, post.egress]) {
      const key = `${way.vehicle} | ${way.descriptor}`
      if (way.vehicle === null || way.descriptor === null || way.majorRoad === null) continue
      const said = wayText(way, post.position, near)
      const [side, fallback] = /previous/.test(key) ? [near.previous, 'from up the trail'] : [near.next, 'from down the trail']
      const expected = WAYS[key]?.replace('ROAD', way.majorRoad).replace('SIDE', side ? `from the ${side} side` : fallback)
      expect(said?.replace(AWAY, 'AWAY'), `${post.code}: ${key}`).toBe(expected)
      seen.add(key)
    }
  expect(Object.keys(WAYS).filter((key) => !seen.has(key))).toEqual([])
})

test('MAP-07 turns the helicopter landing of every sample post into a sentence', () => {
  const seen = new Set<string>()
  for (const { post } of posts) {
    const { type, position, name } = post.helicopter
    if (type === null || (position === null && name !== 'Winch only')) continue
    expect(landingText(post.helicopter, post.position)?.replace(AWAY, 'AWAY'), post.code).toBe(LANDINGS[type])
    seen.add(type)
  }
  expect([...seen].sort()).toEqual(Object.keys(LANDINGS).sort())
})

const NOWHERE: Way = { name: null, descriptor: null, roadCrossing: null, vehicle: null, majorRoad: null, complete: false }
const HERE = [148.2, -41.3] as const
const way = (known: Partial<Way>, near = { previous: 'SH09' as string | null, next: 'SH11' as string | null }) =>
  wayText({ ...NOWHERE, ...known }, [...HERE], near)

test('MAP-07 shows unknown survey phrases unchanged, and names what isn’t recorded', () => {
  expect(way({})).toBeNull()
  expect(way({ majorRoad: 'Bay Road' })).toBe('Bay Road. How close vehicles can get isn’t recorded.')
  expect(way({ vehicle: 'Tractor on dry days' })).toBe('Tractor on dry days.')
  expect(way({ vehicle: 'Tractor on dry days', descriptor: UP })).toBe('Tractor on dry days. Vehicles come from the SH09 side.')
  expect(way({ vehicle: 'Direct access', descriptor: 'By boat from the jetty' })).toBe(
    'Vehicles can reach the post. By boat from the jetty.',
  )
  expect(way({ vehicle: 'Limited (within 500m of EM) 2WD', descriptor: 'Direct Access at EM' })).toBe(
    'Any car can get within 500 m. Direct Access at EM.',
  )
  expect(way({ vehicle: 'Limited (within 500m of EM)', descriptor: DOWN })).toBe(
    'Vehicles (type not recorded) can get within 500 m, from the SH11 side.',
  )
  expect(way({ vehicle: STOP, descriptor: FOOT_DOWN }, { previous: null, next: null })).toBe(
    'Vehicles can go only as far as the road crossing. On foot or by bike from down the trail.',
  )
  expect(way({ vehicle: STOP, roadCrossing: [...HERE] })).toBe('Vehicles can go only as far as the road crossing, at the post.')

  const landing = (name: string | null, type: string | null, position: [number, number] | null = null) =>
    landingText({ name, type, position }, [...HERE])
  expect(landing(null, null)).toBeNull()
  expect(landing('Bay of Fires LZ 2', 'Unsealed road setdown')).toBe(
    'Can land on an unsealed road. Bay of Fires LZ 2, location not recorded.',
  )
  expect(landing('Oval', 'Football ground', [148.2, -41.31])).toBe('Oval, Football ground, 1.1 km south.')
  expect(landing('Winch only', 'Sealed road setdown')).toBe('Winch only, Sealed road setdown.')
  expect(landing('Old LZ', 'Identified suitable winch zone', [148.2, -41.31])).toBe('Old LZ, Identified suitable winch zone, 1.1 km south.')
  expect(landing('LZ 1', 'Sealed road setdown', [...HERE])).toBe('Can land here, on a sealed road.')
})
