// Makes the demo base map, so that the app can be tried without an account at a map provider.
//   npm run demo-base                              draws the tiles of sites/st-helens
//   npm run demo-base -- land <map.geo.json>       cuts land.json again from npm @geo-maps/earth-lands-10m (135 MB, so it is no dependency)
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { drawTile, type Look } from '../packages/site/src/demo-base/draw-tile.ts'
import { cutLand } from '../packages/site/src/demo-base/land.ts'
import { type GridBounds, type Tile, tilesAround, tilesWithin } from '../packages/site/src/demo-base/tile-grid.ts'

const SITE_FOLDER = join(import.meta.dirname, '../sites/st-helens')
const LAND_FILE = join(import.meta.dirname, '../packages/site/src/demo-base/land.json')
const LOOKS: readonly Look[] = ['topographic', 'satellite']

/** The parts of site.json that say where tiles are wanted. */
export type TileWishes = {
  defaultView: { lat: number; lng: number; minZoom: number }
  networks: { bounds: GridBounds }[]
  offlineMaps: { bounds: GridBounds; minZoom: number; maxZoom: number }[]
}

/** Every tile once: a screenful around the centre at low zooms, the networks at middle ones, the offline maps in full. */
export function wantedTiles({ defaultView, networks, offlineMaps }: TileWishes): Tile[] {
  const tiles: Tile[] = []
  for (let z = defaultView.minZoom; z <= 11; z += 1) tiles.push(...tilesAround([defaultView.lng, defaultView.lat], z, 3, 2))
  // Where the map opens, the widest desk has room to move.
  tiles.push(...tilesAround([defaultView.lng, defaultView.lat], 12, 6, 4))
  // Beyond the offline maps the app enlarges these, which is enough for a demo.
  for (const { bounds } of networks) tiles.push(...tilesWithin(bounds, 12, 13))
  for (const { bounds, minZoom, maxZoom } of offlineMaps) tiles.push(...tilesWithin(bounds, minZoom, maxZoom))
  return [...new Map(tiles.map((tile) => [tilePath(tile), tile])).values()]
}

export function tilePath({ z, x, y }: Tile): string {
  return `${z}/${x}/${y}.png`
}

/** A tile as PNG. Flat colours need few entries: 16 of them are half a byte per pixel. */
export function renderTile(look: Look, tile: Tile): Promise<Buffer> {
  return sharp(Buffer.from(drawTile(look, tile)))
    .png({ palette: true, colours: 16, dither: 0, compressionLevel: 9, effort: 10 })
    .toBuffer()
}

async function drawAll(): Promise<void> {
  // Safe for a tool of our own: the site's own check reads the same file with its full schema.
  const wishes = JSON.parse(await readFile(join(SITE_FOLDER, 'site.json'), 'utf8')) as TileWishes
  const tiles = wantedTiles(wishes)
  for (const look of LOOKS) {
    const folder = join(SITE_FOLDER, 'tiles', look)
    await rm(folder, { recursive: true, force: true })
    let bytes = 0
    for (const tile of tiles) {
      const file = join(folder, tilePath(tile))
      const png = await renderTile(look, tile)
      bytes += png.length
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, png)
    }
    console.log(`${look}: ${tiles.length} tiles, ${Math.round(bytes / 1000)} kB`)
  }
}

if (import.meta.main) {
  const [command, mapFile] = process.argv.slice(2)
  if (command === 'land' && mapFile) await writeFile(LAND_FILE, `${JSON.stringify(cutLand(JSON.parse(await readFile(mapFile, 'utf8'))))}\n`)
  else await drawAll()
}
