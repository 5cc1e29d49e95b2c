/**
 * All casings are below all coloured lines, so that crossings stay intact. Closed trails have red dashes and an octagon. Orange ticks mean
 * open with a restriction, or Partially Open without a known section.
 */
import LineString from 'ol/geom/LineString.js'
import MultiLineString from 'ol/geom/MultiLineString.js'
import Point from 'ol/geom/Point.js'
import type SimpleGeometry from 'ol/geom/SimpleGeometry.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import { lengthOf, pieceOf, type XY } from '#lib/line-pieces.ts'
import { draw, icon } from '../ground/canvas.ts'
import type { MapLine } from '../map-data.ts'
import { FROM_ZOOM, lineWidth } from '../zoom-bands.ts'
import type { Condition, Palette, Theme } from './palette.ts'
import { SELECTED } from './pins.ts'
import { statusIcon } from './status-marks.ts'

export const CASING_PX = 3.6
const UNKNOWN_OPACITY = 0.6
const MARKS_EVERY_PX = 220
const CHEVRONS_EVERY_PX = 120

type Look = { line: MapLine; zoom: number; theme: Theme; palette: Palette }

const linesOf = (geometry: SimpleGeometry | undefined): XY[][] => (geometry instanceof MultiLineString ? geometry.getCoordinates() : [])

const stroke = (color: string, width: number, lineDash?: number[]) =>
  new Stroke({ color, width, lineCap: lineDash ? 'butt' : 'round', lineJoin: 'round', ...(lineDash && { lineDash }) })

const faded = (hex: string) => `rgba(${[1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16)).join(',')},${UNKNOWN_OPACITY})`

function strokesOf({ line, zoom, theme, palette }: Look, condition: Condition): Stroke[] {
  const width = line.dash === 'solid' ? lineWidth(zoom) : lineWidth(zoom) * 0.75
  if (line.dash === 'route') return [stroke(line.colour[theme], width, [5, 10])]
  const colour = line.colour[theme]
  const plain = line.dash === 'link' ? stroke(colour, width, [5, 5]) : stroke(condition === 'unknown' ? faded(colour) : colour, width)
  switch (condition) {
    case 'closed':
      return [stroke(palette.status.closed.fill[theme], width, [7, 4.5])]
    case 'partial':
      return [plain, stroke(palette.status.partial.fill[theme], width + 3, [2.6, 3.6])]
    default:
      return [plain]
  }
}

export function lineStyles(look: Look, geometry: SimpleGeometry | undefined, isSelected: boolean): Style[] {
  const { line, zoom, theme } = look
  const width = (line.dash === 'solid' ? 1 : 0.75) * lineWidth(zoom) + CASING_PX
  const styles = [
    ...(isSelected ? [new Style({ stroke: stroke(SELECTED, width + 6), zIndex: -1 })] : []),
    new Style({ stroke: stroke(line.edge[theme], width), zIndex: 0 }),
    ...strokesOf(look, line.condition).map((drawn, index) => new Style({ stroke: drawn, zIndex: 1 + index })),
  ]
  const [only] = linesOf(geometry)
  if (only)
    for (const { from, to, condition } of line.parts) {
      const piece = new LineString(pieceOf(only, from, to))
      // Without a casing below the part, the grade's colour would show between the dashes of a closed part.
      const strokes = [stroke(line.edge[theme], width), ...strokesOf(look, condition)]
      styles.push(...strokes.map((drawn, index) => new Style({ geometry: piece, stroke: drawn, zIndex: 5 + index })))
    }
  return styles
}

/** Marks are at one quarter and three quarters, about every 220 px on a long line, and in the middle when zoomed out. */
function markPlaces(line: readonly XY[], zoom: number, resolution: number, posts: readonly number[] = []): number[][] {
  const count = zoom < FROM_ZOOM.trails ? 1 : Math.max(2, Math.round(lengthOf(line) / resolution / MARKS_EVERY_PX))
  const path = new LineString(line.map((point) => [...point]))
  return Array.from({ length: count }, (_, i) => path.getCoordinateAt(betweenPosts((i + 0.5) / count, posts)))
}

/** A mark halfway between two posts covers neither. */
function betweenPosts(share: number, posts: readonly number[]): number {
  const before = posts.findLast((post) => post <= share)
  const after = posts.find((post) => post > share)
  return before === undefined || after === undefined ? share : (before + after) / 2
}

const markSize = (zoom: number) => (zoom < 10 ? 16 : zoom < FROM_ZOOM.trails ? 20 : 22)

/** An open trail in both directions has no marks. */
export function markStyles(look: Look, geometry: SimpleGeometry | undefined, resolution: number): Style[] {
  const { line, zoom, theme, palette } = look
  if (line.dash !== 'solid') return []
  const styles: Style[] = []
  const mark = (condition: Condition, places: number[][]) => {
    // When zoomed out, the marks of neighbouring trails would overlap. When zoomed in, the first and last mark always stay, because dashes
    // are too easy to miss.
    const image = (stays: boolean) => statusIcon(condition, palette, theme, markSize(zoom), stays ? 'stays' : 'yields')
    const [staying, yielding] = [image(zoom >= FROM_ZOOM.trails), image(false)]
    styles.push(
      ...places.map((place, i) => {
        const stays = i === 0 || i === places.length - 1
        return new Style({ geometry: new Point(place), image: stays ? staying : yielding, zIndex: stays ? 2 : 1 })
      }),
    )
  }
  const [only = []] = linesOf(geometry)
  const places = () => markPlaces(only, zoom, resolution, line.posts)
  if (line.condition === 'closed') mark('closed', places())
  else if (line.condition !== 'open' && zoom >= FROM_ZOOM.trails) mark(line.condition, places())
  for (const { from, to, condition } of line.parts) mark(condition, markPlaces(pieceOf(only, from, to), zoom, resolution))
  if (line.isOneWay && line.condition !== 'closed' && zoom >= FROM_ZOOM.directions) styles.push(...chevrons(only, resolution))
  return styles
}

function chevrons(line: readonly XY[], resolution: number): Style[] {
  const length = lengthOf(line)
  const count = Math.floor(length / resolution / CHEVRONS_EVERY_PX)
  const path = new LineString(line.map((point) => [...point]))
  return Array.from({ length: count }, (_, i) => {
    const share = (i + 0.5) / count
    const [x = 0, y = 0] = path.getCoordinateAt(share)
    const [ahead, behind] = [path.getCoordinateAt(Math.min(1, share + (6 * resolution) / length)), path.getCoordinateAt(share)]
    const turn = Math.atan2((ahead[0] ?? 0) - (behind[0] ?? 0), (ahead[1] ?? 0) - (behind[1] ?? 0))
    const image = chevronIcon()
    image.setRotation(turn)
    return new Style({ geometry: new Point([x, y]), image })
  })
}

let chevron: HTMLCanvasElement | undefined

function chevronIcon() {
  chevron ??= chevronCanvas()
  return icon(chevron, [0.5, 0.5], 'ignored')
}

function chevronCanvas(): HTMLCanvasElement {
  const { canvas, pen } = draw(8, 8)
  pen.strokeStyle = '#fff'
  pen.lineWidth = 1.7
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  pen.stroke(new Path2D('M1.6 5.6L4 2.6L6.4 5.6'))
  return canvas
}
