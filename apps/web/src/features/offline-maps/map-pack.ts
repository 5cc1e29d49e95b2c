/** An offline map as the browser stores it: a cache of its own, filled with tiles under their addresses. */
import { type BaseMap, countTiles, type OfflineMap, type Site, tilesOf } from '@trailwarden/site'

export type MapPack = Omit<OfflineMap, 'role'> & {
  /** The base map whose tiles it holds. */
  base: BaseMap
  cacheName: string
  tileCount: number
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
  return offlineMaps.filter(isFor).map(({ role: _, ...map }) => ({
    ...map,
    base,
    cacheName: packPrefix(map.slug) + fingerprint(JSON.stringify([base.url, map.bounds, map.minZoom, map.maxZoom])),
    tileCount: countTiles(map),
  }))
}

const fill = (template: string, tile: { z: number; x: number; y: number }) =>
  template.replace(/\{([zxy])\}/g, (_, name: 'z' | 'x' | 'y') => String(tile[name]))

/** Where each tile of a pack is fetched from, as whole addresses. */
export function tileAddresses(pack: MapPack, origin: string): string[] {
  return [...tilesOf(pack)].map((tile) => new URL(fill(pack.base.url, tile), origin).href)
}

/** A tile near the middle of the pack: a picture of it. */
export function pictureOf({ bounds, minZoom, base }: MapPack): string {
  const lng = (bounds.west + bounds.east) / 2
  const lat = (bounds.south + bounds.north) / 2
  const [tile] = tilesOf({ bounds: { west: lng, east: lng, south: lat, north: lat }, minZoom, maxZoom: minZoom })
  return fill(base.url, tile ?? { z: 0, x: 0, y: 0 })
}
