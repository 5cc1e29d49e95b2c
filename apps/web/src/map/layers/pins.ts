import type Icon from 'ol/style/Icon.js'
import Style from 'ol/style/Style.js'
import { draw, FONT, icon } from '../ground/canvas.ts'
import type { MapPin } from '../map-data.ts'
import { anchorOf, SYMBOL_SCALE, type SymbolName, type Symbols } from '../symbols.ts'

export const SELECTED = '#FFD21F'
/** The ring around a selected symbol is the symbol's outline, drawn in eight directions. */
const RING_PX = 3
const SMALL = 0.4

function imageOf(symbols: Symbols, name: SymbolName): HTMLImageElement {
  const image = symbols.get(name)
  if (!image) throw new Error(`no symbol ${name}`)
  return image
}

function pinIcon(symbols: Symbols, name: SymbolName, size: number, ring: number, claim: 'stays' | 'yields' | 'ignored'): Icon {
  const image = imageOf(symbols, name)
  const scale = SYMBOL_SCALE * size
  const [width, height] = [image.width * scale, image.height * scale]
  const { canvas, pen } = draw(width + 2 * ring, height + 2 * ring)
  if (ring > 0) {
    for (let turn = 0; turn < 8; turn++) {
      const angle = (turn * Math.PI) / 4
      pen.drawImage(image, ring + Math.cos(angle) * ring, ring + Math.sin(angle) * ring, width, height)
    }
    pen.globalCompositeOperation = 'source-in'
    pen.fillStyle = SELECTED
    pen.fillRect(0, 0, width + 2 * ring, height + 2 * ring)
    pen.globalCompositeOperation = 'source-over'
  }
  pen.drawImage(image, ring, ring, width, height)
  const [x, y] = anchorOf(name)
  return icon(canvas, [(ring + x * width) / (width + 2 * ring), (ring + y * height) / (height + 2 * ring)], claim)
}

/** The codes of posts and pins above take precedence. Without enough room, a small version remains and can still be tapped. */
export function pinStyle(symbols: Symbols, { symbol, order }: MapPin, isSelected: boolean): Style[] {
  if (isSelected) return [new Style({ image: pinIcon(symbols, symbol, 1.4, RING_PX, 'stays') })]
  return [
    new Style({ image: pinIcon(symbols, symbol, 1, 0, 'yields'), zIndex: order }),
    new Style({ image: pinIcon(symbols, symbol, SMALL, 0, 'ignored'), zIndex: order - 1000 }),
  ]
}

export function clusterStyle(symbols: Symbols, count: number): Style {
  const image = imageOf(symbols, 'cluster')
  const size = count < 100 ? 36 : count < 1000 ? 42 : 50
  const { canvas, pen } = draw(size, size)
  pen.drawImage(image, 0, 0, size, size)
  pen.fillStyle = '#fff'
  pen.font = `700 13px ${FONT}`
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillText(count < 1000 ? String(count) : `${(count / 1000).toFixed(1)}k`, size / 2, size / 2 + 0.5)
  return new Style({ image: icon(canvas, [0.5, 0.5], 'stays') })
}
