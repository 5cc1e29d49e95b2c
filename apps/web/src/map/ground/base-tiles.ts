/** Coarser tiles fill gaps. */
import { isOwnTiles, tilePath } from '@trailwarden/site'
import type ImageTile from 'ol/ImageTile.js'
import TileLayer from 'ol/layer/Tile.js'
import { transformExtent } from 'ol/proj.js'
import { TileSourceEvent } from 'ol/source/Tile.js'
import XYZ from 'ol/source/XYZ.js'
import type Tile from 'ol/Tile.js'
import { createXYZ } from 'ol/tilegrid.js'
import type { BaseTiles } from '../map-data.ts'
import { PIXEL_RATIO } from './canvas.ts'

const TILE_PX = 256
const FINE_FROM = 1.4
/**
 * A missing tile is replaced by one up to this many zoom levels coarser. At the closest zoom levels, only the surroundings of trails have
 * tiles.
 */
export const COARSER_ZOOMS = 3
/**
 * After this time without a dark tile, the map shows the light one. Deep in the forest, a request may hang for a minute although the light
 * tile has been downloaded.
 */
const PATIENCE_MS = 3000
/** After this time without a tile from another server, the map shows the layer below, which then has a second to load. */
const FOREIGN_PATIENCE_MS = 1500
/** Hanging requests would block others, so the map cancels a request after this time. */
const GIVE_UP_MS = 20_000

/** The page dims a layer by its class. Tiles that are already dark aren't dimmed. */
const classOf = (isOwnDark: boolean) => (isOwnDark ? 'map-base-dark' : 'map-base')

export function createTileLayer(base: BaseTiles, isDark: boolean): { layer: TileLayer<XYZ>; source: XYZ } {
  const { url, darkUrl, subdomains, tileSize = TILE_PX, minZoom, maxZoom, bounds } = base
  const isOwnDark = isDark && darkUrl !== undefined
  const isForeign = !isOwnTiles(base)
  const light = ([z = 0, x = 0, y = 0]: number[]) => tilePath({ url, subdomains }, { z, x, y })
  const dark = ([z = 0, x = 0, y = 0]: number[]) => tilePath({ url: darkUrl ?? url, subdomains }, { z, x, y })
  // Sharp screens show tiles of the next zoom level at half size, except tiles with names, because the names would be half as tall.
  const isFine = PIXEL_RATIO > FINE_FROM && base.hasNames === false
  const source: XYZ = new XYZ({
    tileGrid: createXYZ({ minZoom, maxZoom, tileSize: isFine ? tileSize / 2 : tileSize }),
    tilePixelRatio: isFine ? 2 : 1,
    // Between two zoom levels, low-resolution screens shrink the more detailed tiles, except those of base maps with place names, because
    // the names would become too small.
    zDirection: isFine || base.hasNames !== false ? 0 : -1,
    transition: 0,
    ...(isForeign && { tileLoadFunction: (tile: Tile, address: string) => loadForeign(source, tile as ImageTile, address) }),
    ...(isOwnDark && !isForeign && { tileLoadFunction: (tile: Tile, address: string) => loadDark(tile as ImageTile, address, light) }),
  })
  // The key distinguishes the tiles of two sources while they are loading.
  source.setTileUrlFunction(isOwnDark ? dark : light, isOwnDark ? darkUrl : url)
  // Zoomed out further, a screen would need hundreds of tiles.
  const layer = new TileLayer({ source, className: classOf(isOwnDark), preload: COARSER_ZOOMS, minZoom: minZoom - 1 })
  if (bounds) layer.setExtent(transformExtent([bounds.west, bounds.south, bounds.east, bounds.north], 'EPSG:4326', 'EPSG:3857'))
  return { layer, source }
}

/** Some providers don't allow reading pixels. The app never does, so images load without `crossOrigin`. */
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
 * The map limits simultaneous requests, so a hanging tile is marked as failed after a short time and the layer below can load. A tile that
 * arrives later is still drawn.
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
 * Downloaded maps contain only light tiles, so a light tile is dimmed if there is no dark one. A dark tile that arrives late replaces the
 * light one.
 */
function loadDark(tile: ImageTile, address: string, lightAddress: (coordinate: number[]) => string): void {
  // The tile listens to this image until the image is replaced.
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
  // If loading the light tile fails too, only the result of the dark tile matters.
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

/** The result looks like the page's filter for base maps without a dark version. */
function dimmed(picture: HTMLImageElement): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = picture.naturalWidth
  canvas.height = picture.naturalHeight
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('this browser does not support canvas drawing')
  pen.drawImage(picture, 0, 0)
  pen.globalCompositeOperation = 'saturation'
  pen.fillStyle = 'rgba(128,128,128,.3)'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.globalCompositeOperation = 'source-over'
  pen.fillStyle = 'rgba(0,0,0,.45)'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  return canvas
}
