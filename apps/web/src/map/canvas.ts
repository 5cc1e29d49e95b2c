/** Bitmaps that are painted once and then stamped. */
import Icon from 'ol/style/Icon.js'

export const FONT = '"Inter Variable", Inter, Roboto, system-ui, sans-serif'
/** Bitmaps are made for screens of up to two dots a pixel: finer ones cost memory that nobody sees. */
export const PIXEL_RATIO = Math.min(2, Math.max(1, globalThis.devicePixelRatio ?? 1))

export type Drawing = { canvas: HTMLCanvasElement; pen: CanvasRenderingContext2D }

export function draw(width: number, height: number): Drawing {
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil(width * PIXEL_RATIO)
  canvas.height = Math.ceil(height * PIXEL_RATIO)
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('this browser cannot draw')
  pen.scale(PIXEL_RATIO, PIXEL_RATIO)
  return { canvas, pen }
}

let ruler: CanvasRenderingContext2D | undefined
export function textWidth(font: string, text: string): number {
  ruler ??= draw(1, 1).pen
  ruler.font = font
  return ruler.measureText(text).width
}

/**
 * How an image shares the room with others: `stays` is always there, and labels keep clear of it; `yields` is left out where something was
 * placed before it; `ignored` neither yields nor is kept clear of.
 */
export type Claim = 'stays' | 'yields' | 'ignored'
const MODES = { stays: 'obstacle', yields: 'declutter', ignored: 'none' } as const

export const icon = (img: HTMLCanvasElement, anchor: [number, number], claim: Claim) =>
  new Icon({ img, anchor, scale: 1 / PIXEL_RATIO, declutterMode: MODES[claim] })
