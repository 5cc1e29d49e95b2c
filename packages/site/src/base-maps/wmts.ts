/**
 * Supports services with the standard web grid (Web Mercator, doubling the resolution with each zoom). For others, the error message names
 * the service's grid.
 */
import type { Bounds } from '../site-json/schema.ts'
import { attributeOf, elements, textOf, type XmlElement } from '../survey/xml.ts'

export type WmtsLayer = { url: string; title: string; minZoom: number; maxZoom: number; tileSize: number; bounds: Bounds | null }

/** The length of the equator in metres, and the pixel size in metres at scale 1 as defined by WMTS. */
const AROUND_M = 40_075_016.685_578_5
const PIXEL_M = 0.000_28
const EDGE_M = AROUND_M / 2

const first = (xml: string, name: string) => textOf(elements(xml, name)[0]?.content ?? '')
const numbersOf = (text: string) => text.split(/[\s,]+/).map(Number)

type Matrix = { zoom: number; prefix: string; tileSize: number }

/** The zoom's name must end in its number, because a template can't express any other name. */
function matrixOf({ content }: XmlElement): Matrix | null {
  const tileSize = Number(first(content, 'TileWidth'))
  const exact = Math.log2(AROUND_M / (Number(first(content, 'ScaleDenominator')) * PIXEL_M * tileSize))
  const zoom = Math.round(exact)
  const [x = 0, y = 0] = numbersOf(first(content, 'TopLeftCorner'))
  const name = first(content, 'Identifier')
  const isUsual = Math.abs(exact - zoom) < 0.01 && Math.abs(x + EDGE_M) < 100 && Math.abs(y - EDGE_M) < 100
  return isUsual && name.endsWith(String(zoom)) ? { zoom, tileSize, prefix: name.slice(0, name.length - String(zoom).length) } : null
}

function gridOf(set: string): Matrix[] | null {
  const found = elements(set, 'TileMatrix').map(matrixOf)
  const matrices = found.filter((one) => one !== null).sort((a, b) => a.zoom - b.zoom)
  const isWhole = matrices.length > 0 && matrices.length === found.length
  return isWhole && matrices.every(({ prefix, tileSize }) => prefix === matrices[0]?.prefix && tileSize === matrices[0].tileSize)
    ? matrices
    : null
}

const FORMATS = ['image/png', 'image/jpeg', 'image/jpg', 'image/webp', 'image/png8', 'image/jpgpng']

function boundsOf(layer: string): Bounds | null {
  const box = elements(layer, 'WGS84BoundingBox')[0]?.content ?? ''
  const [west = Number.NaN, south = Number.NaN] = numbersOf(first(box, 'LowerCorner'))
  const [east = Number.NaN, north = Number.NaN] = numbersOf(first(box, 'UpperCorner'))
  if (!(west < east && south < north)) return null
  return { west: Math.max(west, -180), south: Math.max(south, -85), east: Math.min(east, 180), north: Math.min(north, 85) }
}

function getTileAddress(xml: string): string {
  const operation = elements(xml, 'Operation').find((one) => attributeOf(one, 'name') === 'GetTile')
  return attributeOf(elements(operation?.content ?? '', 'Get')[0] ?? { attributes: '', content: '' }, 'href')
}

/** `layerName` is required if there are several layers. */
export function readWmts(capabilities: string, layerName?: string): WmtsLayer {
  // Namespace prefixes differ between services.
  const xml = capabilities.replace(/<!--[\s\S]*?-->/g, '').replace(/<(\/?)[\w.-]+:/g, '<$1')
  if (!/<Capabilities\b/.test(xml)) throw new Error('this is not a WMTS description: it has no Capabilities')
  const layers = elements(xml, 'Layer').map(({ content }) => ({ id: first(content, 'Identifier'), content }))
  const ids = layers.map(({ id }) => id).join(', ')
  const layer = layerName === undefined && layers.length === 1 ? layers[0] : layers.find(({ id }) => id === layerName)
  if (!layer) throw new Error(`select one of the service's layers with --layer: ${ids}`)
  const { id, content } = layer
  const sets = elements(xml.replace(/<Layer\b[\s\S]*?<\/Layer>/g, ''), 'TileMatrixSet').filter(({ content: one }) =>
    one.includes('<TileMatrix'),
  )
  const linked = elements(content, 'TileMatrixSetLink').map((link) => first(link.content, 'TileMatrixSet'))
  const offered = sets.filter((set) => linked.includes(first(set.content, 'Identifier')))
  const usual = offered.flatMap((set) => {
    const grid = gridOf(set.content)
    return grid ? [{ name: first(set.content, 'Identifier'), grid }] : []
  })[0]
  if (!usual) {
    const crs = offered.map((set) => first(set.content, 'SupportedCRS')).join(', ')
    throw new Error(`its layer ${id} uses ${crs || 'no grid'}; a base map needs the standard web grid (EPSG:3857)`)
  }
  const formats = elements(content, 'Format').map((one) => textOf(one.content))
  const format = FORMATS.find((one) => formats.includes(one))
  if (!format) throw new Error(`its layer ${id} uses ${formats.join(', ')}; the map only draws images (PNG, JPEG or WebP)`)
  const styles = elements(content, 'Style')
  const style = first((styles.find((one) => attributeOf(one, 'isDefault') === 'true') ?? styles[0])?.content ?? '', 'Identifier')
  const { grid, name } = usual
  const [from, to] = [grid[0], grid.at(-1)]
  if (!from || !to) throw new Error(`its layer ${id} has no zooms`)
  const values: Record<string, string> = { style, tilematrixset: name, tilematrix: `${from.prefix}{z}`, tilerow: '{y}', tilecol: '{x}' }
  for (const dimension of elements(content, 'Dimension'))
    values[first(dimension.content, 'Identifier').toLowerCase()] = first(dimension.content, 'Default')
  const pattern = elements(content, 'ResourceURL').find(
    (one) => attributeOf(one, 'resourceType') === 'tile' && attributeOf(one, 'format') === format,
  )
  const byPath =
    pattern && attributeOf(pattern, 'template').replace(/\{(\w+)\}/g, (found, key: string) => values[key.toLowerCase()] ?? found)
  const service = getTileAddress(xml)
  if (!byPath && !service) throw new Error('it does not specify the address of its tiles')
  const byParameters = `${service}${service.includes('?') ? (/[?&]$/.test(service) ? '' : '&') : '?'}SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER=${encodeURIComponent(id)}&STYLE=${encodeURIComponent(style)}&TILEMATRIXSET=${encodeURIComponent(name)}&TILEMATRIX=${values.tilematrix}&TILEROW={y}&TILECOL={x}&FORMAT=${encodeURIComponent(format)}`
  return {
    url: byPath ?? byParameters,
    title: first(content, 'Title') || id,
    minZoom: from.zoom,
    maxZoom: Math.min(to.zoom, 22),
    tileSize: from.tileSize,
    bounds: boundsOf(content),
  }
}
