import { join } from 'node:path'
import type { BaseMap, OfflineMap, Site } from '../site-json/schema.ts'
import { tilesKey } from '../survey/records.ts'
import { coverOf, overviewOf, tilesOf } from './tile-cover.ts'
import { openTileFile, type TileFile } from './tile-file.ts'

/** A folder in the site's folder, or a symbolic link to a larger disk. */
export const BASE_MAPS_FOLDER = 'base-maps'

export type FileBaseMap = BaseMap & { file: string }
export const isFromFile = (base: BaseMap): base is FileBaseMap => base.file !== undefined

export const openBaseMapFile = (siteFolder: string, { file }: FileBaseMap): Promise<TileFile> =>
  openTileFile(join(siteFolder, BASE_MAPS_FOLDER, file))

async function weigh(file: TileFile, base: BaseMap, map: OfflineMap): Promise<{ bytes: number; missing: number; count: number }> {
  let [bytes, missing, count] = [0, 0, 0]
  for (const cover of [overviewOf(map, base), coverOf(map, base)])
    for (const tile of tilesOf(cover)) {
      const length = (await file.tile(tile))?.byteLength ?? 0
      count++
      bytes += length
      if (length === 0) missing++
    }
  return { bytes, missing, count }
}

export type BaseMapFiles = { bytes: Record<string, number>; issues: { id: string; detail: string }[] }

async function readOne(base: FileBaseMap, file: TileFile, offlineMaps: readonly OfflineMap[], found: BaseMapFiles): Promise<void> {
  const issue = (detail: string) => found.issues.push({ id: base.id, detail })
  if (base.minZoom < file.minZoom || base.maxZoom > file.maxZoom)
    issue(`${base.file} has zooms ${file.minZoom} to ${file.maxZoom}, but the entry has ${base.minZoom} to ${base.maxZoom}`)
  if (!base.offlineAllowed) return
  for (const map of offlineMaps) {
    const { bytes, missing, count } = await weigh(file, base, map)
    if (missing === 0) found.bytes[tilesKey(base.id, map.slug)] = bytes
    // Without these tiles, a download could never finish.
    else issue(`${missing} of ${count} tiles of the offline map ${map.title} are not in ${base.file}: set "offlineAllowed": false`)
  }
}

export async function readBaseMapFiles(siteFolder: string, { baseMaps, offlineMaps }: Site): Promise<BaseMapFiles> {
  const found: BaseMapFiles = { bytes: {}, issues: [] }
  for (const base of baseMaps.filter(isFromFile)) {
    try {
      const file = await openBaseMapFile(siteFolder, base)
      await readOne(base, file, offlineMaps, found).finally(() => file.close())
    } catch (error) {
      found.issues.push({ id: base.id, detail: error instanceof Error ? error.message : String(error) })
    }
  }
  return found
}
