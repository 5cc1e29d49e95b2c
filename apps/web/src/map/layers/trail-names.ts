/** Draws the names of trails. They are placed when the map stands still and stay in their place while it moves. */

import { containsExtent } from 'ol/extent.js'
import Feature from 'ol/Feature.js'
import MultiLineString from 'ol/geom/MultiLineString.js'
import Point from 'ol/geom/Point.js'
import VectorLayer from 'ol/layer/Vector.js'
import type OlMap from 'ol/Map.js'
import VectorSource from 'ol/source/Vector.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import Text from 'ol/style/Text.js'
import { textWidth } from '../ground/canvas.ts'
import type { MapLine } from '../map-data.ts'
import { FROM_ZOOM, LONG_TRAIL_M, lineWidth, TWO_NAMES_M } from '../zoom-bands.ts'
import { dataOf } from './feature-style.ts'
import { labelFont } from './label-font.ts'
import { CASING_PX } from './lines.ts'
import type { Box } from './name-grid.ts'
import { type NamePlace, placeNames } from './name-places.ts'
import type { Palette, Theme } from './palette.ts'

/** Only the names of places give way to the names of trails, so only their layer is below. */
const ORDER = 16
const NAME_FONT = labelFont(650, 14)
const FADED = 0.5
const LONGEST_LINE = 24
const ROW_PX = 15
/** When the map has been zoomed out further than this, the names would be too close together. */
const MOST_SHRUNK = 1.3

type Look = { palette: Palette; theme: Theme; selectedId: string | null }
type Placed = { place: NamePlace; name: string; at: number[]; resolution: number; widthPx: number; heightPx: number }
export type NameCorners = { name: string; corners: [number, number][] }

/** Names are thinner than lines, so they need more contrast. */
const darker = ([r, g, b]: number[]) => [r, g, b].map((channel) => Math.round((channel ?? 0) * 0.8))
const channels = (hex: string) => [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16))

const textOf = ({ label, condition }: MapLine) => (condition === 'closed' ? `${label} · closed` : label)

/** A very long name has two lines of similar length. */
function labelOf(line: MapLine): string {
  const text = textOf(line)
  if (text.length <= LONGEST_LINE) return text
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index)
  const [middle] = spaces.sort((a, b) => Math.abs(a - text.length / 2) - Math.abs(b - text.length / 2))
  return middle === undefined ? text : `${text.slice(0, middle)}\n${text.slice(middle + 1)}`
}

function sizeOf(label: string): { widthPx: number; heightPx: number } {
  const rows = label.split('\n')
  return { widthPx: Math.ceil(Math.max(...rows.map((row) => textWidth(NAME_FONT, row)))) + 4, heightPx: ROW_PX * rows.length }
}

function isNamed({ dash, lengthM }: MapLine, zoom: number): boolean {
  if (dash === 'route') return zoom >= FROM_ZOOM.routeNames
  return zoom >= (lengthM > LONG_TRAIL_M ? FROM_ZOOM.longNames : FROM_ZOOM.names)
}

function styleOf(line: MapLine, angle: number, { palette, theme, selectedId }: Look): Style {
  const isFaded = selectedId !== null && selectedId !== line.id
  const ink =
    line.condition === 'closed'
      ? channels(palette.status.closed.text[theme])
      : theme === 'dark'
        ? channels(palette.text.dark)
        : darker(channels(line.colour.light))
  const text = new Text({
    text: labelOf(line),
    font: NAME_FONT,
    rotation: angle,
    textBaseline: 'middle',
    // The place has been chosen already, so labels that are placed later avoid the name.
    declutterMode: 'obstacle',
    fill: new Fill({ color: `rgba(${ink.join(',')},${isFaded ? FADED : 1})` }),
    stroke: new Stroke({ color: `rgba(${channels(palette.casing[theme]).join(',')},${isFaded ? FADED : 1})`, width: 3.6 }),
  })
  return new Style({ text })
}

export class TrailNames {
  private readonly source = new VectorSource()
  readonly layer = new VectorLayer({
    source: this.source,
    zIndex: ORDER,
    declutter: true,
    style: (feature, resolution) => {
      const { resolution: placedAt } = feature.get('placed') as Placed
      return resolution > placedAt * MOST_SHRUNK ? undefined : (feature.get('style') as Style)
    },
  })
  private placed: Placed[] = []

  place(map: OlMap, lines: readonly Feature[], taken: readonly Box[], zoom: number, look: Look): void {
    const view = map.getView()
    const [size, center, resolution] = [map.getSize(), view.getCenter(), view.getResolution()]
    if (!size || !center || !resolution) return
    const [width = 0, height = 0] = size
    const [centerX = 0, centerY = 0] = center
    const toPixel = ([x = 0, y = 0]: number[]): [number, number] => [
      width / 2 + (x - centerX) / resolution,
      height / 2 - (y - centerY) / resolution,
    ]
    const known = new Map<string, MapLine>()
    const names = lines.flatMap((feature) => {
      const line = dataOf(feature)
      const geometry = feature.getGeometry()
      if (line?.kind !== 'line' || !isNamed(line, zoom) || !(geometry instanceof MultiLineString)) return []
      known.set(line.id, line)
      const halfPx = ((line.dash === 'solid' ? 1 : 0.75) * lineWidth(zoom) + CASING_PX) / 2
      const times = line.lengthM > TWO_NAMES_M ? 2 : 1
      const rank = line.id === look.selectedId ? 0 : line.dash === 'solid' ? 1 : line.dash === 'link' ? 2 : 3
      const isOptional = zoom < FROM_ZOOM.names || line.dash === 'route'
      const box = sizeOf(labelOf(line))
      return [
        {
          id: line.id,
          ...box,
          paths: geometry.getCoordinates().map((path) => path.map(toPixel)),
          halfPx,
          times,
          rank,
          isOptional,
        } as const,
      ]
    })
    const before = this.placed
      .filter((placed) => Math.abs(placed.resolution / resolution - 1) < 1e-3)
      .flatMap(({ place, at }) => {
        const [x, y] = toPixel(at)
        return [{ ...place, x, y }]
      })
    const boxes = new Map(names.map(({ id, widthPx, heightPx }) => [id, { widthPx, heightPx }]))
    this.placed = placeNames({ size: [width, height], names, taken }, before).map((place) => ({
      place,
      name: known.get(place.id)?.label ?? '',
      at: [centerX + (place.x - width / 2) * resolution, centerY - (place.y - height / 2) * resolution],
      resolution,
      ...(boxes.get(place.id) ?? { widthPx: 0, heightPx: 0 }),
    }))
    this.source.clear(true)
    this.source.addFeatures(
      this.placed.flatMap((placed) => {
        const line = known.get(placed.place.id)
        return line
          ? [new Feature({ geometry: new Point(placed.at), data: line, placed, style: styleOf(line, placed.place.angle, look) })]
          : []
      }),
    )
    // Clearing without an event and adding nothing would leave the former names on the screen.
    this.source.changed()
  }

  /** The corners of the names in view, in pixels of the map. */
  corners(map: OlMap): NameCorners[] {
    const [view, size] = [map.getView(), map.getSize()]
    const extent = view.calculateExtent(size)
    return this.placed
      .filter(({ at: [x = 0, y = 0] }) => containsExtent(extent, [x, y, x, y]))
      .map(({ place: { angle }, name, at, widthPx, heightPx }) => {
        const [x = 0, y = 0] = map.getPixelFromCoordinate(at) ?? []
        const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
        const corner = (across: number, along: number): [number, number] => [
          x + (across * widthPx * cos) / 2 - (along * heightPx * sin) / 2,
          y + (across * widthPx * sin) / 2 + (along * heightPx * cos) / 2,
        ]
        return { name, corners: [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)] }
      })
  }
}
