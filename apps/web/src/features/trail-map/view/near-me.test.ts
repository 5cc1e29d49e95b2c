import type { Site, SiteBundle } from '@trailwarden/site'
import { expect, test } from 'vitest'
import { viewNear } from './near-me.ts'

// This cast is safe because the code reads only these fields of a site and its trails.
const site = {
  networks: [
    { id: 'coast', name: 'Coast' },
    { id: 'hills', name: 'Hills' },
  ],
  areas: [
    { name: 'Bay', networkId: 'coast' },
    { name: 'Ridge', networkId: 'hills' },
  ],
} as unknown as Site
const trail = (area: string, ...line: [number, number][]) => ({ area, lines: [line] })
const bundle = {
  trails: [trail('Bay', [148.3, -41.2], [148.3, -41.1]), trail('Ridge', [148, -41.3], [148.02, -41.3])],
} as unknown as SiteBundle

test('MAP-NEAR zooms to the user’s location if the user is among a network’s trails', () => {
  expect(viewNear([148.0105, -41.305], site, bundle)).toEqual({ lat: -41.305, lng: 148.0105, zoom: 14 })
})

test('MAP-NEAR shows the nearest network if the user is just outside it', () => {
  expect(viewNear([148.0, -41.33], site, bundle)).toEqual({ west: 148, south: -41.3, east: 148.02, north: -41.3 })
  expect(viewNear([148.32, -41.09], site, bundle)).toEqual({ west: 148.3, south: -41.2, east: 148.3, north: -41.1 })
})

test('MAP-NEAR leaves the view unchanged if no network is nearby', () => {
  expect(viewNear([147.3, -42.9], site, bundle)).toBeNull()
})
