import type { LonLat } from '@trailwarden/domain'
import { type BaseMap, type Bounds, boundsOfTile, tilePath, tilesOf } from '@trailwarden/site'

/** Sharp enough for a desktop; a phone shows the same tiles smaller. */
const ZOOM = 15

type Props = { base: BaseMap; bounds: Bounds; spotOf: (position: LonLat) => { x: number; y: number } }

/** The base map's tiles under the sketch, where they can be had: from the network, or from a downloaded map. What is missing leaves the sketch as it is. */
export function Ground({ base, bounds, spotOf }: Props) {
  const zoom = Math.min(ZOOM, base.maxZoom)
  return [...tilesOf({ bounds, minZoom: zoom, maxZoom: zoom })].map((tile) => {
    const { west, north, east, south } = boundsOfTile(tile)
    const [from, to] = [spotOf([west, north]), spotOf([east, south])]
    const href = tilePath(base, tile)
    // A little larger than a tile: scaled, they would show seams.
    return <image key={href} href={href} x={from.x} y={from.y} width={to.x - from.x + 0.3} height={to.y - from.y + 0.3} />
  })
}
