import { networkIdOf, type Trail } from '@trailwarden/site'
import { expect, test } from 'vitest'
import type { ShownNetwork } from '#parts/status/network-conditions.ts'
import { trailData, trailPageData } from '#testing/trail-data.ts'
import { filterOf, groupTrails, searchOf } from './trail-groups.ts'

const { site } = trailPageData
const shown = (id: string, name: string, shape: ShownNetwork['shape']): ShownNetwork => ({
  id,
  name,
  shape,
  word: shape ?? 'Unknown',
  upcoming: [],
  message: '',
  postedAt: null,
})
const networks = [shown('bay-of-fires', 'Bay of Fires', 'Partially Open'), shown('st-helens', 'St Helens', 'Open')]
const isOpen = (trail: Trail) => networkIdOf(site, trail) === 'st-helens'
const grouped = (search: string) =>
  Object.fromEntries(
    groupTrails(trailData, site, networks, isOpen, filterOf(new URLSearchParams(search))).map(({ network, trails, links }) => [
      network.name,
      [...trails, ...links].map(({ name }) => name),
    ]),
  )

test('TRAILS-1 groups trails by network in the site’s order, sorts them by grade and name, and lists link trails last', () => {
  const all = grouped('')
  expect(Object.keys(all)).toEqual(['Bay of Fires', 'St Helens'])
  expect(all['St Helens']).toEqual(['Pearla', 'Old Salty Dog', 'Wedged In', 'Mack 9', 'Mack 10', 'Town Link'])
})

test('TRAILS-1 combines filters for grade, open trails and network, and searches names, networks and posts', () => {
  expect(grouped('?grade=black+green')).toEqual({ 'Bay of Fires': ['Bay of Fires'], 'St Helens': ['Pearla', 'Mack 9', 'Mack 10'] })
  expect(Object.keys(grouped('?open=now'))).toEqual(['St Helens'])
  expect(grouped('?grade=blue&network=st-helens')).toEqual({ 'St Helens': ['Old Salty Dog', 'Wedged In'] })
  expect(grouped('?q=salty')).toEqual({ 'St Helens': ['Old Salty Dog'] })
  expect(grouped('?q=Bay+of')).toEqual({ 'Bay of Fires': ['Bay of Fires'] })
  expect(grouped('?q=helens')['St Helens']).toHaveLength(6)
  for (const code of ['BF02', 'bf 2']) expect(grouped(`?q=${code}`)).toEqual({ 'Bay of Fires': ['Bay of Fires'] })
  expect(grouped('?q=SH07')).toEqual({ 'St Helens': ['Old Salty Dog'] })
  expect(grouped('?q=salty&open=now&grade=black')).toEqual({})
})

test('TRAILS-1 writes only the selected filters to the URL', () => {
  for (const search of ['', 'q=salty+dog', 'open=now&grade=green+black&network=st-helens'])
    expect(searchOf(filterOf(new URLSearchParams(search))).toString()).toBe(search)
  expect(searchOf(filterOf(new URLSearchParams('grade=purple+blue+blue&open=yes&x=1'))).toString()).toBe('grade=blue')
})

test('TRAILS-1 lists a trail in an area without a network last, with unknown status', () => {
  const groups = groupTrails(trailData, { areas: site.areas.slice(0, 1) }, networks, isOpen, filterOf(new URLSearchParams()))
  expect(groups.map(({ network }) => [network.name, network.shape])).toEqual([
    ['Bay of Fires', 'Partially Open'],
    ['Other trails', null],
  ])
})
