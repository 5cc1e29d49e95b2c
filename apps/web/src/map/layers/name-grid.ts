/** A raster of the map's view records which parts are occupied, so that thousands of possible places for names can be compared quickly. */

export type Box = { left: number; top: number; right: number; bottom: number }
/** A rectangle around its centre, in pixels of the view. The angle is in radians. */
export type Slot = { x: number; y: number; angle: number; width: number; height: number }

const CELL = 2
const [LINE, TAKEN] = [1, 2]

export class NameGrid {
  private readonly columns: number
  private readonly rows: number
  private cells: Uint8Array

  constructor([width = 0, height = 0]: readonly number[]) {
    this.columns = Math.ceil(width / CELL)
    this.rows = Math.ceil(height / CELL)
    this.cells = new Uint8Array(this.columns * this.rows)
  }

  copy(): NameGrid {
    const made = new NameGrid([this.columns * CELL, this.rows * CELL])
    made.cells = this.cells.slice()
    return made
  }

  private paint({ left, top, right, bottom }: Box, bit: number): void {
    const [fromX, toX] = [Math.max(0, Math.floor(left / CELL)), Math.min(this.columns, Math.ceil(right / CELL))]
    const [fromY, toY] = [Math.max(0, Math.floor(top / CELL)), Math.min(this.rows, Math.ceil(bottom / CELL))]
    for (let row = fromY; row < toY; row++)
      for (let at = row * this.columns + fromX; at < row * this.columns + toX; at++) this.cells[at] = (this.cells[at] ?? 0) | bit
  }

  take(box: Box): void {
    this.paint(box, TAKEN)
  }

  takeSlot(slot: Slot): void {
    this.samples(slot, CELL, (x, y) => {
      this.paint({ left: x - 1, top: y - 1, right: x + 1, bottom: y + 1 }, TAKEN)
      return true
    })
  }

  /** Points must be closer together than `reachPx`. */
  drawLine(points: readonly (readonly number[])[], reachPx: number): void {
    const half = reachPx * 0.75
    for (const [x = 0, y = 0] of points) {
      this.paint({ left: x - reachPx, top: y - reachPx / 2, right: x + reachPx, bottom: y + reachPx / 2 }, LINE)
      this.paint({ left: x - half, top: y - half, right: x + half, bottom: y + half }, LINE)
      this.paint({ left: x - reachPx / 2, top: y - reachPx, right: x + reachPx / 2, bottom: y + reachPx }, LINE)
    }
  }

  /** Returns how many samples are on lines, or null if something else occupies the slot. */
  measure(slot: Slot): number | null {
    let onLines = 0
    const isFree = this.samples(slot, 3, (x, y) => {
      const cell = this.cells[Math.floor(y / CELL) * this.columns + Math.floor(x / CELL)] ?? 0
      if (cell & TAKEN) return false
      if (cell & LINE) onLines++
      return true
    })
    return isFree ? onLines : null
  }

  private samples({ x, y, angle, width, height }: Slot, step: number, visit: (x: number, y: number) => boolean): boolean {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    const [across, along] = [Math.ceil(height / step), Math.ceil(width / step)]
    for (let row = 0; row <= across; row++) {
      const off = (row / across - 0.5) * height
      for (let column = 0; column <= along; column++) {
        const far = (column / along - 0.5) * width
        if (!visit(x + far * cos - off * sin, y + far * sin + off * cos)) return false
      }
    }
    return true
  }
}

/** Two rectangles overlap unless a line along one of their sides separates them. */
export function overlaps(one: Slot, other: Slot): boolean {
  const isApart = (axis: number) => {
    const [cos, sin] = [Math.cos(axis), Math.sin(axis)]
    const reach = ({ angle, width, height }: Slot) =>
      (Math.abs(Math.cos(angle - axis)) * width + Math.abs(Math.sin(angle - axis)) * height) / 2
    return Math.abs((other.x - one.x) * cos + (other.y - one.y) * sin) >= reach(one) + reach(other)
  }
  return ![one.angle, one.angle + Math.PI / 2, other.angle, other.angle + Math.PI / 2].some(isApart)
}
