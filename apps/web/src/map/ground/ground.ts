/** Each base map remembers which of its tiles failed to load. */
import { containsExtent, getIntersection, isEmpty } from 'ol/extent.js'
import type TileLayer from 'ol/layer/Tile.js'
import type XYZ from 'ol/source/XYZ.js'
import type Tile from 'ol/Tile.js'
import type View from 'ol/View.js'
import type { BaseTiles } from '../map-data.ts'
import { COARSER_ZOOMS, createTileLayer } from './base-tiles.ts'

/** Moving the map requests a failed tile again after this time. */
const AGAIN_AFTER_MS = 30_000

export class Ground {
  readonly tiles: BaseTiles
  readonly layer: TileLayer<XYZ>
  private readonly source: XYZ
  private readonly failed = new Map<string, { tile: Tile; at: number }>()

  constructor(tiles: BaseTiles, isDark: boolean, onChange: () => void) {
    this.tiles = tiles
    const { layer, source } = createTileLayer(tiles, isDark)
    this.layer = layer
    this.source = source
    source.on('tileloaderror', ({ tile }) => {
      this.failed.set(String(tile.getTileCoord()), { tile, at: performance.now() })
      onChange()
    })
    source.on('tileloadend', ({ tile }) => {
      // A tile that never failed can end the missing state, so every loaded tile is reported.
      this.failed.delete(String(tile.getTileCoord()))
      onChange()
    })
  }

  tryAgain(): void {
    this.failed.clear()
    this.source.refresh()
  }

  /** The provider may respond again. */
  tryStaleAgain(): void {
    const before = performance.now() - AGAIN_AFTER_MS
    for (const [key, { tile, at }] of this.failed)
      if (at < before) {
        this.failed.delete(key)
        tile.load()
      }
  }

  fills(view: View, size: number[] | undefined): boolean {
    const inView = view.calculateExtent(size)
    const isInRange = (view.getZoom() ?? 0) > this.layer.getMinZoom() && containsExtent(this.layer.getExtent() ?? inView, inView)
    return isInRange && (this.failed.size === 0 || !this.has(view, size, 0, 'some'))
  }

  /** Coarser tiles could be enlarged, so they count too. */
  isMissing(view: View, size: number[] | undefined): boolean {
    return this.failed.size > 0 && this.has(view, size, COARSER_ZOOMS, 'every')
  }

  /** Only tiles of lower zooms are there, so the picture is blurred. */
  isCoarse(view: View, size: number[] | undefined): boolean {
    return this.failed.size > 0 && this.has(view, size, 0, 'every')
  }

  /** Tiles at the current zoom level and up to `coarser` levels above count. */
  private has(view: View, size: number[] | undefined, coarser: number, how: 'some' | 'every'): boolean {
    const [grid, resolution] = [this.source.getTileGrid(), view.getResolution()]
    if (!grid || resolution === undefined) return false
    const inView = view.calculateExtent(size)
    const extent = getIntersection(inView, this.layer.getExtent() ?? inView)
    if (isEmpty(extent)) return false
    const zoom = grid.getZForResolution(resolution, this.source.zDirection)
    const failed: boolean[] = []
    for (let z = zoom; z >= Math.max(zoom - coarser, grid.getMinZoom()); z--)
      grid.forEachTileCoord(extent, z, (tile) => failed.push(this.failed.has(String(tile))))
    return how === 'some' ? failed.includes(true) : !failed.includes(false)
  }
}
