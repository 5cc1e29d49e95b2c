import type { LonLat } from '@trailwarden/domain'
import { type BaseMap, type Bounds, boundsOfTile, tilePath, tilesOf } from '@trailwarden/site'

/** Sharp enough for a desktop. Phones scale down the tiles. */
const ZOOM = 15

type Props = { base: BaseMap; bounds: Bounds; spotOf: (position: LonLat) => { x: number; y: number } }

/** The tiles come from the server or a downloaded map, and the sketch works without them. */
export function Ground({ base, bounds, spotOf }: Props) {
  const zoom = Math.min(ZOOM, base.maxZoom)
  return [...tilesOf({ bounds, minZoom: zoom, maxZoom: zoom })].map((tile) => {
    const { west, north, east, south } = boundsOfTile(tile)
    const [from, to] = [spotOf([west, north]), spotOf([east, south])]
    const href = tilePath(base, tile)
    // Scaled tiles would show seams, so each is slightly larger than a tile.
    return <image key={href} href={href} x={from.x} y={from.y} width={to.x - from.x + 0.3} height={to.y - from.y + 0.3} />
  })
}
