// Makes the sample terrain of sites/st-helens, so that the app can be tried without an account at a map provider. About 5 minutes.
//   npm run sample-terrain                           draws all tiles, and gives the sample trails their heights
//   npm run sample-terrain -- --ground=<file>        the same; the land is stored in the file and read from it, for work on the looks
//   npm run sample-terrain -- check                  draws some of the tiles again and compares them with those that are there, byte by byte
//   npm run sample-terrain -- land <map.geo.json>    cuts land.json again from npm @geo-maps/earth-lands-10m (135 MB, so it is no dependency)
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import * as z from 'zod/mini'
import { HEIGHTS_FILE, replaceRawFiles, SAMPLE_TILES_NOTE, sampleOf } from '../packages/site/src/files.ts'
import { PlaceName } from '../packages/site/src/records.ts'
import { emptyGrid } from '../packages/site/src/sample-terrain/grid.ts'
import { type Ground, LEVELS } from '../packages/site/src/sample-terrain/ground.ts'
import { cutLand } from '../packages/site/src/sample-terrain/land.ts'
import { LOOK_NAMES, type LookName } from '../packages/site/src/sample-terrain/looks.ts'
import { overlayOf } from '../packages/site/src/sample-terrain/overlay.ts'
import { paintTile } from '../packages/site/src/sample-terrain/paint-tile.ts'
import { TerrainPlan } from '../packages/site/src/sample-terrain/plan.ts'
import { groundOf, heightsAlong, type Terrain, type TerrainInput, terrainOn } from '../packages/site/src/sample-terrain/terrain.ts'
import { type LonLat, TILE_SIZE, type Tile } from '../packages/site/src/sample-terrain/tile-grid.ts'
import { LAST_ZOOM, wantedTiles } from '../packages/site/src/sample-terrain/wanted-tiles.ts'
import { Site } from '../packages/site/src/schema.ts'
import { TrailType } from '../packages/site/src/vocabulary.ts'

const SITE_FOLDER = join(import.meta.dirname, '../sites/st-helens')
const LAND_FILE = join(import.meta.dirname, '../packages/site/src/sample-terrain/land.json')

const QUALITY: Readonly<Record<LookName, number>> = { topographic: 72, dark: 72, satellite: 58 }

export const tilePath = ({ z: zoom, x, y }: Tile): string => `${zoom}/${x}/${y}.webp`

/** One tile in several looks, as WebP: hillshade has hundreds of colours, which a palette would show as steps. */
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

/** The lines of a sample file, with the parts of each in one: parts share the vertex at which they meet. */
function linesIn(content: string | undefined): { name: string; type: string; at: LonLat[] }[] {
  return Lines.parse(JSON.parse(content ?? '')).features.flatMap(({ properties: { name = '', type = '' }, geometry }) => {
    if (!geometry) return []
    const parts = geometry.type === 'LineString' ? [geometry.coordinates] : geometry.coordinates
    const at = parts.flatMap((part, i) => (i === 0 ? part : part.slice(1))).map(([lon = 0, lat = 0]): LonLat => [lon, lat])
    return [{ name, type, at }]
  })
}

/** The trails as the plan draws them, not as they were written: a changed plan needs no second run. */
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

/** The heights first, in a file of their own; then the sample's files are made again, with them. */
async function writeHeights({ ground }: Terrain, { trails }: TerrainInput): Promise<void> {
  const lines = trails.map(({ name, at }) => `  ${JSON.stringify(name)}: [${heightsAlong(ground, at).join(', ')}]`)
  await writeFile(join(SITE_FOLDER, HEIGHTS_FILE), `{\n${lines.join(',\n')}\n}\n`)
  await replaceRawFiles(SITE_FOLDER, await sampleOf(SITE_FOLDER))
}

async function drawAll(terrain: Terrain, tiles: readonly Tile[]): Promise<void> {
  const folder = join(SITE_FOLDER, 'tiles')
  await rm(folder, { recursive: true, force: true })
  const bytes: Record<string, number> = {}
  for (const tile of tiles) {
    const looks = LOOK_NAMES.filter((look) => tile.z <= LAST_ZOOM[look])
    const pictures = await renderTile(terrain, looks, tile)
    for (const [i, look] of looks.entries()) {
      const file = join(folder, look, tilePath(tile))
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, pictures[i] ?? '')
      bytes[look] = (bytes[look] ?? 0) + (pictures[i]?.length ?? 0)
    }
  }
  for (const look of LOOK_NAMES) {
    await writeFile(
      join(folder, look, SAMPLE_TILES_NOTE),
      'These tiles show land that nobody measured. They are for sites whose site.json says "sample": true.\n',
    )
    console.log(`${look}: ${tiles.filter((tile) => tile.z <= LAST_ZOOM[look]).length} tiles, ${Math.round((bytes[look] ?? 0) / 1000)} kB`)
  }
}

/** One tile in so many is drawn again by `check`. */
const CHECKED_EVERY = 60

async function checkTiles(terrain: Terrain, tiles: readonly Tile[]): Promise<void> {
  let [same, other] = [0, 0]
  for (const tile of tiles.filter((_, i) => i % CHECKED_EVERY === 0)) {
    const looks = LOOK_NAMES.filter((look) => tile.z <= LAST_ZOOM[look])
    const pictures = await renderTile(terrain, looks, tile)
    for (const [i, look] of looks.entries()) {
      const there = await readFile(join(SITE_FOLDER, 'tiles', look, tilePath(tile))).catch(() => null)
      if (there && pictures[i]?.equals(there)) same += 1
      else {
        other += 1
        console.log(`${look}/${tilePath(tile)} differs`)
      }
    }
  }
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
  await drawAll(terrain, wantedTiles(site))
}

if (import.meta.main) await run(process.argv.slice(2))
