/** Everything that is drawn once and then stamped: pins, clusters with their number, and the plates of emergency markers. */
import Icon from 'ol/style/Icon.js'
import type { MapPlate } from './map-data.ts'
import { anchorOf, SYMBOL_SCALE, type SymbolName, type Symbols } from './symbols.ts'

export const FONT = '"Inter Variable", Inter, Roboto, system-ui, sans-serif'
/** Bitmaps are made for screens of up to two dots a pixel: finer ones cost memory that nobody sees. */
export const PIXEL_RATIO = Math.min(2, Math.max(1, globalThis.devicePixelRatio ?? 1))

const INK = '#10212A'
const SELECTED = '#FFD21F'
/** Bars carry the signal's colour on the dark plate, so they are brighter than the same text on a light ground. */
const BARS: Record<'green' | 'orange' | 'red', { lit: number; colour: string }> = {
  green: { lit: 3, colour: '#46C46A' },
  orange: { lit: 1, colour: '#FFA733' },
  red: { lit: 0, colour: '#FF6B60' },
}

type Drawing = { canvas: HTMLCanvasElement; pen: CanvasRenderingContext2D }

function draw(width: number, height: number): Drawing {
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil(width * PIXEL_RATIO)
  canvas.height = Math.ceil(height * PIXEL_RATIO)
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('this browser cannot draw')
  pen.scale(PIXEL_RATIO, PIXEL_RATIO)
  return { canvas, pen }
}

// Labels keep clear of it, and it never gives way to anything: no marker may vanish for lack of room.
const icon = (img: HTMLCanvasElement, anchor: [number, number]) =>
  new Icon({ img, anchor, scale: 1 / PIXEL_RATIO, declutterMode: 'obstacle' })

/** Around a selected symbol: its own outline in yellow, drawn in eight directions. */
const RING_PX = 3

function imageOf(symbols: Symbols, name: SymbolName): HTMLImageElement {
  const image = symbols.get(name)
  if (!image) throw new Error(`no symbol ${name}`)
  return image
}

export function pinIcon(symbols: Symbols, name: SymbolName, selected: boolean): Icon {
  const image = imageOf(symbols, name)
  const scale = selected ? SYMBOL_SCALE * 1.4 : SYMBOL_SCALE
  const pad = selected ? RING_PX : 0
  const [width, height] = [image.width * scale, image.height * scale]
  const { canvas, pen } = draw(width + 2 * pad, height + 2 * pad)
  if (selected) {
    for (let turn = 0; turn < 8; turn++) {
      const angle = (turn * Math.PI) / 4
      pen.drawImage(image, pad + Math.cos(angle) * RING_PX, pad + Math.sin(angle) * RING_PX, width, height)
    }
    pen.globalCompositeOperation = 'source-in'
    pen.fillStyle = SELECTED
    pen.fillRect(0, 0, width + 2 * pad, height + 2 * pad)
    pen.globalCompositeOperation = 'source-over'
  }
  pen.drawImage(image, pad, pad, width, height)
  const [x, y] = anchorOf(name)
  return icon(canvas, [(pad + x * width) / (width + 2 * pad), (pad + y * height) / (height + 2 * pad)])
}

export function clusterIcon(symbols: Symbols, count: number): Icon {
  const image = imageOf(symbols, 'cluster')
  const size = count < 100 ? 36 : count < 1000 ? 42 : 50
  const { canvas, pen } = draw(size, size)
  pen.drawImage(image, 0, 0, size, size)
  pen.fillStyle = '#fff'
  pen.font = `700 13px ${FONT}`
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillText(count < 1000 ? String(count) : `${(count / 1000).toFixed(1)}k`, size / 2, size / 2 + 0.5)
  return icon(canvas, [0.5, 0.5])
}

/** Far out a plate shrinks, and from farther still it is a dot in the colour of its signal; it is always there. */
export const plateScale = (zoom: number): number => (zoom < 11 ? 0 : zoom < 12.5 ? 0.7 : zoom < 13.5 ? 0.85 : 1)

function drawBars(pen: CanvasRenderingContext2D, left: number, signal: MapPlate['signal']) {
  if (signal === null) {
    pen.fillStyle = '#fff'
    pen.textAlign = 'center'
    pen.fillText('?', left + 7, 15)
    return
  }
  const { lit, colour } = BARS[signal]
  for (const bar of [0, 1, 2]) {
    pen.fillStyle = bar < lit ? colour : 'rgba(255,255,255,.34)'
    pen.beginPath()
    pen.roundRect(left + bar * 5, 16 - bar * 3, 3.4, 4 + bar * 3, 1.4)
    pen.fill()
  }
  if (lit > 0) return
  pen.strokeStyle = colour
  pen.lineWidth = 2.2
  pen.beginPath()
  pen.moveTo(left, 20)
  pen.lineTo(left + 14, 9)
  pen.stroke()
}

/** A plate on a post: code and signal bars, as the one on the trail. */
export function plateIcon({ code, signal }: Pick<MapPlate, 'code' | 'signal'>, scale: number, selected: boolean): Icon {
  if (scale === 0 && !selected) return dotIcon(signal)
  const size = selected ? 1.4 : scale
  const measure = draw(1, 1).pen
  measure.font = `700 13px ${FONT}`
  const width = Math.ceil(measure.measureText(code).width) + 38
  const height = 36
  const { canvas, pen } = draw(width * size, height * size)
  pen.scale(size, size)
  const outline = (grow: number) => {
    pen.beginPath()
    pen.roundRect(3 - grow, 3 - grow, width - 6 + 2 * grow, 22 + 2 * grow, 4 + grow)
    pen.moveTo(width / 2 - 6 - grow, 25)
    pen.lineTo(width / 2, 33 + grow)
    pen.lineTo(width / 2 + 6 + grow, 25)
  }
  pen.fillStyle = 'rgba(16,33,42,.6)'
  outline(3)
  pen.fill()
  pen.fillStyle = selected ? SELECTED : '#fff'
  outline(2)
  pen.fill()
  pen.fillStyle = INK
  pen.beginPath()
  pen.roundRect(3, 3, width - 6, 22, 4)
  pen.fill()
  pen.fillStyle = '#fff'
  pen.font = `700 13px ${FONT}`
  pen.textBaseline = 'middle'
  pen.fillText(code, 9, 14.5)
  drawBars(pen, width - 24, signal)
  return icon(canvas, [0.5, 33 / height])
}

function dotIcon(signal: MapPlate['signal']): Icon {
  const { canvas, pen } = draw(14, 14)
  pen.fillStyle = '#fff'
  pen.beginPath()
  pen.roundRect(0, 0, 14, 14, 4)
  pen.fill()
  pen.fillStyle = INK
  pen.beginPath()
  pen.roundRect(1.5, 1.5, 11, 11, 3)
  pen.fill()
  pen.fillStyle = signal ? BARS[signal].colour : '#fff'
  // As many bars as the signal has, so that it can be read without colour too.
  const lit = signal ? BARS[signal].lit : 0
  for (const bar of [0, 1, 2]) if (bar < lit) pen.fillRect(3.5 + bar * 2.6, 8.5 - bar * 2, 1.8, 2 + bar * 2)
  if (lit === 0) pen.fillRect(3.5, 6.2, 7, 1.8)
  return icon(canvas, [0.5, 0.5])
}
