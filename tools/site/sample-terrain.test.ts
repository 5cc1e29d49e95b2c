import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { groundOf, type Terrain, type TerrainInput, terrainOn } from '../../packages/sample/src/terrain/land/terrain.ts'
import type { Level } from '../../packages/sample/src/terrain/paint/ground.ts'
import { lettering } from '../../packages/sample/src/terrain/paint/lettering.ts'
import { LOOK_NAMES } from '../../packages/sample/src/terrain/paint/looks.ts'
import { overlayOf } from '../../packages/sample/src/terrain/paint/overlay.ts'
import { falling } from '../../packages/sample/src/terrain/paint/trail-bed.ts'
import { type Tile, tilesAround, tilesWithin } from '../../packages/sample/src/terrain/tile-grid.ts'
import { LAST_ZOOM, wantedTiles } from '../../packages/sample/src/terrain/wanted-tiles.ts'
import { openSiteTiles } from '../../packages/site/src/files.ts'
import { Site } from '../../packages/site/src/site-json/schema.ts'
import { renderTile, tilePath } from './sample-terrain.ts'

const SITE_FOLDER = join(import.meta.dirname, '../../sites/st-helens')
const site = Site.parse(JSON.parse(await readFile(join(SITE_FOLDER, 'site.json'), 'utf8')))
const BAY_OF_FIRES = { west: 147.87, south: -41.26, east: 148.34, north: -41.15 }
const ST_HELENS = { west: 148.2, south: -41.405, east: 148.265, north: -41.3 }

test('OFF-01 the offline maps of Bay of Fires and St Helens have 843 and 137 tiles', () => {
  expect(tilesWithin(BAY_OF_FIRES, 12, 15)).toHaveLength(843)
  expect(tilesWithin(ST_HELENS, 12, 15)).toHaveLength(137)
})

test('MAP-GROUND the list contains every tile once, from the lowest zoom to the deepest offline map, with more rows for portrait phones', () => {
  const tiles = wantedTiles(site)
  expect(new Set(tiles.map(tilePath)).size).toBe(tiles.length)
  expect([...new Set(tiles.map((tile) => tile.z))]).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])
  const rowsAt = (z: number) => new Set(tiles.filter((tile) => tile.z === z).map(({ y }) => y)).size
  expect([8, 9, 10, 11].map(rowsAt)).toEqual([5, 9, 9, 9])
  expect(tiles).toHaveLength(1655)
})

test('the view wraps around the world at low zooms, but not over the poles', () => {
  const tiles = tilesAround([179, -80], 3, 1, 2)
  expect([...new Set(tiles.map((tile) => tile.x))].sort()).toEqual([0, 6, 7])
  expect(tiles.every((tile) => tile.y >= 0 && tile.y < 8)).toBe(true)
})

test('MAP-GROUND calculates the closest profile that never rises', () => {
  expect(falling([5, 3, 4, 4, 1])).toEqual([5, 11 / 3, 11 / 3, 11 / 3, 1])
  expect(falling([1, 2, 3])).toEqual([2, 2, 2])
})

/** The input covers the coast at St Helens, with one tile per zoom and little erosion. It runs all steps in one second. */
const INPUT: TerrainInput = {
  centre: [148.14, -41.28],
  plan: {
    seed: 7,
    hills: [{ at: [148.1, -41.2], km: 5, push: 30 }],
    roads: [{ kind: 'main', from: 'St Helens', to: [148.05, -41.3] }],
  },
  places: [{ name: 'St Helens', kind: 'town', at: [148.24, -41.32], minZoom: 7 }],
  trails: [{ name: 'Down', type: 'descent', at: Array.from({ length: 60 }, (_, i) => [148.15 + i * 0.0002, -41.33] as const) }],
  trackHeads: [[148.12, -41.27]],
}
const LEVELS: Level[] = [8, 9, 10, 11].map((z) => ({ z, tilesAside: 0, tilesAbove: 0, rounds: 3, stride: 1, wander: 0.5, creep: 1 }))
const createTerrain = () => terrainOn(groundOf(INPUT, LEVELS), INPUT)

describe('MAP-GROUND a build from scratch produces the same bytes again', () => {
  const [once, again] = [createTerrain(), createTerrain()]
  test.for([tilesAround(INPUT.centre, 8, 0, 0), tilesAround(INPUT.centre, 11, 0, 0)].flat())('$z/$x/$y', async (tile) => {
    const [first, second] = [await renderTile(once, LOOK_NAMES, tile), await renderTile(again, LOOK_NAMES, tile)]
    expect(first.map((picture, i) => picture.equals(second[i] ?? Buffer.of()))).toEqual([true, true, true])
    expect(new Set(first.map((picture) => picture.toString('base64'))).size).toBe(3)
  })

  test('a different seed produces different terrain', async () => {
    const other = { ...INPUT, plan: { ...INPUT.plan, seed: 8 } }
    const [tile] = tilesAround(INPUT.centre, 11, 0, 0)
    if (!tile) throw new Error('no tile')
    const [mine, theirs] = [
      await renderTile(once, ['dark'], tile),
      await renderTile(terrainOn(groundOf(other, LEVELS), other), ['dark'], tile),
    ]
    expect(mine[0]?.equals(theirs[0] ?? Buffer.of())).toBe(false)
  })
})

test('MAP-GROUND every fourth tile contains the text "Sample terrain", in every style and at every zoom', () => {
  const bare: Terrain = { ...createTerrain(), roads: [], streams: new Map(), summits: [] }
  const { outlines } = lettering('Sample terrain', 128, 244, 12, 0.5)
  for (const look of LOOK_NAMES) {
    for (const z of [3, 11, 15]) {
      const tiles = Array.from({ length: 16 }, (_, i): Tile => ({ z, x: i % 4, y: Math.floor(i / 4) }))
      expect(tiles.filter((tile) => overlayOf(bare, look, tile).includes(outlines))).toHaveLength(4)
    }
  }
})

test('MAP-GROUND the repository contains every tile of the three styles as 256 px WebP, and no others, in at most 12 MB', async () => {
  const archives = await openSiteTiles(SITE_FOLDER)
  let bytes = 0
  for (const look of LOOK_NAMES) {
    const tiles = wantedTiles(site).filter(({ z }) => z <= LAST_ZOOM[look])
    const pictures = await Promise.all(tiles.map((tile) => archives.read(`/tiles/${look}/${tilePath(tile)}`)))
    expect(pictures.every((picture) => picture !== null)).toBe(true)
    const ofLook = pictures.reduce((sum, picture) => sum + (picture?.byteLength ?? 0), 0)
    const { size } = await stat(join(SITE_FOLDER, 'tiles', `${look}.pmtiles`))
    // The list of tiles takes at most 8 bytes per tile.
    expect(size - ofLook).toBeLessThan(8 * tiles.length)
    expect(await sharp(pictures.at(-1) ?? Buffer.of()).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 })
    bytes += size
  }
  await archives.close()
  expect(archives.sample).toEqual(['dark', 'satellite', 'topographic'])
  expect(bytes).toBeLessThan(12_000_000)
})
