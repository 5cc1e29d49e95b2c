/**
 * Each map is either a folder of images or a PMTiles file with the folder's name, which avoids thousands of files in a repository. The
 * server uses one kind of address for folders and files.
 */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openTileFile, type TileFile } from './tile-file.ts'

/**
 * Marks a folder of tiles as invented land, so that the check recognises the land whatever `site.json` contains. PMTiles files have the
 * mark in their metadata.
 */
const SAMPLE_TILES_NOTE = 'SAMPLE-TERRAIN.txt'

const ADDRESS = /^\/?tiles\/([\w-]+)\/(\d+)\/(\d+)\/(\d+)(?:\.\w+)?$/

export type SiteTiles = {
  archives: ReadonlyMap<string, TileFile>
  sample: readonly string[]
  read(address: string): Promise<Uint8Array | null>
  sizeOf(address: string): Promise<number | null>
  close(): Promise<void>
}

export async function readIfExists<T, U>(reading: Promise<T>, otherwise: U): Promise<T | U> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return otherwise
    throw error
  }
}

export async function openSiteTiles(siteFolder: string): Promise<SiteTiles> {
  const folder = join(siteFolder, 'tiles')
  const entries = await readIfExists(readdir(folder, { withFileTypes: true }), [])
  const archives = new Map<string, TileFile>()
  const sample: string[] = []
  for (const entry of entries) {
    const [, archive] = /^([\w-]+)\.pmtiles$/.exec(entry.name) ?? []
    if (archive) {
      const file = await openTileFile(join(folder, entry.name))
      archives.set(archive, file)
      if (file.isSample) sample.push(archive)
    } else if (entry.isDirectory() && (await readdir(join(folder, entry.name))).includes(SAMPLE_TILES_NOTE)) sample.push(entry.name)
  }
  const inArchive = (address: string) => {
    const [, name = '', z, x, y] = ADDRESS.exec(address) ?? []
    return archives.get(name)?.tile({ z: Number(z), x: Number(x), y: Number(y) })
  }
  return {
    archives,
    sample: sample.sort(),
    read: async (address) => inArchive(address) ?? readIfExists(readFile(join(siteFolder, address)), null),
    async sizeOf(address) {
      const found = inArchive(address)
      return found ? ((await found)?.byteLength ?? null) : ((await readIfExists(stat(join(siteFolder, address)), null))?.size ?? null)
    },
    async close() {
      for (const archive of archives.values()) await archive.close()
    },
  }
}
