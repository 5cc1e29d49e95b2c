/** Tests use small files with one-pixel images. The sample terrain also uses this code. */
import { writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { crc32, deflateSync, gzipSync } from 'node:zlib'
import { TileType, zxyToTileId } from 'pmtiles'

export type DotColour = [red: number, green: number, blue: number]

/** A PNG with one pixel, which a map enlarges to a whole tile. */
export function dotPicture(colour: DotColour): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const content = Buffer.concat([Buffer.from(name, 'latin1'), data])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    check.writeUInt32BE(crc32(content))
    return Buffer.concat([length, content, check])
  }
  const header = chunk('IHDR', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]))
  const dot = chunk('IDAT', deflateSync(Buffer.from([0, ...colour])))
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), header, dot, chunk('IEND', Buffer.alloc(0))])
}

type Contents = {
  tiles: { z: number; x: number; y: number; data: Buffer }[]
  bounds: [west: number, south: number, east: number, north: number]
  attribution?: string
  isVector?: boolean
  isWebp?: boolean
  isSample?: boolean
}

const zoomsOf = ({ tiles }: Contents) => [Math.min(...tiles.map(({ z }) => z)), Math.max(...tiles.map(({ z }) => z))] as const

function varint(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80)
  return [...bytes, rest]
}

/** PMTiles version 3 with one directory, which is enough for a few thousand tiles. */
export function writePmtiles(path: string, contents: Contents): void {
  const tiles = contents.tiles.map((tile) => ({ ...tile, id: zxyToTileId(tile.z, tile.x, tile.y) })).sort((a, b) => a.id - b.id)
  let end = 0
  const offsets = tiles.map(({ data }) => {
    end += data.length
    return end - data.length
  })
  const columns = [
    [tiles.length],
    tiles.map(({ id }, i) => id - (tiles[i - 1]?.id ?? 0)),
    tiles.map(() => 1),
    tiles.map(({ data }) => data.length),
    offsets.map((offset) => offset + 1),
  ]
  const root = gzipSync(Uint8Array.from(columns.flat().flatMap(varint)))
  const { attribution, isSample } = contents
  const about = gzipSync(JSON.stringify({ ...(attribution !== undefined && { attribution }), ...(isSample && { sample: true }) }))
  const header = Buffer.alloc(127)
  header.write('PMTiles', 0, 'latin1')
  header[7] = 3
  const dataAt = 127 + root.length + about.length
  const numbers = [127, root.length, 127 + root.length, about.length, dataAt, 0, dataAt, end, tiles.length, tiles.length, tiles.length]
  for (const [i, value] of numbers.entries()) header.writeBigUInt64LE(BigInt(value), 8 + i * 8)
  const [minZoom, maxZoom] = zoomsOf(contents)
  // In order: clustered, gzipped directories, uncompressed tiles, the tile type, and the zooms.
  const type = contents.isVector ? TileType.Mvt : contents.isWebp ? TileType.Webp : TileType.Png
  header.set([1, 2, 1, type, minZoom, maxZoom], 96)
  for (const [i, degrees] of contents.bounds.entries()) header.writeInt32LE(Math.round(degrees * 1e7), 102 + i * 4)
  writeFileSync(path, Buffer.concat([header, root, about, ...tiles.map(({ data }) => data)]))
}

export function writeMbtiles(path: string, contents: Contents): void {
  const database = new DatabaseSync(path)
  database.exec('create table metadata (name text, value text)')
  database.exec('create table tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob)')
  const note = database.prepare('insert into metadata values (?, ?)')
  note.run('format', contents.isVector ? 'pbf' : 'png')
  note.run('bounds', contents.bounds.join(','))
  if (contents.attribution !== undefined) note.run('attribution', contents.attribution)
  const add = database.prepare('insert into tiles values (?, ?, ?, ?)')
  for (const { z, x, y, data } of contents.tiles) add.run(z, x, 2 ** z - 1 - y, data)
  database.close()
}
