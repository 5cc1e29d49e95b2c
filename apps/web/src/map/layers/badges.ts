import { type Extent, intersects } from 'ol/extent.js'
import LineString from 'ol/geom/LineString.js'
import Point from 'ol/geom/Point.js'
import { fromLonLat } from 'ol/proj.js'
import Circle from 'ol/style/Circle.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import { draw, FONT, icon, textWidth } from '../ground/canvas.ts'
import type { MapBadge } from '../map-data.ts'
import type { Palette, Theme } from './palette.ts'
import { paintStatus } from './status-marks.ts'

const HEIGHT = 48
const [NAME, WORD] = [`700 14px ${FONT}`, `600 12px ${FONT}`]
/** The list beside the map shows full names. */
const LONGEST_NAME = 18
const shortened = (name: string) => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name)

const widthOf = ({ name, word }: MapBadge) => Math.ceil(Math.max(textWidth(NAME, shortened(name)), textWidth(WORD, word))) + 64

type Place = { at: [number, number]; anchor: [number, number] }
type Spread = { badge: MapBadge; points: [number, number][]; extent: Extent }

const spreads = new WeakMap<MapBadge, Spread>()
function spreadOf(badge: MapBadge): Spread {
  const known = spreads.get(badge)
  if (known) return known
  const points = badge.points.map((point) => fromLonLat([...point]) as [number, number])
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const spread = { badge, points, extent: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] }
  spreads.set(badge, spread)
  return spread
}

/**
 * A badge covers no other badge, covers as few trails as possible and is near its own trails. Badges stay between the leftmost and
 * rightmost trails, where the initial view has no buttons. The largest network chooses first.
 */
export function badgePlaces(badges: readonly MapBadge[], resolution: number): Map<string, Place> {
  const all = badges.map(spreadOf).filter(({ points }) => points.length > 0)
  const everything = all.flatMap(({ points }) => points)
  const [leftmost, rightmost] = [Math.min(...all.map(({ extent }) => extent[0] ?? 0)), Math.max(...all.map(({ extent }) => extent[2] ?? 0))]
  const places = new Map<string, Place>()
  const taken: Extent[] = []
  const sizeOf = ({ extent: [w = 0, s = 0, e = 0, n = 0] }: Spread) => e - w + n - s
  for (const spread of all.toSorted((a, b) => sizeOf(b) - sizeOf(a))) {
    const [w = 0, s = 0, e = 0, n = 0] = spread.extent
    const [half, high] = [(widthOf(spread.badge) / 2 + 4) * resolution, (HEIGHT / 2 + 4) * resolution]
    const clear = high + 14 * resolution
    const box = ([x, y]: [number, number]): Extent => [x - half, y - high, x + half, y + high]
    let best: (Place & { cost: number; box: Extent }) | null = null
    for (const y of [n + clear, s - clear, (n + s) / 2, n + 2.4 * clear, s - 2.4 * clear])
      for (const x of [...[0.5, 0.3, 0.7, 0.1, 0.9, -0.1, 1.1].map((share) => w + (e - w) * share), leftmost + half, rightmost - half]) {
        const at: [number, number] = [x, y]
        const covers = box(at)
        const [minX = 0, minY = 0, maxX = 0, maxY = 0] = covers
        const covered = everything.filter(([px, py]) => px > minX && px < maxX && py > minY && py < maxY).length
        let anchor = spread.points[0] ?? at
        const far = ([px, py]: [number, number]) => Math.hypot(px - at[0], py - at[1])
        for (const point of spread.points) if (far(point) < far(anchor)) anchor = point
        const outside = Math.max(0, leftmost - minX, maxX - rightmost)
        const cost = (taken.some((other) => intersects(other, covers)) ? 1e6 : 0) + covered * 40 + (far(anchor) + 3 * outside) / resolution
        if (!best || cost < best.cost) best = { at, anchor, cost, box: covers }
      }
    if (!best) continue
    taken.push(best.box)
    places.set(spread.badge.id, best)
  }
  return places
}

function badgeCanvas(badge: MapBadge, palette: Palette, theme: Theme): HTMLCanvasElement {
  const width = widthOf(badge)
  const { fill, text } = palette.status[badge.condition]
  const { canvas, pen } = draw(width + 8, HEIGHT + 8)
  pen.translate(4, 4)
  pen.shadowColor = 'rgba(10,25,32,.35)'
  pen.shadowBlur = 5
  pen.shadowOffsetY = 1
  pen.fillStyle = palette.surface[theme]
  pen.beginPath()
  pen.roundRect(0, 0, width, HEIGHT, HEIGHT / 2)
  pen.fill()
  pen.shadowColor = 'transparent'
  pen.strokeStyle = fill[theme]
  pen.lineWidth = 2
  pen.beginPath()
  pen.roundRect(1, 1, width - 2, HEIGHT - 2, HEIGHT / 2 - 1)
  pen.stroke()
  paintStatus(pen, badge.condition, palette, theme, 12, 11, 26)
  pen.fillStyle = palette.text[theme]
  pen.font = NAME
  pen.fillText(shortened(badge.name), 47, 21)
  pen.fillStyle = text[theme]
  pen.font = WORD
  pen.fillText(badge.word, 47, 37)
  return canvas
}

export function badgeStyles(badge: MapBadge, place: Place | undefined, palette: Palette, theme: Theme): Style[] {
  if (!place) return []
  const ink = palette.text[theme]
  return [
    new Style({ geometry: new LineString([place.at, place.anchor]), stroke: new Stroke({ color: ink, width: 1.5 }), zIndex: 0 }),
    new Style({
      geometry: new Point(place.anchor),
      image: new Circle({
        radius: 4,
        fill: new Fill({ color: ink }),
        stroke: new Stroke({ color: palette.casing[theme], width: 1.5 }),
        declutterMode: 'none',
      }),
      zIndex: 1,
    }),
    new Style({ geometry: new Point(place.at), image: icon(badgeCanvas(badge, palette, theme), [0.5, 0.5], 'stays'), zIndex: 2 }),
  ]
}
