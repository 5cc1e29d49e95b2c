/** An offline map as the browser stores it: a cache of its own, filled with tiles under their addresses. */
import { type BaseMap, countTiles, coverOf, type OfflineMap, overviewOf, type Site, tilePath, tilesKey, tilesOf } from '@trailwarden/site'

export type MapPack = Omit<OfflineMap, 'role'> & {
  /** The base map whose tiles it holds. */
  base: BaseMap
  cacheName: string
  /** All that is downloaded: the map's own tiles and its overview. */
  tileCount: number
  overviewCount: number
  /** By which the site's data tells what it weighs. */
  sizeKey: string
}

/** FNV-1a: short, and another for another text; nothing depends on its being hard to guess. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

const packPrefix = (slug: string) => `map:${slug}:`

/** Of the caches there are, those of this map: its own, and those of earlier versions with other tiles or bounds. */
export const cachesOf = ({ slug }: Pick<MapPack, 'slug'>, names: readonly string[]) =>
  names.filter((name) => name.startsWith(packPrefix(slug)))

/** The maps a person may download. A base map whose provider forbids keeping its tiles offers none. */
export function packsOf({ baseMaps, offlineMaps }: Pick<Site, 'baseMaps' | 'offlineMaps'>, role: number): MapPack[] {
  const isFor = ({ role: needed = 0 }: { role?: number | undefined }) => role >= needed
  const base = baseMaps.find((one) => one.offlineAllowed && isFor(one))
  if (!base) return []
  const packs = offlineMaps.filter(isFor).map(({ role: _, ...wanted }) => {
    const map = { ...wanted, ...coverOf(wanted, base) }
    const overviewCount = countTiles(overviewOf(map, base))
    return {
      ...map,
      base,
      // Without the overview: whoever has the map from before it was part of it fetches that alone.
      cacheName: packPrefix(map.slug) + fingerprint(JSON.stringify([base.url, map.bounds, map.minZoom, map.maxZoom])),
      tileCount: overviewCount + countTiles(map),
      overviewCount,
      sizeKey: tilesKey(base.id, map.slug),
    }
  })
  // A base map need not reach every network.
  return packs.filter(({ tileCount }) => tileCount > 0)
}

/** Where each tile of a pack is fetched from, as whole addresses. Far zooms first: an interrupted download already shows the whole area. */
export function tileAddresses(pack: MapPack, origin: string): string[] {
  const tiles = [...tilesOf(overviewOf(pack, pack.base)), ...tilesOf(pack)]
  return tiles.map((tile) => new URL(tilePath(pack.base, tile), origin).href)
}
