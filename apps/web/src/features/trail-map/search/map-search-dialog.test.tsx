import { fireEvent, screen, within } from '@testing-library/react'
import { buildTrailIndex } from '@trailwarden/domain'
import type { SiteBundle } from '@trailwarden/site'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setSiteData } from '#parts/trail/site-data.ts'
import { show } from '#testing/show.tsx'
import { MapSearchDialog } from './map-search-dialog.tsx'

// This cast is safe because the search reads only these fields of each record.
const post = (code: string, at: [number, number]) => ({ code, signal: 'green', position: at })
const trail = {
  id: 'old-bay-dog',
  name: 'Old Bay Dog',
  rating: 'blue',
  type: 'descent',
  distanceM: 2000,
  area: null,
  lines: [
    [
      [148.1, -41.2],
      [148.11, -41.2],
    ],
  ],
}
const bundle = {
  trails: [trail],
  accessRoutes: [],
  markers: [post('BA01', [148.1, -41.2]), post('BA10', [148.11, -41.2])],
  accessPoints: [],
  landingZones: [],
  places: [{ id: 'bay-lookout', name: 'Bay lookout', category: 'Point of Interest', position: [148.12, -41.2] }],
  laterPlaces: [],
  hazards: [],
} as unknown as SiteBundle

beforeEach(() => setSiteData({ bundle, index: buildTrailIndex(bundle) }))
afterEach(() => setSiteData(null))

const open = () => {
  const onClose = vi.fn()
  const { user } = show(<MapSearchDialog label="Post, trail or latitude, longitude" onClose={onClose} />)
  const field = screen.getByRole('combobox', { name: 'Post, trail or latitude, longitude' })
  return { user, onClose, search: (query: string) => fireEvent.change(field, { target: { value: query } }) }
}
const groupNames = () => screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))

test('MAP-SEARCH groups results, best group first, and shows each result’s type with the matching letters marked', () => {
  const { search } = open()
  search('ba')
  expect(groupNames()).toEqual(['Emergency posts', 'Places and access', 'Trails'])
  const posts = within(screen.getByRole('group', { name: 'Emergency posts' })).getAllByRole('option')
  expect(posts.map(({ textContent }) => textContent)).toEqual(['BA01Emergency post, good signal', 'BA10Emergency post, good signal'])
  expect(posts[0]?.querySelector('mark')?.textContent).toBe('BA')
  const dog = within(screen.getByRole('group', { name: 'Trails' })).getByRole('option')
  expect(dog.textContent).toBe('Old Bay DogDescent · Blue, intermediate · 2.00 km')
  expect(dog.querySelector('mark')?.textContent).toBe('Ba')
  expect(dog.querySelector('[data-grade=blue]')).not.toBeNull()
  expect(screen.getByRole('status').textContent).toBe('4 found')
  search('ba10')
  expect(groupNames()).toEqual(['Emergency posts'])
})

test('MAP-SEARCH treats two numbers as a location and describes it by nearby posts', () => {
  const { search } = open()
  search('-41.2, 148.105')
  const place = within(screen.getByRole('group', { name: 'Coordinates' })).getByRole('option')
  expect(place.textContent).toContain('-41.20000, 148.10500')
  expect(place.textContent).toContain('420 m after BA01, towards BA10')
  expect(place.getAttribute('href')).toBe('/map#-41.20000,148.10500,16')
})

test('MAP-SEARCH shows examples of what can be searched, and suggests alternatives if nothing is found', () => {
  const { search } = open()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'TrailsFor example Old Bay Dog',
    'Emergency postsFor example BA01',
    'Places and accessFor example Bay lookout',
    'CoordinatesFor example -41.20000, 148.10000',
  ])
  search('zz')
  expect(screen.queryByRole('listitem')).toBeNull()
  expect(screen.getByRole('status').textContent).toContain('Nothing found.')
})

test('MAP-SEARCH supports the keyboard: arrows select a result, Enter opens it and Escape closes the search', async () => {
  const { user, search, onClose } = open()
  search('ba')
  const chosen = () => screen.getByRole('option', { selected: true }).textContent
  const first = chosen()
  await user.keyboard('{ArrowDown}')
  expect(chosen()).not.toBe(first)
  await user.keyboard('{ArrowUp}')
  expect(chosen()).toBe(first)
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledTimes(1)
  await user.keyboard('{Enter}')
  expect(onClose).toHaveBeenCalledTimes(2)
})
