import { fireEvent, screen, within } from '@testing-library/react'
import { buildTrailIndex } from '@trailwarden/domain'
import type { PageData, SiteBundle } from '@trailwarden/site'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setPageData } from '#data/page-data.ts'
import { setSiteData } from '#parts/trail/site-data.ts'
import { show } from '#testing/show.tsx'
import { MapSearchDialog } from './map-search-dialog.tsx'
import { clearRecentFinds } from './recent-finds.ts'

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

// This cast is safe because the search reads only these fields of the site.
const site = { areas: [], networks: [], statusAgeLimitHours: 72, timeZone: 'Australia/Hobart' } as unknown as PageData['site']

beforeEach(() => {
  setPageData({ site, status: null })
  setSiteData({ bundle, index: buildTrailIndex(bundle) })
})
afterEach(() => {
  setSiteData(null)
  clearRecentFinds()
})

const open = () => {
  const onClose = vi.fn()
  const { user } = show(<MapSearchDialog label="Trail, post or place" onClose={onClose} />)
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Trail, post or place' })
  return { user, onClose, field, search: (query: string) => fireEvent.change(field, { target: { value: query } }) }
}
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
const status = () => screen.getByRole('status').textContent

test('MAP-SEARCH finds posts, trails and places from the first letter, marks the match and counts the results', () => {
  const { search } = open()
  search('b')
  expect(status()).toBe('4 found')
  search('ba')
  const [first, second, dog, place] = options()
  expect([first, second]).toEqual(['BA01Emergency post, good signal · Old Bay Dog', 'BA10Emergency post, good signal · Old Bay Dog'])
  expect(dog).toMatch(/^Old Bay DogTrail · /)
  expect(place).toBe('Bay lookoutPoint of Interest')
  const marks = screen.getAllByRole('option').map((option) => option.querySelector('mark')?.textContent)
  expect(marks).toEqual(['BA', 'BA', 'Ba', 'Ba'])
  expect(screen.getByRole('option', { name: /Old Bay Dog.*Trail/ }).querySelector('[data-grade=blue]')).not.toBeNull()
  screen.getByText('Nothing else matches. You can also type the code on a post.')
  search('ba10')
  expect(options()).toHaveLength(1)
})

test('MAP-SEARCH treats two numbers as a location, describes it by nearby posts, and explains numbers out of range', () => {
  const { search } = open()
  search('-41.2, 148.105')
  const place = screen.getByRole('option')
  expect(place.textContent).toContain('-41.20000, 148.10500')
  expect(place.textContent).toContain('420 m after BA01, towards BA10')
  expect(place.getAttribute('href')).toBe('/map#-41.20000,148.10500,16')
  search('-91, 148')
  expect(status()).toBe('Latitude must be between -90 and 90.')
  search('-41, 181')
  expect(status()).toBe('Longitude must be between -180 and 180.')
})

test('MAP-SEARCH explains what to do if nothing is found', () => {
  const { search } = open()
  search('zz')
  expect(status()).toBe('Nothing found for “zz”. Check the spelling, or type the code on a post.')
})

test('MAP-SEARCH remembers the last five finds on this device until they are cleared, and has coordinates last', async () => {
  for (const query of ['ba10', 'lookout']) {
    const { user, search } = open()
    search(query)
    await user.keyboard('{Enter}')
  }
  const { user } = open()
  expect(
    within(screen.getByRole('group', { name: 'Recent' }))
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Bay lookoutPoint of Interest', 'BA10Emergency post, good signal · Old Bay Dog'])
  expect(screen.getAllByRole('button').at(-1)?.textContent).toBe('Enter coordinates')
  await user.click(screen.getByRole('button', { name: 'Clear recent searches' }))
  expect(screen.queryByRole('group', { name: 'Recent' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Enter coordinates' }))
  screen.getByLabelText('Latitude')
})

test('MAP-SEARCH supports the keyboard: arrows select a result, Enter opens it, and Escape clears and then closes', async () => {
  const { user, search, field, onClose } = open()
  search('ba')
  const chosen = () => screen.getByRole('option', { selected: true }).textContent
  const first = chosen()
  await user.keyboard('{ArrowDown}')
  expect(chosen()).not.toBe(first)
  await user.keyboard('{ArrowUp}')
  expect(chosen()).toBe(first)
  await user.keyboard('{Escape}')
  expect([field.value, onClose.mock.calls.length]).toEqual(['', 0])
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledTimes(1)
  search('ba')
  await user.keyboard('{Enter}')
  expect(onClose).toHaveBeenCalledTimes(2)
})
