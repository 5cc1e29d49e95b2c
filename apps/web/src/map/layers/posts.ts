/** A post has a dot. At close zooms, a plate shows the code and the signal, as on the real post. */

import LineString from 'ol/geom/LineString.js'
import { fromLonLat } from 'ol/proj.js'
import Fill from 'ol/style/Fill.js'
import type Icon from 'ol/style/Icon.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import Text from 'ol/style/Text.js'
import { type Claim, draw, FONT, icon, textWidth } from '../ground/canvas.ts'
import type { MapPost, Side } from '../map-data.ts'
import { FROM_ZOOM } from '../zoom-bands.ts'
import { labelFont } from './label-font.ts'
import type { Palette, Theme } from './palette.ts'
import { SELECTED } from './pins.ts'

const INK = '#10212A'
/** The dark plate needs brighter colours than text on a light background. */
const BARS: Record<'green' | 'orange' | 'red', { lit: number; colour: string }> = {
  green: { lit: 3, colour: '#46C46A' },
  orange: { lit: 1, colour: '#FFA733' },
  red: { lit: 0, colour: '#FF6B60' },
}
const PLATE_FONT = `700 12.5px ${FONT}`
const CODE_FONT = labelFont(600, 12)
/** Neither a plate nor a code may cover a dot. */
const GAP_PX = 7
/** The box of a text includes the halo on both sides, so the gap is larger than `GAP_PX`. */
const CODE_GAP_PX = 11
const [PLATE_HEIGHT, STEM] = [22, 5]

/** Nobody is directed to a post that needs a second manager's approval. */
const WAITS = '#FFA733'

function dotIcon(radius: number, edge: number, claim: Claim, ink = INK): Icon {
  const size = (radius + edge) * 2 + 1
  const { canvas, pen } = draw(size, size)
  for (const [r, fill] of [
    [radius + edge, '#fff'],
    [radius, ink],
  ] as const) {
    pen.beginPath()
    pen.arc(size / 2, size / 2, r, 0, 7)
    pen.fillStyle = fill
    pen.fill()
  }
  return icon(canvas, [0.5, 0.5], claim)
}

/** Dots are in a separate layer above the codes, so that codes are placed around all dots. */
export function postDot(zoom: number): { key: string; make: () => Style | null } {
  if (zoom < FROM_ZOOM.posts) return { key: 'none', make: () => null }
  const far = zoom < FROM_ZOOM.trails
  const mid = zoom < FROM_ZOOM.fullDots
  return {
    key: far ? 'far' : mid ? 'mid' : 'near',
    make: () => new Style({ image: far ? dotIcon(1.9, 0.8, 'ignored') : mid ? dotIcon(2.8, 1.3, 'stays') : dotIcon(3.6, 1.6, 'stays') }),
  }
}

function drawBars(pen: CanvasRenderingContext2D, left: number, foot: number, signal: MapPost['signal']) {
  if (signal === null) {
    pen.fillStyle = '#fff'
    pen.textAlign = 'center'
    pen.fillText('?', left + 6, foot - 4.5)
    return
  }
  const { lit, colour } = BARS[signal]
  for (const bar of [0, 1, 2]) {
    pen.fillStyle = bar < lit ? colour : 'rgba(255,255,255,.34)'
    pen.beginPath()
    pen.roundRect(left + bar * 4.5, foot - 4 - bar * 2.8, 3.2, 4 + bar * 2.8, 1.3)
    pen.fill()
  }
  if (lit > 0) return
  pen.strokeStyle = colour
  pen.lineWidth = 2.1
  pen.beginPath()
  pen.moveTo(left, foot)
  pen.lineTo(left + 12.5, foot - 10)
  pen.stroke()
}

function plateIcon({ code, signal, plateSide, waits }: MapPost, isSelected: boolean): Icon {
  const size = isSelected ? 1.4 : 1
  const width = Math.ceil(textWidth(PLATE_FONT, code)) + 33
  const [outerWidth, outerHeight] = [width + 6, PLATE_HEIGHT + STEM + 5]
  const { canvas, pen } = draw(outerWidth * size, outerHeight * size)
  pen.scale(size, size)
  const isAbove = plateSide === 'above'
  const [top, base, tip] = isAbove ? [3, PLATE_HEIGHT + 3, outerHeight - 2] : [STEM + 2, STEM + 2, 2]
  const outline = (grow: number) => {
    pen.beginPath()
    pen.roundRect(3 - grow, top - grow, width + 2 * grow, PLATE_HEIGHT + 2 * grow, 4 + grow)
    pen.moveTo(outerWidth / 2 - 5 - grow, base)
    pen.lineTo(outerWidth / 2, isAbove ? tip + grow : tip - grow)
    pen.lineTo(outerWidth / 2 + 5 + grow, base)
    pen.fill()
  }
  pen.fillStyle = 'rgba(16,33,42,.55)'
  outline(2.6)
  pen.fillStyle = isSelected ? SELECTED : waits ? WAITS : '#fff'
  outline(1.7)
  pen.fillStyle = INK
  pen.beginPath()
  pen.roundRect(3, top, width, PLATE_HEIGHT, 4)
  pen.fill()
  pen.fillStyle = '#fff'
  pen.font = PLATE_FONT
  pen.textBaseline = 'middle'
  pen.fillText(code, 9, top + PLATE_HEIGHT / 2 + 0.5)
  drawBars(pen, width - 16, top + PLATE_HEIGHT - 6, signal)
  // The tip of a selected plate is on the post's dot. Other plates keep a gap.
  const gap = GAP_PX / outerHeight
  return icon(canvas, [0.5, isAbove ? (isSelected ? 1 : 1 + gap) : isSelected ? 0 : -gap], 'stays')
}

const CODE_AT: Record<Side, { textAlign: CanvasTextAlign; offsetX: number; offsetY: number }> = {
  right: { textAlign: 'left', offsetX: CODE_GAP_PX, offsetY: 0 },
  // The box of right-aligned text extends two pixels beyond its end, which would overlap the dot's box.
  left: { textAlign: 'right', offsetX: -CODE_GAP_PX - 2, offsetY: 0 },
  below: { textAlign: 'center', offsetX: 0, offsetY: CODE_GAP_PX + 6 },
  above: { textAlign: 'center', offsetX: 0, offsetY: -CODE_GAP_PX - 6 },
}

/** With multiples of 5 first, codes along a trail are evenly spaced: 5, 10, 15. */
const orderOf = (code: string) => (Number(code.slice(-2)) % 5 === 0 ? 2 : 1)

export type PostLook = {
  zoom: number
  palette: Palette
  theme: Theme
  /** Posts of the selected trail have codes until plates appear. */
  isAtSelected: boolean
  /** The nearest post has a plate at every zoom, on the side that doesn't cover the person's position. */
  nearestSide: MapPost['plateSide'] | null
}

export function postCode(post: MapPost, { zoom, palette, theme, isAtSelected, nearestSide }: PostLook) {
  const { code, signal, codeSide, plateSide } = post
  if (zoom >= FROM_ZOOM.plates || (nearestSide && zoom >= FROM_ZOOM.trails)) {
    const side = nearestSide ?? plateSide
    return {
      key: `${code} ${signal} ${side}`,
      make: () => new Style({ image: plateIcon({ ...post, plateSide: side }, false), zIndex: nearestSide ? 3 : 1 }),
    }
  }
  if (!isAtSelected || zoom < FROM_ZOOM.posts) return { key: 'none', make: () => null }
  return {
    key: `${code} ${codeSide} ${theme}`,
    make: () =>
      new Style({
        zIndex: orderOf(code),
        text: new Text({
          text: code,
          font: CODE_FONT,
          ...CODE_AT[codeSide ?? 'right'],
          fill: new Fill({ color: palette.text[theme] }),
          stroke: new Stroke({ color: palette.casing[theme], width: 3.2 }),
        }),
      }),
  }
}

/** A plate above the post covers this space around it. */
const PLATE_COVERS = { x: 44, above: 46, below: 6 }

/** The plate moves below its post if it would hide the person's position. The offset is in pixels, downwards. */
export const sideBeside = ([x, y]: readonly [number, number]): MapPost['plateSide'] =>
  Math.abs(x) < PLATE_COVERS.x && y > -PLATE_COVERS.above && y < -PLATE_COVERS.below ? 'below' : 'above'

/** The plate has the colour of pending changes, with a line from the post's current location. */
export function waitingPost(post: MapPost, { zoom, palette, theme }: Pick<PostLook, 'zoom' | 'palette' | 'theme'>): Style[] {
  if (zoom < FROM_ZOOM.posts) return []
  const from = post.waits?.from
  const way = from && new LineString([fromLonLat([...from]), fromLonLat([...post.at])])
  const drawn = (color: string, width: number, lineDash?: number[]) =>
    way ? [new Style({ geometry: way, stroke: new Stroke({ color, width, ...(lineDash && { lineDash }) }) })] : []
  return [
    ...drawn(palette.casing[theme], 5),
    ...drawn(WAITS, 3, [6, 5]),
    new Style({ image: dotIcon(3.6, 1.6, 'stays', WAITS) }),
    ...(zoom >= FROM_ZOOM.trails ? [new Style({ image: plateIcon(post, false), zIndex: 3 })] : []),
  ]
}

export const selectedPost = (post: MapPost) => new Style({ image: plateIcon(post, true) })
