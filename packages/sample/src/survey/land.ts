import { Bounds, Position } from '@trailwarden/site'
import * as z from 'zod/mini'

/** Closed rings by the even-odd rule. Islands and inlets are rings too. */
export const Land = z.object({ attribution: z.string(), bounds: Bounds, rings: z.array(z.array(Position)) })
export type Land = z.infer<typeof Land>

export function isOnLand(land: Land, [lon, lat]: Position): boolean {
  let inside = false
  for (const ring of land.rings) {
    let before = ring.at(-1)
    for (const vertex of ring) {
      if (before && before[1] > lat !== vertex[1] > lat) {
        const crossing = ((before[0] - vertex[0]) * (lat - vertex[1])) / (before[1] - vertex[1]) + vertex[0]
        if (lon < crossing) inside = !inside
      }
      before = vertex
    }
  }
  return inside
}

/** One side at a time. A ring that is completely outside becomes empty. */
function clipRing(ring: readonly Position[], { west, south, east, north }: Bounds): Position[] {
  const sides: { axis: 0 | 1; limit: number; keeps: 1 | -1 }[] = [
    { axis: 0, limit: west, keeps: 1 },
    { axis: 0, limit: east, keeps: -1 },
    { axis: 1, limit: south, keeps: 1 },
    { axis: 1, limit: north, keeps: -1 },
  ]
  let clipped = [...ring]
  for (const { axis, limit, keeps } of sides) {
    const input = clipped
    clipped = []
    const isIn = (p: Position) => (p[axis] - limit) * keeps >= 0
    let before = input.at(-1)
    for (const vertex of input) {
      if (before && isIn(before) !== isIn(vertex)) {
        const share = (limit - before[axis]) / (vertex[axis] - before[axis])
        clipped.push([before[0] + (vertex[0] - before[0]) * share, before[1] + (vertex[1] - before[1]) * share])
      }
      if (isIn(vertex)) clipped.push(vertex)
      before = vertex
    }
  }
  return clipped
}

const WorldMap = z.object({ geometries: z.array(z.object({ coordinates: z.array(z.array(z.array(Position))) })) })

/** The world map of npm `@geo-maps/earth-lands-10m` has 135 MB, so the package isn't a dependency. */
export function clipLand(worldMap: unknown, bounds: Bounds): Land {
  const round = (value: number) => Math.round(value * 1e5) / 1e5
  const rings = WorldMap.parse(worldMap)
    .geometries.flatMap(({ coordinates }) => coordinates.flat())
    .map((ring) => clipRing(ring, bounds))
    .filter((ring) => ring.length > 2)
    .map((ring) => ring.map(([lon, lat]): Position => [round(lon), round(lat)]))
  return { attribution: '© OpenStreetMap contributors, ODbL 1.0; simplified by @geo-maps/earth-lands-10m 0.6.0', bounds, rings }
}
