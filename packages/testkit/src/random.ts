/** mulberry32. Failing tests print the seed, so that the failure can be reproduced. */
export function createRandom(seed: number) {
  let state = seed
  /** From 0 up to 1. */
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (count: number) => Math.floor(next() * count)
  return { next, below, chance: (share: number) => next() < share, pick: <T>(of: readonly T[]): T => of[below(of.length)] as T }
}
export type Random = ReturnType<typeof createRandom>
