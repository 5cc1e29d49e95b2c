import type { PlaceName } from '@trailwarden/site'
import type { Town } from '../paint/cover.ts'
import { type Ground, type Level, makeGround } from '../paint/ground.ts'
import { windingBy } from '../paint/lines.ts'
import { means, type TrailLine } from '../paint/trail-bed.ts'
import type { TerrainPlan } from '../plan.ts'
import { type LonLat, metresPerPixel } from '../tile-grid.ts'
import { type Grid, heightAt } from './grid.ts'
import { type Noise, noiseOf } from './noise.ts'
import { type Road, roadsOn } from './roads.ts'
import { drainageOf, type Stream, wetnessOf } from './streams.ts'
import { type Summit, summitsOf } from './summits.ts'
import { kmOf } from './uplift.ts'

export type TerrainInput = {
  centre: LonLat
  plan: TerrainPlan
  places: readonly PlaceName[]
  trails: readonly TrailLine[]
  /** A track leads from each of these points to the nearest road. */
  trackHeads: readonly LonLat[]
}

export type Terrain = {
  centre: LonLat
  noise: Noise
  ground: Ground
  wetness: ReadonlyMap<Grid, Float32Array>
  streams: ReadonlyMap<Grid, readonly Stream[]>
  roads: readonly Road[]
  summits: readonly Summit[]
  towns: readonly Town[]
}

/** The area in square metres that a stream must drain to be drawn, by zoom. */
export const STREAM_FROM_M2: Readonly<Record<number, number>> = { 10: 4e7, 11: 1.2e7, 12: 4e6, 13: 1.5e6, 14: 6e5, 15: 4e5 }
const WET_FROM_ZOOM = 9
/** Coarser than the finest grid, because the route of a road depends on the slope, not on small bumps. */
const ROAD_ZOOM = 11

export const groundOf = ({ centre, plan, trails }: TerrainInput, levels: readonly Level[]): Ground =>
  makeGround({ centre, plan, noise: noiseOf(plan.seed), trails, levels })

/** The ground is a parameter, because it takes the longest to calculate and may come from a cache. */
export function terrainOn(ground: Ground, { centre, plan, places, trackHeads }: TerrainInput): Terrain {
  const noise = noiseOf(plan.seed)
  const winding = windingBy(noise, metresPerPixel(centre[1], 0) / 1000)
  const finest = finestOf(ground)
  const streams = new Map<Grid, readonly Stream[]>()
  const wetness = new Map<Grid, Float32Array>()
  for (const grid of ground) {
    if (grid.z < WET_FROM_ZOOM) continue
    const fromM2 = STREAM_FROM_M2[grid === finest ? 15 : grid.z] ?? Infinity
    const drainage = drainageOf(grid, fromM2, noise, winding)
    streams.set(grid, drainage.streams)
    wetness.set(grid, wetnessOf(grid, drainage, fromM2))
  }
  const roadGrid = ground.find(({ z }) => z === ROAD_ZOOM) ?? finest
  return {
    centre,
    noise,
    ground,
    wetness,
    streams,
    roads: roadsOn(roadGrid, { roads: plan.roads, places: new Map(places.map(({ name, at }) => [name, at])), trackHeads, winding }),
    summits: summitsOf(finest),
    towns: places.filter(({ kind }) => kind === 'town').map(({ at, minZoom }) => ({ at: kmOf(centre[1], at), km: townKm(minZoom) })),
  }
}

/** Towns whose names are shown at low zooms are larger. */
const townKm = (minZoom: number) => (minZoom <= 7 ? 1 : minZoom <= 9 ? 0.5 : 0.28)

function finestOf(ground: Ground): Grid {
  const finest = ground.at(-1)
  if (!finest) throw new Error('the ground must have at least one grid')
  return finest
}

/** Averaging over this many vertices on each side gives the smoothness of GPS data. */
const EVENED_OUT = 3

export function heightsAlong(ground: Ground, line: readonly LonLat[]): number[] {
  const finest = finestOf(ground)
  const heights = line.map((at) => heightAt(finest, at))
  return means(heights, EVENED_OUT).map((height) => Math.round(height * 10) / 10)
}
