/** A seed and a position always give one number, whatever the order of calls. */
export type Noise = {
  /** From 0 up to 1. Neighbours are independent. */
  hash: (x: number, y: number, salt: number) => number
  smooth: (x: number, y: number, salt: number) => number
  layered: (x: number, y: number, layers: number, salt: number) => number
}

/** Each layer is half as strong and about twice as fine. An exact factor of 2 would make the lattices visible. */
const FINER = 2.03

export function noiseOf(seed: number): Noise {
  const hash = (x: number, y: number, salt: number) => {
    let h = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(salt + seed, 2246822519)
    h = Math.imul(h ^ (h >>> 13), 1274126177)
    return ((h ^ (h >>> 16)) >>> 0) / 4294967296
  }
  const smooth = (x: number, y: number, salt: number) => {
    const i = Math.floor(x)
    const j = Math.floor(y)
    const u = x - i
    const v = y - j
    const a = u * u * (3 - 2 * u)
    const b = v * v * (3 - 2 * v)
    const north = hash(i, j, salt) * (1 - a) + hash(i + 1, j, salt) * a
    const south = hash(i, j + 1, salt) * (1 - a) + hash(i + 1, j + 1, salt) * a
    return north * (1 - b) + south * b
  }
  const layered = (x: number, y: number, layers: number, salt: number) => {
    let sum = 0
    let strength = 1
    let total = 0
    let [px, py] = [x, y]
    for (let layer = 0; layer < layers; layer++) {
      sum += smooth(px, py, salt + layer) * strength
      total += strength
      strength *= 0.5
      px = px * FINER + 17
      py = py * FINER + 31
    }
    return sum / total
  }
  return { hash, smooth, layered }
}

export const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))

/** 0 below `low`, 1 above `high`, with a smooth transition. Reversed if `low` is greater than `high`. */
export function rise(low: number, high: number, value: number): number {
  const t = clamp((value - low) / (high - low), 0, 1)
  return t * t * (3 - 2 * t)
}
