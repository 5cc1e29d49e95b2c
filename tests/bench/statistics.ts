/**
 * One visit in ten may take twice as long for unrelated reasons, so medians are used. The median of a few pairs is itself uncertain, so it
 * has a confidence interval.
 */

function at(sorted: readonly number[], index: number): number {
  const value = sorted[index]
  if (value === undefined) throw new Error('cannot compute the median of an empty list')
  return value
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return (at(sorted, Math.ceil(middle) - 1) + at(sorted, Math.floor(middle))) / 2
}

function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const RESAMPLES = 10_000

/** Bootstrapping resamples the values with replacement many times. The interval covers 95 %. */
export function medianInterval(values: readonly number[], seed = 1): { low: number; high: number } {
  const random = seededRandom(seed)
  const medians = Array.from({ length: RESAMPLES }, () => median(values.map(() => at(values, Math.floor(random() * values.length))))).sort(
    (a, b) => a - b,
  )
  return { low: at(medians, Math.floor(RESAMPLES * 0.025)), high: at(medians, Math.ceil(RESAMPLES * 0.975) - 1) }
}
