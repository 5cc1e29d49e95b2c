/** A base map's tiles: as sharp as the screen, in the look of the theme, and never bare where anything can be shown. */
import type ImageTile from 'ol/ImageTile.js'
import TileLayer from 'ol/layer/Tile.js'
import { transformExtent } from 'ol/proj.js'
import XYZ from 'ol/source/XYZ.js'
import type Tile from 'ol/Tile.js'
import { createXYZ } from 'ol/tilegrid.js'
import { renderXYZTemplate } from 'ol/uri.js'
import { PIXEL_RATIO } from './canvas.ts'
import type { BaseTiles } from './map-data.ts'

const TILE_PX = 256
const FINE_FROM = 1.4
/** Where a tile is missing, coarser ones are enlarged: a network's last zooms are drawn only where its trails are. */
export const COARSER_ZOOMS = 3
/** So long a dark tile may take. Deep in the forest a request may hang for a minute, and the downloaded light one is at hand. */
const PATIENCE_MS = 3000

/** The class says whether the page dims it: tiles that are dark already are left as they are. */
const classOf = (isOwnDark: boolean) => (isOwnDark ? 'map-base-dark' : 'map-base')

export function createTileLayer(base: BaseTiles, isDark: boolean): { layer: TileLayer<XYZ>; source: XYZ } {
  const { url, darkUrl, minZoom, maxZoom, bounds } = base
  const isOwnDark = isDark && darkUrl !== undefined
  // Names in a tile would be half as tall, so only tiles without any are drawn at half their size, from one zoom closer.
  const isFine = PIXEL_RATIO > FINE_FROM && base.hasNames === false
  const source = new XYZ({
    url: isOwnDark ? darkUrl : url,
    tileGrid: createXYZ({ minZoom, maxZoom, tileSize: isFine ? TILE_PX / 2 : TILE_PX }),
    tilePixelRatio: isFine ? 2 : 1,
    // Between two zooms a coarse screen shrinks the closer tiles rather than enlarge the farther ones; names would become too small.
    zDirection: isFine || base.hasNames !== false ? 0 : -1,
    crossOrigin: 'anonymous',
    transition: 0,
    ...(isOwnDark && { tileLoadFunction: (tile: Tile, address: string) => loadDark(tile as ImageTile, address, url) }),
  })
  const layer = new TileLayer({ source, className: classOf(isOwnDark), preload: COARSER_ZOOMS })
  if (bounds) layer.setExtent(transformExtent([bounds.west, bounds.south, bounds.east, bounds.north], 'EPSG:4326', 'EPSG:3857'))
  return { layer, source }
}

async function readPicture(address: string): Promise<HTMLImageElement> {
  const picture = new Image()
  picture.crossOrigin = 'anonymous'
  picture.src = address
  await picture.decode()
  return picture
}

/**
 * A dark tile, or the light one dimmed where there is none: downloaded maps hold the light ones alone. A dark one that comes late takes
 * the place of the other.
 */
function loadDark(tile: ImageTile, address: string, lightUrl: string): void {
  const [z = 0, x = 0, y = 0] = tile.getTileCoord()
  // The tile listens to this one until it is given another.
  const awaited = tile.getImage()
  let [isDarkShown, isLightShown] = [false, false]
  let light: Promise<void> | null = null
  const showLight = () => {
    light ??= readPicture(renderXYZTemplate(lightUrl, z, x, y)).then((picture) => {
      if (isDarkShown) return
      isLightShown = true
      tile.setImage(dimmed(picture))
    })
    return light
  }
  // A light one that cannot be had either is nothing to wait for: then the dark one decides.
  const timer = setTimeout(() => showLight().catch(() => {}), PATIENCE_MS)
  readPicture(address)
    .then((picture) => {
      isDarkShown = true
      tile.setImage(picture)
    }, showLight)
    .catch(() => {
      if (!isLightShown) awaited.dispatchEvent(new Event('error'))
    })
    .finally(() => clearTimeout(timer))
}

/** As the page's own filter dims base maps without a dark look: less bright and less colourful. */
function dimmed(picture: HTMLImageElement): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = picture.naturalWidth
  canvas.height = picture.naturalHeight
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('this browser cannot draw')
  pen.drawImage(picture, 0, 0)
  pen.globalCompositeOperation = 'saturation'
  pen.fillStyle = 'rgba(128,128,128,.3)'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.globalCompositeOperation = 'source-over'
  pen.fillStyle = 'rgba(0,0,0,.45)'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  return canvas
}
