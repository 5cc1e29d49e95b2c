/**
 * Statistics for times taken on a machine that does other work too. Medians, because one visit in ten may take twice as
 * long for reasons that are not ours; an interval, because a median of few pairs is itself uncertain.
 */

function at(sorted: readonly number[], index: number): number {
  const value = sorted[index]
  if (value === undefined) throw new Error('there is nothing to take a median of')
  return value
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return (at(sorted, Math.ceil(middle) - 1) + at(sorted, Math.floor(middle))) / 2
}

/** Random numbers that are the same in every run (mulberry32): the same times must give the same interval. */
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

/** The 95 % interval of the median, by drawing the same number of values again, with repetition, many times. */
export function medianInterval(values: readonly number[], seed = 1): { low: number; high: number } {
  const random = seededRandom(seed)
  const medians = Array.from({ length: RESAMPLES }, () => median(values.map(() => at(values, Math.floor(random() * values.length))))).sort(
    (a, b) => a - b,
  )
  return { low: at(medians, Math.floor(RESAMPLES * 0.025)), high: at(medians, Math.ceil(RESAMPLES * 0.975) - 1) }
}
