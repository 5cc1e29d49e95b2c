import Icon from 'ol/style/Icon.js'

export const FONT = '"Inter Variable", Inter, Roboto, system-ui, sans-serif'
/** Finer bitmaps than two pixels per CSS pixel need more memory without a visible difference. */
export const PIXEL_RATIO = Math.min(2, Math.max(1, globalThis.devicePixelRatio ?? 1))

export type Drawing = { canvas: HTMLCanvasElement; pen: CanvasRenderingContext2D }

export function draw(width: number, height: number): Drawing {
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil(width * PIXEL_RATIO)
  canvas.height = Math.ceil(height * PIXEL_RATIO)
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('this browser does not support canvas drawing')
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
 * `stays` is always drawn, and labels avoid it. `yields` is left out if the space is occupied. `ignored` is always drawn, and others may
 * overlap it.
 */
export type Claim = 'stays' | 'yields' | 'ignored'
const MODES = { stays: 'obstacle', yields: 'declutter', ignored: 'none' } as const

export const icon = (img: HTMLCanvasElement, anchor: [number, number], claim: Claim) =>
  new Icon({ img, anchor, scale: 1 / PIXEL_RATIO, declutterMode: MODES[claim] })
