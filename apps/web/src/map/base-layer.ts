/** The raster under everything else. It also knows when there is none of it in view, which looks the same as a sea. */
import { getIntersection, isEmpty } from 'ol/extent.js'
import TileLayer from 'ol/layer/Tile.js'
import type OlMap from 'ol/Map.js'
import { transformExtent } from 'ol/proj.js'
import XYZ from 'ol/source/XYZ.js'
import type { BaseTiles } from './map-data.ts'

export class BaseLayer {
  readonly layer = new TileLayer<XYZ>({ className: 'map-base' })
  private readonly onMissing: (isMissing: boolean) => void
  private readonly failed = new Set<string>()
  private map: OlMap | null = null
  private tiles: BaseTiles | null = null
  private isMissing = false

  constructor(onMissing: (isMissing: boolean) => void) {
    this.onMissing = onMissing
  }

  /** Once its map is made, which takes the layer at its making. */
  follow(map: OlMap): void {
    this.map = map
    map.on('moveend', () => this.look())
  }

  show(tiles: BaseTiles): void {
    if (tiles === this.tiles) return
    this.tiles = tiles
    const { url, minZoom, maxZoom, bounds } = tiles
    const source = new XYZ({ url, minZoom, maxZoom, crossOrigin: 'anonymous', transition: 0 })
    this.failed.clear()
    source.on('tileloaderror', ({ tile }) => {
      this.failed.add(String(tile.getTileCoord()))
      this.look()
    })
    source.on('tileloadend', ({ tile }) => {
      if (this.failed.delete(String(tile.getTileCoord())) || this.isMissing) this.look()
    })
    this.layer.setSource(source)
    this.layer.setExtent(
      bounds ? transformExtent([bounds.west, bounds.south, bounds.east, bounds.north], 'EPSG:4326', 'EPSG:3857') : undefined,
    )
    this.look()
  }

  /** A tile that failed is not asked for again by itself. */
  tryAgain(): void {
    this.failed.clear()
    this.look()
    this.layer.getSource()?.refresh()
  }

  /** Missing is a view of which every tile has failed. One that is still on its way is none of those. */
  private look(): void {
    const isMissing = this.failed.size > 0 && this.hasFailedAllOver()
    if (isMissing === this.isMissing) return
    this.isMissing = isMissing
    this.onMissing(isMissing)
  }

  private hasFailedAllOver(): boolean {
    const [view, source] = [this.map?.getView(), this.layer.getSource()]
    const [grid, resolution] = [source?.getTileGrid(), view?.getResolution()]
    if (!view || !source || !grid || resolution === undefined) return false
    const inView = view.calculateExtent(this.map?.getSize())
    const extent = getIntersection(inView, this.layer.getExtent() ?? inView)
    if (isEmpty(extent)) return false
    let isAllOver = true
    grid.forEachTileCoord(extent, grid.getZForResolution(resolution, source.zDirection), (tile) => {
      isAllOver &&= this.failed.has(String(tile))
    })
    return isAllOver
  }
}
