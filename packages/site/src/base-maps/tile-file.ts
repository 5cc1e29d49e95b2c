/** Only supports images, because the map engine draws no vectors. Error messages are sentences for the person who selected the file. */
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { PMTiles, type Source, TileType } from 'pmtiles'
import type { Bounds } from '../site-json/schema.ts'
import type { Tile } from './tile-cover.ts'

export type TileFile = {
  minZoom: number
  maxZoom: number
  bounds: Bounds | null
  attribution: string | null
  isSample: boolean
  tile(tile: Tile): Promise<Uint8Array | null>
  close(): Promise<void>
}

export const isTileFile = (name: string): boolean => /\.(pm|mb)tiles$/i.test(name)

const MAGIC: readonly [type: string, at: number, bytes: string][] = [
  ['image/png', 0, '\x89PNG'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/webp', 8, 'WEBP'],
  ['image/avif', 4, 'ftypavif'],
]

/** Reads the type from the bytes, because the file's metadata may be wrong. */
export function pictureType(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  return MAGIC.find(([, at, magic]) => start.startsWith(magic, at))?.[0] ?? null
}

const VECTORS = 'holds vector tiles; the map only draws images (PNG, JPEG, WebP or AVIF): request a raster version'

const boundsOf = ([west = 0, south = 0, east = 0, north = 0]: readonly number[]): Bounds | null =>
  west < east && south < north
    ? { west: Math.max(west, -180), south: Math.max(south, -85), east: Math.min(east, 180), north: Math.min(north, 85) }
    : null

const textOf = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null)

async function openPmtiles(path: string): Promise<TileFile> {
  const file = await open(path)
  const source: Source = {
    getKey: () => path,
    async getBytes(offset, length) {
      const data = new ArrayBuffer(length)
      const { bytesRead } = await file.read(new Uint8Array(data), 0, length, offset)
      return { data: data.slice(0, bytesRead) }
    },
  }
  try {
    const tiles = new PMTiles(source)
    const { tileType, minZoom, maxZoom, minLon, minLat, maxLon, maxLat } = await tiles.getHeader()
    if (tileType === TileType.Mvt || tileType === TileType.Mlt) throw new Error(VECTORS)
    // Safe: reads properties of an unknown value.
    const metadata = (await tiles.getMetadata()) as { attribution?: unknown; sample?: unknown } | null
    return {
      minZoom,
      maxZoom,
      bounds: boundsOf([minLon, minLat, maxLon, maxLat]),
      attribution: textOf(metadata?.attribution),
      isSample: metadata?.sample === true,
      async tile({ z, x, y }) {
        const found = await tiles.getZxy(z, x, y)
        return found ? new Uint8Array(found.data) : null
      },
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function openMbtiles(path: string): Promise<TileFile> {
  // Loaded on first use, because Node prints an experimental warning when it loads this module.
  const { DatabaseSync } = await import('node:sqlite')
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    const rows = database.prepare('select name, value from metadata').all()
    const about = new Map(rows.map(({ name, value }) => [String(name), String(value)]))
    if (about.get('format') === 'pbf') throw new Error(VECTORS)
    const zooms = database.prepare('select min(zoom_level) as "from", max(zoom_level) as "to" from tiles').get()
    if (typeof zooms?.from !== 'number' || typeof zooms.to !== 'number') throw new Error('has no tiles')
    const select = database.prepare('select tile_data from tiles where zoom_level = ? and tile_column = ? and tile_row = ?')
    return {
      minZoom: zooms.from,
      maxZoom: zooms.to,
      bounds: boundsOf((about.get('bounds') ?? '').split(',').map(Number)),
      attribution: textOf(about.get('attribution')),
      isSample: false,
      async tile({ z, x, y }) {
        // MBTiles count rows from the south.
        const data = select.get(z, x, 2 ** z - 1 - y)?.tile_data
        return data instanceof Uint8Array ? data : null
      },
      close: async () => database.close(),
    }
  } catch (error) {
    database.close()
    throw error
  }
}

export async function openTileFile(path: string): Promise<TileFile> {
  const name = basename(path)
  if (!isTileFile(name)) throw new Error(`${name} is neither a .pmtiles nor a .mbtiles file`)
  if (!(await stat(path).catch(() => null))?.isFile()) throw new Error(`there is no file ${name}`)
  try {
    return await (/\.pmtiles$/i.test(name) ? openPmtiles(path) : openMbtiles(path))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(reason === VECTORS ? `${name} ${VECTORS}` : `${name} cannot be read: ${reason}`, { cause })
  }
}
