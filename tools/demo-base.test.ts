import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { drawTile } from '../packages/site/src/demo-base/draw-tile.ts'
import { type Tile, tilesAround, tilesWithin } from '../packages/site/src/demo-base/tile-grid.ts'
import { renderTile, tilePath, wantedTiles } from './demo-base.ts'

const BAY_OF_FIRES = { west: 147.87, south: -41.26, east: 148.34, north: -41.15 }
const ST_HELENS = { west: 148.2, south: -41.405, east: 148.265, north: -41.3 }

test('OFF-01 the offline maps of Bay of Fires and St Helens have 843 and 137 tiles', () => {
  expect(tilesWithin(BAY_OF_FIRES, 12, 15)).toHaveLength(843)
  expect(tilesWithin(ST_HELENS, 12, 15)).toHaveLength(137)
})

test('every tile is wanted once, from the lowest zoom to the deepest offline map', () => {
  const tiles = wantedTiles({
    defaultView: { lat: -41.28, lng: 148.14, minZoom: 3 },
    networks: [{ bounds: BAY_OF_FIRES }],
    offlineMaps: [BAY_OF_FIRES, ST_HELENS].map((bounds) => ({ bounds, minZoom: 12, maxZoom: 15 })),
  })
  expect(new Set(tiles.map(tilePath)).size).toBe(tiles.length)
  expect([...new Set(tiles.map((tile) => tile.z))]).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])
})

test('at low zooms the screen goes round the world and not over the pole', () => {
  const tiles = tilesAround([179, -80], 3, 1, 2)
  expect([...new Set(tiles.map((tile) => tile.x))].sort()).toEqual([0, 6, 7])
  expect(tiles.every((tile) => tile.y >= 0 && tile.y < 8)).toBe(true)
})

// Coast, names, open sea, plain land and the far view.
const SAMPLES: Tile[] = [
  { z: 3, x: 7, y: 5 },
  { z: 7, x: 116, y: 80 },
  { z: 11, x: 1867, y: 1282 },
  { z: 12, x: 3734, y: 2564 },
  { z: 15, x: 29878, y: 20510 },
]

describe('the committed tiles are what the script draws, byte for byte', () => {
  for (const look of ['topographic', 'satellite'] as const) {
    test.for(SAMPLES)(`${look} $z/$x/$y`, async (tile) => {
      const committed = await readFile(new URL(`../sites/st-helens/tiles/${look}/${tilePath(tile)}`, import.meta.url))
      expect((await renderTile(look, tile)).equals(committed)).toBe(true)
      expect((await renderTile(look, tile)).equals(committed)).toBe(true)
    })
  }
})

test('neighbouring tiles meet: the coast leaves one where it enters the next', () => {
  const coast = (svg: string) => svg.match(/<path d="(M[^"]*)" fill="none"/)?.[1] ?? ''
  const pointsOf = (ring: string) =>
    ring
      .slice(1)
      .split('L')
      .map((pair) => pair.split(' ').map(Number) as [number, number])
  const crossings = (svg: string, edge: number) =>
    coast(svg)
      .split('Z')
      .flatMap((ring) => pointsOf(ring).map((point, index, all) => [all.at(index - 1) ?? point, point] as const))
      .filter(([from, to]) => from[0] < edge !== to[0] < edge)
      .map(([from, to]) => from[1] + ((edge - from[0]) / (to[0] - from[0])) * (to[1] - from[1]))
      .filter((y) => y > 0 && y < 256)
      .sort((a, b) => a - b)
  const left = crossings(drawTile('topographic', { z: 12, x: 3734, y: 2564 }), 256)
  const right = crossings(drawTile('topographic', { z: 12, x: 3735, y: 2564 }), 0)
  expect(left.length).toBeGreaterThan(0)
  expect(right).toHaveLength(left.length)
  for (const [index, y] of left.entries()) expect(Math.abs(y - (right[index] ?? Number.NaN))).toBeLessThan(0.3)
})
