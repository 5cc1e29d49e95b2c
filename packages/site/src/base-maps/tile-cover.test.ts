import { expect, test } from 'vitest'
import { readSiteBundle } from '../files.ts'
import { tilesKey } from '../survey/records.ts'
import { openSiteTiles } from './site-tiles.ts'
import { isOwnTiles, tilePath } from './tile-address.ts'
import { boundsOfTile, countTiles, coverOf, onSquare, overviewOf, tilesOf } from './tile-cover.ts'

const FOLDER = `${import.meta.dirname}/../../../../sites/st-helens`
const { bundle } = await readSiteBundle(FOLDER)
const mapOf = (slug: string) => {
  const map = bundle.site.offlineMaps.find((m) => m.slug === slug)
  if (!map) throw new Error(`no offline map ${slug}`)
  return map
}

test('OFF-01 the offline maps of Bay of Fires and St Helens have 843 and 137 tiles at zooms 12 to 15, each listed once', () => {
  for (const [slug, count] of [['bay-of-fires', 843] as const, ['st-helens', 137] as const]) {
    expect(countTiles(mapOf(slug))).toBe(count)
    const tiles = [...tilesOf(mapOf(slug))]
    expect(new Set(tiles.map(({ z, x, y }) => `${z}/${x}/${y}`)).size).toBe(count)
    expect([tiles[0]?.z, tiles.at(-1)?.z]).toEqual([12, 15])
  }
})

test('OFF-01 every network has an offline map, and every trail and marker is on one', () => {
  expect(bundle.site.offlineMaps.map(({ slug }) => slug).sort()).toEqual(bundle.site.networks.map(({ id }) => id).sort())
  const positions = [...bundle.trails.flatMap(({ lines }) => lines.flat()), ...bundle.markers.map(({ position }) => position)]
  const uncovered = positions.filter(
    ([lon, lat]) => !bundle.site.offlineMaps.some(({ bounds: b }) => lon >= b.west && lon <= b.east && lat >= b.south && lat <= b.north),
  )
  expect(uncovered).toEqual([])
})

test('UX-2.14 an overview covers every zoom from the base map’s lowest to one below the offline map’s lowest, without overlap', () => {
  const [base] = bundle.site.baseMaps
  if (!base) throw new Error('no base map')
  const map = mapOf('st-helens')
  const overview = [...tilesOf(overviewOf(map, base))]
  expect([...new Set(overview.map(({ z }) => z))]).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11])
  expect(overview.filter(({ z }) => z === 10)).toHaveLength(1)
  const own = new Set([...tilesOf(map)].map((tile) => tilePath(base, tile)))
  expect(overview.filter((tile) => own.has(tilePath(base, tile)))).toEqual([])
})

test('MAP-GROUND an offline map never zooms in further than its base map', () => {
  const map = mapOf('st-helens')
  const zooms = (maxZoom: number) => [...new Set([...tilesOf(coverOf(map, { minZoom: 3, maxZoom }))].map(({ z }) => z))]
  expect([zooms(14), zooms(15), zooms(20)]).toEqual([
    [12, 13, 14],
    [12, 13, 14, 15],
    [12, 13, 14, 15],
  ])
})

test('UX-2.14 the displayed size is the total of all downloaded tiles', async () => {
  const archives = await openSiteTiles(FOLDER)
  for (const base of bundle.site.baseMaps.filter(isOwnTiles))
    for (const map of bundle.site.offlineMaps) {
      const tiles = [...tilesOf(overviewOf(map, base)), ...tilesOf(coverOf(map, base))]
      const pictures = await Promise.all(tiles.map((tile) => archives.read(tilePath(base, tile))))
      const bytes = pictures.reduce((sum, picture) => sum + (picture?.byteLength ?? Number.NaN), 0)
      expect(bundle.offlineBytes[tilesKey(base.id, map.slug)], `${base.id} ${map.slug}`).toBe(bytes)
    }
  await archives.close()
})

test('BASE-4 an offline map stays within its base map’s zooms and bounds, and has no tiles beyond the edge', () => {
  const map = mapOf('st-helens')
  const tilesIn = (base: Parameters<typeof coverOf>[1]) => [...tilesOf(overviewOf(map, base)), ...tilesOf(coverOf(map, base))]
  const whole = { minZoom: 12, maxZoom: 15 }
  expect(tilesIn(whole)).toHaveLength(137)
  expect(tilesIn({ ...whole, bounds: { west: 140, south: -45, east: 150, north: -40 } })).toHaveLength(137)
  expect([...tilesOf(coverOf(mapOf('bay-of-fires'), whole))]).toHaveLength(843)
  expect(new Set(tilesIn({ minZoom: 13, maxZoom: 14 }).map(({ z }) => z))).toEqual(new Set([13, 14]))
  // These bounds end exactly at the edge of a tile, as in tile files.
  const [x, y, size] = [3734, 2565, 2 ** 12]
  const lng = (column: number) => (column / size) * 360 - 180
  const lat = (row: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / size))) * 180) / Math.PI
  const bounds = { west: lng(x), south: lat(y + 1), east: lng(x + 1), north: lat(y) }
  expect(tilesIn({ minZoom: 12, maxZoom: 12, bounds })).toEqual([{ z: 12, x, y }])
  expect(countTiles(coverOf(map, { ...whole, bounds: { west: 0, south: 0, east: 1, north: 1 } }))).toBe(0)
})

test('a tile contains the centre of its bounds, and its corners match those of its neighbours', () => {
  for (const tile of [
    { z: 15, x: 29_861, y: 20_487 },
    { z: 3, x: 7, y: 5 },
  ]) {
    const { west, south, east, north } = boundsOfTile(tile)
    const { x, y } = onSquare([(west + east) / 2, (south + north) / 2])
    expect([Math.floor(x * 2 ** tile.z), Math.floor(y * 2 ** tile.z)]).toEqual([tile.x, tile.y])
    expect(boundsOfTile({ ...tile, x: tile.x + 1 }).west).toBeCloseTo(east, 10)
    expect(boundsOfTile({ ...tile, y: tile.y + 1 }).north).toBeCloseTo(south, 10)
  }
})
