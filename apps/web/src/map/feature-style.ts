/** The style of each kind of feature. Styles are made once and shared by all features that have it. */
import type Feature from 'ol/Feature.js'
import LineString from 'ol/geom/LineString.js'
import { textHeights } from 'ol/render/canvas.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import Text from 'ol/style/Text.js'
import { clusterIcon, FONT, pinIcon, plateIcon, plateScale } from './bitmap.ts'
import type { MapFeature, MapLine } from './map-data.ts'
import type { Symbols } from './symbols.ts'

/** The stored data of a feature of ours; a cluster has none, but the features it stands for. */
const dataOf = (feature: Feature): MapFeature | undefined => feature.get('data')
export const clusteredIn = (feature: Feature): Feature[] => feature.get('features') ?? []

export type MapStyle = (feature: Feature, zoom: number, selected?: boolean) => Style | Style[]

const LABEL_FONT = `600 13px ${FONT}`
// OpenLayers would measure this by writing HTML into the page, which the page's policy forbids. Not enumerable, or OpenLayers
// would delete it when a font arrives.
Object.defineProperty(textHeights, LABEL_FONT, { value: 18 })

/** Names fit from here on. */
const LABELS_FROM_ZOOM = 14
const SELECTED_LINE = '#FFD21F'
const DASHES = { solid: undefined, link: [2, 8], route: [5, 10] }

const stroke = (color: string, width: number, lineDash?: number[]) =>
  new Style({
    stroke: new Stroke({ color, width, lineCap: lineDash ? 'butt' : 'round', lineJoin: 'round', ...(lineDash && { lineDash }) }),
  })

/** A label hangs on a smoothed copy: along a line that winds at every metre it would find no room. */
function labelLine(line: readonly (readonly number[])[]): LineString {
  const REACH = 40
  const smooth: number[][] = []
  for (let i = 0; i < line.length; i += 6) {
    const around = line.slice(Math.max(0, i - REACH), i + REACH + 1)
    const mean = (axis: 0 | 1) => around.reduce((sum, point) => sum + (point[axis] ?? 0), 0) / around.length
    smooth.push([mean(0), mean(1)])
  }
  return new LineString(smooth)
}

function labelOf(feature: Feature): LineString | undefined {
  let line: LineString | undefined = feature.get('labelLine')
  if (!line) {
    const geometry = feature.getGeometry()
    const parts = geometry && 'getCoordinates' in geometry ? (geometry.getCoordinates as () => number[][][])() : []
    const longest = parts.toSorted((a, b) => b.length - a.length)[0]
    if (!longest) return undefined
    line = labelLine(longest)
    feature.set('labelLine', line, true)
  }
  return line
}

export function createStyle(symbols: Symbols, isDark: () => boolean): MapStyle {
  const cached = new Map<string, Style | Style[]>()
  const once = (key: string, make: () => Style | Style[]) => {
    const known = cached.get(key)
    if (known) return known
    const made = make()
    cached.set(key, made)
    return made
  }

  function styleOfLine(feature: Feature, line: MapLine, zoom: number, selected: boolean): Style[] {
    const theme = isDark() ? 'dark' : 'light'
    const [colour, edge] = [line.colour[theme], line.edge[theme]]
    const width = (line.dash === 'route' ? 3 : 4) * (zoom < 12.5 ? 0.75 : 1)
    const lines = once(`line ${colour} ${edge} ${line.dash} ${width} ${selected}`, () => [
      ...(selected ? [stroke(SELECTED_LINE, width + 9)] : []),
      stroke(edge, width + 3),
      stroke(colour, width, DASHES[line.dash]),
    ])
    const styles = Array.isArray(lines) ? lines : [lines]
    const geometry = zoom >= LABELS_FROM_ZOOM && line.dash !== 'link' ? labelOf(feature) : undefined
    if (!geometry) return styles
    const label = once(`label ${line.label} ${theme} ${line.id}`, () => {
      const text = new Text({
        text: line.label,
        font: LABEL_FONT,
        placement: 'line',
        repeat: 320,
        maxAngle: Math.PI / 4,
        offsetY: 13,
        fill: new Fill({ color: theme === 'dark' ? '#EAF1F4' : colour }),
        stroke: new Stroke({ color: theme === 'dark' ? '#0A1114' : '#fff', width: 3.5 }),
      })
      return new Style({ geometry, text })
    })
    return [...styles, ...(Array.isArray(label) ? label : [label])]
  }

  return (feature, zoom, selected = false) => {
    const inside = clusteredIn(feature)
    if (inside.length > 1) return once(`cluster ${inside.length}`, () => new Style({ image: clusterIcon(symbols, inside.length) }))
    const data = dataOf(inside[0] ?? feature)
    if (!data) return []
    if (data.kind === 'line') return styleOfLine(feature, data, zoom, selected)
    if (data.kind === 'pin') {
      const { symbol, order } = data
      return once(`pin ${symbol} ${order} ${selected}`, () => new Style({ image: pinIcon(symbols, symbol, selected), zIndex: order }))
    }
    const scale = plateScale(zoom)
    const key = scale === 0 && !selected ? 'dot' : data.code
    return once(`plate ${key} ${data.signal} ${scale} ${selected}`, () => new Style({ image: plateIcon(data, scale, selected) }))
  }
}
