import { type BaseMap, countTiles, coverOf, type OfflineMap, overviewOf, type Site, tilePath, tilesKey, tilesOf } from '@trailwarden/site'

export type MapPack = Omit<OfflineMap, 'role'> & {
  base: BaseMap
  cacheName: string
  /** The map's own tiles and its overview's. */
  tileCount: number
  overviewCount: number
  sizeKey: string
}

/** FNV-1a is a short hash, which doesn't need to be hard to guess. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

const packPrefix = (slug: string) => `map:${slug}:`

export const cachesOf = ({ slug }: Pick<MapPack, 'slug'>, names: readonly string[]) =>
  names.filter((name) => name.startsWith(packPrefix(slug)))

/** Some providers forbid storing tiles. */
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
      // The overview isn't part of the cache name, so that people with an older map download only the overview.
      cacheName: packPrefix(map.slug) + fingerprint(JSON.stringify([base.url, map.bounds, map.minZoom, map.maxZoom])),
      tileCount: overviewCount + countTiles(map),
      overviewCount,
      sizeKey: tilesKey(base.id, map.slug),
    }
  })
  // A base map may not cover every network.
  return packs.filter(({ tileCount }) => tileCount > 0)
}

/** Low zooms come first, so that an interrupted download already shows the whole area. */
export function tileAddresses(pack: MapPack, origin: string): string[] {
  const tiles = [...tilesOf(overviewOf(pack, pack.base)), ...tilesOf(pack)]
  return tiles.map((tile) => new URL(tilePath(pack.base, tile), origin).href)
}
