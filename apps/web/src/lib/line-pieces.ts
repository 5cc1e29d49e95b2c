export type XY = readonly number[]

export function lengthOf(line: readonly XY[]): number {
  let sum = 0
  for (let i = 1; i < line.length; i++) sum += Math.hypot(at(line, i, 0) - at(line, i - 1, 0), at(line, i, 1) - at(line, i - 1, 1))
  return sum
}

const at = (line: readonly XY[], index: number, axis: 0 | 1) => line[index]?.[axis] ?? 0

export function pieceOf(line: readonly XY[], from: number, to: number): number[][] {
  const whole = lengthOf(line)
  const [start, end] = [from * whole, to * whole]
  const piece: number[][] = []
  let walked = 0
  for (let i = 1; i < line.length; i++) {
    const [ax, ay, bx, by] = [at(line, i - 1, 0), at(line, i - 1, 1), at(line, i, 0), at(line, i, 1)]
    const length = Math.hypot(bx - ax, by - ay)
    const point = (metres: number) => {
      const share = length === 0 ? 0 : (metres - walked) / length
      return [ax + (bx - ax) * share, ay + (by - ay) * share]
    }
    if (walked + length >= start && walked <= end) {
      if (piece.length === 0) piece.push(point(Math.max(start, walked)))
      piece.push(point(Math.min(end, walked + length)))
    }
    walked += length
  }
  return piece
}
