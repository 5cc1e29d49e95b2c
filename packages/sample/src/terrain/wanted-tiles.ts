import type { Site } from '@trailwarden/site'
import type { LookName } from './paint/looks.ts'
import { type Tile, tilesAround, tilesWithin } from './tile-grid.ts'

/** The satellite style is blurred anyway, so the map enlarges the tiles of a lower zoom. The files are then half as large. */
export const LAST_ZOOM: Readonly<Record<LookName, number>> = { topographic: 15, dark: 15, satellite: 14 }

/** Phones in portrait orientation show more rows at these zooms, and high-resolution screens use tiles from one zoom closer. */
const TALL_ZOOMS = [9, 10, 11]

/** A screenful around the centre at low zooms, the networks at middle zooms, and the complete offline maps. */
export function wantedTiles({ defaultView, networks, offlineMaps }: Pick<Site, 'defaultView' | 'networks' | 'offlineMaps'>): Tile[] {
  const centre = [defaultView.lng, defaultView.lat] as const
  const tiles: Tile[] = []
  for (let z = defaultView.minZoom; z <= 11; z += 1) tiles.push(...tilesAround(centre, z, 3, TALL_ZOOMS.includes(z) ? 4 : 2))
  // Enough tiles to pan the map at its default view on the widest screen.
  tiles.push(...tilesAround(centre, 12, 6, 4))
  // Outside the offline maps, the app enlarges these tiles.
  for (const { bounds } of networks) tiles.push(...tilesWithin(bounds, 12, 13))
  for (const { bounds, minZoom, maxZoom } of offlineMaps) tiles.push(...tilesWithin(bounds, minZoom, maxZoom))
  return [...new Map(tiles.map((tile) => [`${tile.z}/${tile.x}/${tile.y}`, tile])).values()]
}
