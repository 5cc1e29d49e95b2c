/** A seed gives the same numbers on every machine, so sample files are identical byte for byte. */
export type Random = {
  next: () => number
  between: (low: number, high: number) => number
  pick: <T>(choices: readonly [T, ...T[]]) => T
}

const seedOf = (text: string) => [...text].reduce((hash, c) => Math.imul(hash ^ (c.codePointAt(0) ?? 0), 16_777_619), 2_166_136_261) >>> 0

/** mulberry32: 32 bits of state are enough for a few thousand numbers. */
export function randomOf(seed: string): Random {
  let state = seedOf(seed)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    pick: (choices) => choices[Math.floor(next() * choices.length)] ?? choices[0],
  }
}
