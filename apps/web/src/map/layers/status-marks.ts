import type Icon from 'ol/style/Icon.js'
import { type Claim, draw, icon } from '../ground/canvas.ts'
import type { Condition, Palette, Theme } from './palette.ts'

export function paintStatus(
  pen: CanvasRenderingContext2D,
  condition: Condition,
  { status, casing, shapes }: Palette,
  theme: Theme,
  x: number,
  y: number,
  size: number,
): void {
  const [fill, on] = [status[condition].fill[theme], status[condition].on[theme]]
  pen.save()
  pen.translate(x, y)
  pen.scale(size / 32, size / 32)
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  const circle = (radius: number) => {
    pen.beginPath()
    pen.arc(16, 16, radius, 0, 7)
  }
  const line = (path: string, width: number) => {
    pen.lineWidth = width
    pen.stroke(new Path2D(path))
  }
  const dot = (cy: number, radius: number) => {
    pen.beginPath()
    pen.arc(16, cy, radius, 0, 7)
    pen.fill()
  }
  if (condition === 'open') {
    circle(14)
    pen.fillStyle = fill
    pen.fill()
    pen.strokeStyle = on
    line(shapes.open.tick, 3.4)
  } else if (condition === 'partial') {
    pen.fillStyle = fill
    pen.fill(new Path2D(shapes.partial.triangle))
    pen.strokeStyle = on
    line(shapes.partial.stroke, 3.4)
    pen.fillStyle = on
    dot(24, 2.1)
  } else if (condition === 'closed') {
    pen.fillStyle = fill
    pen.fill(new Path2D(shapes.closed.octagon))
    pen.strokeStyle = on
    line(shapes.closed.bar, 4.2)
  } else {
    circle(13.4)
    pen.fillStyle = casing[theme]
    pen.fill()
    pen.strokeStyle = fill
    pen.setLineDash([5.6, 3.4])
    pen.lineWidth = 2.6
    pen.stroke()
    pen.setLineDash([])
    line(shapes.unknown.hook, 2.8)
    pen.fillStyle = fill
    dot(23.4, 1.9)
  }
  pen.restore()
}

export function statusIcon(condition: Condition, palette: Palette, theme: Theme, size: number, claim: Claim): Icon {
  const edge = 1.6
  const { canvas, pen } = draw(size + 2 * edge, size + 2 * edge)
  paintStatus(pen, condition, palette, theme, 0, 0, size + 2 * edge)
  pen.globalCompositeOperation = 'source-in'
  pen.fillStyle = palette.casing[theme]
  pen.fillRect(0, 0, size + 2 * edge, size + 2 * edge)
  pen.globalCompositeOperation = 'source-over'
  paintStatus(pen, condition, palette, theme, edge, edge, size)
  return icon(canvas, [0.5, 0.5], claim)
}
