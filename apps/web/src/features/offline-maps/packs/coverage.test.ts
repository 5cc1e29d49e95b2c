import { expect, test } from 'vitest'
import { coverageOf } from './coverage.ts'

const network = { west: 148.2, south: -41.405, east: 148.265, north: -41.3 }
const other = { west: 147.87, south: -41.26, east: 148.34, north: -41.15 }

test('OFFLINE-2 shows every map with a margin, on whole tiles at a zoom that the base map has', () => {
  const { width, height, tiles, frame, place } = coverageOf([network, other], { minZoom: 3, maxZoom: 15 })
  for (const bounds of [network, other]) {
    const { x, y, width: w, height: h } = frame(bounds)
    expect(Math.min(x, y)).toBeGreaterThan(0)
    expect(x + w).toBeLessThan(width)
    expect(y + h).toBeLessThan(height)
  }
  expect(width).toBeGreaterThan(450)
  expect(width).toBeLessThan(1000)
  const area = tiles.reduce((sum, tile) => sum + tile.width * tile.height, 0)
  expect(area).toBeGreaterThanOrEqual(width * height)
  const corner = place([network.west, network.north])
  expect(corner).toEqual({ x: frame(network).x, y: frame(network).y })
})

test('OFFLINE-2 draws a base map with a low maximum zoom from the tiles of that zoom', () => {
  expect(new Set(coverageOf([network], { minZoom: 3, maxZoom: 9 }).tiles.map(({ tile }) => tile.z))).toEqual(new Set([9]))
})
