import { screen } from '@testing-library/react'
import type { BaseMap, PageData } from '@trailwarden/site'
import { expect, test } from 'vitest'
import { setPageData } from '#data/page-data.ts'
import { show } from '#testing/show.tsx'
import { NeedSignal } from './need-signal.tsx'
import { packsOf } from './packs/map-pack.ts'

const own: BaseMap = {
  id: 'own',
  title: 'Council map',
  url: '/tiles/own/{z}/{x}/{y}',
  file: 'own.pmtiles',
  attribution: 'The council',
  minZoom: 10,
  maxZoom: 14,
  offlineAllowed: true,
}
const foreign: BaseMap = { ...own, id: 'state', title: 'State topo', url: 'https://tiles.example/{z}/{y}/{x}', offlineAllowed: false }
const loop = { slug: 'loop', title: 'Loop', bounds: { west: 148.2, south: -41.405, east: 148.265, north: -41.3 }, minZoom: 12, maxZoom: 15 }
const far = { ...loop, slug: 'far', bounds: { west: 140, south: -41, east: 141, north: -40 } }

test('BASE-4 offers no download if the base map’s provider doesn’t allow copies, and lists that map as online only', async () => {
  expect(packsOf({ baseMaps: [foreign], offlineMaps: [loop] }, 4)).toEqual([])
  const [pack] = packsOf({ baseMaps: [foreign, own], offlineMaps: [loop] }, 0)
  expect(pack).toMatchObject({ base: { id: 'own' }, minZoom: 12, maxZoom: 14 })
  setPageData({ site: { baseMaps: [own, foreign] } as unknown as PageData['site'], status: null })
  await show(<NeedSignal />)
  expect(screen.getByText('Not available offline: State topo. Their licences don’t allow downloads.')).toBeTruthy()
})

test('BASE-4 offers no offline map for a network outside the base map', () => {
  const bounds = { west: 148, south: -42, east: 149, north: -41 }
  expect(packsOf({ baseMaps: [{ ...own, bounds }], offlineMaps: [loop, far] }, 0).map(({ slug }) => slug)).toEqual(['loop'])
})
