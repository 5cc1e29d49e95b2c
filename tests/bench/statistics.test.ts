import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { median, medianInterval } from './statistics.ts'

const someNumbers = fc.array(fc.double({ min: 0.1, max: 100, noNaN: true }), { minLength: 1, maxLength: 30 })

describe('median', () => {
  it('is the middle value, or the mean of the two middle ones', () => {
    expect(median([3, 1, 2])).toBe(2)
    expect(median([4, 1, 3, 2])).toBe(2.5)
    expect(median([7])).toBe(7)
  })
  it('throws for an empty list', () => {
    expect(() => median([])).toThrow()
  })
  it('has no more than half of the values on either side', () => {
    fc.assert(
      fc.property(someNumbers, (values) => {
        const middle = median(values)
        expect(values.filter((value) => value < middle).length).toBeLessThanOrEqual(values.length / 2)
        expect(values.filter((value) => value > middle).length).toBeLessThanOrEqual(values.length / 2)
      }),
    )
  })
})

describe('interval of a median', () => {
  it('is a single point if all values are equal, and is the same for every call', () => {
    expect(medianInterval([2, 2, 2])).toEqual({ low: 2, high: 2 })
    const values = [1.1, 1.4, 1.2, 3, 1.3, 1.25]
    expect(medianInterval(values)).toEqual(medianInterval(values))
  })
  it('contains the median, and hardly changes with one outlier', () => {
    const values = [1.1, 1.2, 1.15, 1.3, 1.25, 1.2, 1.18, 1.22, 1.28, 1.19, 1.21, 1.24, 1.16, 1.23, 40]
    const { low, high } = medianInterval(values)
    expect(low).toBeLessThanOrEqual(median(values))
    expect(high).toBeGreaterThanOrEqual(median(values))
    expect(high).toBeLessThan(1.3)
  })
  it('contains the true median in about 95 of 100 samples', () => {
    // The sequence is reproducible and uniformly distributed over 0..1, so its median is 0.5.
    let state = 7
    const draw = () => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31
      return state / 2 ** 31
    }
    const trials = 60
    let covered = 0
    for (let trial = 0; trial < trials; trial++) {
      const { low, high } = medianInterval(Array.from({ length: 15 }, draw), trial)
      if (low <= 0.5 && 0.5 <= high) covered++
    }
    expect(covered / trials).toBeGreaterThan(0.85)
  }, 60_000)
})
