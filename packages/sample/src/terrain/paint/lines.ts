/** Points are in pixels of zoom 0. The bounding box lets a tile skip lines that don't touch it. */
import type { Noise } from '../land/noise.ts'
import { type Point, TILE_SIZE, type Tile } from '../tile-grid.ts'

export type GroundLine = { points: readonly Point[]; box: { west: number; north: number; east: number; south: number } }

export function lineOf(points: readonly Point[]): GroundLine {
  const box = { west: Infinity, north: Infinity, east: -Infinity, south: -Infinity }
  for (const [x, y] of points) {
    box.west = Math.min(box.west, x)
    box.east = Math.max(box.east, x)
    box.north = Math.min(box.north, y)
    box.south = Math.max(box.south, y)
  }
  return { points, box }
}

/** The ends don't move, because other lines connect to them. */
export function softened(points: readonly Point[], times: number): readonly Point[] {
  let line = points
  for (let time = 0; time < times; time++)
    line = line.map((point, i) => {
      const [before, after] = [line[i - 1], line[i + 1]]
      if (!before || !after) return point
      return [(before[0] + 2 * point[0] + after[0]) / 4, (before[1] + 2 * point[1] + after[1]) / 4]
    })
  return line
}

export type Winding = (point: Point, flatness: number) => Point

/**
 * Neighbours move sideways by a similar amount, which hides the eight directions of paths through a grid. Lines that met before still meet.
 * The effect is larger on flat ground (1) than on a slope (0), where a stream stays in its valley.
 */
export function windingBy({ smooth }: Noise, kmPerPixel: number): Winding {
  const swing = (x: number, y: number, salt: number, flatness: number) =>
    0.19 * flatness * (smooth(x / 0.8, y / 0.8, salt) - 0.5) +
    (0.05 + 0.05 * flatness) * (smooth(x / 0.34, y / 0.34, salt + 1) - 0.5) +
    0.022 * (smooth(x / 0.12, y / 0.12, salt + 2) - 0.5)
  return ([px, py], flatness) => {
    const [x, y] = [px * kmPerPixel, py * kmPerPixel]
    return [px + swing(x, y, 110, flatness) / kmPerPixel, py + swing(x, y, 120, flatness) / kmPerPixel]
  }
}

const MARGIN_PX = 8

export function touches({ box }: GroundLine, { z, x, y }: Tile): boolean {
  const scale = 2 ** z
  return (
    box.east * scale > x * TILE_SIZE - MARGIN_PX &&
    box.west * scale < (x + 1) * TILE_SIZE + MARGIN_PX &&
    box.south * scale > y * TILE_SIZE - MARGIN_PX &&
    box.north * scale < (y + 1) * TILE_SIZE + MARGIN_PX
  )
}

export function pathIn({ points }: GroundLine, { z, x, y }: Tile): string {
  const scale = 2 ** z
  const at = points.map(([px, py]) => `${(px * scale - x * TILE_SIZE).toFixed(1)} ${(py * scale - y * TILE_SIZE).toFixed(1)}`)
  return `M${at.filter((one, i) => one !== at[i - 1]).join('L')}`
}
