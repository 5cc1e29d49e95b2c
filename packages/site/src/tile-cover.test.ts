import { expect, test } from 'vitest'
import { readSiteBundle } from './files.ts'
import { countTiles, tilesOf } from './tile-cover.ts'

const { bundle } = await readSiteBundle(`${import.meta.dirname}/../../../sites/st-helens`)
const mapOf = (slug: string) => {
  const map = bundle.site.offlineMaps.find((m) => m.slug === slug)
  if (!map) throw new Error(`no offline map ${slug}`)
  return map
}

test('OFF-01 Bay of Fires has 843 tiles and St Helens 137, zooms 12 to 15, each listed once', () => {
  for (const [slug, count] of [['bay-of-fires', 843] as const, ['st-helens', 137] as const]) {
    expect(countTiles(mapOf(slug))).toBe(count)
    const tiles = [...tilesOf(mapOf(slug))]
    expect(new Set(tiles.map(({ z, x, y }) => `${z}/${x}/${y}`)).size).toBe(count)
    expect([tiles[0]?.z, tiles.at(-1)?.z]).toEqual([12, 15])
  }
})

test('OFF-01 every network has an offline map, and every trail and marker lies on one', () => {
  expect(bundle.site.offlineMaps.map(({ slug }) => slug).sort()).toEqual(bundle.site.networks.map(({ id }) => id).sort())
  const positions = [...bundle.trails.flatMap(({ lines }) => lines.flat()), ...bundle.markers.map(({ position }) => position)]
  const uncovered = positions.filter(
    ([lon, lat]) => !bundle.site.offlineMaps.some(({ bounds: b }) => lon >= b.west && lon <= b.east && lat >= b.south && lat <= b.north),
  )
  expect(uncovered).toEqual([])
})
