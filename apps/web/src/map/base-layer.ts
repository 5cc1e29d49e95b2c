/** The raster under everything else. It also knows when there is none of it in view, which looks the same as a sea. */
import Collection from 'ol/Collection.js'
import { getIntersection, isEmpty } from 'ol/extent.js'
import LayerGroup from 'ol/layer/Group.js'
import type TileLayer from 'ol/layer/Tile.js'
import type OlMap from 'ol/Map.js'
import type XYZ from 'ol/source/XYZ.js'
import { COARSER_ZOOMS, createTileLayer } from './base-tiles.ts'
import type { BaseTiles } from './map-data.ts'

export class BaseLayer {
  /** Of one layer at a time, another for each look: whether the page dims it goes by its class, which a layer has for good. */
  readonly layer = new LayerGroup()
  private readonly onMissing: (isMissing: boolean) => void
  private readonly failed = new Set<string>()
  private map: OlMap | null = null
  private shown: { tiles: BaseTiles; isDark: boolean; layer: TileLayer<XYZ>; source: XYZ } | null = null
  private isMissing = false

  constructor(onMissing: (isMissing: boolean) => void) {
    this.onMissing = onMissing
  }

  /** Once its map is made, which takes the layer at its making. */
  follow(map: OlMap): void {
    this.map = map
    map.on('moveend', () => this.look())
  }

  show(tiles: BaseTiles, isDark: boolean): void {
    if (tiles === this.shown?.tiles && isDark === this.shown.isDark) return
    const { layer, source } = createTileLayer(tiles, isDark)
    this.shown = { tiles, isDark, layer, source }
    this.failed.clear()
    source.on('tileloaderror', ({ tile }) => {
      this.failed.add(String(tile.getTileCoord()))
      this.look()
    })
    source.on('tileloadend', ({ tile }) => {
      if (this.failed.delete(String(tile.getTileCoord())) || this.isMissing) this.look()
    })
    this.layer.setLayers(new Collection([layer]))
    this.look()
  }

  /** A tile that failed is not asked for again by itself. */
  tryAgain(): void {
    this.failed.clear()
    this.look()
    this.shown?.source.refresh()
  }

  /** Missing is a view of which every tile has failed. One that is still on its way is none of those. */
  private look(): void {
    const isMissing = this.failed.size > 0 && this.hasFailedAllOver()
    if (isMissing === this.isMissing) return
    this.isMissing = isMissing
    this.onMissing(isMissing)
  }

  /** The coarser ones too, which would be enlarged. */
  private hasFailedAllOver(): boolean {
    const [view, shown] = [this.map?.getView(), this.shown]
    const [grid, resolution] = [shown?.source.getTileGrid(), view?.getResolution()]
    if (!view || !shown || !grid || resolution === undefined) return false
    const inView = view.calculateExtent(this.map?.getSize())
    const extent = getIntersection(inView, shown.layer.getExtent() ?? inView)
    if (isEmpty(extent)) return false
    const zoom = grid.getZForResolution(resolution, shown.source.zDirection)
    let isAllOver = true
    for (let z = zoom; z >= Math.max(zoom - COARSER_ZOOMS, grid.getMinZoom()); z--)
      grid.forEachTileCoord(extent, z, (tile) => {
        isAllOver &&= this.failed.has(String(tile))
      })
    return isAllOver
  }
}
