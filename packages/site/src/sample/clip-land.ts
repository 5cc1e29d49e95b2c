import { readFileSync, writeFileSync } from 'node:fs'
import type { Position } from '../records.ts'
import { clipLand } from './land.ts'

/**
 * Cuts a region's land out of the world map of npm `@geo-maps/earth-lands-10m` (135 MB, so it is not a dependency):
 *   npm pack @geo-maps/earth-lands-10m@0.6.0 && tar xzf geo-maps-*.tgz
 *   node packages/site/src/sample/clip-land.ts package/map.geo.json sites/st-helens/land.json 147.7 -41.55 148.5 -40.95
 */
const [, , mapFile = '', landFile = '', ...sides] = process.argv
const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = sides.map(Number)
// The package's shape is fixed by its version; a wrong file fails in the first line that uses it.
const map = JSON.parse(readFileSync(mapFile, 'utf8')) as { geometries: { coordinates: Position[][][] }[] }
const bounds = { west, south, east, north }
const rings = clipLand(
  map.geometries.flatMap(({ coordinates }) => coordinates),
  bounds,
)
const attribution = '© OpenStreetMap contributors, ODbL 1.0; simplified by @geo-maps/earth-lands-10m 0.6.0'
writeFileSync(landFile, `${JSON.stringify({ attribution, bounds, rings })}\n`)
