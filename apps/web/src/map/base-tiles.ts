/** A base map's tiles: as sharp as the screen, in the look of the theme, and never bare where anything can be shown. */
import { isOwnTiles, tilePath } from '@trailwarden/site'
import type ImageTile from 'ol/ImageTile.js'
import TileLayer from 'ol/layer/Tile.js'
import { transformExtent } from 'ol/proj.js'
import { TileSourceEvent } from 'ol/source/Tile.js'
import XYZ from 'ol/source/XYZ.js'
import type Tile from 'ol/Tile.js'
import { createXYZ } from 'ol/tilegrid.js'
import { PIXEL_RATIO } from './canvas.ts'
import type { BaseTiles } from './map-data.ts'

const TILE_PX = 256
const FINE_FROM = 1.4
/** Where a tile is missing, coarser ones are enlarged: a network's last zooms are drawn only where its trails are. */
export const COARSER_ZOOMS = 3
/** So long a dark tile may take. Deep in the forest a request may hang for a minute, and the downloaded light one is at hand. */
const PATIENCE_MS = 3000
/** So long a tile of another server may take before what lies below is shown in its place, which then has a second to come. */
const FOREIGN_PATIENCE_MS = 1500
/** After this nobody waits for it any more: requests that hang would queue up behind each other. */
const GIVE_UP_MS = 20_000

/** The class says whether the page dims it: tiles that are dark already are left as they are. */
const classOf = (isOwnDark: boolean) => (isOwnDark ? 'map-base-dark' : 'map-base')

export function createTileLayer(base: BaseTiles, isDark: boolean): { layer: TileLayer<XYZ>; source: XYZ } {
  const { url, darkUrl, subdomains, tileSize = TILE_PX, minZoom, maxZoom, bounds } = base
  const isOwnDark = isDark && darkUrl !== undefined
  const isForeign = !isOwnTiles(base)
  const light = ([z = 0, x = 0, y = 0]: number[]) => tilePath({ url, subdomains }, { z, x, y })
  const dark = ([z = 0, x = 0, y = 0]: number[]) => tilePath({ url: darkUrl ?? url, subdomains }, { z, x, y })
  // Names in a tile would be half as tall, so only tiles without any are drawn at half their size, from one zoom closer.
  const isFine = PIXEL_RATIO > FINE_FROM && base.hasNames === false
  const source: XYZ = new XYZ({
    tileGrid: createXYZ({ minZoom, maxZoom, tileSize: isFine ? tileSize / 2 : tileSize }),
    tilePixelRatio: isFine ? 2 : 1,
    // Between two zooms a coarse screen shrinks the closer tiles rather than enlarge the farther ones; names would become too small.
    zDirection: isFine || base.hasNames !== false ? 0 : -1,
    transition: 0,
    ...(isForeign && { tileLoadFunction: (tile: Tile, address: string) => loadForeign(source, tile as ImageTile, address) }),
    ...(isOwnDark && !isForeign && { tileLoadFunction: (tile: Tile, address: string) => loadDark(tile as ImageTile, address, light) }),
  })
  // With a key of its own: by it the map tells the tiles of two sources apart while it loads them.
  source.setTileUrlFunction(isOwnDark ? dark : light, isOwnDark ? darkUrl : url)
  // From farther out a screen would need hundreds of its tiles.
  const layer = new TileLayer({ source, className: classOf(isOwnDark), preload: COARSER_ZOOMS, minZoom: minZoom - 1 })
  if (bounds) layer.setExtent(transformExtent([bounds.west, bounds.south, bounds.east, bounds.north], 'EPSG:4326', 'EPSG:3857'))
  return { layer, source }
}

/** Without `crossOrigin`: nothing here reads what was drawn, and providers that do not allow reading are drawn all the same. */
async function readPicture(address: string, giveUpMs?: number): Promise<HTMLImageElement> {
  const picture = new Image()
  picture.src = address
  const timer =
    giveUpMs &&
    setTimeout(() => {
      picture.src = ''
    }, giveUpMs)
  await picture.decode().finally(() => clearTimeout(timer))
  return picture
}

const fail = (awaited: ReturnType<ImageTile['getImage']>) => awaited.dispatchEvent(new Event('error'))

/**
 * A tile of another server. One that hangs is soon given up: the map loads so many at once and no more, and what lies below would wait
 * behind it. If it comes after all it is drawn, and the source says so.
 */
function loadForeign(source: XYZ, tile: ImageTile, address: string): void {
  const awaited = tile.getImage()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    fail(awaited)
  }, FOREIGN_PATIENCE_MS)
  readPicture(address, GIVE_UP_MS)
    .then(
      (picture) => {
        tile.setImage(picture)
        if (isLate) source.dispatchEvent(new TileSourceEvent('tileloadend', tile))
      },
      () => isLate || fail(awaited),
    )
    .finally(() => clearTimeout(timer))
}

/**
 * A dark tile, or the light one dimmed where there is none: downloaded maps hold the light ones alone. A dark one that comes late takes
 * the place of the other.
 */
function loadDark(tile: ImageTile, address: string, lightAddress: (coordinate: number[]) => string): void {
  // The tile listens to this one until it is given another.
  const awaited = tile.getImage()
  let [isDarkShown, isLightShown] = [false, false]
  let light: Promise<void> | null = null
  const showLight = () => {
    light ??= readPicture(lightAddress(tile.getTileCoord())).then((picture) => {
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
      if (!isLightShown) fail(awaited)
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
