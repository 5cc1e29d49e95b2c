/** One base map's tiles on the screen, and what of them could not be had. */
import { containsExtent, getIntersection, isEmpty } from 'ol/extent.js'
import type TileLayer from 'ol/layer/Tile.js'
import type XYZ from 'ol/source/XYZ.js'
import type Tile from 'ol/Tile.js'
import type View from 'ol/View.js'
import { COARSER_ZOOMS, createTileLayer } from './base-tiles.ts'
import type { BaseTiles } from './map-data.ts'

/** A tile that failed is asked for again when the map is moved this long after. */
const AGAIN_AFTER_MS = 30_000

export class Ground {
  readonly tiles: BaseTiles
  readonly layer: TileLayer<XYZ>
  private readonly source: XYZ
  private readonly failed = new Map<string, { tile: Tile; at: number }>()

  /** `onChange`: a tile failed, or one that had failed is there. */
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
      // One that comes where none has failed may end what was missing, too.
      this.failed.delete(String(tile.getTileCoord()))
      onChange()
    })
  }

  tryAgain(): void {
    this.failed.clear()
    this.source.refresh()
  }

  /** The provider may answer again. */
  tryStaleAgain(): void {
    const before = performance.now() - AGAIN_AFTER_MS
    for (const [key, { tile, at }] of this.failed)
      if (at < before) {
        this.failed.delete(key)
        tile.load()
      }
  }

  /** Whether it covers the whole view, as far as is known: tiles on their way count as there. */
  fills(view: View, size: number[] | undefined): boolean {
    const inView = view.calculateExtent(size)
    const isInRange = (view.getZoom() ?? 0) > this.layer.getMinZoom() && containsExtent(this.layer.getExtent() ?? inView, inView)
    return isInRange && (this.failed.size === 0 || !this.has(view, size, 0, 'some'))
  }

  /** Whether every tile in view has failed, the coarser ones too, which would be enlarged. */
  isMissing(view: View, size: number[] | undefined): boolean {
    return this.failed.size > 0 && this.has(view, size, COARSER_ZOOMS, 'every')
  }

  /** Whether some or every tile in view has failed, of the zoom that is drawn and of so many coarser ones. */
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
