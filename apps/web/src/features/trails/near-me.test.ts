import { precisionOf } from '@trailwarden/domain'
import { expect, test } from 'vitest'
import { trailData } from '#testing/trail-data.ts'
import { nearText } from './near-me.ts'
import { sortByDistance, type TrailGroup } from './trail-groups.ts'

test('TRAILS-1 TR17 shows a distance no more precise than the location', () => {
  expect(nearText(precisionOf(8), 20)).toBe('You’re on it')
  expect(nearText(precisionOf(8), 748)).toBe('750 m away')
  expect(nearText(precisionOf(80), 20)).toBe('about 50 m away')
  expect(nearText(precisionOf(80), 748)).toBe('about 750 m away')
  expect(nearText(precisionOf(400), 748)).toBe('within 1.15 km')
  expect(nearText(precisionOf(null), 748)).toBeNull()
  expect(nearText(precisionOf(8), null)).toBeNull()
})

test('TRAILS-1 sorts trails of all networks by distance, and puts link trails last', () => {
  const { trails } = trailData.bundle
  const groups = [{ network: { name: 'St Helens' }, trails: trails.slice(1), links: trails.slice(0, 1) }] as unknown as TrailGroup[]
  // The location is at the start of Mack 10.
  const at = trails.find(({ id }) => id === 'mack-10')?.lines[0]?.[0] ?? [0, 0]
  const sorted = sortByDistance(groups, (trail) => trailData.index.distanceTo(trail, at))
  expect(sorted.trails.slice(0, 3).map(({ trail, metres }) => [trail.name, Math.round((metres ?? 0) / 10) * 10])).toEqual([
    ['Mack 10', 0],
    ['Wedged In', 1000],
    ['Mack 9', 1000],
  ])
  expect(sorted.links.map(({ trail, networkName }) => [trail.name, networkName])).toEqual([['Town Link', 'St Helens']])
})
