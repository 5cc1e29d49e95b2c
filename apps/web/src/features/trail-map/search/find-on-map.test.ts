import type { AccessRoute, EmergencyMarker, SiteBundle } from '@trailwarden/site'
import { expect, test } from 'vitest'
import { parseCoordinates, searchByName } from './find-on-map.ts'

// This cast is safe because the search reads only these fields of posts, routes and the bundle.
const post = (code: string) => ({ code, signal: null, position: [148.1, -41.2] }) as unknown as EmergencyMarker
const route = { id: 'wheel-pit-walk', name: 'Wheel Pit Walk', type: 'foot', lines: [] as AccessRoute['lines'] } as AccessRoute
const nothing = { trails: [], accessPoints: [], landingZones: [], places: [], laterPlaces: [], hazards: [] }
const bundle = {
  ...nothing,
  markers: ['BF10', 'BF11', 'BF01', 'BF17', 'BF02'].map(post),
  accessRoutes: [route],
} as unknown as SiteBundle

const found = (query: string) => searchByName(bundle, query, 30).map(({ named }) => named.title)

test('UX-1.7 lists the exact post first, however its code is typed, then posts whose codes begin with it', () => {
  for (const query of ['bf1', 'BF 1', 'bf-01', 'bf01']) expect(found(query)[0], query).toBe('BF01')
  expect(found('bf1')).toEqual(['BF01', 'BF10', 'BF11', 'BF17'])
  expect(found('bf17')).toEqual(['BF17'])
})

test('UX-1.7 finds a record that has no line by name, and returns no location', () => {
  const [first] = searchByName(bundle, 'wheel pit', 30)
  expect(first?.named).toMatchObject({ title: 'Wheel Pit Walk', detail: 'Walking access route, not on the map', at: null })
})

test('MAP-14 accepts two numbers as a location if they are valid coordinates', () => {
  expect(parseCoordinates('-41.17532, 148.1121')).toEqual([148.1121, -41.17532])
  expect(parseCoordinates(' -41.17532 148.1121 ')).toEqual([148.1121, -41.17532])
  expect(parseCoordinates('90;-180')).toEqual([-180, 90])
  expect(parseCoordinates('91, 0')).toBe('Latitude must be between -90 and 90.')
  expect(parseCoordinates('0, 181')).toBe('Longitude must be between -180 and 180.')
  for (const text of ['BF17', '41', '1,2,3', '', '-41.17532,']) expect(parseCoordinates(text), text).toBeNull()
})
