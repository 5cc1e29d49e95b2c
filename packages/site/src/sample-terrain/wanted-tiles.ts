/** Which tiles a site's invented ground is drawn on. */
import type { Site } from '../schema.ts'
import type { LookName } from './looks.ts'
import { type Tile, tilesAround, tilesWithin } from './tile-grid.ts'

/** A picture from above is blurred anyway: one zoom less is half of its bytes, and the map enlarges it. */
export const LAST_ZOOM: Readonly<Record<LookName, number>> = { topographic: 15, dark: 15, satellite: 14 }

/** A phone held upright shows more rows at these zooms, and fine screens draw tiles from one zoom closer. */
const TALL_ZOOMS = [9, 10, 11]

/** Every tile once: a screenful around the centre at low zooms, the networks at middle ones, the offline maps in full. */
export function wantedTiles({ defaultView, networks, offlineMaps }: Pick<Site, 'defaultView' | 'networks' | 'offlineMaps'>): Tile[] {
  const centre = [defaultView.lng, defaultView.lat] as const
  const tiles: Tile[] = []
  for (let z = defaultView.minZoom; z <= 11; z += 1) tiles.push(...tilesAround(centre, z, 3, TALL_ZOOMS.includes(z) ? 4 : 2))
  // Where the map opens, the widest desktop has room to move.
  tiles.push(...tilesAround(centre, 12, 6, 4))
  // Beyond the offline maps the app enlarges these.
  for (const { bounds } of networks) tiles.push(...tilesWithin(bounds, 12, 13))
  for (const { bounds, minZoom, maxZoom } of offlineMaps) tiles.push(...tilesWithin(bounds, minZoom, maxZoom))
  return [...new Map(tiles.map((tile) => [`${tile.z}/${tile.x}/${tile.y}`, tile])).values()]
}
