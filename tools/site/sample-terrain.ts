// The sample terrain of sites/st-helens lets people try the app without an account with a map provider. `npm run sample-terrain` takes
// about 5 minutes. `-- --ground=<file>` also caches the land in that file. `-- check` redraws some tiles and compares them byte by byte.
// `-- land <map.geo.json>` extracts land.json from the npm package @geo-maps/earth-lands-10m, which at 135 MB is too large to be a
// dependency.
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writePmtiles } from '@trailwarden/testkit/tile-files'
import sharp from 'sharp'
import * as z from 'zod/mini'
import { HEIGHTS_FILE, sampleOf } from '../../packages/sample/src/survey/sample-files.ts'
import { emptyGrid } from '../../packages/sample/src/terrain/land/grid.ts'
import { cutLand } from '../../packages/sample/src/terrain/land/land.ts'
import { groundOf, heightsAlong, type Terrain, type TerrainInput, terrainOn } from '../../packages/sample/src/terrain/land/terrain.ts'
import { type Ground, LEVELS } from '../../packages/sample/src/terrain/paint/ground.ts'
import { LOOK_NAMES, type LookName } from '../../packages/sample/src/terrain/paint/looks.ts'
import { overlayOf } from '../../packages/sample/src/terrain/paint/overlay.ts'
import { paintTile } from '../../packages/sample/src/terrain/paint/paint-tile.ts'
import { TerrainPlan } from '../../packages/sample/src/terrain/plan.ts'
import { type LonLat, TILE_SIZE, type Tile } from '../../packages/sample/src/terrain/tile-grid.ts'
import { LAST_ZOOM, wantedTiles } from '../../packages/sample/src/terrain/wanted-tiles.ts'
import { openSiteTiles, replaceRawFiles } from '../../packages/site/src/files.ts'
import { Site } from '../../packages/site/src/site-json/schema.ts'
import { TrailType } from '../../packages/site/src/site-json/vocabulary.ts'
import { PlaceName } from '../../packages/site/src/survey/records.ts'

const SITE_FOLDER = join(import.meta.dirname, '../../sites/st-helens')
const LAND_FILE = join(import.meta.dirname, '../../packages/sample/src/terrain/land/land.json')

const QUALITY: Readonly<Record<LookName, number>> = { topographic: 72, dark: 72, satellite: 58 }

export const tilePath = ({ z: zoom, x, y }: Tile): string => `${zoom}/${x}/${y}.webp`

/** A palette would show the hundreds of colours of hillshade as steps. */
export async function renderTile(terrain: Terrain, looks: readonly LookName[], tile: Tile): Promise<Buffer[]> {
  const pictures = paintTile(terrain, looks, tile)
  return Promise.all(
    looks.map((look, i) =>
      sharp(pictures[i], { raw: { width: TILE_SIZE, height: TILE_SIZE, channels: 3 } })
        .composite([{ input: Buffer.from(overlayOf(terrain, look, tile)) }])
        .webp({ quality: QUALITY[look], effort: 5, smartSubsample: look !== 'satellite' })
        .toBuffer(),
    ),
  )
}

const readJson = async (name: string): Promise<unknown> => JSON.parse(await readFile(join(SITE_FOLDER, name), 'utf8'))

const Coordinates = z.array(z.array(z.number()))
const Lines = z.object({
  features: z.array(
    z.object({
      properties: z.object({ name: z.optional(z.string()), type: z.optional(z.string()) }),
      geometry: z.nullable(
        z.union([
          z.object({ type: z.literal('LineString'), coordinates: Coordinates }),
          z.object({ type: z.literal('MultiLineString'), coordinates: z.array(Coordinates) }),
        ]),
      ),
    }),
  ),
})

function linesIn(content: string | undefined): { name: string; type: string; at: LonLat[] }[] {
  return Lines.parse(JSON.parse(content ?? '')).features.flatMap(({ properties: { name = '', type = '' }, geometry }) => {
    if (!geometry) return []
    const parts = geometry.type === 'LineString' ? [geometry.coordinates] : geometry.coordinates
    const at = parts.flatMap((part, i) => (i === 0 ? part : part.slice(1))).map(([lon = 0, lat = 0]): LonLat => [lon, lat])
    return [{ name, type, at }]
  })
}

/** The trails come from the plan instead of the written files, so that a changed plan takes effect in the same run. */
async function readInput(site: Site): Promise<TerrainInput> {
  const sample = await sampleOf(SITE_FOLDER)
  return {
    centre: [site.defaultView.lng, site.defaultView.lat],
    plan: TerrainPlan.parse(await readJson('terrain.json')),
    places: z.array(PlaceName).parse(await readJson('place-names.json')),
    trails: linesIn(sample['trails.geojson']).map(({ name, type, at }) => ({ name, type: TrailType.schema.parse(type), at })),
    trackHeads: linesIn(sample['access-routes.geojson']).flatMap(({ at }) => at.slice(0, 1)),
  }
}

async function readGround(file: string, { centre }: TerrainInput): Promise<Ground> {
  const stored = await readFile(file)
  let read = stored.byteOffset
  return LEVELS.map(({ z: zoom, tilesAside, tilesAbove }) => {
    const grid = emptyGrid(centre, zoom, tilesAside, tilesAbove)
    const { byteLength } = grid.heightM
    grid.heightM.set(new Float32Array(stored.buffer.slice(read, read + byteLength)))
    read += byteLength
    return grid
  })
}

async function makeTerrain(input: TerrainInput, groundFile: string | undefined): Promise<Terrain> {
  if (groundFile && existsSync(groundFile)) return terrainOn(await readGround(groundFile, input), input)
  const ground = groundOf(input, LEVELS)
  if (groundFile) await writeFile(groundFile, Buffer.concat(ground.map(({ heightM }) => Buffer.from(heightM.buffer))))
  return terrainOn(ground, input)
}

/** The sample files are regenerated with the heights. */
async function writeHeights({ ground }: Terrain, { trails }: TerrainInput): Promise<void> {
  const lines = trails.map(({ name, at }) => `  ${JSON.stringify(name)}: [${heightsAlong(ground, at).join(', ')}]`)
  await writeFile(join(SITE_FOLDER, HEIGHTS_FILE), `{\n${lines.join(',\n')}\n}\n`)
  await replaceRawFiles(SITE_FOLDER, await sampleOf(SITE_FOLDER))
}

type DrawnTile = Tile & { data: Buffer }

/** The metadata marks the land as invented. */
export function writeTiles(folder: string, look: LookName, tiles: readonly DrawnTile[], { baseMaps, networks }: Site): void {
  const side = (name: 'west' | 'south' | 'east' | 'north') => networks.map(({ bounds }) => bounds[name])
  const bounds: Parameters<typeof writePmtiles>[1]['bounds'] = [
    Math.min(...side('west')),
    Math.min(...side('south')),
    Math.max(...side('east')),
    Math.max(...side('north')),
  ]
  const attribution = baseMaps[0]?.attribution ?? ''
  writePmtiles(join(folder, `${look}.pmtiles`), { tiles: [...tiles], bounds, attribution, isWebp: true, isSample: true })
}

async function drawAll(terrain: Terrain, tiles: readonly Tile[], site: Site): Promise<void> {
  const folder = join(SITE_FOLDER, 'tiles')
  await mkdir(folder, { recursive: true })
  const drawn = Object.fromEntries(LOOK_NAMES.map((look) => [look, [] as DrawnTile[]]))
  for (const tile of tiles) {
    const looks = LOOK_NAMES.filter((look) => tile.z <= LAST_ZOOM[look])
    const pictures = await renderTile(terrain, looks, tile)
    for (const [i, look] of looks.entries()) drawn[look]?.push({ ...tile, data: pictures[i] ?? Buffer.of() })
  }
  for (const look of LOOK_NAMES) {
    const ofLook = drawn[look] ?? []
    writeTiles(folder, look, ofLook, site)
    const bytes = ofLook.reduce((sum, { data }) => sum + data.length, 0)
    console.log(`${look}: ${ofLook.length} tiles, ${Math.round(bytes / 1000)} kB`)
  }
}

/** `check` redraws one tile out of this many. */
const CHECKED_EVERY = 60

async function checkTiles(terrain: Terrain, tiles: readonly Tile[]): Promise<void> {
  let [same, other] = [0, 0]
  const existing = await openSiteTiles(SITE_FOLDER)
  for (const tile of tiles.filter((_, i) => i % CHECKED_EVERY === 0)) {
    const looks = LOOK_NAMES.filter((look) => tile.z <= LAST_ZOOM[look])
    const pictures = await renderTile(terrain, looks, tile)
    for (const [i, look] of looks.entries()) {
      const there = await existing.read(`/tiles/${look}/${tilePath(tile)}`)
      if (there && pictures[i]?.equals(there)) same += 1
      else {
        other += 1
        console.log(`${look}/${tilePath(tile)} differs`)
      }
    }
  }
  await existing.close()
  console.log(`${same} tiles are the same, ${other} differ`)
  if (other > 0) process.exitCode = 1
}

async function run(args: readonly string[]): Promise<void> {
  const groundFile = args.find((word) => word.startsWith('--ground='))?.slice('--ground='.length)
  const [command, mapFile] = args.filter((word) => !word.startsWith('--'))
  if (command === 'land' && mapFile) {
    await writeFile(LAND_FILE, `${JSON.stringify(cutLand(JSON.parse(await readFile(mapFile, 'utf8'))))}\n`)
    return
  }
  const site = Site.parse(await readJson('site.json'))
  const input = await readInput(site)
  const terrain = await makeTerrain(input, groundFile)
  if (command === 'check') return checkTiles(terrain, wantedTiles(site))
  await writeHeights(terrain, input)
  await drawAll(terrain, wantedTiles(site), site)
}

if (import.meta.main) await run(process.argv.slice(2))
